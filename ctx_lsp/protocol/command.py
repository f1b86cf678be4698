"""The record type that describes a custom command. `commands` contains the records."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Generic, TypeVar

from ctx_lsp.protocol.messages.common import Params, WireObject
from ctx_lsp.protocol.routes import Call, InBackground, Lane
from ctx_lsp.protocol.session import Session
from ctx_lsp.workspace import Refusal

P = TypeVar("P", bound=Params)
C = TypeVar("C")
A_co = TypeVar("A_co", bound=WireObject, covariant=True)

OF_SYMBOLS: tuple[Refusal, ...] = ("unknownSymbol", "ambiguousSymbol")
"""The refusals of a command that takes the name of a symbol."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Generic[P, C, A_co]):
    """A custom command: its name, its parameter and answer types, and the functions that run it.

    `description` appears in `docs/protocol.md`. `refusals` holds the values that `data.reason` can have in an error.
    `InBackground` explains `capture`, `compute` and `lane`.
    """

    name: str
    title: str
    description: str
    params: type[P]
    answer: type[A_co]
    capture: Callable[[Session, P], Future[C]]
    compute: Callable[[Call[C], P], A_co]
    lane: Lane = "query"
    refusals: tuple[Refusal, ...] = ()

    @property
    def route(self) -> InBackground[P, C]:
        """The route by which the dispatcher runs the command."""
        return InBackground(self.params, self.capture, self.compute, self.lane)
