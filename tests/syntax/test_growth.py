"""The work of reading a text grows linearly with its length, counted in executed lines.

What is generated has thousands of lines of one form; a walk over all of the others for each of them would take minutes.
"""

from collections.abc import Callable
from functools import partial

import pytest

from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.syntax.preprocessing.c_tokens import read_code
from ctx_lsp.syntax.preprocessing.macros import blank_macros
from ctx_lsp.text.source import SourceText
from tests.syntax.work import lines_run

FEW = 60
TIMES = 4

FORMS: dict[str, tuple[str, Callable[[int], str], str, str]] = {  # the path, one line, what is around all of them
    "a name that is bound again and again": ("a.py", lambda n: f"x = g{n}(x)\nx.run(a)\n", "def f():\n ", ""),
    "a name of many functions without a name": ("a.py", lambda n: f"    lambda q: q.run(x{n}),\n", "X = [\n", "]\n"),
    "names that stand for each other": ("a.py", lambda n: f"    x{n + 1} = x{n}.a\n", "def f(x0):\n", ""),
    "results": ("a.py", lambda n: f"    if a == {n}: return g{n}(a)\n", "def f(a):\n", ""),
    "fields": ("a.py", lambda n: f"        self.x{n} = v.g{n}()\n", "class A:\n    def f(self, v):\n", ""),
    "names of one value": ("a.py", lambda n: f"x{n} = \\\n", "", "f()\n"),
    "groups": ("a.ts", lambda n: f"  (x{n} as Foo{n}).run(),\n", "f(\n", ");\n"),
    "patterns": ("a.ts", lambda n: f"const {{ a: b{n}, c }} = o.x{n}; c.d(b{n});\n", "function f(o: O) {\n", "}\n"),
    "arguments": ("a.ts", lambda n: f"  {{ a: {n} }},\n", "f(\n", ");\n"),
    "blocks": ("a.ts", lambda n: f"case {n}: {{ const y = g(x); y.z; }}\n", "function f(x) { switch (x) {\n", "}}\n"),
    "names that are told with others": ("a.go", lambda n: f"\tx, err := g{n}(x)\n\terr.F(x)\n", "func f() {\n", "}\n"),
}


TEXTS: dict[str, Callable[[int], str]] = {  # of C++, whose parts grow together
    "macros in front of a long name": lambda size: "x\n" + "AAA\n" * size + "x::" * size + "~x();",
    "macros in front of open brackets": lambda size: "x\n" + "AAA\n" * size + "x<" * size + "x();",
    "macros between qualifiers": lambda size: "void f() " + "const AAA " * size + ";",
}


def lines_of(path: str, text: str) -> int:
    """The number of lines executed to read a text."""
    return lines_run(lambda: file_facts(path, SourceText(text.encode())))


@pytest.mark.parametrize("form", FORMS)
def test_work_grows_with_the_text(form: str) -> None:
    path, line, head, tail = FORMS[form]
    few, many = (head + "".join(map(line, range(size))) + tail for size in (FEW, FEW * TIMES))
    file_facts(path, SourceText(few.encode()))  # what is cached of the language
    assert lines_of(path, many) < lines_of(path, few) * TIMES * 1.3


LINES = 1_200  # of a document, more than what is kept for the next edit
DOCUMENTS: dict[str, tuple[str, Callable[[int], str], str]] = {  # the path, one line, and the text before all lines
    "requirements": ("spec.md", lambda n: f"- REQ-{n}: The system must hold `x{n}`.\n", "# Requirements\n\n"),
    "entries of a changelog": ("CHANGELOG.md", lambda n: f"- Mend `x{n}` (#{n})\n", "## 1.0.0\n\n"),
    "fences in a changelog": ("CHANGELOG.md", lambda n: f"- Mend x{n}\n```\nREQ-{n}\n```\n", "## 1.0.0\n\n"),
    "fenced scenarios": ("a.md", lambda n: f"```gherkin\nScenario: a{n}\n```\n", "# Stories\n\n"),
    "stories of one text": ("a.md", lambda _: "- As a user, I want to log in.\n", "# Stories\n\n"),
    "examples on one line": ("a.md", lambda n: f"REQ-{n}, for example; ", "# A\n\n"),
    "scenarios of Gherkin": ("a.feature", lambda n: f"  Scenario: a{n}\n    Given a\n", "Feature: A\n"),
    "rows of an export": ("a.csv", lambda n: f"ENG-{n},Log in,Todo\n", "ID,Title,Status\n"),
}


@pytest.mark.parametrize("form", DOCUMENTS)
def test_work_grows_with_the_text_of_documents(form: str) -> None:
    path, line, head = DOCUMENTS[form]
    few, many = (head + "".join(map(line, range(size))) for size in (LINES, LINES * TIMES))
    file_facts(path, SourceText(f"{head}{line(0)}".encode()))
    assert lines_of(path, many) < lines_of(path, few) * TIMES * 1.3


@pytest.mark.parametrize("form", TEXTS)
def test_work_grows_with_the_text_of_macros(form: str) -> None:
    few, many = (read_code(TEXTS[form](size).encode()).code for size in (FEW * TIMES, FEW * TIMES * TIMES))
    lines = [lines_run(partial(blank_macros, code, code)) for code in (few, many)]
    assert lines[1] < lines[0] * TIMES * 1.3


def test_work_grows_with_the_brackets_of_a_case() -> None:
    few, many = (
        f"function f(x: A) {{ switch (x.kind) {{ case a && {'(' * size}b{')' * size}: x.run(); }} }}"
        for size in (FEW, FEW * TIMES)
    )
    lines_of("a.ts", few)  # what is cached of the language
    assert lines_of("a.ts", many) < lines_of("a.ts", few) * TIMES * 1.3
