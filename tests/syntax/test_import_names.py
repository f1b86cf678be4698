"""Positions of imported names in imports, in several languages."""

import pytest

from ctx_lsp.syntax.outlines.import_names import import_names
from ctx_lsp.text.source import SourceText


def shown(path: str, text: str) -> list[str]:
    """The names as text: `module` or `member`, the name as it stands, and what it is imported from."""
    source = SourceText(text.encode())
    return [
        f"{'module' if one.is_module else 'member'} {source.slice(one.start, one.end)}: "
        f"{one.imported.module}, {one.imported.name}"
        for one in import_names(path, source)
    ]


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.py", "import a.b, os as o\n", ["module a.b: a.b, ", "module os: os, ", "module o: os, "]),
        (
            "a.py",
            "é = 1\nfrom .x import (y,\n z as w)\n",
            ["module .x: .x, z", "member y: .x, y", "member z: .x, z", "member w: .x, z"],
        ),
        ("a.py", "from q import *\n", ["module q: q, *"]),
        (
            "a.ts",
            "import D, { a as b } from './m';\nexport { x } from \"./y\";\nimport './side';\n",
            [
                "member D: ./m, default",
                "member a: ./m, a",
                "member b: ./m, a",
                "module ./m: ./m, a",
                "member x: ./y, x",
                "module ./y: ./y, x",
                "module ./side: ./side, ",
            ],
        ),
        ("a.rs", "use a::b::{C, D as E};\n", ["member C: a::b, C", "member D: a::b, D", "member E: a::b, D"]),
        ("A.java", "import a.b.C;\n", ["module a.b: a.b, C", "member C: a.b, C"]),
        (
            "a.go",
            'import x "github.com/a/b"\n',
            ["module x: github.com/a/b, ", "module github.com/a/b: github.com/a/b, "],
        ),
        ("a.c", '#include "a.h"\n', ["module a.h: a.h, *"]),
        ("a.txt", "import a\n", []),
        ("a.py", "x = 'import a'\n# import b\n", []),
    ],
)
def test_names_in_imports(path: str, text: str, expected: list[str]) -> None:
    assert shown(path, text) == expected
