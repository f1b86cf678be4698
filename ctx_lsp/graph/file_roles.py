"""Derives the role of a file (source, test, example, documentation or data) from the file's workspace path.

Only conventions shared by many ecosystems are used; no project or framework is named here.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, takewhile
from typing import Literal

from ctx_lsp.graph.style_documents import style_document
from ctx_lsp.languages.table import language
from ctx_lsp.syntax.detection import language_of

FileRole = Literal["source", "test", "example", "docs", "data"]

# Folders that hold tests or examples wherever they are.
_TEST_FOLDERS = frozenset(
    [
        *("tests", "specs", "__tests__", "__mocks__", "testdata", "fixtures", "unittest", "unittests", "e2e"),
        *("integrationtest", "androidtest", "testfixtures"),
    ]
)
_EXAMPLE_FOLDERS = frozenset({"examples", "samples", "demos", "tutorials", "benches", "benchmarks"})
# Folders that hold tests or examples only outside source folders. Inside them, such a name denotes a part of the
# program: `src/benchmark` may be a feature, `com/example/demo` a package, and `src/main/java/…/test` the code of a test
# framework.
_TEST_FOLDERS_OUTSIDE = frozenset({"test", "testing", "spec"})
_EXAMPLE_FOLDERS_OUTSIDE = frozenset({"example", "sample", "demo", "tutorial", "playground", "bench", "benchmark"})
# Examples whose tests belong to them, with the same distinction. Tests of benchmarks are the project's own.
_OWNING_FOLDERS = _EXAMPLE_FOLDERS - {"benches", "benchmarks"}
_OWNING_FOLDERS_OUTSIDE = _EXAMPLE_FOLDERS_OUTSIDE - {"bench", "benchmark"}
_SOURCE_FOLDERS = frozenset({"src", "source", "sources", "lib", "pkg", "internal"})
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
# The file of Rust's `mod tests;`. Elsewhere, `tests` and `test` may be a page, a command, or what a template tests.
_TEST_NAMES = frozenset({"tests.rs"})
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
    outside = list(takewhile(lambda folder: folder not in _SOURCE_FOLDERS, lowered))
    if any(not _TEST_WORDS.isdisjoint(_WORD_BREAK.split(folder)) for folder in outside):
        outside = lowered  # in a module of test support, the names have their usual meaning even below `src`
    if _is_test(lowered, name.rpartition(".")[0] or name, is_program=outside != lowered and _holds_program(folders)):
        return "test"
    if name in _TEST_NAMES or _suffix(name) in _TEST_SUFFIXES:
        return "test"
    if not _EXAMPLE_FOLDERS.isdisjoint(lowered) or not _EXAMPLE_FOLDERS_OUTSIDE.isdisjoint(outside):
        return "example"
    is_data = _is_data(name, lowered)
    if _is_prose(name) or (is_data and not _DOCS_FOLDERS.isdisjoint(lowered)):
        return "docs"
    return "data" if is_data else "source"


def is_project_code(path: str) -> bool:
    """Return whether a file is code or a test of the project itself, not of an example or of a documentation website.

    A test of an example belongs to the example, unless its example lies among the project's tests.

    A website is often written in another style and for other tools than the project that it describes. The path alone
    decides, so a website in a package outside `apps` and `packages`, as in `python/docs`, counts as the project's code.
    """
    return file_role(path) in ("source", "test") and not _is_website(path) and not _is_test_of_example(path)


def _is_test_of_example(path: str) -> bool:
    folders = [folder.lower() for folder in path.split("/")[:-1]]
    outer = list(takewhile(lambda one: not _holds_tests(one) and one not in _TEST_FOLDERS_OUTSIDE, folders))
    outside = takewhile(lambda one: one not in _SOURCE_FOLDERS, outer)
    return not _OWNING_FOLDERS.isdisjoint(outer) or not _OWNING_FOLDERS_OUTSIDE.isdisjoint(outside)


def _is_website(path: str) -> bool:
    folders = [folder.lower() for folder in path.split("/")[:-1]]
    if not _OUTERMOST_WEBSITE_FOLDERS.isdisjoint(folders[:1]):
        return True
    outside = list(takewhile(lambda folder: folder not in _SOURCE_FOLDERS, folders))
    return not _PACKAGES_FOLDERS.isdisjoint(outside[:1]) and not _WEBSITE_FOLDERS.isdisjoint(outside[1:3])


def _suffix(name: str) -> str:
    return name.rpartition(".")[2].lower() if "." in name else ""


def _is_prose(name: str) -> bool:
    if language(language_of(name)).category == "code":
        return False
    return _suffix(name) in _PROSE_SUFFIXES or _PROSE_NAME.fullmatch(name) is not None


def _is_data(name: str, folders: Sequence[str]) -> bool:
    """Return whether a file is neither prose nor part of a program. `folders` are its folders in lower case."""
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
    """Return whether a file is a test. `folders` are its folders in lower case; `stem` is its name without suffix.

    If `is_program`, the build tool keeps tests elsewhere, so a file with an ambiguous name is not a test.
    """
    if any(map(_holds_tests, folders)):
        return True
    if _TEST_STEM.match(stem):
        return True
    if is_program:
        return False
    return not _TEST_FOLDERS_OUTSIDE.isdisjoint(folders) or _TEST_STEM_OUTSIDE.match(stem) is not None


def _holds_tests(folder: str) -> bool:
    """Return whether a folder, in lower case, holds tests wherever it is."""
    return folder in _TEST_FOLDERS or folder.endswith((".tests", ".test", "-tests"))


def _holds_program(folders: Sequence[str]) -> bool:
    """Return whether nested folders belong to a program whose build tool keeps tests in other folders.

    Such folders are `src/main` and, in projects for several platforms, `src/commonMain` and the like.
    """
    inner = next((inner for outer, inner in pairwise(folders) if outer == "src"), "")
    return inner == "main" or inner.endswith("Main")


def is_test_name(qualname: str) -> bool:
    """Return whether a symbol with this qualified name is a test, regardless of its file.

    Everything inside a module `test` or `tests` in lower case is a test; a class `Test` may be ordinary code. A member
    called `test_…` is a test only if its type is named like a test, because other types may have a `test_client`.
    """
    *scopes, name = qualname.split(".")
    if not _TEST_SCOPES.isdisjoint(scopes):
        return True
    return name.lower().startswith("test_") and all(scope.lower().startswith("test") for scope in scopes)
