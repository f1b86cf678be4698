"""Finds the tests in a file by its symbols, also in files that hold other code.

`file_roles` judges files by their paths. The content decides about files with ambiguous names, such as `tests.py`.
"""

import re
from collections.abc import Iterator, Mapping

from ctx_lsp.graph.file_roles import FileRole, file_role, is_test_name
from ctx_lsp.graph.resolution.visibility import family
from ctx_lsp.syntax.model import Outline, Symbol

# Last parts of attributes and annotations that make a function a test: `#[tokio::test]`, `@ParameterizedTest`.
_TEST_MARKS = frozenset(
    [
        *("test", "rstest", "test_case", "Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate"),
        *("Fact", "Theory", "TestMethod", "TestCase"),
    ]
)
_CONDITION = "cfg"  # an attribute of modules that are compiled only under a condition, such as `cfg(test)`
_TEST_KEYWORDS: Mapping[str, str] = {"zig": "test", "d": "unittest"}
"""For languages in which a keyword begins a test, the name that the outline gives to such a test."""

_TEST_CALL = re.compile(r"[xf]?(?:describe|suite|context|it|test|specify)(?:\.\w+)* ")  # the title follows
_AMBIGUOUS_STEMS = frozenset({"test", "tests", "spec", "specs"})
_TEST_FUNCTION = re.compile(r"test[_A-Z]")
_TEST_MODULES = frozenset({"unittest", "pytest", "test", "testing", "testtools", "nose"})  # parts of modules' names


def role_of(path: str, outline: Outline) -> FileRole:
    """Return the role of a file. The content decides about a source file whose name may be that of a test."""
    role = file_role(path)
    stem = path.rpartition("/")[2].partition(".")[0]
    return "test" if role == "source" and stem in _AMBIGUOUS_STEMS and _is_test_file(outline) else role


def _is_test_file(outline: Outline) -> bool:
    """Return whether the content of a file with an ambiguous name shows that it is a test."""
    if family(outline.language) == "javascript":
        return any(_is_test_call(outline, symbol) for symbol in outline.symbols if symbol.parent < 0)
    return outline.language == "python" and any(_python_tests(outline))


def _python_tests(outline: Outline) -> Iterator[Symbol]:
    """Yield the tests of a Python file: methods of test classes, and functions if a test framework is imported.

    The name of a function alone does not show that it is a test: `test_odd` may be one of the tests of a template.
    """
    modules = (f"{one.module}.{one.name}".split(".") for one in outline.imports)
    has_framework = any(not _TEST_MODULES.isdisjoint(parts) for parts in modules)
    for symbol in outline.symbols:
        holder = outline.symbols[symbol.parent] if symbol.parent >= 0 else None
        is_test_class = holder is not None and (bool(holder.bases) or "test" in holder.name.lower())
        is_function = symbol.kind in ("Function", "Method") and _TEST_FUNCTION.match(symbol.name) is not None
        if is_function and (has_framework or is_test_class):
            yield symbol


def tests_in(outline: Outline) -> frozenset[int]:
    """Return the indices of the symbols that are tests, or are inside of tests, in a file of any role."""
    symbols = outline.symbols
    found = {index for index, symbol in enumerate(symbols) if _is_test(outline, symbol)}
    holders = {symbols[index].parent for index in found if symbols[index].parent >= 0}
    found |= {index for index in holders if symbols[index].kind == "Module" and _CONDITION in symbols[index].decorators}
    for index, symbol in enumerate(symbols):
        if symbol.parent in found:  # parents come before their members
            found.add(index)
    return frozenset(found)


def _is_test(outline: Outline, symbol: Symbol) -> bool:
    if is_test_name(symbol.qualname) or _is_test_call(outline, symbol):
        return True
    keyword = _TEST_KEYWORDS.get(outline.language)
    # A decorator of Python may be any function.
    return symbol.name == keyword or (outline.language != "python" and is_marked_as_test(symbol))


def is_marked_as_test(symbol: Symbol) -> bool:
    """Return whether an attribute or annotation of a symbol makes it a test."""
    return any(one.rpartition(".")[2] in _TEST_MARKS for one in symbol.decorators)


def _is_test_call(outline: Outline, symbol: Symbol) -> bool:
    return family(outline.language) == "javascript" and _TEST_CALL.match(symbol.name) is not None
