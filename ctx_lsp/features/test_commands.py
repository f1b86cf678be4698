"""Builds shell commands that run a single test, or all tests of a file.

Python tests run with pytest. JavaScript and TypeScript tests run with the runner that the test file imports, or else
one that the package depends on, and with the loader that a script of the package names. Go, Rust and Java tests run
with the build tool whose configuration file is in the nearest folder above the test. `affected_tests` finds the tests
that a change may affect.
"""

import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, zip_longest

from ctx_lsp.graph.entry import Definition, FileEntry, path_of, qualname_of, without_numbers
from ctx_lsp.graph.modules.files import folders_above
from ctx_lsp.graph.projects.test_scripts import STARTED_BY_SCRIPTS, launcher
from ctx_lsp.graph.projects.texts import json_object, table
from ctx_lsp.graph.resolution.visibility import family
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText

_BY_MODULE: Mapping[str, str] = {
    "vitest": "vitest",
    "@jest/globals": "jest",
    "@playwright/test": "playwright",
    "node:test": "node",
    "bun:test": "bun",
    "mocha": "mocha",
}
"""Test runners, keyed by the module that a test imports."""

_BY_DEPENDENCY: Mapping[str, str] = {
    "vitest": "vitest",
    "jest": "jest",
    "react-scripts": "jest",
    "mocha": "mocha",
    "@playwright/test": "playwright",
}
"""Test runners, keyed by package dependency, for tests without such an import; the first match counts."""

_COMMANDS: Mapping[str, str] = {
    "vitest": "npx vitest run {file} -t {titles}",
    "jest": "npx jest {file} -t {titles}",
    "playwright": "npx playwright test {file} -g {titles}",
    "mocha": "{launcher} {file} -g {titles}",
    "bun": "bun test {file} -t {titles}",
    "node": "{launcher} --test --test-name-pattern {title} {file}",
}

_FILE_COMMANDS: Mapping[str, str] = {
    "vitest": "npx vitest run {file}",
    "jest": "npx jest {file}",
    "playwright": "npx playwright test {file}",
    "mocha": "{launcher} {file}",
    "bun": "bun test {file}",
    "node": "{launcher} --test {file}",
}

_JAVA_BUILDS: Mapping[str, tuple[str, str]] = {
    "pom.xml": ("mvn test -Dtest={}", "#"),
    "build.gradle": ("gradle test --tests {}", "."),
    "build.gradle.kts": ("gradle test --tests {}", "."),
}
"""Commands that run a class, and the mark before the name of a method, keyed by configuration file."""

_GO_TEST = re.compile(r"(?:Test|Example|Fuzz)(?![a-z])")
_RUST_TEST = re.compile(r"#\[(?:\w{1,50}::){0,5}(?:test|rstest)\b")
_JAVA_TEST = re.compile(r"@(?:Test|ParameterizedTest|RepeatedTest)\b")
_PLACEHOLDER = re.compile(r"\$\{[^}]{0,200}\}|\$[A-Za-z_][\w.]*|%[sdifjoOp#$%c]")  # filled in by the runner or the code
_RUST_ROOTS = (["lib"], ["main"])
_SPECIAL = re.compile(r"[\\^$.*+?()\[\]{}|]")
_LITERAL = re.compile(r"""(["'`])((?:[^\\]|\\.){0,2000}?)\1""", re.DOTALL)
_ESCAPED_QUOTE = re.compile(r"""\\(["'`])""")
_BETWEEN = " +\t\r\n"  # characters that join the literals of one title
_NAMES = re.compile(r"[\w$.+\s]*")  # operands of a concatenation that are names
_ANYTHING = ".*"


@dataclass(frozen=True, slots=True)
class _TestFile:
    """A file with tests. Commands run in its workspace folder, so their paths are relative to that folder."""

    snapshot: Snapshot
    entry: FileEntry
    prefix: str

    @property
    def path(self) -> str:
        return self.entry.path.removeprefix(self.prefix)

    def nearest(self, names: Iterable[str]) -> tuple[str, str] | None:
        """Find the nearest indexed file above this one with a name in `names`; return its folder and name.

        The folder `""` is the workspace folder. Returns None if no such file is indexed.
        """
        for folder in folders_above(self.path):
            for name in names:
                if self._workspace_path(folder, name) in self.snapshot.files:
                    return folder, name
        return None

    def source(self, folder: str, name: str) -> SourceText:
        """Return the text of the indexed file `name` in a folder."""
        return self.snapshot.files[self._workspace_path(folder, name)].source

    def _workspace_path(self, folder: str, name: str) -> str:
        return self.prefix + (f"{folder}/{name}" if folder else name)


def run_command(snapshot: Snapshot, node: str, prefix: str = "") -> str | None:
    """Return a shell command that runs only the test `node`; None if no such command is known.

    The command must be run in the workspace folder whose workspace paths begin with `prefix`.
    """
    entry = snapshot.files[path_of(node)]
    file = _TestFile(snapshot, entry, prefix)
    build = _BUILDS.get(entry.language)
    if build is not None:
        definition = entry.by_qualname.get(qualname_of(node))
        return build(file, definition) if definition is not None else None
    if entry.language == "python":
        names = _names(entry, qualname_of(node))
        return f"pytest {shlex.quote('::'.join((file.path, *names)))}" if names else None
    return _script_command(file, node)


def file_command(snapshot: Snapshot, path: str, prefix: str = "") -> str | None:
    """Return a shell command that runs the tests of the file at `path`; None if no such command is known.

    Go runs the whole package. The command must be run in the folder whose workspace paths begin with `prefix`.
    """
    file = _TestFile(snapshot, snapshot.files[path], prefix)
    build = _FILE_BUILDS.get(file.entry.language)
    if build is not None:
        return build(file)
    if file.entry.language == "python":
        return f"pytest {shlex.quote(file.path)}"
    return _script_run(file, _FILE_COMMANDS, ()) if family(file.entry.language) == "javascript" else None


def _script_command(file: _TestFile, node: str) -> str | None:
    """Return the command for a test in JavaScript or TypeScript."""
    patterns = tuple(titles(file.entry, qualname_of(node)))
    return _script_run(file, _COMMANDS, patterns) if patterns else None


def _script_run(file: _TestFile, commands: Mapping[str, str], patterns: Sequence[str]) -> str | None:
    """Fill in the command in `commands` for the runner of a test file. `patterns` are expressions for titles."""
    folder, package = _package_above(file)
    runner = _runner(file.entry, package)
    if runner is None:
        return None
    path = file.path[len(folder) + 1 :] if folder else file.path
    return _within(
        folder,
        commands[runner].format(
            file=shlex.quote(path),
            titles=shlex.quote(" ".join(patterns)),
            title=shlex.quote("".join(patterns[-1:])),
            launcher=launcher(package, runner, path) if runner in STARTED_BY_SCRIPTS else "",
        ),
    )


def _go_file(file: _TestFile) -> str:
    folder = file.path.rpartition("/")[0]
    module, _ = file.nearest(("go.mod",)) or ("", "")
    package = folder.removeprefix(module).lstrip("/")
    return _within(module, f"go test {shlex.quote('./' + package)}")


def _rust_file(file: _TestFile) -> str | None:
    """Return the command for an integration test, or for a module of the crate, but not for the root of a crate."""
    package = file.nearest(("Cargo.toml",))
    if package is None:
        return None
    kind, *folders = file.path[len(package[0]) :].lstrip("/").removesuffix(".rs").removesuffix("/mod").split("/")
    if not folders or folders in _RUST_ROOTS or kind not in ("src", "tests"):
        return None
    filtering = f"--test {shlex.quote(folders[0])}" if kind == "tests" else shlex.quote(f"{'::'.join(folders)}::")
    return _within(package[0], f"cargo test {filtering}")


def _java_file(file: _TestFile) -> str | None:
    types = file.entry.children.get(-1, ())
    return next((run for index in types if (run := _java(file, file.entry.definitions[index]))), None)


def _go(file: _TestFile, definition: Definition) -> str | None:
    if definition.kind != "Function" or not _GO_TEST.match(definition.name):
        return None
    return f"{_go_file(file)} -run {shlex.quote(f'^{definition.name}$')}"


def _rust(file: _TestFile, definition: Definition) -> str | None:
    package = file.nearest(("Cargo.toml",))
    if package is None or definition.kind != "Function" or not _RUST_TEST.search(_before_name(file.entry, definition)):
        return None
    return _within(package[0], f"cargo test {shlex.quote(definition.name)}")


def _java(file: _TestFile, definition: Definition) -> str | None:
    """Return the command for a test method, or for a class with test methods, to which its other methods belong."""
    is_method = definition.kind == "Method"
    if not (_is_java_test(file.entry, definition.index) if is_method else _has_java_tests(file.entry, definition)):
        return None
    name = without_numbers(definition.qualname)
    type_name, _, method = name.rpartition(".") if is_method else (name, "", "")
    build = file.nearest(_JAVA_BUILDS)
    if build is None:
        return None
    folder, configuration = build
    command, mark = _JAVA_BUILDS[configuration]
    run = command.format(shlex.quote(type_name.replace(".", "$")))
    return _within(folder, f"{run}{mark}{shlex.quote(method)}" if is_method else run)


def _is_java_test(entry: FileEntry, index: int) -> bool:
    return _JAVA_TEST.search(_before_name(entry, entry.definitions[index])) is not None


def _has_java_tests(entry: FileEntry, holder: Definition) -> bool:
    members = entry.children.get(holder.index, ())
    return any(entry.definitions[one].kind == "Method" and _is_java_test(entry, one) for one in members)


_BUILDS: Mapping[str, Callable[[_TestFile, Definition], str | None]] = {
    "go": _go,
    "rust": _rust,
    "java": _java,
}

_FILE_BUILDS: Mapping[str, Callable[[_TestFile], str | None]] = {
    "go": _go_file,
    "rust": _rust_file,
    "java": _java_file,
}


def _before_name(entry: FileEntry, definition: Definition) -> str:
    """Return the source of a definition up to its name: attributes or annotations, and modifiers."""
    span = entry.facts.spans[definition.index]
    return entry.source.slice(span.start, span.name_start)


def _within(folder: str, command: str) -> str:
    return f"cd {shlex.quote(folder)} && {command}" if folder else command


def _names(entry: FileEntry, qualname: str) -> tuple[str, ...]:
    """Return the names of a pytest function and its classes, outermost first; empty for any other symbol."""
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
    """Yield regular expressions for the titles of a test and of its enclosing blocks, outermost first."""
    definition = entry.by_qualname.get(qualname)
    if definition is None or family(entry.language) != "javascript" or " " not in definition.name:
        return
    index = definition.index
    found = []
    while index >= 0:
        symbol, span = entry.symbol(index)
        if " " in symbol.name:
            found.append(_pattern(entry.source.slice(span.name_start, span.name_end)))
        index = symbol.parent
    yield from reversed(found)


def _pattern(title: str) -> str:
    """Return a regular expression for a title, given its source code: a literal, a concatenation or other code."""
    others = [part.strip(_BETWEEN) for part in _LITERAL.split(title)[::3]]  # the code around the literals
    if not all(map(_NAMES.fullmatch, others)):  # a call, a conditional or an index can give any text
        return _ANYTHING
    texts = [literal[2] for literal in _LITERAL.finditer(title)]
    if any("${" in _PLACEHOLDER.sub("", text) for text in texts):  # a template within a template
        return _ANYTHING
    literals = map(_literal, texts)
    pieces = zip_longest((_ANYTHING if other else "" for other in others), literals, fillvalue="")
    return "".join(chain.from_iterable(pieces))


def _literal(text: str) -> str:
    """Return a regular expression for the text of a literal."""
    kept = (_SPECIAL.sub(r"\\\g<0>", _ESCAPED_QUOTE.sub(r"\1", part)) for part in _PLACEHOLDER.split(text))
    return _ANYTHING.join(kept)


def _package_above(file: _TestFile) -> tuple[str, Mapping[str, object]]:
    """Return the folder and content of the nearest package.json above a file; the folder "" and {} if there is none."""
    found = file.nearest(("package.json",))
    return (found[0], _package(file.source(*found).data)) if found else ("", {})


@lru_cache(maxsize=64)
def _package(data: bytes) -> Mapping[str, object]:
    """Parse a package.json. It may be a long one, and one change may reach hundreds of tests in the package."""
    return json_object(data)


def _runner(entry: FileEntry, package: Mapping[str, object]) -> str | None:
    modules = (one.module for one in entry.facts.outline.imports)
    named = next((_BY_MODULE[module] for module in modules if module in _BY_MODULE), None)
    needed = table(package.get("devDependencies")) | table(package.get("dependencies"))
    return named or next((runner for name, runner in _BY_DEPENDENCY.items() if name in needed), None)
