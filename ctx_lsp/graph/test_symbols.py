"""Finds the tests in a file by its symbols, also in files that hold other code.

`file_roles` judges files by their paths. The content decides about files with ambiguous names, such as `tests.py`. The
marks of tests are in the `tests` section of each language folder.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ctx_lsp.graph.file_roles import FileRole, file_role, is_test_name
from ctx_lsp.languages.folders import FOLDERS
from ctx_lsp.syntax.model import Outline, Symbol
from ctx_lsp.syntax.symbol_kinds import FUNCTION_KINDS

_AMBIGUOUS_STEMS = frozenset({"test", "tests", "spec", "specs"})
_TEST_FUNCTION = re.compile(r"test[_A-Z]")
_TITLED = re.compile(r"[xf]?(\w+)(?:\.\w+)* ")  # a call that defines a test, before its title: `it.each adds`


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesForTests:
    """The `tests` section of a language folder; `languages/README.md` explains the keys."""

    marks: frozenset[str] = frozenset()
    condition: str = ""
    keyword: str = ""
    calls: frozenset[str] = frozenset()
    frameworks: frozenset[str] = frozenset()


def role_of(path: str, outline: Outline) -> FileRole:
    """Return the role of a file. The content decides about a source file whose name may be that of a test."""
    role = file_role(path)
    stem = path.rpartition("/")[2].partition(".")[0]
    return "test" if role == "source" and stem in _AMBIGUOUS_STEMS and _is_test_file(outline) else role


def _is_test_file(outline: Outline) -> bool:
    """Return whether the content of a file with an ambiguous name shows that it is a test."""
    rules = _rules(outline.language)
    has_calls = any(symbol.parent < 0 and _is_test_call(rules, symbol) for symbol in outline.symbols)
    return has_calls or (bool(rules.frameworks) and any(_named_tests(rules, outline)))


def _named_tests(rules: RulesForTests, outline: Outline) -> Iterator[Symbol]:
    """Yield the functions with the names of tests in test classes or, if a test framework is imported, anywhere.

    The name of a function alone does not show that it is a test: `test_odd` may be one of the tests of a template.
    """
    modules = (f"{one.module}.{one.name}".split(".") for one in outline.imports)
    has_framework = any(not rules.frameworks.isdisjoint(parts) for parts in modules)
    for symbol in outline.symbols:
        holder = outline.symbols[symbol.parent] if symbol.parent >= 0 else None
        is_test_class = holder is not None and (bool(holder.bases) or "test" in holder.name.lower())
        is_function = symbol.kind in FUNCTION_KINDS and _TEST_FUNCTION.match(symbol.name) is not None
        if is_function and (has_framework or is_test_class):
            yield symbol


def tests_in(outline: Outline) -> frozenset[int]:
    """Return the indices of the symbols that are tests, or are inside of tests, in a file of any role."""
    symbols, rules = outline.symbols, _rules(outline.language)
    found = {index for index, symbol in enumerate(symbols) if _is_test(rules, symbol)}
    if rules.condition:
        holders = {symbols[index].parent for index in found if symbols[index].parent >= 0}
        found |= {index for index in holders if rules.condition in symbols[index].decorators}
    for index, symbol in enumerate(symbols):
        if symbol.parent in found:  # parents come before their members
            found.add(index)
    return frozenset(found)


def _is_test(rules: RulesForTests, symbol: Symbol) -> bool:
    is_marked = any(one.rpartition(".")[2] in rules.marks for one in symbol.decorators)
    is_block = bool(rules.keyword) and symbol.name == rules.keyword
    return is_marked or is_block or is_test_name(symbol.qualname) or _is_test_call(rules, symbol)


def _is_test_call(rules: RulesForTests, symbol: Symbol) -> bool:
    titled = _TITLED.match(symbol.name) if rules.calls else None
    return titled is not None and (titled[1] in rules.calls or titled[0].split(".")[0].rstrip() in rules.calls)


@cache
def _rules(language: str) -> RulesForTests:
    return FOLDERS.section(language, "tests", RulesForTests)
