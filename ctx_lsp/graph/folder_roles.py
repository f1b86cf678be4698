"""Recognises folders that hold tests or examples by their names, and the source sets of build tools.

Only conventions shared by many ecosystems are used; no project or framework is named here.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, takewhile
from typing import Literal

# Folders that hold tests or examples wherever they are. The words of a name may be separated, and there may be
# separators around them: `test_fixtures`, `__tests__`, `_examples`.
_TEST_FOLDERS = frozenset(
    [
        *("tests", "specs", "testdata", "fixtures", "unittest", "unittests", "e2e", "testsuite", "testfiles"),
        *("integrationtest", "androidtest", "testfixtures"),
    ]
)
_EXAMPLE_FOLDERS = frozenset({"examples", "samples", "demos", "tutorials", "benches", "benchmarks"})
# Folders of tests with just these names: `mocks` and `TestCases` may be parts of a test framework.
_EXACT_TEST_FOLDERS = frozenset({"__mocks__", "test-cases", "test_cases", "test cases"})
# Endings after another word, as in `acceptance_tests`, `Shop.Tests`, `IntegrationTests` or `push-examples`.
_TESTS_ENDING = re.compile(r"(?i:[-_.]tests|\.test)$|[a-z0-9]Tests$")
_EXAMPLES_ENDING = re.compile(r"(?i)[-_.](examples|samples|demos|tutorials|benches|benchmarks)$")
# Folders that hold tests or examples only outside source folders. Inside them, such a name denotes a part of the
# program: `src/benchmark` may be a feature, `com/example/demo` a package, and `src/main/java/…/test` the code of a test
# framework.
_TEST_FOLDERS_OUTSIDE = frozenset({"test", "testing", "spec"})
_EXAMPLE_FOLDERS_OUTSIDE = frozenset({"example", "sample", "demo", "tutorial", "playground", "bench", "benchmark"})
_EXAMPLE_ENDING_OUTSIDE = re.compile(r"(?i)([-_](example|sample|demo)|-bench(mark)?)$")
_BENCHMARKS = re.compile(r"(?i)bench(es|marks?)?$")
# Source sets of a build tool, directly below `src`, beside `src/main`: `src/jvmTest`, `src/jmh`.
_TEST_SOURCE_SET = re.compile(r"[a-z0-9](Tests?|TestFixtures)$")
_BENCHMARK_SOURCE_SET = "jmh"
_SOURCE_FOLDERS = frozenset({"src", "source", "sources", "lib", "pkg", "internal"})
_SEPARATORS = re.compile(r"[-_ ]")


@lru_cache(maxsize=1 << 14)
def holds_tests(folder: str) -> bool:
    """Return whether a folder with this name holds tests, no matter which folders it is in."""
    is_named = folder.lower() in _EXACT_TEST_FOLDERS or _joined(folder) in _TEST_FOLDERS
    return is_named or _TESTS_ENDING.search(folder) is not None


def may_hold_tests(folder: str) -> bool:
    """Return whether a folder with this name holds tests outside of a program: `test`, `testing` or `spec`.

    Inside a program (see `holds_program`), such a folder is a part of the program.
    """
    return folder.lower() in _TEST_FOLDERS_OUTSIDE


def folders_of_examples(folders: Sequence[str], outside: Sequence[str]) -> list[str]:
    """Return the folders of a path that hold examples or benchmarks.

    `outside` holds those of `folders` that are not in a source folder (see `outside_sources`). Some names mark a folder
    of examples only if the folder is in `outside`. A folder may be returned twice.
    """
    return [*filter(_holds_examples, folders), *filter(_holds_examples_outside, outside)]


def holds_benchmarks(folder: str) -> bool:
    """Return whether a folder of examples holds benchmarks. Tests of benchmarks count as tests of the project."""
    return _BENCHMARKS.search(folder) is not None


def outside_sources(folders: Sequence[str]) -> list[str]:
    """Return the folders of a path before its first source folder, or all of them if it has none."""
    return list(takewhile(lambda folder: folder.lower() not in _SOURCE_FOLDERS, folders))


def role_of_source_set(folders: Sequence[str]) -> Literal["test", "example"] | None:
    """Return the role that a build tool gives to nested folders: "test" for `src/jvmTest`, "example" for `src/jmh`.

    Return None for folders that contain neither a source set of tests nor one of benchmarks.
    """
    source_sets = [inner for outer, inner in pairwise(folders) if outer == "src"]
    if _BENCHMARK_SOURCE_SET in source_sets:
        return "example"
    return "test" if any(map(_TEST_SOURCE_SET.search, source_sets)) else None


def holds_program(folders: Sequence[str]) -> bool:
    """Return whether nested folders belong to a program whose build tool keeps tests in other folders.

    Such folders are `src/main` and, in projects for several platforms, `src/commonMain` and the like.
    """
    inner = next((inner for outer, inner in pairwise(folders) if outer == "src"), "")
    return inner == "main" or inner.endswith("Main")


@lru_cache(maxsize=1 << 14)
def _holds_examples(folder: str) -> bool:
    return _joined(folder) in _EXAMPLE_FOLDERS or _EXAMPLES_ENDING.search(folder) is not None


@lru_cache(maxsize=1 << 14)
def _holds_examples_outside(folder: str) -> bool:
    return folder.lower() in _EXAMPLE_FOLDERS_OUTSIDE or _EXAMPLE_ENDING_OUTSIDE.search(folder) is not None


def _joined(folder: str) -> str:
    return _SEPARATORS.sub("", folder.lower())
