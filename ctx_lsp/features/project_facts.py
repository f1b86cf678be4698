"""Facts about a project for a reader who is new to it: its direct dependencies, and the commands that run its tests.

The facts are read from the outermost manifests of each kind, except those of tests and examples. `graph.projects` reads
manifests to resolve names, and `test_commands` builds the command that runs a single test.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from shlex import quote
from typing import TypeVar

from ctx_lsp.graph.projects.texts import inner, json_object, strings, table, toml_table
from ctx_lsp.snapshot.snapshot import Snapshot

MAX_MANIFESTS = 4  # of one kind, outermost first
Read = TypeVar("Read")

_NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,100}")  # the name at the start of a Python requirement
_GO_MODULE = re.compile(
    rb"^(?:require )?[ \t]{0,8}([a-z0-9][^\s/]{0,100}/\S{1,200}) v\S{1,100}[ \t]{0,8}\r?$", re.MULTILINE
)
_GO_EXCLUDED = re.compile(rb"^exclude[ \t]{0,8}\([^)]{0,10000}\)", re.MULTILINE)
_GEM = re.compile(rb"""^[ \t]{0,8}gem ["']([\w.-]{1,100})["']""", re.MULTILINE)
_GROUP = rb"<groupId>[^<]{1,200}</groupId>"
_ARTIFACT = re.compile(rb"<dependency>\s{0,100}" + _GROUP + rb"\s{0,100}<artifactId>([\w.-]{1,200})</artifactId>")
_RULE = re.compile(rb"^(test|tests|check):(?!:?=)", re.MULTILINE)  # of a makefile; `:=` sets a variable


def dependencies(snapshot: Snapshot) -> list[str]:
    """Return the names of the packages that the manifests require, in manifest order and without duplicates."""
    found = (_readable(name) for read, _, data in _manifests(snapshot, _DEPENDENCIES) for name in read(data))
    return list(dict.fromkeys(filter(None, found)))


def commands_for_tests(snapshot: Snapshot) -> list[str]:
    """Return the commands that run all tests, those of makefiles and npm scripts first, with `cd` where necessary."""
    found = ((folder, read(data)) for read, folder, data in _manifests(snapshot, _TESTS))
    return [f"cd {quote(folder)} && {command}" if folder else command for folder, command in found if command]


def _manifests(snapshot: Snapshot, readers: Mapping[str, Read]) -> Iterator[tuple[Read, str, bytes]]:
    """Yield the reader, the folder and the text of each manifest that counts.

    Of the manifests with the same name, only the outermost count, and of these at most `MAX_MANIFESTS`. Manifests of
    tests and examples do not count.
    """
    by_name: dict[str, list[str]] = {name: [] for name in readers}
    for path, entry in snapshot.files.items():
        if entry.role not in ("test", "example"):
            by_name.get(path.rpartition("/")[2], []).append(path)
    for name, paths in by_name.items():
        outermost = min((path.count("/") for path in paths), default=0)
        for path in sorted(path for path in paths if path.count("/") == outermost)[:MAX_MANIFESTS]:
            yield readers[name], path.rpartition("/")[0], snapshot.files[path].source.data


def _readable(name: str) -> str:
    return name if name.isprintable() and len(name) <= 100 else ""


def _of_npm(data: bytes) -> Iterable[str]:
    manifest = json_object(data)
    return [*table(manifest.get("dependencies")), *table(manifest.get("devDependencies"))]


def _of_pyproject(data: bytes) -> Iterator[str]:
    manifest = toml_table(data)
    for one in strings(inner(manifest, "project", "dependencies")):
        if name := _NAME.match(one.strip()):
            yield name[0]
    yield from (name for name in table(inner(manifest, "tool", "poetry", "dependencies")) if name != "python")


def _of_cargo(data: bytes) -> Iterable[str]:
    manifest = toml_table(data)
    return [*table(manifest.get("dependencies")), *table(inner(manifest, "workspace", "dependencies"))]


def _of_composer(data: bytes) -> Iterable[str]:
    manifest = json_object(data)
    return [name for name in (*table(manifest.get("require")), *table(manifest.get("require-dev"))) if "/" in name]


def _of_go(data: bytes) -> Iterable[str]:
    return _matches(_GO_MODULE)(_GO_EXCLUDED.sub(b"", data))


def _matches(pattern: re.Pattern[bytes]) -> Callable[[bytes], Iterable[str]]:
    return lambda data: [found.decode("utf-8", "replace") for found in pattern.findall(data)]


def _always(command: str) -> Callable[[bytes], str]:
    return lambda _: command


def _make(data: bytes) -> str:
    found = _RULE.search(data)
    return f"make {found[1].decode()}" if found else ""


def _npm_script(data: bytes) -> str:
    return "npm test" if "test" in table(json_object(data).get("scripts")) else ""


def _python_tests(data: bytes) -> str:
    return "pytest" if b"pytest" in data else ""


_DEPENDENCIES: Mapping[str, Callable[[bytes], Iterable[str]]] = {
    "pyproject.toml": _of_pyproject,
    "package.json": _of_npm,
    "go.mod": _of_go,
    "Cargo.toml": _of_cargo,
    "pom.xml": _matches(_ARTIFACT),
    "Gemfile": _matches(_GEM),
    "composer.json": _of_composer,
}
_TESTS: Mapping[str, Callable[[bytes], str]] = {
    "Makefile": _make,
    "package.json": _npm_script,
    "pyproject.toml": _python_tests,
    "go.mod": _always("go test ./..."),
    "Cargo.toml": _always("cargo test"),
    "pom.xml": _always("mvn test"),
    "build.gradle": _always("gradle test"),
    "build.gradle.kts": _always("gradle test"),
    "mix.exs": _always("mix test"),
}
