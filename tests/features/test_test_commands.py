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
