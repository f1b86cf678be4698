"""All files of installed packages: the facts are valid, and Python's own parser agrees about the outline."""

import ast
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.syntax.model import FileFacts
from ctx_lsp.text.source import SourceText
from tests.syntax.invariants import assert_sound

PACKAGES = ("structlog", "tenacity", "click", "pygls", "networkx/classes", "networkx/readwrite", "rich")
Definition = tuple[str, int]  # qualified name without numbers, zero-based line of the name's `def` or `class`


def files(package: str) -> list[Path]:
    folder = Path(sysconfig.get_path("purelib")) / package
    return sorted(path for path in folder.rglob("*.py*") if path.suffix in (".py", ".pyi"))


def found_definitions(facts: FileFacts, source: SourceText) -> list[Definition]:
    pairs = zip(facts.outline.symbols, facts.spans, strict=True)
    kinds = {"Class", "Interface", "Enum", "Function", "Method", "Constructor", "Property"}
    found = [
        (symbol.qualname, source.line_at(span.name_start))
        for symbol, span in pairs
        if symbol.kind in kinds and not symbol.signature.startswith("type ")
    ]
    return sorted((".".join(part.split("#")[0] for part in name.split(".")), line) for name, line in found)


def true_definitions(tree: ast.AST, prefix: str = "") -> Iterator[Definition]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield prefix + node.name, node.lineno - 1
            yield from true_definitions(node, f"{prefix}{node.name}.")
        else:
            yield from true_definitions(node, prefix)


def true_imports(tree: ast.AST) -> set[tuple[str, str]]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {(alias.name, "") for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {("." * node.level + (node.module or ""), alias.name) for alias in node.names}
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_the_outline_agrees_with_the_parser_of_python(package: str) -> None:
    paths = files(package)
    assert paths
    for path in paths:
        source = SourceText(path.read_bytes())
        facts = file_facts(path.name, source)
        tree = ast.parse(source.data)
        assert_sound(facts, source)
        assert found_definitions(facts, source) == sorted(true_definitions(tree)), path
        assert {(one.module, one.name) for one in facts.outline.imports} == true_imports(tree), path


@pytest.mark.parametrize("package", PACKAGES)
def test_documentation_is_that_of_the_parser_of_python(package: str) -> None:
    for path in files(package):
        source = SourceText(path.read_bytes())
        facts = file_facts(path.name, source)
        lines = {source.line_at(span.name_start): span.doc for span in facts.spans}
        for node in ast.walk(ast.parse(source.data)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found, documented = lines[node.lineno - 1], ast.get_docstring(node)
                if documented and "\\" not in found:  # which keeps escapes as they are written
                    assert found.split() == documented.split(), path


@pytest.mark.parametrize("package", PACKAGES)
def test_counts_are_in_proportion_to_the_size(package: str) -> None:
    for path in files(package):
        source = SourceText(path.read_bytes())
        facts = file_facts(path.name, source)
        assert len(facts.references) <= 5 * source.line_count
        assert len(facts.chunks) <= source.line_count
        assert sum(end - start for chunk in facts.chunks for start, end in chunk.pieces) <= 3 * len(source.data)
