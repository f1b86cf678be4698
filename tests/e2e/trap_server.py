"""The product's server, with commands that behave like a careless library or a long request.

The tests start this program as a client would start the server, or fork it.
"""

import ctypes
import os
import subprocess
import sys
import time
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

from msgspec import Struct

from ctx_lsp.protocol.routes import Call, InBackground, Route
from ctx_lsp.protocol.server import serve
from ctx_lsp.protocol.session import Session
from ctx_lsp.protocol.table import TABLE

LONG_SECONDS = 60.0


class Arguments(Struct):
    """`beat` is a file that grows while the work runs."""

    beat: str = ""


def at_once(_: Session, __: Arguments) -> "Future[None]":
    done: Future[None] = Future()
    done.set_result(None)
    return done


def loud(_: Call[None], __: Arguments) -> str:
    """Write to stdout in every way there is, and read stdin."""
    print("from print")  # noqa: T201
    assert sys.__stdout__
    sys.__stdout__.write("from the old stdout\n")
    sys.__stdout__.flush()
    os.write(1, b"from a descriptor\n")
    subprocess.run([sys.executable, "-c", "print('from a child')"], check=True)
    read = subprocess.run([sys.executable, "-c", "import sys; print(len(sys.stdin.read()))"], check=True)
    return f"{read.returncode}{sys.stdin.read()}{os.read(0, 10).decode()}"


def child(_: Call[None], __: Arguments) -> int:
    """Start a child process that outlives the server, with the descriptors that children inherit."""
    return subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({LONG_SECONDS})"]).pid


def spin(call: Call[None], arguments: Arguments) -> str:
    """Work for a long time, checking the token."""
    end = time.monotonic() + LONG_SECONDS
    while time.monotonic() < end:
        call.token.check()
        with Path(arguments.beat).open("a") as file:
            file.write(".")
        time.sleep(0.005)
    return "spun"


def deaf(_: Call[None], arguments: Arguments) -> str:
    """Work for a long time without checking the token."""
    Path(arguments.beat).write_text(".")
    time.sleep(LONG_SECONDS)
    return "slept"


def frozen(_: Call[None], arguments: Arguments) -> str:
    """Sleep in C while holding the interpreter lock: no other thread runs until it returns."""
    Path(arguments.beat).write_text(".")
    ctypes.PyDLL(None).sleep(int(LONG_SECONDS))
    return "thawed"


COMMANDS: dict[str, Route] = {
    f"trap.{handler.__name__}": InBackground(Arguments, at_once, handler)
    for handler in (loud, child, spin, deaf, frozen)
}


def main() -> None:
    """Serve until the client leaves."""
    sys.exit(serve(table=replace(TABLE, commands={**TABLE.commands, **COMMANDS})))


if __name__ == "__main__":
    main()
