"""`ctx-lsp check`: formats, exit codes, drafts, changed lines."""

import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Run

CODE = "class Cart:\n    def total_price(self): ...\n"
GUIDE = "# Guide\n\n`Cart.total_price` sums.\n\nGrößen – `Cart.totl_price` errs.\n"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "cart.py").write_text(CODE)
    (tmp_path / "guide.md").write_text(GUIDE, "utf-8")
    (tmp_path / "CHANGELOG.md").write_text("- `Cart.totl_price` is gone.\n")
    return tmp_path


def test_false_statements_end_with_1_and_are_listed(run: Run, shop: Path) -> None:
    ran = run("check", shop)
    assert ran.code == 1
    assert "guide.md:5" in ran.out
    assert "Cart has no member totl_price" in ran.out
    assert "1 false" in ran.err


def test_a_statement_about_two_code_spans_is_listed_without_their_marks(run: Run, shop: Path) -> None:
    (shop / "cart.py").write_text(CODE + "\n" * 40 + "def tax_of(cart): ...\n")
    (shop / "guide.md").write_text("# Guide\n\n`cart.py:2` — `tax_of` counts.\n", "utf-8")
    assert "  cart.py:2 — tax_of\n" in run("check", shop).out


def test_true_documents_end_with_0(run: Run, shop: Path) -> None:
    ran = run("check", shop, "CHANGELOG.md")
    assert (ran.code, ran.out) == (0, "")


def test_json_has_ranges_verdicts_and_evidence(run: Run, shop: Path) -> None:
    answer = run("check", shop, "guide.md", "--json").json
    true, false = answer["claims"]
    assert (true["verdict"], true["kind"], true["text"]) == ("confirmed", "member", "Cart.total_price")
    assert true["evidence"][0]["symbol"] == "cart.py::Cart.total_price"
    assert true["evidence"][0]["range"]["start"] == {"line": 1, "character": 8}
    assert (false["verdict"], false["severity"], false["nearest"]) == ("refuted", "high", "Cart.total_price")
    assert false["range"] == {"start": {"line": 4, "character": 10}, "end": {"line": 4, "character": 25}}
    assert answer["summary"] == {"documents": 1, "statements": 2, "confirmed": 1, "refuted": 1, "unknown": 0}


def test_sarif_names_the_place_and_the_rule(run: Run, shop: Path) -> None:
    log = run("check", shop, "--sarif").json
    [result] = log["runs"][0]["results"]
    assert (log["version"], result["ruleId"], result["level"]) == ("2.1.0", "claims/member", "error")
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "guide.md"
    assert place["region"] == {"startLine": 5, "startColumn": 11, "endLine": 5, "endColumn": 26}


def test_github_annotations_are_workflow_commands(run: Run, shop: Path) -> None:
    ran = run("check", shop, "--github")
    assert ran.out.startswith("::error file=guide.md,line=5,endLine=5,col=11::Cart has no member totl_price")


def test_a_draft_is_checked_as_a_document_at_the_root(run: Run, shop: Path, tmp_path: Path) -> None:
    draft = tmp_path.parent / f"{tmp_path.name}-draft.txt"
    draft.write_text("See `Cart.totl_price`.")
    ran = run("check", shop, "--text", draft)
    assert ran.code == 1
    assert "totl_price" in ran.out


def test_only_changed_lines_are_checked_against_a_revision(run: Run, shop: Path) -> None:
    for command in (
        ["init", "--quiet"],
        ["add", "--all"],
        ["-c", "user.name=Tests", "-c", "user.email=tests@example.org", "commit", "--quiet", "--message", "Open"],
    ):
        subprocess.run(["git", *command], cwd=shop, check=True)  # noqa: S607 - whatever Git the machine has
    assert run("check", shop, "--base", "HEAD").code == 0
    (shop / "guide.md").write_text(GUIDE + "\n`Cart.totl_prices` errs, too.\n", "utf-8")
    ran = run("check", shop, "--base", "HEAD")
    assert ran.code == 1
    assert "guide.md:7" in ran.out
    assert "guide.md:5" not in ran.out


def test_an_unknown_file_is_an_error(run: Run, shop: Path) -> None:
    ran = run("check", shop, "nosuch.md")
    assert ran.code == 1
    assert "nosuch.md" in ran.err


def test_a_missing_document_is_called_missing(run: Run, shop: Path) -> None:
    ran = run("check", shop, "missing.md")
    assert (ran.code, ran.err) == (1, "Error: missing.md does not exist\n")


def test_a_link_to_what_git_ignores_may_lead_to_what_a_build_makes(run: Run, shop: Path) -> None:
    (shop / "docs").mkdir()
    (shop / "docs/guide.md").write_text("See [the command](api.md) and [the rest](apj.md).\n")
    missing = ("api.md does not exist", "apj.md does not exist")
    before = run("check", shop, "docs").out
    assert [one in before for one in missing] == [True, True]
    (shop / ".gitignore").write_text("docs/api.md\n")
    after = run("check", shop, "docs").out
    assert [one in after for one in missing] == [False, True]
