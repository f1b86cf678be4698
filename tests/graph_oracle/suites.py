"""Packages of npm that ship their tests, and what the runners list in them. How that is scored is in `titles`.

Vitest lists what it collects, Mocha runs without running (`--dry-run`), a file at a time, and Jest skips all tests and
reports them. Listings are kept below the cache. A file that the runner cannot load has none.
"""

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ctx_lsp.text.source import SourceText
from tests.graph_oracle.commands import run, work_folder
from tests.graph_oracle.npm_workspace import npm_install

Listing = Mapping[str, frozenset[str]]  # path → full titles

_SUFFIXES = frozenset({".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs"})
_RUNNERS = {
    "vitest": ("vitest@2.1.8",),
    "mocha": ("mocha@10.8.2",),
    "jest": ("jest@29.7.0", "ts-jest@29.2.5", "typescript@5.6.3"),
}
_LISTING = "listing.json"
_VITEST = """import { defineConfig } from "vitest/config";
const sources = new URL("./src", import.meta.url).pathname;
export default defineConfig({
  test: {
    globals: true, environment: ENVIRONMENT, include: [TESTS], pool: "threads", server: { deps: { inline: true } },
  },
  resolve: { alias: NAMES.map((name) => ({ find: new RegExp(`^${name}(?=/|$)`), replacement: sources })) },
});
"""


@dataclass(frozen=True)
class Suite:
    """The tests that a package of npm ships, and what they need besides the package."""

    name: str
    version: str
    runner: Literal["vitest", "mocha", "jest"]
    tests: str  # a glob pattern of their files
    held_out: bool
    needs: tuple[str, ...] = ()
    internal: str = ""  # a name that stands for the folder of sources besides the package's own

    @property
    def key(self) -> str:
        """Name and version, as part of a path."""
        return f"{self.name.replace('/', '+')}=={self.version}"


SUITES = (
    Suite(
        "zod", "4.0.0", "vitest", "src/**/*.test.ts*", held_out=False, needs=("@web-std/file@3.0.3", "recheck@4.5.0")
    ),
    Suite(
        "jsonwebtoken", "7.4.3", "mocha", "test/*.js", held_out=False, needs=("chai@4.5.0", "atob@2.1.2", "sinon@6.3.5")
    ),
    Suite(
        "apollo-utilities",
        "1.3.4",
        "jest",
        "src/**/__tests__/*.ts",
        held_out=False,
        needs=("graphql@14.7.0", "graphql-tag@2.12.6"),
    ),
    Suite(
        "apollo-cache-inmemory",
        "1.6.6",
        "jest",
        "lib/__tests__/*.js",
        held_out=True,
        needs=("graphql@14.7.0", "graphql-tag@2.12.6", "apollo-link@1.2.14"),
    ),
    Suite(
        "@reduxjs/toolkit",
        "2.5.0",
        "vitest",
        "src/**/*.test.ts*",
        held_out=True,
        needs=(
            "@testing-library/dom@10.4.0",
            "@testing-library/jest-dom@6.6.3",
            "@testing-library/react@16.1.0",
            "@testing-library/user-event@14.5.2",
            "axios@1.7.9",
            "jsdom@25.0.1",
            "msw@2.7.0",
            "node-fetch@3.3.2",
            "query-string@9.1.1",
            "react-dom@18.3.1",
            "react-redux@9.2.0",
            "react@18.3.1",
        ),
        internal="@internal",
    ),
    Suite(
        "@tanstack/query-core",
        "5.17.0",
        "vitest",
        "src/tests/*.test.ts*",
        held_out=True,
        needs=("@testing-library/react@14.2.1", "react@18.3.1", "react-dom@18.3.1", "jsdom@25.0.1"),
    ),
    Suite(
        "node-fetch",
        "1.7.3",
        "mocha",
        "test/*.js",
        held_out=True,
        needs=(
            "chai@3.5.0",
            "chai-as-promised@5.3.0",
            "bluebird@3.7.2",
            "form-data@2.5.1",
            "parted@0.1.1",
            "promise@7.3.1",
            "resumer@0.0.0",
            "whatwg-url@4.8.0",
            "babel-runtime@6.26.0",
        ),
    ),
)


def listing(suite: Suite) -> Listing:
    """The full titles of the tests in each file that the runner can load."""
    folder = work_folder(f"titles/{suite.key}")
    kept = folder / _LISTING
    if not kept.exists():
        for old in folder.iterdir():
            shutil.rmtree(old) if old.is_dir() else old.unlink()
        npm_install(folder, f"{suite.name}@{suite.version}", *suite.needs, *_RUNNERS[suite.runner])
        shutil.copytree(folder / "node_modules" / suite.name, _top(suite))
        found = _LISTERS[suite.runner](suite)
        kept.write_text(json.dumps({path: sorted(names) for path, names in sorted(found.items())}, indent=1), "utf-8")
    return {path: frozenset(names) for path, names in json.loads(kept.read_text("utf-8")).items()}


def sources(suite: Suite) -> dict[str, SourceText]:
    """The files of a suite's tests, by path."""
    top = _top(suite)
    found = (path for path in sorted(top.glob(suite.tests)) if path.suffix in _SUFFIXES)
    return {path.relative_to(top).as_posix(): SourceText(path.read_bytes()) for path in found}


def _top(suite: Suite) -> Path:
    """The package outside of `node_modules`, where runners look for no tests."""
    return work_folder(f"titles/{suite.key}") / "package"


def _vitest(suite: Suite) -> dict[str, set[str]]:
    top, listed = _top(suite), _top(suite) / _LISTING
    environment = "jsdom" if any(one.startswith("jsdom@") for one in suite.needs) else "node"
    names = [one for one in (suite.name, suite.internal) if one]
    values = {"ENVIRONMENT": environment, "TESTS": suite.tests, "NAMES": names}
    text = _VITEST
    for word, value in values.items():
        text = text.replace(word, json.dumps(value))
    (top / "vitest.config.mjs").write_text(text, "utf-8")
    program = top.parent / "node_modules" / "vitest" / "vitest.mjs"
    run(["node", str(program), "list", f"--json={_LISTING}"], top, may_fail=True)
    found: dict[str, set[str]] = {}
    for one in json.loads(listed.read_text("utf-8")):
        path = Path(one["file"]).relative_to(top).as_posix()
        found.setdefault(path, set()).add(one["name"].replace(" > ", " "))
    return found


def _mocha(suite: Suite) -> dict[str, set[str]]:
    top, listed = _top(suite), _top(suite) / _LISTING
    program = top.parent / "node_modules" / "mocha" / "bin" / "mocha.js"
    options = ["--dry-run", "--reporter=json", f"--reporter-option=output={_LISTING}"]
    found: dict[str, set[str]] = {}
    for path in sources(suite):
        listed.unlink(missing_ok=True)
        run(["node", str(program), *options, path], top, may_fail=True)
        if listed.exists():
            found[path] = {one["fullTitle"] for one in json.loads(listed.read_text("utf-8"))["tests"]}
    return found


def _jest(suite: Suite) -> dict[str, set[str]]:
    top, listed = _top(suite), _top(suite) / _LISTING
    transform = ["ts-jest", {"diagnostics": False, "tsconfig": {"allowJs": True, "esModuleInterop": True}}]
    config = {
        "rootDir": str(top),
        "testMatch": [f"<rootDir>/{suite.tests}"],
        "transform": {r"\.[jt]sx?$": transform},
        "modulePaths": [str(top.parent / "node_modules")],
    }
    program = top.parent / "node_modules" / "jest" / "bin" / "jest.js"
    options = ["--json", f"--outputFile={listed}", "--testNamePattern=(?!)", f"--config={json.dumps(config)}"]
    run(["node", str(program), *options], top, may_fail=True)
    return {
        Path(one["name"]).relative_to(top).as_posix(): {test["fullName"] for test in one["assertionResults"]}
        for one in json.loads(listed.read_text("utf-8"))["testResults"]
    }


_LISTERS = {"vitest": _vitest, "mocha": _mocha, "jest": _jest}
