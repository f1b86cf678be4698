"""`ctx-lsp remember` and `ctx-lsp recall` as users run them."""

import subprocess
from datetime import date
from pathlib import Path

import pytest

from ctx_lsp.memory.note_text import MAX_FRONT_MATTER
from tests.cli.conftest import Run

ROUNDED = "def total(prices):\n    return round(sum(prices), 2)\n"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "shop.py").write_text("def total(prices):\n    return sum(prices)\n")
    return tmp_path


def test_a_note_is_written_and_recalled(run: Run, shop: Path) -> None:
    ran = run("remember", shop, "gotcha", "Round late\n\nOnly the sum.", "--about", "total", "--reason", "cents")
    assert (ran.code, ran.out) == (0, ".ctx-lsp/memory/round-late.md\n")
    assert (shop / ".ctx-lsp/memory/round-late.md").read_text().startswith("---\ntype: gotcha\nreason: cents\n")
    listed = run("recall", shop, "rounding", "--about", "shop.py")
    assert listed.code == 0
    assert listed.out.splitlines() == [
        ".ctx-lsp/memory/round-late.md  gotcha, fresh, strength 100%",
        "    Round late",
        f"    {date.today()}, because: cents",
        "    Only the sum.",
        "    fresh  shop.py::total",
    ]
    (shop / "shop.py").write_text("")
    (note,) = run("recall", shop, "--json").json["notes"]
    assert (note["verdict"], note["inForce"], note["anchors"][0]["now"]) == ("orphaned", False, None)


def test_a_note_is_confirmed_accepted_and_retired(run: Run, shop: Path) -> None:
    run("remember", shop, "gotcha", "Round late", "--about", "total", "--proposed")
    note = shop / ".ctx-lsp/memory/round-late.md"
    digest = note.read_text().partition("digest: ")[2][:16]
    (shop / "shop.py").write_text(ROUNDED)
    assert run("recall", shop).out.startswith(".ctx-lsp/memory/round-late.md  gotcha, drifted, strength 100%, proposed")
    assert run("confirm", shop, "round-late").out == ".ctx-lsp/memory/round-late.md\n"
    assert "state: accepted\n" in note.read_text()
    assert digest not in note.read_text()
    assert run("recall", shop).out.startswith(".ctx-lsp/memory/round-late.md  gotcha, fresh, strength 100%\n")
    assert run("retire", shop, "round-lat").err == "Error: there is no note 'round-lat'; nearest: round-late\n"
    (shop / "shop.py").write_text("")
    assert "its code is gone: edit it, or retire it" in run("confirm", shop, "round-late").err
    assert run("retire", shop, ".ctx-lsp/memory/round-late.md", "round-late", "--json").json == {
        "retired": [".ctx-lsp/memory/round-late.md"],
        "revived": [],
    }
    assert not note.exists()
    assert run("recall", shop).err == "no note found\n"


def test_an_outdated_note_is_updated_and_its_text_stays(run: Run, shop: Path) -> None:
    run("remember", shop, "gotcha", "Round late\n\nOnly the sum.", "--about", "total", "--about", "shop.py")
    note = shop / ".ctx-lsp/memory/round-late.md"
    written = note.read_text()
    digest = written.partition("digest: ")[2][:16]
    (shop / "shop.py").write_text(ROUNDED)
    assert run("update", shop, "round-late").out == ".ctx-lsp/memory/round-late.md\n"
    assert digest not in note.read_text()
    assert note.read_text().partition("---\n#")[2] == written.partition("---\n#")[2]
    assert run("recall", shop).out.startswith(".ctx-lsp/memory/round-late.md  gotcha, fresh")
    (shop / "till").mkdir()
    (shop / "shop.py").rename(shop / "till/shop.py")
    (shop / "till/shop.py").write_text("class Cart:\n    def total(self):\n        return 0\n")
    assert run("update", shop, "round-late").out.splitlines() == [
        ".ctx-lsp/memory/round-late.md",
        "    now about till/shop.py::Cart.total, the code that is most like the deleted code: check that this is right",
        "    now about till/shop.py, the code that is most like the deleted code: check that this is right",
    ]
    assert run("recall", shop).out.startswith(".ctx-lsp/memory/round-late.md  gotcha, drifted"), "nobody has looked yet"
    (shop / "till/shop.py").rename(shop / "till/other.py")
    (shop / "till/other.py").write_text("")
    assert run("update", shop, "round-late", "--json").json == {
        "updated": [
            {
                "path": ".ctx-lsp/memory/round-late.md",
                "nearest": [],
                "gone": ["till/shop.py::Cart.total", "till/shop.py"],
            }
        ]
    }


def test_a_note_that_is_too_long_for_an_edit_is_not_called_outdated(run: Run, shop: Path) -> None:
    note = shop / ".ctx-lsp/memory/long.md"
    note.parent.mkdir(parents=True)
    front = "type: gotcha\ndate: 2026-01-31\nanchors: [shop.py::total]\n"  # the new date has quotes
    note.write_text(f"---\n{front}{'#' * (MAX_FRONT_MATTER - len(front) - 1)}\n---\n# Long\n")
    error = run("confirm", shop, "long").err
    assert error == "Error: .ctx-lsp/memory/long.md cannot be confirmed here: edit its front matter by hand\n"


def test_nothing_is_written_out_of_the_folder(run: Run, shop: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (shop / ".ctx-lsp").symlink_to(outside)
    ran = run("remember", shop, "gotcha", "Round late")
    assert ran.code == 1
    assert "is a link out of the workspace folder" in ran.err
    assert list(outside.iterdir()) == []


def test_files_that_are_not_indexed_are_never_overwritten(run: Run, shop: Path) -> None:
    (shop / ".gitignore").write_text(".ctx-lsp/\n")
    for name in ("round-late", "round-late-2"):
        assert run("remember", shop, "gotcha", "Round late").out == f".ctx-lsp/memory/{name}.md\n"
    (shop / "taken/.ctx-lsp").mkdir(parents=True)
    (shop / "taken/.ctx-lsp/memory").write_text("a file")
    assert "cannot be made" in run("remember", shop / "taken", "gotcha", "Round late").err


def test_a_proposal_is_written_when_it_is_accepted(run: Run, shop: Path) -> None:
    def git(*arguments: str) -> None:
        name = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", "-C", str(shop), *name, *arguments], check=True, capture_output=True)  # noqa: S607

    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "Begin")
    nothing = run("propose", shop)
    found_none = "no new proposals in the documents and the newest 1,000 commits; --commits reads more\n"
    assert (nothing.code, nothing.out, nothing.err) == (0, "", found_none)
    assert (run("propose", shop, "--json").code, run("propose", shop, "--json").json["proposals"]) == (0, [])
    none_read = run("propose", shop, "--commits", "0").err
    assert none_read == "no new proposals in the documents; --commits reads commits, too\n"
    reason = "Round the total late\n\nPrices must not be rounded one by one, because each of them loses cents."
    before = (shop / "shop.py").read_text()
    for text, message in ((ROUNDED, reason), (before, "Go back"), (ROUNDED, reason)):  # as if picked for a branch
        (shop / "shop.py").write_text(text)
        git("commit", "-qam", message)
    listed = run("propose", shop)
    assert listed.code == 0
    source, title, _, body, about = listed.out.splitlines()
    assert source.startswith("commit ")
    assert [title, body, about] == [
        "    Round the total late",
        "    Prices must not be rounded one by one, because each of them loses cents.",
        "    about shop.py::total",
    ]
    commit = source.split()[1]
    for wrong in ("0000", "", commit[:3]):
        refused = run("propose", shop, "--accept", commit, "--accept", wrong)
        assert (refused.code, refused.err) == (1, f"Error: no proposal has the source {wrong}; nothing was written\n")
        assert not (shop / ".ctx-lsp").exists()
    whole = subprocess.check_output(["git", "-C", str(shop), "rev-parse", "HEAD"], text=True).strip()  # noqa: S607
    assert run("propose", shop, "--accept", whole).out == ".ctx-lsp/memory/round-the-total-late.md\n"
    (note,) = run("recall", shop, "--json").json["notes"]
    assert (note["source"], note["type"], note["state"], note["verdict"]) == (
        f"commit {commit}", "gotcha", "accepted", "fresh",
    )  # fmt: skip
    assert run("propose", shop, "--json").json["proposals"] == []


def test_no_note_ends_with_1(run: Run, shop: Path) -> None:
    assert run("recall", shop).code == 1
    (shop / ".ctx-lsp/memory").mkdir(parents=True)
    (shop / ".ctx-lsp/memory/a.md").write_text("no note\n")
    assert "a.md is not a valid note: a note begins with front matter" in run("recall", shop).err


@pytest.fixture
def memory(shop: Path) -> Path:
    """The folder of notes of the shop, which exists."""
    folder = shop / ".ctx-lsp/memory"
    folder.mkdir(parents=True)
    return folder


def test_a_note_with_a_fault_fails_the_check(run: Run, shop: Path, memory: Path) -> None:
    (memory / "broken.md").write_text("---\ndate: 2026-01-31\ntype: gotch\n---\n# T\n")
    ran = run("check", shop, ".ctx-lsp/memory")
    assert ran.code == 1
    assert ".ctx-lsp/memory/broken.md:3  high  type: gotch\n" in ran.out


@pytest.mark.parametrize(
    ("text", "reason"),
    [("x" * 500_000, "one of its lines is too long"), ("x\n" * 2_500_000, "it is larger than index.maxFileBytes")],
)
def test_a_note_that_is_too_long_for_the_index_is_named(
    run: Run, shop: Path, memory: Path, text: str, reason: str
) -> None:
    (memory / "big.md").write_text(f"---\ntype: gotcha\ndate: 2026-01-31\n---\n# T\n{text}")
    assert f"big.md is not a valid note: {reason}, so it is not read\n" in run("recall", shop).err


def test_a_note_that_git_ignores_is_written_with_a_warning(run: Run, shop: Path) -> None:
    (shop / ".git").mkdir()
    (shop / ".gitignore").write_text(".ctx-lsp/\n")
    ran = run("remember", shop, "gotcha", "Round late")
    assert (ran.code, ran.out) == (0, ".ctx-lsp/memory/round-late.md\n")
    assert (
        "round-late.md will not be read as a note, because an ignore file (such as .gitignore) leaves it out" in ran.err
    )
    assert "round-late.md is not a valid note: an ignore file" in run("recall", shop).err


def test_what_is_false_is_said_where_a_note_is_written_or_confirmed(run: Run, shop: Path) -> None:
    (shop / "shop.py").write_text("class Cart:\n    def total(self):\n        return 0\n")
    ran = run("remember", shop, "gotcha", "Round late\n\n`Cart.nothere` is called.", "--about", "Cart.total")
    said = "warning: .ctx-lsp/memory/round-late.md says something false: Cart has no member nothere\n"
    assert (ran.code, ran.err) == (0, said)
    ran = run("confirm", shop, "round-late")
    assert (ran.code, ran.out, ran.err) == (0, ".ctx-lsp/memory/round-late.md\n", said)
    assert run("confirm", shop, "round-late", "--json").json["refuted"][0]["path"] == ".ctx-lsp/memory/round-late.md"


@pytest.mark.parametrize("is_file_gone", [False, True])
@pytest.mark.parametrize("about", ["Cart.total", "total", "cart.py::Cart.total", "cart.py", "absolute"])
def test_a_note_is_found_by_the_code_that_is_gone(run: Run, shop: Path, about: str, is_file_gone: bool) -> None:
    (shop / "shop.py").write_text("")
    cart = shop / "cart.py"
    cart.write_text("class Cart:\n    def total(self):\n        return 0\n")
    run("remember", shop, "gotcha", "Round late", "--about", "Cart.total")
    if is_file_gone:
        cart.unlink()
    else:
        cart.write_text("class Basket:\n    pass\n")
    found = run("recall", shop, "--about", str(cart) if about == "absolute" else about)
    assert found.out.startswith(".ctx-lsp/memory/round-late.md  gotcha, orphaned"), found.err


def test_retiring_a_note_names_the_note_that_is_in_force_again(run: Run, shop: Path) -> None:
    run("remember", shop, "gotcha", "Old")
    ran = run("remember", shop, "gotcha", "New", "--supersedes", ".ctx-lsp/memory/old.md")
    assert "supersedes:\n- old\n" in (shop / ran.out.strip()).read_text()
    assert run("retire", shop, "new").out.splitlines() == [
        ".ctx-lsp/memory/new.md",
        "    .ctx-lsp/memory/old.md is in force again: nothing replaces it now",
    ]


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ("lib", "lib is a folder: name a file or a symbol in it"),
        ("lib/gone.py", "there is no file or symbol 'lib/gone.py'"),
        ("picture.png", "picture.png is not in the index, because it is not text"),
        ("/etc/hostname", "/etc/hostname is not in a folder of the workspace"),
    ],
)
def test_a_path_that_no_note_can_be_about_is_refused_with_the_reason(
    run: Run, shop: Path, about: str, message: str
) -> None:
    (shop / "lib").mkdir()
    (shop / "lib/a.py").write_text("x = 1\n")
    (shop / "picture.png").write_bytes(b"\x89PNG\0\0")
    assert run("remember", shop, "gotcha", "T", "--about", about).err == f"Error: {message}\n"


@pytest.mark.parametrize(
    ("before", "encoding", "reason"),
    [("", "latin-1", "is not in UTF-8: save it in UTF-8"), ("\ufeff", "utf-8", "begins with a byte-order mark")],
)
def test_a_note_in_another_encoding_is_not_rewritten(
    run: Run, shop: Path, memory: Path, before: str, encoding: str, reason: str
) -> None:
    text = f"{before}---\ntype: gotcha\ndate: 2026-01-31\n---\n# Café\n"
    (memory / "cafe.md").write_bytes(text.encode(encoding))
    assert f"cafe.md {reason}" in run("confirm", shop, "cafe").err
