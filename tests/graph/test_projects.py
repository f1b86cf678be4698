"""Configuration files of projects: reading any content gives its data or nothing, and never fails."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from ctx_lsp.graph.projects import read_project
from ctx_lsp.graph.projects.model import Project

TEXTS = {
    "tsconfig.json": b'{"extends": ["a"], "references": [{"path": "x"}], "compilerOptions": {"paths": {"a": ["b"]}}}',
    "package.json": b'{"name": "x", "main": "a.js", "exports": {".": {"import": ["a", null]}}, "imports": {"#a": "a"}}',
    "Cargo.toml": b'[package]\nname = "x"\n[lib]\npath="a"\n[[bin]]\npath = "b.rs"\n[dependencies]\na = {package="b"}',
    "go.mod": b"module example.com/x // c\nreplace (\n\ta v1 => ./b\n)",
    "pyproject.toml": b'[tool.hatch.build.targets.wheel]\npackages = ["a/b"]\n[[tool.poetry.packages]]\nfrom = "c"',
    "setup.cfg": b"[options]\npackage_dir =\n  = src\n[options.packages.find]\nwhere = lib",
    "setup.py": b"setup(package_dir={'': 'src'}, packages=find_packages(where='lib'))",
    "pubspec.yaml": b"name: x\n",
    "Package.swift": b'let package = Package(targets: [.target(name: "A", path: "B"), .testTarget(name: "C")])',
    "build.zig": b'b.addModule("a", .{ .root_source_file = b.path("a.zig") });',
}
PIECES = (
    b"{",
    b"}",
    b"[",
    b"]",
    b'"',
    b"1",
    b"null",
    b",",
    b":",
    b"=",
    b"\n",
    b"\xff",
    b"true",
    b"[[x]]\n",
    b"/*",
    b"",
)
CHANGES = 400


def changed(text: bytes, rng: random.Random) -> bytes:
    """`text` with a few pieces removed and others inserted."""
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(PIECES) + text[at + rng.randrange(8) :]
    return text


@pytest.mark.parametrize("name", TEXTS)
def test_any_text_gives_a_sentence_or_nothing(name: str) -> None:
    rng = random.Random(20_26)  # noqa: S311  # a test's dice
    assert read_project(f"folder/{name}", TEXTS[name]) is not None
    for _ in range(CHANGES):
        found: Project | None = read_project(f"folder/{name}", changed(TEXTS[name], rng))
        hash(found)  # what is looked up is compared, and so it must be plain


@pytest.mark.parametrize("name", TEXTS)
def test_an_empty_text_names_no_project(name: str) -> None:
    found = read_project(name, b"")
    # that these are there says enough
    assert found is None or name in {"pyproject.toml", "setup.cfg", "setup.py", "tsconfig.json"}


VALUES: dict[str, Any] = {  # every entry that is read
    "tsconfig.json": {
        "extends": ["./a"],
        "references": [{"path": "x"}],
        "compilerOptions": {"paths": {"a": ["b"]}, "baseUrl": ".", "rootDirs": ["c"], "rootDir": "d", "outDir": "e"},
    },
    "package.json": {
        "name": "x",
        "main": "a.js",
        "exports": {".": {"import": ["a"]}},
        "imports": {"#a": {"node": "b"}},
    },
    "Cargo.toml": {
        "package": {"name": "x", "build": "b.rs"},
        "lib": {"name": "y", "path": "l.rs"},
        "bin": [{"path": "c.rs"}],
        "dependencies": {"a": {"package": "b"}},
    },
    "pyproject.toml": {
        "tool": {
            "setuptools": {"package-dir": {"": "a"}, "packages": {"find": {"where": ["b"]}}},
            "hatch": {"build": {"targets": {"wheel": {"packages": ["c/d"]}}, "sources": ["e"]}},
            "poetry": {"packages": [{"from": "f"}]},
            "uv": {"build-backend": {"module-root": "g"}},
            "pytest": {"ini_options": {"pythonpath": ["h"]}},
            "mypy": {"mypy_path": "i"},
        }
    },
}
OTHERS: tuple[Any, ...] = (True, 1, 0.5, "", "a", [], [1], [[]], ["a"], {}, {"a": 1}, {"": [{}]})


@pytest.mark.parametrize("name", VALUES)
def test_entries_of_any_shape_are_read(name: str) -> None:
    written = json.dumps if name.endswith(".json") else toml
    assert read_project(name, written(VALUES[name]).encode()) is not None
    for value in reshaped(VALUES[name]):
        if isinstance(value, dict) or name.endswith(".json"):
            hash(read_project(name, written(value).encode()))


def reshaped(value: object) -> Iterator[Any]:
    """Yield `value` with each of its parts, itself included, replaced with each of `OTHERS`."""
    yield from OTHERS
    if isinstance(value, dict):
        for key, one in value.items():
            yield from (value | {key: other} for other in reshaped(one))
    elif isinstance(value, list):
        for at, one in enumerate(value):
            yield from ([*value[:at], other, *value[at + 1 :]] for other in reshaped(one))


def toml(value: dict[str, object]) -> str:
    """A TOML text with the entries of `value`."""
    return "".join(f"{json.dumps(key)} = {_inline(one)}\n" for key, one in value.items())


def _inline(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_inline(one)}" for key, one in value.items()) + "}"
    return f"[{', '.join(map(_inline, value))}]" if isinstance(value, list) else json.dumps(value)
