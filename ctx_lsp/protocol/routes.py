"""Routes: the two ways to run a method or command, on the loop thread or in the background.

`table` holds the routes of methods, and `commands` holds the routes of commands. `dispatch` runs the routes.
"""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.protocol.documents.document_names import DocumentNames
from ctx_lsp.protocol.session import Session
from ctx_lsp.settings import Settings
from ctx_lsp.workspace import Analysis

Params = TypeVar("Params")
Captured = TypeVar("Captured")

Lane = Literal["query", "quick", "hover", "remote"]
"""The pool of workers that runs a request.

query: long requests. quick: requests that take a few milliseconds, such as a status or a definition. hover: hover
cards, which need a pack and would block the other pools. remote: what waits for the network (`Awaited`).
"""


@dataclass(frozen=True, slots=True)
class OnLoop(Generic[Params]):
    """Route of a request that takes at most about a millisecond and runs on the loop thread, in order of arrival."""

    params: type[Params]
    run: Callable[[Session, Params], object]


@dataclass(frozen=True, slots=True)
class Call(Generic[Captured]):
    """Arguments of a background handler. All except `session` reflect the moment when the request arrived.

    `asked_by` is the name of the agent that sent the request, or on whose behalf the client sent it. It is empty for
    the user.
    """

    session: Session
    settings: Settings
    names: DocumentNames
    captured: Captured
    token: CancelToken
    asked_by: str = ""


@dataclass(frozen=True, slots=True)
class InBackground(Generic[Params, Captured]):
    """Route of a request that runs in two steps.

    `capture` runs on the loop thread when the request arrives, so that the answer reflects all earlier edits and no
    later ones. `compute` runs on a worker of `lane` when the future from `capture` is done.
    """

    params: type[Params]
    capture: Callable[[Session, Params], Future[Captured]]
    compute: Callable[[Call[Captured], Params], object]
    lane: Lane = "query"


@dataclass(frozen=True, slots=True)
class Awaited:
    """The rest of an answer, which waits for the network. A handler returns it to leave its lane to other requests."""

    compute: Callable[[], object]


Route = OnLoop[Any] | InBackground[Any, Any]


def analysis_now(session: Session, _: object) -> "Future[Analysis]":
    """Capture an analysis that includes all edits made before the request and none made after it."""
    return session.workspace.analysis()


def analysis_of_command(session: Session, _: object) -> "Future[Analysis]":
    """Capture an analysis like `analysis_now` that also includes settings and files that have just changed on disk."""
    _look_for_changes(session)
    return session.workspace.analysis()


def analysis_for_agent(session: Session, _: object) -> "Future[Analysis]":
    """Capture an analysis like `analysis_of_command`; if the client reloads open files that have changed, wait for it.

    An agent usually asks just after it has changed a file, which may be open in the editor.
    """
    _look_for_changes(session)
    return session.reloads.analysis() if session.support.reloads_files else session.workspace.analysis()


def nothing_but_changes(session: Session, _: object) -> "Future[None]":
    """Capture nothing, but let later steps of the request see the files that have just changed on disk."""
    _look_for_changes(session)
    return capture_nothing(session, _)


def _look_for_changes(session: Session) -> None:
    session.workspace.look_for_changes()
    session.read_settings_again()


def capture_nothing(_: Session, __: object) -> "Future[None]":
    """Capture nothing, for requests that do not depend on a revision."""
    done: Future[None] = Future()
    done.set_result(None)
    return done
