"""Commands for tests only: one that runs long, one that fails, one that never starts."""

import time
from concurrent.futures import Future
from dataclasses import dataclass, field, replace

from msgspec import Struct

from ctx_lsp.protocol.errors import ErrorCode, RequestError
from ctx_lsp.protocol.routes import Call, InBackground, OnLoop, Route
from ctx_lsp.protocol.session import Session
from ctx_lsp.protocol.table import TABLE, RouteTable

LONG_SECONDS = 20.0  # longer than any test may take


class Nothing(Struct):
    """No parameters."""


class PanicError(BaseException):
    """An error like a panic in a native module."""


@dataclass
class Bench:
    """The commands, and a record of their calls."""

    steps: int = 0
    running: int = 0
    never: "Future[None]" = field(default_factory=Future)

    def table(self) -> RouteTable:
        """The product's table with these commands added."""
        routes: dict[str, Route] = {
            "test.spin": InBackground(Nothing, _at_once, self.spin),
            "test.wait": InBackground(Nothing, lambda *_: self.never, self.spin),
            "test.fail": InBackground(Nothing, _at_once, _fail),
            "test.panic": InBackground(Nothing, _at_once, _panic),
            "test.unencodable": InBackground(Nothing, _at_once, lambda *_: {"what": object()}),
            "test.oddName": InBackground(Nothing, _at_once, lambda *_: {"caf\udce9": ["caf\udce9"]}),
            "test.failOnLoop": OnLoop(Nothing, lambda *_: _fail()),
            "test.broken": InBackground(Nothing, _broken, lambda *_: None),
        }
        return replace(TABLE, commands={**TABLE.commands, **routes})

    def spin(self, call: Call[None], _: Nothing) -> str:
        """Work for a long time, checking the token as every long loop should."""
        self.running += 1
        end = time.monotonic() + LONG_SECONDS
        while time.monotonic() < end:
            call.token.check()
            self.steps += 1
            time.sleep(0.001)
        return "spun"


def _at_once(_: Session, __: Nothing) -> "Future[None]":
    done: Future[None] = Future()
    done.set_result(None)
    return done


def _broken(_: Session, __: Nothing) -> "Future[None]":
    done: Future[None] = Future()
    done.set_exception(RequestError(ErrorCode.INVALID_REQUEST, "nothing to capture"))
    return done


def _fail(*_: object) -> None:
    raise ValueError("the secret of the house")


def _panic(*_: object) -> None:
    raise PanicError("index out of bounds")
