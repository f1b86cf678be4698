"""The work of reading a text grows with its length and not with the square of it: counted in lines that are run.

What is generated has thousands of lines of one form; a walk over all of the others for each of them would take minutes.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Protocol

import pytest

import ctx_lsp.syntax
from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.text.source import SourceText

LAYER = str(Path(ctx_lsp.syntax.__file__).parent)
FEW = 60
TIMES = 4

FORMS: dict[str, tuple[str, Callable[[int], str], str, str]] = {  # the path, one line, what is around all of them
    "a name that is bound again and again": ("a.py", lambda n: f"x = g{n}(x)\nx.run(a)\n", "def f():\n ", ""),
    "a name of many functions without a name": ("a.py", lambda n: f"    lambda q: q.run(x{n}),\n", "X = [\n", "]\n"),
    "names that stand for each other": ("a.py", lambda n: f"    x{n + 1} = x{n}.a\n", "def f(x0):\n", ""),
    "results": ("a.py", lambda n: f"    if a == {n}: return g{n}(a)\n", "def f(a):\n", ""),
    "fields": ("a.py", lambda n: f"        self.x{n} = v.g{n}()\n", "class A:\n    def f(self, v):\n", ""),
    "groups": ("a.ts", lambda n: f"  (x{n} as Foo{n}).run(),\n", "f(\n", ");\n"),
    "patterns": ("a.ts", lambda n: f"const {{ a: b{n}, c }} = o.x{n}; c.d(b{n});\n", "function f(o: O) {\n", "}\n"),
    "arguments": ("a.ts", lambda n: f"  {{ a: {n} }},\n", "f(\n", ");\n"),
    "blocks": ("a.ts", lambda n: f"case {n}: {{ const y = g(x); y.z; }}\n", "function f(x) { switch (x) {\n", "}}\n"),
    "names that are told with others": ("a.go", lambda n: f"\tx, err := g{n}(x)\n\terr.F(x)\n", "func f() {\n", "}\n"),
}


class Traced(Protocol):
    """What the interpreter calls for each line."""

    def __call__(self, frame: FrameType, event: str, argument: object, /) -> "Traced | None": ...


def lines_run(path: str, text: str) -> int:
    """How many lines of the layer's modules are run to read `text`."""
    count = 0

    def traced(frame: FrameType, event: str, _argument: object) -> "Traced | None":
        nonlocal count
        count += event == "line"
        return traced if frame.f_code.co_filename.startswith(LAYER) else None

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        file_facts(path, SourceText(text.encode()))
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("form", FORMS)
def test_work_grows_with_the_text(form: str) -> None:
    path, line, head, tail = FORMS[form]
    few, many = (head + "".join(map(line, range(size))) + tail for size in (FEW, FEW * TIMES))
    file_facts(path, SourceText(few.encode()))  # what is cached of the language
    assert lines_run(path, many) < lines_run(path, few) * TIMES * 1.3
