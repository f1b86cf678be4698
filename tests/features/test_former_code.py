"""What the code had before its newest commit, read from a real repository, and what documents may still say of it."""

import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cache.blob_store import BlobStore
from ctx_lsp.claims import Checker, CheckOptions
from ctx_lsp.features.past import former_code as former_code_module
from ctx_lsp.features.past.former_code import FormerCode, former_code
from ctx_lsp.history.histories import Histories
from ctx_lsp.history.reading import read_history
from ctx_lsp.text.roots import Roots
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace.checks import PastCode
from tests.evaluation.repositories import Repository
from tests.workspaces import snapshot_of

OLD = {
    "shop/basket.py": "import subprocess\n\n# total_price\nsubprocess.check_output()\n",
    "shop/cart.py": 'def total_price():\n    return "max_items"\n\n\ndef kept_name():\n    return 0\n',
    "shop/taxes.py": "def moved_name():\n    return 1\n",
    "tests/test_cart.py": "def helper_of_tests():\n    pass\n",
}
NEW = {
    "shop/basket.py": "import subprocess\n\nsubprocess.run()\n",
    "shop/cart.py": "def full_price():\n    return 1\n\n\ndef kept_name():\n    return 1\n",
    "shop/taxes.py": None,
    "shop/rates.py": "def moved_name():\n    return 1\n",
    "tests/test_cart.py": None,
}


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    repository = Repository(tmp_path / "shop")
    for day, files in ((datetime(2026, 1, 1, tzinfo=UTC), OLD), (datetime(2026, 7, 1, tzinfo=UTC), NEW)):
        monkeypatch.setenv("GIT_COMMITTER_DATE", day.isoformat())
        repository.commit("Change", files)
    return repository


def test_names_and_paths_that_are_gone(shop: Repository) -> None:
    code = former_code(shop.folder, shop.git("rev-parse", "HEAD"))
    names = ("total_price", "max_items", "moved_name", "kept_name", "helper_of_tests")
    found = {name: code.name(name) for name in names}
    assert {name: text.path for name, text in found.items() if text} == {"total_price": "shop/cart.py"}
    paths = ("shop/taxes.py", "shop/cart.py", "shop/other.py")
    assert [path for path in paths if code.path(path)] == ["shop/taxes.py"]
    assert former_code(shop.folder, shop.git("rev-parse", "HEAD")) is code, "it is read once"


def test_a_folder_without_such_a_commit_had_nothing(tmp_path: Path) -> None:
    assert FormerCode(tmp_path, "0" * 40).name("total_price") is None


def test_a_failure_of_git_is_forgotten_after_a_while(shop: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    code = FormerCode(shop.folder, shop.git("rev-parse", "HEAD"))
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    objects = shop.folder / ".git/objects"
    objects.rename(shop.folder / "elsewhere")
    assert code.path("shop/taxes.py") is None
    (shop.folder / "elsewhere").rename(objects)
    assert code.path("shop/taxes.py") is None, "a check asks for hundreds of names"
    now[0] = former_code_module.PAUSE
    assert code.path("shop/taxes.py") is not None
    objects.rename(shop.folder / "elsewhere")
    assert code.name("total_price") is None, "its file cannot be read"
    (shop.folder / "elsewhere").rename(objects)
    assert code.name("total_price") is not None


def test_each_folder_of_a_workspace_keeps_its_past(tmp_path: Path) -> None:
    folders = [tmp_path / str(number) for number in range(12)]
    first = [former_code(folder, "1" * 40) for folder in folders]
    assert [former_code(folder, "1" * 40) for folder in folders] == first
    assert former_code(folders[0], "2" * 40) is not first[0]


def test_the_words_that_are_kept_are_the_same_in_each_run(shop: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"name_{number:02}" for number in range(40)]
    monkeypatch.setattr(former_code_module, "MAX_WORDS", 5)
    for day, text in ((1, "".join(f"def {name}(): ...\n" for name in reversed(names))), (20, "")):
        monkeypatch.setenv("GIT_COMMITTER_DATE", datetime(2026, 8, day, tzinfo=UTC).isoformat())
        tip = shop.commit("Change", {"shop/aisle.py": text})
    code = FormerCode(shop.folder, tip)
    assert [name for name in names if code.name(name)] == names[:4], "the first word is def"


def refuted(repository: Repository, texts: Mapping[str, str | None], document: str) -> dict[bool, list[str]]:
    """Return the false statements of a document, without the history and with it."""
    read = read_history(repository.folder, None, lambda: BlobStore(None), CancelToken())
    assert read is not None
    roots = Roots.of([repository.folder])
    snapshot = snapshot_of("\n".join(f"=== {path}\n{text}" for path, text in texts.items() if text))
    found = {}
    for histories in (Histories(), Histories(roots, {repository.folder: read.view()})):
        checker = Checker(former=PastCode.of(roots, histories))
        source = SourceText(document.encode())
        report = checker.check(snapshot, "README.md", source, CheckOptions(), CancelToken())
        found[bool(histories.by_folder)] = sorted({one.claim.text for one in report.claims if one.is_false})
    return found


def test_a_document_that_names_what_is_gone_is_refuted(shop: Repository) -> None:
    text = "`total_price` reads `max_items` in `shop/taxes.py`, as `kept_name` and `check_output` of Python do.\n"
    found = refuted(shop, NEW, text)
    assert found == {False: ["shop/taxes.py"], True: ["shop/taxes.py", "total_price"]}
    imported = "```python\nfrom {} import total_price\n```\n\n`total_price` adds them up.\n"
    assert refuted(shop, NEW, imported.format("shop_extras"))[True] == [], "it has moved to another project"
    assert refuted(shop, NEW, imported.format("shop.cart"))[True] == ["total_price"]


TOLD = """`LIMIT` is `5`, and `RATE` is `3`.

`Cart` inherits from `Basket`, and `Store` inherits from `Shelf`.

`pay` calls `check`, and `send` calls `check`.

`Cart` inherits from `Baskte`. The handler is in `shop/pages.py`.

`pay` calls `tidy_up_all`, and `send` calls `tidy_up_more`.
"""
TOLD_OF = {
    "shop/base.py": "class Basket: ...\n\nclass Shelf: ...\n\ndef check(): ...\n\ndef save(): ...\n",
    "shop/cart.py": (
        "from shop.base import *\n\nLIMIT = 5\nRATE = 4\n\nclass Cart(Basket): ...\n\nclass Store(Basket): ...\n\n"
        "def pay():\n    check()\n    tidy_up_all()\n\ndef send():\n    save()\n"
    ),
}


def test_a_committed_relation_is_refuted_only_if_it_held_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = Repository(tmp_path / "app")
    cart = TOLD_OF["shop/cart.py"].replace("LIMIT = 5", "LIMIT = 6").replace("Cart(Basket)", "Cart(Shelf)")
    now: dict[str, str | None] = {
        **TOLD_OF,
        "shop/cart.py": cart.replace("    check()\n    tidy_up_all()", "    save()"),
    }
    for day, files in ((1, {**TOLD_OF, "README.md": TOLD}), (20, now)):
        monkeypatch.setenv("GIT_COMMITTER_DATE", datetime(2026, 1, day, tzinfo=UTC).isoformat())
        repository.commit("Change", files)
    false = [
        "Cart` inherits from `Baskte",
        "pay` calls `tidy_up_all",
        "Cart` inherits from `Basket",
        "LIMIT` is `5",
        "pay` calls `check",
    ]
    never = [
        "RATE` is `3",
        "Store` inherits from `Shelf",
        "send` calls `check",
        "send` calls `tidy_up_more",
        "shop/pages.py",
    ]
    assert refuted(repository, now, TOLD) == {False: sorted([*false, *never]), True: sorted(false)}
    new = TOLD.replace("`.\n", "`!\n")
    assert refuted(repository, now, new)[True] == sorted([*false, *never]), "new sentences may be wrong from the start"
    changed = {**now, "shop/cart.py": cart.replace("RATE = 4", "RATE = 5")}
    now_false = refuted(repository, changed, TOLD.replace("`RATE` is `3`", "`RATE` is `4`"))
    assert "RATE` is `4" in now_false[True], "the newest commit has that value, and the buffer another one"


def test_nothing_committed_is_refuted_while_git_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository = Repository(tmp_path / "app")
    repository.commit("Start", {**TOLD_OF, "README.md": TOLD})
    code = FormerCode(repository.folder, repository.git("rev-parse", "HEAD"))
    objects = repository.folder / ".git/objects"
    objects.rename(repository.folder / "elsewhere")
    assert code.is_committed("README.md", "`RATE` is `3`") is None
    assert code.days_since("shop/cart.py", "LIMIT", "5") is None
    (repository.folder / "elsewhere").rename(objects)
    monkeypatch.setattr(former_code_module, "PAUSE", 0.0)
    code = FormerCode(repository.folder, code.tip)
    assert code.is_committed("README.md", "`RATE` is `3`") is True
    assert code.is_committed("README.md", "Windows may end\r\nlines so") is False
    assert code.is_committed("README.md", TOLD.replace("\n", "\r\n")) is True
    assert code.is_committed("odd\nname.md", "x") is False


def test_a_committed_path_in_another_folder_may_be_the_readers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository = Repository(tmp_path / "app")
    files: dict[str, str | None] = {"lib/shop/checkout.py": "x = 1\n", "lib/till/cart.py": "y = 1\n"}
    text = "Open `lib/hello_web/checkout.py`, then `lib/till/checkout.py`.\n"
    monkeypatch.setenv("GIT_COMMITTER_DATE", datetime(2026, 1, 1, tzinfo=UTC).isoformat())
    repository.commit("Change", {**files, "README.md": text})
    written = ["lib/hello_web/checkout.py", "lib/till/checkout.py"]
    assert refuted(repository, files, text) == {False: written, True: written[1:]}


def test_a_member_of_a_librarys_type_is_not_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository = Repository(tmp_path / "app")
    before: dict[str, str | None] = {
        "App.java": "class Old {}\nclass App { int equals() {} int spread() {} int rowCount() {} }\n",
        "examples/Shop.java": "class Shop { int rowTotal() {} }\n",
    }
    now: dict[str, str | None] = {"App.java": "class App { int total() {} }\n", "examples/Shop.java": None}
    for day, files in ((1, before), (20, now)):
        monkeypatch.setenv("GIT_COMMITTER_DATE", datetime(2026, 1, day, tzinfo=UTC).isoformat())
        repository.commit("Change", files)
    text = "`URL#equals`, `url.equals`, `Grid.spread`, `App.spread`, `app.spread` and `Old.equals` compare.\n"
    text += "So do `params.spread`, `params.rowCount` and `params.rowTotal`, and `Shop.java`.\n"
    found = refuted(repository, now, text)
    gone = ["App.spread", "Old.equals", "app.spread", "params.rowCount"]
    assert found == {False: ["App.spread"], True: gone}, "the others may be a library's, or an example's"


def test_files_that_builds_and_users_make_are_not_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository = Repository(tmp_path / "app")
    made = ("dist/bundle.js", "config.json", "src/local_settings.py", "web/out.d/page.js", "web/made.py", "web/old.py")
    rules = {".gitignore": "config.json\n/src/local_*.py\nout.d/\n", "web/.gitignore": "made.py\n"}
    now: dict[str, str | None] = {"app.py": "START = 'web/read.py'\n", "web/app.js": "let x = 1\n"}
    before = dict.fromkeys((*made, "web/read.py"), "x = 1\n")
    for day, files in ((1, {**before, **now}), (20, {**dict.fromkeys(before), **rules})):
        monkeypatch.setenv("GIT_COMMITTER_DATE", datetime(2026, 1, day, tzinfo=UTC).isoformat())
        repository.commit("Change", files)
    text = "".join(f"The file `{path}` has it.\n\n" for path in (*made, "/web/old.py", "web/read.py", "../old.py"))
    assert refuted(repository, now, text) == {False: [], True: ["web/old.py"]}
    folder, tip = repository.folder / "web", repository.git("rev-parse", "HEAD")
    paths = ("made.py", "out.d/page.js", "old.py")
    assert [one for one in paths if FormerCode(folder, tip).path(one)] == ["old.py"], "rules around the folder count"
