"""Reading a file repeatedly does not leak memory: an editor sends each key stroke, all day long."""

import gc
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest

from ctx_lsp.base.system import resident_bytes
from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.text.source import SourceText

ROUNDS = 20
WINDOWS = 3  # a leak grows in each of them; the heap of a process that has run other tests grows in one
ALLOWED_BYTES = 4_000_000  # noise; a leak of what a parse reads or a query matches comes to thirteen times as much
SCALA = "object Shop {\n" + "".join(f'  def item{n}(x: Int): String = s"a $x" + f(x)\n' for n in range(200)) + "}\n"


def python_source() -> bytes:
    spec = find_spec("structlog")
    assert spec is not None
    assert spec.origin is not None
    return (Path(spec.origin).parent / "stdlib.py").read_bytes()


@pytest.mark.parametrize("path", ["a.py", "a.scala"])  # the scanner of Scala goes back and reads again most often
def test_repeated_reading_keeps_no_memory(path: str) -> None:
    data = python_source() if path == "a.py" else SCALA.encode()

    def resident_after(rounds: int) -> int:
        for number in range(rounds):
            assert file_facts(path, SourceText(data + b"\n" * (number % 7))).outline.symbols
        gc.collect()
        return resident_bytes()

    resident = [resident_after(ROUNDS) for _ in range(WINDOWS + 1)]
    assert min(after - before for before, after in pairwise(resident)) < ALLOWED_BYTES, resident
