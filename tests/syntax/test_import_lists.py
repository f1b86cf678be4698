"""Long lists of imported and exported names in JavaScript and TypeScript; no name is lost, and none is added."""

import pytest
from tree_sitter_language_pack import get_language

from ctx_lsp.base.profiling import profiled
from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.syntax.model import Import
from ctx_lsp.syntax.parser import Query, matches, parse
from ctx_lsp.text.source import SourceText

COUNT = 400  # more than a query keeps open
NAMES = [f"a{number}" for number in range(COUNT)]
LIST = ", ".join(NAMES)


@pytest.mark.parametrize("path", ["a.js", "a.ts"])
@pytest.mark.parametrize(
    ("text", "reexport"),
    [
        (f"import {{ {LIST} }} from './b';", False),
        (f"import type {{ {LIST} }} from './b';", False),
        (f"export {{ {LIST} }} from './b';", True),
        (f"const {{ {LIST} }} = require('./b');", False),
        (f"const {{ {LIST} }} = await import('./b');", False),
    ],
)
def test_long_lists_are_read_as_a_whole(path: str, text: str, reexport: bool) -> None:
    with profiled() as profile:
        outline = file_facts(path, SourceText(text.encode())).outline
    assert outline.imports == tuple(Import("./b", name, name, reexport) for name in NAMES)
    assert not outline.symbols
    assert "queries that lost matches" not in profile.counts


def test_names_without_a_module_are_no_imports() -> None:
    text = "const { a } = make();\nconst { d: { e }, f } = require('./g');\nexport { a, f as h };"
    outline = file_facts("a.js", SourceText(text.encode())).outline
    assert outline.imports == (Import("./g", "f", "f"),)
    assert [symbol.name for symbol in outline.symbols] == ["a"]


def test_lost_matches_are_counted() -> None:
    query = Query(get_language("javascript"), "(export_statement (export_clause (_) @name) source: (_) @module)")
    tree = parse("javascript", f"export {{ {LIST} }} from './b';".encode())
    assert tree is not None
    with profiled() as profile:
        assert len(matches(query, tree.root_node)) < COUNT
    assert profile.counts["queries that lost matches"] == 1
