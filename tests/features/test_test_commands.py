"""Commands that run one test alone, in languages with a build tool."""

import pytest

from ctx_lsp.features.test_commands import file_command, run_command
from tests.workspaces import snapshot_of

PROJECTS = """
=== services/shop/go.mod
module example.com/shop
=== services/shop/cart/cart_test.go
package cart

import "testing"

func TestTotal(t *testing.T) {}
func Testing() {}
func helper() {}
=== lib/go_test.go
package lib

func ExampleTotal() {}
=== crate/Cargo.toml
[package]
name = "crate"
=== crate/src/lib.rs
fn add() {}
#[cfg(test)]
mod tests {
    #[test]
    fn adds() {}
    #[tokio::test(flavor = "multi_thread")]
    async fn waits() {}
    fn helper() {}
}
=== loose/a.rs
#[test]
fn nowhere() {}
=== pom.xml
<project/>
=== src/test/CartTest.java
package shop;
class CartTest {
  @Test
  void total() {}
  @Nested class Empty {
    @ParameterizedTest void costs_nothing() {}
  }
  void helper() {}
  @Test void twice(int one) {}
  @Test void twice(String one) {}
}
=== src/test/Base.java
class Base {
  void helper() {}
}
=== app/build.gradle.kts
plugins {}
=== app/src/test/java/AppTest.java
class AppTest {
  @Test void starts() {}
}
"""


@pytest.mark.parametrize(
    ("test", "command"),
    [
        ("services/shop/cart/cart_test.go::TestTotal", "cd services/shop && go test ./cart -run '^TestTotal$'"),
        ("services/shop/cart/cart_test.go::Testing", None),
        ("services/shop/cart/cart_test.go::helper", None),
        ("services/shop/cart/cart_test.go", None),
        ("lib/go_test.go::ExampleTotal", "go test ./lib -run '^ExampleTotal$'"),
        ("crate/src/lib.rs::tests.adds", "cd crate && cargo test adds"),
        ("crate/src/lib.rs::tests.waits", "cd crate && cargo test waits"),
        ("crate/src/lib.rs::tests.helper", None),
        ("crate/src/lib.rs::tests", None),
        ("loose/a.rs::nowhere", None),
        ("src/test/CartTest.java::CartTest.total", "mvn test -Dtest=CartTest#total"),
        ("src/test/CartTest.java::CartTest.Empty.costs_nothing", "mvn test -Dtest='CartTest$Empty'#costs_nothing"),
        ("src/test/CartTest.java::CartTest.helper", None),
        ("src/test/CartTest.java::CartTest.twice", "mvn test -Dtest=CartTest#twice"),
        ("src/test/CartTest.java::CartTest.twice#2", "mvn test -Dtest=CartTest#twice"),
        ("src/test/CartTest.java::CartTest", "mvn test -Dtest=CartTest"),
        ("src/test/Base.java::Base", None),
        ("app/src/test/java/AppTest.java::AppTest.starts", "cd app && gradle test --tests AppTest.starts"),
    ],
)  # fmt: skip
def test_a_test_is_run_by_the_build_tool_above_it(test: str, command: str | None) -> None:
    assert run_command(snapshot_of(PROJECTS), test) == command


FILES = """
=== crate/tests/whole.rs
#[test]
fn whole() {}
=== crate/src/cart/mod.rs
#[test]
fn total() {}
=== web/package.json
{"devDependencies": {"vitest": "*"}}
=== web/a.test.ts
test("it is sealed", () => {});
=== unknown/b.test.ts
test("it has no package", () => {});
=== tests/test_seal.py
def test_seal(): ...
"""


@pytest.mark.parametrize(
    ("path", "command"),
    [
        ("services/shop/cart/cart_test.go", "cd services/shop && go test ./cart"),
        ("crate/tests/whole.rs", "cd crate && cargo test --test whole"),
        ("crate/src/cart/mod.rs", "cd crate && cargo test cart::"),
        ("crate/src/lib.rs", None),
        ("loose/a.rs", None),
        ("src/test/CartTest.java", "mvn test -Dtest=CartTest"),
        ("src/test/Base.java", None),
        ("app/src/test/java/AppTest.java", "cd app && gradle test --tests AppTest"),
        ("web/a.test.ts", "cd web && npx vitest run a.test.ts"),
        ("unknown/b.test.ts", None),
        ("tests/test_seal.py", "pytest tests/test_seal.py"),
    ],
)
def test_all_tests_of_a_file_are_run_by_one_command(path: str, command: str | None) -> None:
    assert file_command(snapshot_of(PROJECTS + FILES), path) == command


FOLDERS = """
=== go.mod
module example.com/first
=== package.json
{"devDependencies": {"jest": "*"}}
=== letters/tests/test_seal.py
def test_seal(): ...
=== letters/seal_test.go
package letters

func TestSeal(t *testing.T) {}
=== letters/web/package.json
{"devDependencies": {"vitest": "*"}}
=== letters/web/a.test.ts
import { test } from "vitest";
test("it is sealed", () => {});
=== letters/b.test.ts
test("it has no package", () => {});
"""


@pytest.mark.parametrize(
    ("test", "command"),
    [
        ("letters/tests/test_seal.py::test_seal", "pytest tests/test_seal.py::test_seal"),
        ("letters/seal_test.go::TestSeal", "go test ./ -run '^TestSeal$'"),  # the other folder's module is not above
        ("letters/web/a.test.ts::test it is sealed", "cd web && npx vitest run a.test.ts -t 'it is sealed'"),
        ("letters/b.test.ts::test it has no package", None),
    ],
)
def test_a_test_of_a_further_folder_runs_in_that_folder(test: str, command: str | None) -> None:
    assert run_command(snapshot_of(FOLDERS), test, "letters/") == command


LOADED = """
=== package.json
{"scripts": {
  "lint": "eslint test/node",
  "unit": "cross-env X=1 node -r esbuild-register --test-concurrency 4 --test-reporter=spec --test test/node/*.ts",
  "e2e": "npm run build && NODE_OPTIONS='--import tsx' node --experimental-strip-types --test './e2e/**/*.ts' | tee",
  "test": "nyc npm run unit", "number": 1, "broken": "node --test 'x"
}}
=== test/node/a.ts
import { it } from "node:test";
it("adds one", () => {});
=== e2e/deep/b.ts
import { it } from "node:test";
it("adds one", () => {});
=== other/c.ts
import { it } from "node:test";
it("adds one", () => {});
=== plain/package.json
{"scripts": {"start": "node -r dotenv/config server.js"}}
=== plain/d.test.js
import { it } from "node:test";
it("adds one", () => {});
=== tsx/package.json
{"scripts": {"test": "tsx --test --env-file=.env test"}}
=== tsx/e.test.ts
import { it } from "node:test";
it("adds one", () => {});
=== mocha/package.json
{"scripts": {"test": "mocha --require 'ts-node/register --loader=x test"}, "devDependencies": {"mocha": "*"}}
=== mocha/f.test.ts
it("adds one", () => {});
=== mocked/package.json
{"scripts": {"lint": "x test/mocha", "test": ".bin/mocha --require=ts-node/register -t 10 src"},
 "devDependencies": {"mocha": "*"}}
=== mocked/g.test.ts
it("adds one", () => {});
"""


@pytest.mark.parametrize(
    ("path", "file", "single"),
    [
        ("test/node/a.ts", "node -r esbuild-register --test {}", "node -r esbuild-register --test {titles} {}"),
        (
            "e2e/deep/b.ts",
            "node --import tsx --experimental-strip-types --test {}",
            "node --import tsx --experimental-strip-types --test {titles} {}",
        ),
        ("other/c.ts", "node -r esbuild-register --test {}", "node -r esbuild-register --test {titles} {}"),
        ("plain/d.test.js", "cd plain && node --test d.test.js", "cd plain && node --test {titles} d.test.js"),
        (
            "tsx/e.test.ts",
            "cd tsx && npx tsx --env-file=.env --test e.test.ts",
            "cd tsx && npx tsx --env-file=.env --test {titles} e.test.ts",
        ),
        ("mocha/f.test.ts", "cd mocha && npx mocha f.test.ts", "cd mocha && npx mocha f.test.ts -g 'adds one'"),
        (
            "mocked/g.test.ts",
            "cd mocked && npx mocha --require=ts-node/register g.test.ts",
            "cd mocked && npx mocha --require=ts-node/register g.test.ts -g 'adds one'",
        ),
    ],
)
def test_files_are_loaded_as_in_the_scripts_of_the_package(path: str, file: str, single: str) -> None:
    snapshot = snapshot_of(LOADED)
    assert file_command(snapshot, path) == file.format(path)
    expected = single.format(path, titles="--test-name-pattern 'adds one'")
    assert run_command(snapshot, f"{path}::it adds one") == expected
