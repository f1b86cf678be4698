"""A change of a configuration file resolves the files that depend on it, and no others. Incremental equals fresh."""

import random

import pytest

from ctx_lsp.snapshot.host import Host
from ctx_lsp.text.source import SourceText
from tests.snapshot.test_host import canonical, fresh
from tests.workspaces import files_of

STEPS = 80

WORKSPACE = """
=== tsconfig.json
{"extends": "./tsconfig.base.json"}
=== tsconfig.base.json
{"compilerOptions": {"baseUrl": ".", "paths": {"@lib/*": ["one/*"]}}}
=== one/tool.ts
export function run() {}
=== two/tool.ts
export function run() {}
=== app.ts
import { run } from '@lib/tool';
import { start } from 'pkg';
export function go() { run(); start(); }
=== other.ts
import { run } from './one/tool';
export function go() { run(); }
=== pkg/package.json
{"name": "pkg", "main": "./dist/a.js"}
=== pkg/src/a.ts
export function start() {}
=== pkg/src/b.ts
export function start() {}
=== pyproject.toml
[tool.setuptools.package-dir]
"" = "code"
=== code/core/__init__.py
def run(): ...
=== main.py
from core import run
def go(): run()
=== go.mod
module example.com/shop
=== store/store.go
package store
func Open() {}
=== main.go
package main
import "example.com/shop/store"
func main() { store.Open() }
=== Cargo.toml
[package]
name = "shop"
=== src/lib.rs
pub fn rate() {}
=== tests/it.rs
use shop::rate;
fn it() { rate() }
"""

# A path, its text after the change, the files that are resolved again, and an edge that there is only then.
CHANGES = [
    ("tsconfig.base.json", '{"compilerOptions": {"paths": {"@lib/*": ["two/*"]}}}', ["app.ts"], "two/tool.ts::run"),
    ("tsconfig.json", '{"compilerOptions": {"paths": {"@lib/*": ["two/*"]}}}', ["app.ts"], "two/tool.ts::run"),
    ("pkg/package.json", '{"name": "pkg", "main": "./dist/b.js"}', ["app.ts"], "pkg/src/b.ts::start"),
    ("pyproject.toml", '[tool.setuptools.package-dir]\n"" = "src"', ["main.py"], ""),
    ("go.mod", "module example.com/other", ["main.go"], ""),
    ("Cargo.toml", '[package]\nname = "other"', ["tests/it.rs"], ""),
    (
        "tsconfig.json",
        '{ // the same\n "extends": "./tsconfig.base", "include": ["*.ts"]}',
        [],
        "one/tool.ts::run",
    ),
    ("pkg/package.json", '{"name": "pkg", "version": "2.0.0", "main": "./dist/a.js"}', [], "pkg/src/a.ts::start"),
    ("Cargo.toml", '[package]\nname = "shop"\nversion = "2.0.0"', [], "src/lib.rs::rate"),
]


def test_every_import_of_the_workspace_is_resolved() -> None:
    calls = {edge.target for edges in fresh(files_of(WORKSPACE)).graph.by_file.values() for edge in edges}
    assert {
        "one/tool.ts::run",
        "pkg/src/a.ts::start",
        "code/core/__init__.py::run",
        "store/store.go::Open",
        "src/lib.rs::rate",
    } <= calls


@pytest.mark.parametrize(("path", "text", "resolved", "target"), CHANGES)
def test_files_that_are_resolved_again(path: str, text: str, resolved: list[str], target: str) -> None:
    host = Host()
    files = files_of(WORKSPACE)
    host.apply(files)
    host.resolve()
    files[path] = SourceText(text.encode())
    host.apply({path: files[path]})
    assert sorted(set(host.resolve()) - {path}) == resolved
    snapshot = host.snapshot(len(files))
    edges = snapshot.graph.by_file
    assert dict(edges) == dict(fresh(files).graph.by_file)
    assert not target or any(edge.target == target for one in edges.values() for edge in one)


def test_random_changes_of_configurations_give_the_state_of_a_fresh_build() -> None:
    rng = random.Random(4)  # noqa: S311  # a test's dice
    original = files_of(WORKSPACE)
    files = dict(original)
    host = Host()
    host.use_model("test-model", 4)
    host.apply(files)
    host.resolve()
    for step in range(STEPS):
        path, text, _, _ = rng.choice(CHANGES)
        choices = (SourceText(text.encode()), SourceText(text.encode()[:-9]), original[path], None)
        source = rng.choice(choices)
        files.pop(path, None)
        if source is not None:
            files[path] = source
        host.apply({path: source})
        host.resolve()
        if step % 8 == 0:
            assert canonical(host.snapshot(len(files))) == canonical(fresh(files)), step
