"""Derives the role of a file (source, test, example, documentation or data) from the file's workspace path.

Only conventions shared by many ecosystems are used; no project or framework is named here.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Literal

from ctx_lsp.graph.folder_roles import (
    folders_of_examples,
    holds_benchmarks,
    holds_program,
    holds_tests,
    may_hold_tests,
    outside_sources,
    role_of_source_set,
)
from ctx_lsp.graph.style_documents import style_document
from ctx_lsp.languages.table import language
from ctx_lsp.syntax.detection import language_of

FileRole = Literal["source", "test", "example", "docs", "data"]

_TEST_WORDS = frozenset({"test", "tests", "testing"})  # words in the names of test-support modules: `test-utils`
_TEST_SCOPES = frozenset({"test", "tests"})  # names of test modules inside the file that they test
_DOCS_FOLDERS = frozenset({"doc", "docs", "documentation", "site", "website", "changelog", "changes"})
# Websites of documentation, whose code is not that of the project. They are outermost, or in a folder of packages
# (`apps/docs`) or one of its packages (`packages/shop/docs`). Elsewhere, `docs` may be a part of the program.
_WEBSITE_FOLDERS = frozenset({"docs", "documentation"})
_OUTERMOST_WEBSITE_FOLDERS = _WEBSITE_FOLDERS | {"site", "website"}
_PACKAGES_FOLDERS = frozenset({"apps", "packages"})
_WORD_BREAK = re.compile(r"[-_.]")
_TEST_STEM = re.compile(r"^(test_.*|.*_test|.*_spec|.*[.-](test|spec)|conftest)$")
_TEST_STEM_OUTSIDE = re.compile(r"^.*(?<=[a-z0-9])(Tests?|Spec)$")  # `TypeSpec` may also be a part of the program
# Files of Rust's `mod tests;` and `mod cart_tests;`. Elsewhere, `tests` and `test` may be a page, a command, or what a
# template tests.
_TEST_NAMES = ("/tests.rs", "_tests.rs")
_TEST_SUFFIXES = frozenset({"feature"})  # scenarios that are run
_PROSE_SUFFIXES = frozenset(
    [
        *("md", "mdx", "rst", "txt", "adoc", "markdown", "textile", "org", "rdoc", "pod", "ronn", "roff", "mdoc"),
        *"123456789",  # sections of the manual: `tool.1`
    ]
)
_PROSE_NAME = re.compile(r"[A-Z][A-Z_-]*")  # CHANGES, LICENSE-MIT: prose, if there is no suffix
_DATA_SUFFIXES = frozenset({"lock", "html", "css", "scss", "less"})  # in addition to the suffixes of data languages
# Suffixes of program text that no language here covers: scripts, grammars, and templates with control flow.
_PROGRAM_SUFFIXES = frozenset(
    [
        *("bat", "cmd", "awk", "sed", "vim", "nu", "elv", "s", "asm", "vb", "vbs", "cob", "cbl", "cls", "pas", "ps"),
        *("g4", "y", "yy", "l", "ll", "peg", "pest", "lark", "m4", "ac", "am", "metal", "wgsl", "sol", "move", "td"),
        *("hbs", "handlebars", "mustache", "liquid", "njk", "pug", "haml", "slim", "jsp", "cshtml", "razor", "twig"),
    ]
)
# Suffixes of files from which others are made. The suffix before tells the kind of text: `settings.yml.j2`.
_TEMPLATE_SUFFIXES = frozenset(
    [
        *("in", "dist", "example", "sample", "template", "tmpl", "tpl", "tt", "j2", "jinja", "jinja2", "eex", "mako"),
        *("ftl", "erb", "ejs"),
    ]
)
# Folders for scripts with which shells complete a program's arguments, most of them generated from the program.
_COMPLETION_FOLDERS = frozenset({"completion", "completions"})
_SHELL_SUFFIXES = frozenset({"", "sh", "bash", "zsh", "fish", "ps1", "nu", "elv"})


@lru_cache(maxsize=1 << 16)
def file_role(path: str) -> FileRole:
    """Return the role of the file at a workspace path."""
    document = style_document(path)
    if document is not None and document.kind != "formatting":
        return "docs"  # rule files of editors may have unknown suffixes
    *folders, name = path.split("/")
    lowered = [folder.lower() for folder in folders]
    outside = outside_sources(folders)
    if any(not _TEST_WORDS.isdisjoint(_WORD_BREAK.split(folder.lower())) for folder in outside):
        outside = folders  # in a module of test support, the names have their usual meaning even below `src`
    is_program = outside != folders and holds_program(folders)
    is_test_name = f"/{name}".endswith(_TEST_NAMES) or _suffix(name) in _TEST_SUFFIXES
    if is_test_name or _is_test(folders, name.rpartition(".")[0] or name, is_program=is_program):
        return "test"
    if folders_of_examples(folders, outside):
        return "example"
    return role_of_source_set(folders) or _role_by_suffix(name, lowered)


def _role_by_suffix(name: str, folders: Sequence[str]) -> FileRole:
    """Return the role of a file that is neither a test nor an example. `folders` are its folders in lower case."""
    is_data = _is_data(name, folders)
    if _is_prose(name) or (is_data and not _DOCS_FOLDERS.isdisjoint(folders)):
        return "docs"
    return "data" if is_data else "source"


def is_project_code(path: str) -> bool:
    """Return whether a file is code or a test of the project itself, not of an example or of a documentation website.

    A test of an example counts as part of the example, unless the example itself lies in a folder of tests.

    A website is left out because it is often written in a different style and for different tools than the project
    that it describes. The path alone decides, so a website in a package outside `apps` and `packages`, as in
    `python/docs`, counts as the project's code.
    """
    return file_role(path) in ("source", "test") and not _is_website(path) and not _is_test_of_example(path)


def _is_test_of_example(path: str) -> bool:
    folders = path.split("/")[:-1]
    outer = list(takewhile(lambda folder: not holds_tests(folder) and not may_hold_tests(folder), folders))
    return not all(map(holds_benchmarks, folders_of_examples(outer, outside_sources(outer))))


def _is_website(path: str) -> bool:
    folders = [folder.lower() for folder in path.split("/")[:-1]]
    if not _OUTERMOST_WEBSITE_FOLDERS.isdisjoint(folders[:1]):
        return True
    outside = outside_sources(folders)
    return not _PACKAGES_FOLDERS.isdisjoint(outside[:1]) and not _WEBSITE_FOLDERS.isdisjoint(outside[1:3])


def _suffix(name: str) -> str:
    return name.rpartition(".")[2].lower() if "." in name else ""


def _is_prose(name: str) -> bool:
    if language(language_of(name)).category == "code":
        return False
    return _suffix(name) in _PROSE_SUFFIXES or _PROSE_NAME.fullmatch(name) is not None


def _is_data(name: str, folders: Sequence[str]) -> bool:
    """Return whether a file that is not prose is data, not part of a program.

    `folders` are the names of its folders in lower case. For prose, the result has no meaning.
    """
    suffix, category = _suffix(name), language(language_of(name)).category
    if category == "data" or suffix in _DATA_SUFFIXES:
        return True
    if suffix in _SHELL_SUFFIXES and not _COMPLETION_FOLDERS.isdisjoint(folders):
        return True
    if category == "code" or not suffix or suffix in _PROGRAM_SUFFIXES:
        return False
    if suffix in _TEMPLATE_SUFFIXES:
        inner = name.rpartition(".")[0]
        return "." in inner and _is_data(inner, folders)
    return True


def _is_test(folders: Sequence[str], stem: str, *, is_program: bool) -> bool:
    """Return whether a file is a test. `folders` are its folders; `stem` is its name without suffix.

    `is_program` says that the file is in a folder for which `holds_program` is true. The build tool keeps tests in
    other folders, so such a file with an ambiguous name is not a test.
    """
    if any(map(holds_tests, folders)) or _TEST_STEM.match(stem):
        return True
    if is_program:
        return False
    return any(map(may_hold_tests, folders)) or _TEST_STEM_OUTSIDE.match(stem) is not None


def is_test_name(qualname: str) -> bool:
    """Return whether a symbol with this qualified name is a test, regardless of its file.

    Everything inside a module `test` or `tests` in lower case is a test; a class `Test` may be ordinary code. A member
    called `test_…` is a test only if its type is named like a test, because other types may have a `test_client`.
    """
    *scopes, name = qualname.split(".")
    if not _TEST_SCOPES.isdisjoint(scopes):
        return True
    return name.lower().startswith("test_") and all(scope.lower().startswith("test") for scope in scopes)
