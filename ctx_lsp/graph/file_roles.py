"""Derives the role of a file (source, test, example, documentation or data) from the file's workspace path.

Only conventions shared by many ecosystems are used; no project or framework is named here.
"""

import re
from functools import lru_cache
from typing import Literal

from ctx_lsp.languages.table import language
from ctx_lsp.syntax.detection import language_of

FileRole = Literal["source", "test", "example", "docs", "data"]

_TEST_FOLDERS = frozenset(
    [
        *("test", "tests", "testing", "spec", "specs", "__tests__", "__mocks__", "testdata", "fixtures", "unittest"),
        *("unittests", "e2e", "integrationtest", "androidtest", "testfixtures"),
    ]
)
_TEST_SCOPES = frozenset({"test", "tests"})  # test modules inside the file that they test
_EXAMPLE_FOLDERS = frozenset(
    [
        *("example", "examples", "sample", "samples", "demo", "demos", "tutorial", "tutorials", "playground"),
        *("bench", "benches", "benchmark", "benchmarks"),
    ]
)
_DOCS_FOLDERS = frozenset({"doc", "docs", "documentation", "site", "website", "changelog", "changes"})
_TEST_STEM = re.compile(
    r"^(test_.*|.*_test|.*_spec|.*[.-](test|spec)|conftest|.*(?<=[a-z0-9])Tests?|.*(?<=[a-z0-9])Spec)$"
)
_TEST_SUFFIXES = frozenset({"feature"})  # scenarios that are run
_PROSE_SUFFIXES = frozenset({"md", "mdx", "rst", "txt", "adoc", "markdown", "textile", "org"})
_DATA_SUFFIXES = frozenset({"lock", "html", "css", "scss", "less"})  # in addition to the suffixes of data languages


@lru_cache(maxsize=1 << 16)
def file_role(path: str) -> FileRole:
    """Return the role of the file at a workspace path."""
    *folders, name = path.split("/")
    lowered = {folder.lower() for folder in folders}
    stem, _, suffix = name.rpartition(".")
    if lowered & _TEST_FOLDERS or any(f.endswith((".tests", ".test", "-tests")) for f in lowered):
        return "test"
    if _TEST_STEM.match(stem or name) or suffix.lower() in _TEST_SUFFIXES:
        return "test"
    if lowered & _EXAMPLE_FOLDERS:
        return "example"
    is_data = suffix.lower() in _DATA_SUFFIXES or language(language_of(path)).category == "data"
    if suffix.lower() in _PROSE_SUFFIXES or (lowered & _DOCS_FOLDERS and is_data):
        return "docs"
    return "data" if is_data else "source"


def is_test_name(qualname: str) -> bool:
    """Return whether a symbol with this qualified name is a test, whatever file it is in.

    A member called `test_…` is a test only in a type named like a test; other types may offer, say, a `test_client`.
    """
    *scopes, name = qualname.lower().split(".")
    if not _TEST_SCOPES.isdisjoint(scopes):
        return True
    return name.startswith("test_") and all(scope.startswith("test") for scope in scopes)
