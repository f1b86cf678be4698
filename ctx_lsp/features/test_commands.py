"""Shell commands that run one test alone.

Python tests run with pytest; JavaScript and TypeScript tests run with the runner that their file or package names.
`affected_tests` finds the tests that reach a change.
"""

import re
import shlex
from collections.abc import Iterator, Mapping

from ctx_lsp.graph.entry import FileEntry, path_of, qualname_of
from ctx_lsp.graph.modules.files import folders_above
from ctx_lsp.graph.projects.texts import json_object, table
from ctx_lsp.graph.resolution.visibility import family
from ctx_lsp.snapshot.snapshot import Snapshot

_BY_MODULE: Mapping[str, str] = {
    "vitest": "vitest",
    "@jest/globals": "jest",
    "@playwright/test": "playwright",
    "node:test": "node",
    "bun:test": "bun",
    "mocha": "mocha",
}
"""Runners by the module that their tests import."""

_BY_DEPENDENCY: Mapping[str, str] = {
    "vitest": "vitest",
    "jest": "jest",
    "react-scripts": "jest",
    "mocha": "mocha",
    "@playwright/test": "playwright",
}
"""Runners by package dependency, for tests without an import; the first match counts."""

_COMMANDS: Mapping[str, str] = {
    "vitest": "npx vitest run {file} -t {titles}",
    "jest": "npx jest {file} -t {titles}",
    "playwright": "npx playwright test {file} -g {titles}",
    "mocha": "npx mocha {file} -g {titles}",
    "bun": "bun test {file} -t {titles}",
    "node": "node --test --test-name-pattern {title} {file}",
}

_PLACEHOLDER = re.compile(r"\$\{[^}]{0,200}\}|\$[A-Za-z_][\w.]*|%[sdifjoOp#$%c]")  # filled in by the runner or the code
_SPECIAL = re.compile(r"[\\^$.*+?()\[\]{}|]")
_ANYTHING = ".*"


def run_command(snapshot: Snapshot, node: str) -> str | None:
    """The command that runs only the test `node`, from the workspace folder; None if `node` is not a runnable test."""
    path = path_of(node)
    entry = snapshot.files[path]
    if entry.language == "python":
        names = _names(entry, qualname_of(node))
        return f"pytest {shlex.quote('::'.join((path, *names)))}" if names else None
    patterns = tuple(titles(entry, qualname_of(node)))
    if not patterns:
        return None
    folder, package = _package_above(snapshot, path)
    runner = _runner(entry, package)
    if runner is None:
        return None
    file = path[len(folder) + 1 :] if folder else path
    command = _COMMANDS[runner].format(
        file=shlex.quote(file), titles=shlex.quote(" ".join(patterns)), title=shlex.quote(patterns[-1])
    )
    return f"cd {shlex.quote(folder)} && {command}" if folder else command


def _names(entry: FileEntry, qualname: str) -> tuple[str, ...]:
    """The names of a pytest test function's classes and its own name, outermost first; empty for other definitions."""
    definition = entry.by_qualname.get(qualname)
    if definition is None or definition.kind not in ("Function", "Method") or not definition.name.startswith("test"):
        return ()
    names: list[str] = []
    index = definition.index
    while index >= 0:
        symbol, _ = entry.symbol(index)
        if names and symbol.kind != "Class":
            return ()
        names.append(symbol.name)
        index = symbol.parent
    return tuple(reversed(names))


def titles(entry: FileEntry, qualname: str) -> Iterator[str]:
    """Patterns for the titles of a test and its enclosing blocks, outermost first."""
    definition = entry.by_qualname.get(qualname)
    if definition is None or family(entry.language) != "javascript" or " " not in definition.name:
        return
    index = definition.index
    found = []
    while index >= 0:
        symbol, span = entry.symbol(index)
        if " " in symbol.name:
            written = entry.source.slice(span.name_start, span.name_end)
            found.append(_pattern(written[1:-1]) if written[0] in "\"'`" else _ANYTHING)
        index = symbol.parent
    yield from reversed(found)


def _pattern(title: str) -> str:
    """A regular expression for a title as written in the source."""
    kept = (_SPECIAL.sub(r"\\\g<0>", part) for part in _PLACEHOLDER.split(title))
    return _ANYTHING.join(kept)


def _package_above(snapshot: Snapshot, path: str) -> tuple[str, Mapping[str, object]]:
    """The folder and content of the nearest package.json above a file; the workspace folder if there is none."""
    for folder in folders_above(path):
        entry = snapshot.files.get(f"{folder}/package.json" if folder else "package.json")
        if entry is not None:
            return folder, json_object(entry.source.data)
    return "", {}


def _runner(entry: FileEntry, package: Mapping[str, object]) -> str | None:
    modules = (one.module for one in entry.facts.outline.imports)
    named = next((_BY_MODULE[module] for module in modules if module in _BY_MODULE), None)
    needed = table(package.get("devDependencies")) | table(package.get("dependencies"))
    return named or next((runner for name, runner in _BY_DEPENDENCY.items() if name in needed), None)
