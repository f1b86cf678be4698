"""Configuration files of projects: reading any content gives its data or nothing, and never fails."""

import random

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
    assert found is None or name in {"pyproject.toml", "setup.cfg", "setup.py"}  # that they are there says enough
