"""How a method or command can run: at once on the loop, or in the background on what the loop captured for it.

Which method runs how is written down in `table`, which command in `commands`; running is `dispatch`'s.
"""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.protocol.documents.document_names import Names
from ctx_lsp.protocol.session import Session
from ctx_lsp.settings import Settings
from ctx_lsp.workspace import Analysis

Params = TypeVar("Params")
Captured = TypeVar("Captured")

Lane = Literal["query", "quick", "hover"]
"""Which workers a request waits for.

query: what takes long. quick: what takes milliseconds, such as a status or a definition. hover: cards, which make a
pack and would hold up both.
"""


@dataclass(frozen=True, slots=True)
class OnLoop(Generic[Params]):
    """Served on the loop thread, in order of arrival, within a millisecond or so."""

    params: type[Params]
    run: Callable[[Session, Params], object]


@dataclass(frozen=True, slots=True)
class Call(Generic[Captured]):
    """What a background handler works with; all but `session` belongs to the moment at which the request arrived."""

    session: Session
    settings: Settings
    names: Names
    captured: Captured
    token: CancelToken


@dataclass(frozen=True, slots=True)
class InBackground(Generic[Params, Captured]):
    """Served in two steps.

    `capture` runs on the loop thread when the request arrives, so that the edits before it count and the edits after
    it do not; `compute` runs on a worker of `lane` once the captured future is done.
    """

    params: type[Params]
    capture: Callable[[Session, Params], Future[Captured]]
    compute: Callable[[Call[Captured], Params], object]
    lane: Lane = "query"


Route = OnLoop[Any] | InBackground[Any, Any]


def analysis_now(session: Session, _: object) -> "Future[Analysis]":
    """Capture the state that the request sees: every edit before it and none after it."""
    return session.workspace.analysis()


def nothing(_: Session, __: object) -> "Future[None]":
    """Capture nothing, for what is about this moment and not about a revision."""
    done: Future[None] = Future()
    done.set_result(None)
    return done
