"""The tests that reach a change: in named files, or since a revision of a real git repository."""

import shutil
from collections import UserDict
from collections.abc import ItemsView
from dataclasses import replace
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features import affected_tests
from ctx_lsp.features.changes import Changes
from ctx_lsp.features.diffs import changes_of_diff
from ctx_lsp.features.past import removed_names
from ctx_lsp.features.past.removed_names import UsersOfRemoved, users_of_removed
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.text.roots import Root, Roots
from ctx_lsp.workspace import AffectedTests, BadRequest, Change, Relations
from tests.workspace.asking import relations_of
from tests.workspace.repository import Repository
from tests.workspaces import files_of, snapshot_of

TOKEN = CancelToken()

SHOP = """
=== shop/money.py
RATE = 0.2

class Account:
    def __init__(self): self.sum = 0
    def pay(self, sum):
        self.sum += sum

def tax(x):
    return x * RATE

def unused(): ...
=== shop/cart.py
from shop.money import tax
def total(): return tax(1)
=== tests/test_cart.py
from shop.cart import total
def test_total(): assert total()
=== tests/test_money.py
from shop.money import tax, Account
def test_tax(): assert tax(1)
def test_account(): assert Account()
def test_nothing(): ...
"""


def ways(found: AffectedTests) -> list[str]:
    """The tests' symbols (not files), with the names and edges on the path to the change."""
    return [
        " ".join(
            part
            for step in test.way
            for part in (step.symbol.rpartition("::")[2], f"-{step.kind}->" if step.kind else "")
            if part
        )
        for test in found.tests
        if "::" in test.symbol
    ]


def test_tests_reach_a_file_directly_or_through_others() -> None:
    found = relations_of(snapshot_of(SHOP)).tests_of_files(["shop/money.py"], TOKEN)
    assert ways(found) == [
        "test_account -calls-> Account",
        "test_tax -calls-> tax",
        "test_total -calls-> total -calls-> tax",
    ]
    assert found.files == ("tests/test_cart.py", "tests/test_money.py")
    assert found.warnings == ()


def test_a_test_file_reaches_itself() -> None:
    found = relations_of(snapshot_of(SHOP)).tests_of_files(["tests/test_cart.py"], TOKEN)
    assert (ways(found), found.files) == (["test_total"], ("tests/test_cart.py",))


def test_an_unknown_file_is_refused() -> None:
    with pytest.raises(BadRequest, match=r"is not in the index"):
        relations_of(snapshot_of(SHOP)).tests_of_files(["no.py"], TOKEN)


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    return Repository(tmp_path, SHOP)


def since(shop: Repository, base: str = "HEAD") -> AffectedTests:
    return shop.analysis().relations.tests_since(base, TOKEN)


def changed(found: AffectedTests) -> list[str]:
    return [f"{one.change} {one.symbol}" for one in found.changed]


def test_nothing_changed_reaches_nothing(shop: Repository) -> None:
    found = since(shop)
    assert (found.changed, found.tests, found.files) == ((), (), ())
    assert found.warnings == ("Nothing has changed since HEAD.",)


def test_code_that_uses_a_removed_name_is_found_by_the_name(shop: Repository) -> None:
    shop.edit("shop/money.py", "def tax(", "def tax_of(")
    found = since(shop)
    assert changed(found) == ["added shop/money.py::tax_of", "removed shop/money.py::tax"]
    assert ways(found) == ["test_tax -calls-> tax", "test_total -calls-> total -calls-> tax"]
    assert [(one.distance, one.confidence < 1) for one in found.tests if "::" in one.symbol] == [(1, True), (2, True)]
    assert "removed: shop/money.py::tax; still used, as far as names tell, in " in found.warnings[0]
    assert "shop/cart.py::total" in found.warnings[0]


def test_a_removed_name_that_something_else_has_is_not_looked_for(shop: Repository) -> None:
    shop.edit("shop/money.py", "def tax(", "def tax_of(")
    shop.edit("shop/cart.py", "def total(", "def tax(): ...\n\n\ndef total(")
    [warning] = since(shop).warnings
    assert warning == "removed: shop/money.py::tax; users of removed symbols are unknown"


REMOVED = """
=== src/gone.py
class Rates:
    def compute_discount(self): ...
=== src/helpers.py
def removed_helper(): ...
def shared(): ...
def kept(): ...
=== src/keep.py
def user(rates): return rates.compute_discount()
=== src/other.py
from src.helpers import removed_helper
def other(): return removed_helper()
=== src/namesake.py
def shared(): ...
=== tests/test_keep.py
from src.keep import user
def test_user(): assert user(1)
"""
GONE = """\
--- a/src/gone.py
+++ /dev/null
@@ -1,2 +0,0 @@
-class Rates:
-    def compute_discount(self): ...
"""


class CountedFiles(UserDict[str, FileEntry]):
    """The files of a snapshot, counting how often all of them are visited."""

    walks = 0

    def items(self) -> ItemsView[str, FileEntry]:
        self.walks += 1
        return super().items()


class CountingToken(CancelToken):
    """A token that counts how often it is checked."""

    checks = 0

    def check(self) -> None:
        self.checks += 1


@pytest.fixture
def removed(tmp_path: Path) -> Repository:
    """A repository of which a file and two functions have been deleted."""
    repository = Repository(tmp_path, REMOVED)
    (repository.folder / "src/gone.py").unlink()
    repository.edit("src/helpers.py", "def removed_helper(): ...\ndef shared(): ...\n", "")
    return repository


def test_code_that_uses_names_of_a_deleted_file_is_found(removed: Repository) -> None:
    found = since(removed)
    assert ways(found) == ["test_user -calls-> user -calls-> Rates.compute_discount"]
    [warning] = found.warnings
    users = "src/other.py::other, src/other.py, src/keep.py::user"
    assert warning.endswith(f"src/gone.py; still used, as far as names tell, in {users}; "
                            "users of src/helpers.py::shared are unknown")  # fmt: skip


def test_a_diff_knows_the_names_of_a_deleted_file(removed: Repository) -> None:
    analysis = removed.analysis()
    found = users_of_removed(analysis.snapshot, changes_of_diff(analysis.snapshot, analysis.roots, GONE), TOKEN)
    assert [(one.node, one.removed) for one in found.users] == [
        ("src/keep.py::user", "src/gone.py::Rates.compute_discount")
    ]


def test_names_above_a_limit_are_said_to_be_unknown(removed: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(removed_names, "MAX_NAMES", 1)
    assert since(removed).warnings[0].endswith("users of src/helpers.py::shared, src/gone.py are unknown")
    monkeypatch.undo()
    monkeypatch.setattr(removed_names, "MAX_PARSED", 0)
    assert since(removed).warnings[0].endswith("users of src/helpers.py::shared, src/gone.py are unknown")
    monkeypatch.setattr(removed_names, "MAX_USERS", 0)
    assert since(removed).warnings[0].endswith("; users of removed symbols are unknown")


def test_files_are_looked_through_once_for_all_removed_names(removed: Repository) -> None:
    analysis = removed.analysis()
    changes = analysis.past.changes("HEAD", None, TOKEN)
    files, token = CountedFiles(analysis.snapshot.files), CountingToken()
    users_of_removed(replace(analysis.snapshot, files=files), changes, token)
    assert files.walks == 1
    assert token.checks >= len(files)


def test_only_differences_count_and_moves_do_not(shop: Repository) -> None:
    shop.edit("shop/money.py", "return x * RATE", "return x * RATE + 1")
    shop.edit("shop/money.py", "RATE = 0.2\n", "\n\nRATE = 0.2   \r\n")
    found = since(shop)
    assert changed(found) == ["changed shop/money.py::tax"]
    assert ways(found) == ["test_tax -calls-> tax", "test_total -calls-> total -calls-> tax"]


def test_a_changed_method_is_reached_by_whoever_makes_its_object(shop: Repository) -> None:
    shop.edit("shop/money.py", "self.sum += sum", "self.sum -= sum")
    found = since(shop)
    assert changed(found) == ["changed shop/money.py::Account.pay"]
    assert ways(found) == ["test_account -calls-> Account -contains-> Account.pay"]


def test_an_unsaved_buffer_counts_and_a_saved_one_does_not_matter(shop: Repository) -> None:
    shop.buffers["shop/cart.py"] = "from shop.money import tax\ndef total(): return tax(2)\n"
    found = since(shop)
    assert changed(found) == ["changed shop/cart.py::total"]
    assert ways(found) == ["test_total -calls-> total"]


def test_created_and_deleted_files_are_reported(shop: Repository) -> None:
    shop.edit("shop/money.py", "def unused(): ...", "def fresh(): ...")
    shop.write("tests/test_new.py", "from shop.money import fresh\ndef test_fresh(): fresh()\n")
    (shop.folder / "shop/cart.py").unlink()
    found = since(shop)
    assert changed(found) == [
        "added shop/money.py::fresh",
        "removed shop/money.py::unused",
        "added tests/test_new.py",
        "added tests/test_new.py::test_fresh",
        "removed shop/cart.py",
    ]
    assert ways(found) == ["test_fresh", "test_total -calls-> total"]
    gone, users = "shop/money.py::unused, shop/cart.py", "tests/test_cart.py::test_total, tests/test_cart.py"
    assert found.warnings == (f"removed: {gone}; still used, as far as names tell, in {users}",)


def test_of_many_removals_the_first_are_named(shop: Repository) -> None:
    for number in range(7):
        shop.write(f"old{number}.py", "x = 1\n")
    shop.commit()
    for number in range(7):
        (shop.folder / f"old{number}.py").unlink()
    [warning] = since(shop).warnings
    assert warning.startswith("removed: old0.py, old1.py, old2.py, old3.py, old4.py and 2 more; ")


def test_any_revision_can_be_the_base(shop: Repository) -> None:
    shop.git("tag", "first")
    shop.edit("shop/money.py", "x * RATE", "x * RATE * 2")
    shop.commit()
    assert since(shop, "HEAD").changed == ()
    assert changed(since(shop, "first")) == changed(since(shop, "HEAD~1")) == ["changed shop/money.py::tax"]


def test_a_folder_inside_a_repository_is_compared_by_its_own_paths(shop: Repository) -> None:
    shop.edit("shop/money.py", "x * RATE", "x * RATE * 2")
    relations = shop.analysis(shop.folder / "shop").relations
    assert changed(relations.tests_since("HEAD", TOKEN)) == ["changed money.py::tax"]


def test_a_submodule_is_compared_with_the_commit_that_is_named_for_it(shop: Repository, tmp_path: Path) -> None:
    inner = Repository(tmp_path / "vendor", "=== a.py\ndef one(): ...\ndef two(): ...\n")
    shop.git("add", "--all")  # the folder is a repository of its own: only its commit is kept
    shop.commit()
    assert since(shop).changed == ()
    inner.edit("a.py", "def one(): ...", "def one(): return 1")
    inner.commit()
    assert changed(since(shop)) == ["changed vendor/a.py::one"]
    shutil.rmtree(inner.folder / ".git")
    inner.git("init", "--quiet")
    found = since(shop)
    assert found.changed == ()
    assert len(found.warnings) == 1
    assert found.warnings[0].startswith("vendor/ was not compared: ")


@pytest.mark.parametrize("base", ["no-such-branch", "--upload-pack=x", "HEAD^{tree}", "HEAD:shop"])
def test_an_unknown_revision_is_rejected(shop: Repository, base: str) -> None:
    with pytest.raises(BadRequest, match="no Git revision"):
        since(shop, base)


@pytest.mark.parametrize(("base", "first"), [("HEAD~3..HEAD", "HEAD~3"), ("main...", "main")])
def test_a_range_is_refused_with_the_revision_to_use(shop: Repository, base: str, first: str) -> None:
    with pytest.raises(BadRequest, match=f"{base!r} is a range.*; {first!r} compares with the files as they are"):
        since(shop, base)


def test_a_folder_without_git_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    relations = Relations(snapshot_of("=== a.py\nx = 1\n"), Roots((Root(tmp_path, ""),)))
    with pytest.raises(BadRequest, match="not a Git repository"):
        relations.tests_since("HEAD", TOKEN)


def test_a_workspace_without_folders_is_refused() -> None:
    with pytest.raises(BadRequest, match=r"^no folder is open"):
        Relations(snapshot_of("=== a.py\nx = 1\n"), Roots()).tests_since("HEAD", TOKEN)


SCRIPTS = """
=== package.json
{"devDependencies": {"mocha": "^10"}}
=== src/cart.js
exports.total = (one) => one;
=== test/cart.spec.js
const { total } = require("../src/cart");
describe("Cart", () => { it("adds (all) of $5", () => { total(1); }); it("waits", () => {}); });
=== web/package.json
{"devDependencies": {"jest": "^29"}}
=== web/src/a$b.test.js
import { total } from "../../src/cart";
test.each([1])("takes %s", (one) => { total(one); });
=== web/src/page.spec.ts
import { test } from "@playwright/test";
import { total } from "../../src/cart";
test.describe("Page", () => { test(`opens ${total(1)}`, () => { total(1); }); });
=== web/src/unit.test.ts
import { test } from "vitest";
import { total } from "../../src/cart";
test("counts", () => { total(1); });
=== plain/package.json
{}
=== plain/native.test.mjs
import { describe, it } from "node:test";
import { total } from "../src/cart.js";
describe("Whole", () => { it("part", () => { total(1); }); });
=== plain/unknown.test.js
import { total } from "../src/cart.js";
it("runs", () => { total(1); });
"""


def test_each_test_of_a_script_comes_with_its_command() -> None:
    found = relations_of(snapshot_of(SCRIPTS)).tests_of_files(["src/cart.js"], TOKEN)
    commands = {test.symbol: test.run for test in found.tests if "::" in test.symbol and test.distance == 1}
    assert commands == {
        "test/cart.spec.js::describe Cart.it adds (all) of $5":
            r"npx mocha test/cart.spec.js -g 'Cart adds \(all\) of \$5'",
        "web/src/a$b.test.js::test takes %s": "cd web && npx jest 'src/a$b.test.js' -t 'takes .*'",
        "web/src/page.spec.ts::describe Page.test opens ${total(1)}":
            "cd web && npx playwright test src/page.spec.ts -g 'Page opens .*'",
        "web/src/unit.test.ts::test counts": "cd web && npx vitest run src/unit.test.ts -t counts",
        "plain/native.test.mjs::describe Whole.it part":
            "cd plain && node --test --test-name-pattern part native.test.mjs",
        "plain/unknown.test.js::it runs": None,
    }  # fmt: skip


PYTEST = """
=== src/cart.py
def total(one): return one
=== tests/test_cart.py
from src.cart import total
def helper(): total(1)
def test_total():
    def pay(): total(1)
    pay()
class TestCart:
    class TestInside:
        def test_of_two(self): total(2)
    def setup_method(self): total(0)
"""


def test_each_test_of_python_comes_with_its_command() -> None:
    found = relations_of(snapshot_of(PYTEST)).tests_of_files(["src/cart.py"], TOKEN)
    assert [(test.symbol.partition("::")[2], test.run) for test in found.tests] == [
        ("TestCart.TestInside.test_of_two", "pytest tests/test_cart.py::TestCart::TestInside::test_of_two"),
        ("test_total", "pytest tests/test_cart.py::test_total"),
        ("", "pytest tests/test_cart.py"),
        ("TestCart.setup_method", None),
        ("helper", None),
    ], "tests first, and what is inside of one counts as the test"


BROWSER = """
=== src/cart.js
export const total = (one) => one;
=== test/browser/cart.js
import { total } from "../../src/cart.js";
const browser = total(1);
const run = () => {
  const inner = total(2);
};
describe("a cart", () => {
  const price = total(3);
  it("has a total", () => { total(4) });
});
"""
IMPORTING = """
=== src/cart.py
def total(one): return one
=== tests/test_cart.py
import src.cart
PRICE = src.cart.total(1)
def test_price(): assert PRICE
def test_nothing(): ...
=== tests/helpers.py
from src.cart import total
TWO = total(2)
"""


def test_variables_of_a_test_file_are_no_tests() -> None:
    relations = relations_of(snapshot_of(BROWSER))
    for path in ("test/browser/cart.js", "src/cart.js"):
        found = relations.tests_of_files([path], TOKEN)
        assert {test.symbol.partition("::")[2] for test in found.tests} == {
            "",  # `browser` is initialized when the file is loaded
            "run",
            "describe a cart",
            "describe a cart.it has a total",
        }
        assert [group.tests for group in found.groups] == [3]


def test_a_test_file_as_a_whole_comes_with_its_command() -> None:
    found = relations_of(snapshot_of(IMPORTING)).tests_of_files(["src/cart.py"], TOKEN)
    runs = {test.symbol: test.run for test in found.tests}
    assert runs["tests/test_cart.py"] == "pytest tests/test_cart.py"
    assert runs["tests/helpers.py"] is None
    assert not {symbol for symbol in runs if "PRICE" in symbol or "TWO" in symbol}
    groups = {group.path: group.run for group in found.groups}
    assert groups == {"tests/test_cart.py": "pytest tests/test_cart.py", "tests/helpers.py": None}


def test_a_test_that_calls_a_base_reaches_a_changed_override() -> None:
    relations = relations_of(
        snapshot_of("""
=== shop/base.py
class Base:
    def run(self): ...
=== shop/own.py
from shop.base import Base
class Own(Base):
    def run(self): ...
=== shop/serve.py
from shop.base import Base
def serve(base: Base): return base.run()
=== tests/test_serve.py
from shop.serve import serve
def test_serve(): serve(None)
""")
    )
    found = relations.tests_of_files(["shop/own.py"], TOKEN)
    ways = {test.symbol: [(step.symbol, step.through) for step in test.way] for test in found.tests}
    assert ways["tests/test_serve.py::test_serve"] == [
        ("tests/test_serve.py::test_serve", None),
        ("shop/serve.py::serve", "shop/base.py::Base.run"),
        ("shop/own.py::Own.run", None),
    ]


MOVED = """
=== pkg/__init__.py
=== pkg/alpha.py
def alpha(x):
    return x + 1

def other(x):
    return x
=== pkg/hub.py
from pkg.alpha import alpha
=== pkg/use.py
from pkg.alpha import alpha
def use():
    return alpha(1)
=== pkg/through.py
from pkg.hub import alpha
def through():
    return alpha(1)
=== tests/test_alpha.py
from pkg import alpha
def test_alpha():
    assert alpha.alpha(1) == 2
=== tests/test_use.py
from pkg.use import use
def test_use():
    assert use() == 2
=== tests/test_through.py
from pkg.through import through
def test_through():
    assert through() == 2
=== tests/test_apart.py
def test_apart(): ...
"""


@pytest.fixture
def moved(tmp_path: Path) -> Repository:
    """A repository in which a file has been moved, but the code that imports it is as before."""
    repository = Repository(tmp_path, MOVED)
    (repository.folder / "pkg/alpha.py").rename(repository.folder / "pkg/beta.py")
    return repository


def test_code_that_uses_the_old_path_of_a_moved_file_is_found(moved: Repository) -> None:
    found = since(moved)
    assert changed(found) == ["added pkg/beta.py", "removed pkg/alpha.py"]
    assert not found.unchanged
    assert ways(found) == [
        "test_alpha -calls-> alpha",
        "test_through -calls-> through -calls-> alpha",
        "test_use -calls-> use -calls-> alpha",
    ]
    assert {test.way[-1].symbol for test in found.tests if "::" in test.symbol} == {"pkg/alpha.py::alpha"}
    [warning] = found.warnings
    users = "pkg/hub.py, pkg/through.py, pkg/use.py, tests/test_alpha.py"
    assert warning == f"moved: pkg/alpha.py to pkg/beta.py; the old path is still used in {users}"


def test_edits_of_a_moved_file_count_beside_the_users_of_its_old_path(moved: Repository) -> None:
    moved.edit("pkg/beta.py", "    return x\n", "    return x * 2\n")
    found = since(moved)
    assert changed(found) == ["added pkg/beta.py", "changed pkg/beta.py::other", "removed pkg/alpha.py"]
    assert "test_use -calls-> use -calls-> alpha" in ways(found)


def test_code_that_follows_a_moved_file_does_not_use_the_old_path(moved: Repository) -> None:
    moved.edit("pkg/use.py", "pkg.alpha", "pkg.beta")
    moved.edit("pkg/hub.py", "pkg.alpha", "pkg.beta")
    moved.edit("tests/test_alpha.py", "from pkg import alpha", "from pkg import beta as alpha")
    found = since(moved)
    assert found.warnings == ("moved: pkg/alpha.py to pkg/beta.py",)
    assert {way for way in ways(found) if "through" in way} == set()


PACKAGE = """
=== go.mod
module example.com/shop
=== ip.go
package shop
type IP struct{ V int }
func Get() *IP { return nil }
func first() int { return 1 }
func second() int { return 2 }
func third() int { return 3 }
=== use.go
package shop
func use() int { return Get().V }
=== ip_test.go
package shop
import "testing"
func TestIP(t *testing.T) { Get() }
"""


def test_a_file_that_moves_within_its_package_breaks_nothing(tmp_path: Path) -> None:
    """Not even a test that has the name of the old file."""
    repository = Repository(tmp_path, PACKAGE)
    (repository.folder / "ip.go").rename(repository.folder / "address.go")
    repository.buffers |= {path.name: path.read_text() for path in repository.folder.glob("*.go")}
    assert since(repository).warnings == ("moved: ip.go to address.go",)


@pytest.mark.parametrize("is_applied", [True, False])
def test_a_diff_can_move_a_file_without_an_edit(moved: Repository, is_applied: bool) -> None:
    moved.git("add", "--all")
    diff = moved.git("diff", "HEAD", "--find-renames")
    assert "+++" not in diff
    if not is_applied:
        moved.git("reset", "--hard")
    analysis = moved.analysis()
    changes = analysis.past.changes("HEAD", diff, TOKEN)
    users = users_of_removed(analysis.snapshot, changes, TOKEN)
    found = affected_tests.tests_of_changes(
        analysis.snapshot, analysis.roots, changes.changes, users, changes.warnings, TOKEN
    )
    assert "test_use -calls-> use -calls-> alpha" in ways(found)
    assert any(warning.startswith("moved: pkg/alpha.py to pkg/beta.py") for warning in found.warnings)


RUST = """
=== Cargo.toml
[package]
name = "shop"
=== src/lib.rs
pub mod calc;
=== src/calc.rs
pub fn double(x: i32) -> i32 { x * 2 }

#[cfg(test)]
mod tests {
    use super::*;

    fn helper() -> i32 { double(1) }

    #[test]
    fn doubles() { assert_eq!(double(2), 4); }

    #[test]
    fn helps() { assert_eq!(helper(), 2); }
}
"""


def test_tests_beside_the_code_that_they_test_are_found() -> None:
    found = relations_of(snapshot_of(RUST)).tests_of_files(["src/calc.rs"], TOKEN)
    assert {test.symbol: test.run for test in found.tests if test.run} == {
        "src/calc.rs::tests.doubles": "cargo test doubles",
        "src/calc.rs::tests.helps": "cargo test helps",
    }
    changes = (Change("src/calc.rs::double", "changed"),)
    snapshot = snapshot_of(RUST)
    found = affected_tests.tests_of_changes(snapshot, Roots(), changes, UsersOfRemoved(), (), TOKEN)
    assert ways(found)[:2] == [
        "tests.doubles -calls-> double",
        "tests.helps -calls-> tests.helper -calls-> double",
    ]
    assert found.files == ("src/calc.rs",)


SETTINGS = """
=== .settings.cjs
module.exports = { env: { browser: true }, parserOptions: { project: true } };
=== rates.js
exports.RATE = 1;
exports.rounded = (x) => x;
=== src/use.js
const { RATE } = require("../rates");
exports.use = () => process.env.HOME + RATE;
exports.other = (sum) => rounded(sum);
"""


def test_values_of_a_deleted_file_are_used_only_where_they_can_be_imported() -> None:
    texts = {path: source.data for path, source in files_of(SETTINGS).items()}
    snapshot = snapshot_of(f"=== src/use.js\n{texts['src/use.js'].decode()}")
    gone = {path: text for path, text in texts.items() if path not in snapshot.files}
    changes = Changes(tuple(Change(path, "removed") for path in gone), (), gone=gone)
    users = users_of_removed(snapshot, changes, TOKEN)
    assert {(one.node, one.removed) for one in users.users} == {
        ("src/use.js", "rates.js::RATE"),
        ("src/use.js::use", "rates.js::RATE"),
        ("src/use.js::other", "rates.js::rounded"),
    }
    assert users.unknown == ()


CLASS = """
=== pom.xml
<project/>
=== src/main/java/shop/Cart.java
package shop;
class Cart { static int total() { return 1; } }
=== src/test/java/shop/CartTest.java
package shop;
class CartTest {
  @Test void direct() { Cart.total(); }
  @BeforeEach void prepare() { Cart.total(); }
  static int rows() { return Cart.total(); }
}
"""


def test_methods_of_a_test_class_that_are_no_tests_count_as_the_class() -> None:
    found = relations_of(snapshot_of(CLASS)).tests_of_files(["src/main/java/shop/Cart.java"], TOKEN)
    tests = "src/test/java/shop/CartTest.java::CartTest"
    assert {(one.symbol, one.run) for one in found.tests if "::" in one.symbol} == {
        (f"{tests}.direct", "mvn test -Dtest=CartTest#direct"),
        (tests, "mvn test -Dtest=CartTest"),
    }
