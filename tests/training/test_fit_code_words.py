"""The fit of code words, on commits of real and generated repositories."""

from pathlib import Path

import pytest

from ctx_lsp.training.figures.fit_code_words import Touched, commits, fit, is_code, separation, vocabulary
from ctx_lsp.training.histories.repositories import Repository as Listed
from tests.evaluation.repositories import Repository


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("src/shop.py", True),
        ("tests/test_shop.py", True),
        ("docs/conf.md", False),
        (".github/workflows/ci.yml", False),
        ("examples/shop.py", False),
        ("setup.cfg", False),
    ],
)
def test_code_is_a_file_in_a_programming_language(path: str, code: bool) -> None:
    assert is_code(path) is code


def test_commits_are_classified_by_touched_files(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    repository.commit("Begin", {"shop.py": "A = 1\n"})
    repository.commit("Pin the linter\n\nIt broke.", {"ci.yml": "on: push\n"})
    repository.commit("Return the tax", {"shop.py": "A = 2\n", "notes.md": "A\n"})
    repository.commit("Reformat", {f"m{number}.py": "A = 1\n" for number in range(20)})
    found = {one.terms: one.code for one in commits(Listed("me/shop", "MIT", "python", "HEAD"), repository.folder)}
    assert found == {
        frozenset({"pin", "linter"}): False,
        frozenset({"return", "tax"}): True,
    }


def made() -> list[Touched]:
    """Forty repositories with the same few kinds of commits, and one word that only one of them uses."""
    kinds = [
        ({"fix", "parser"}, True),
        ({"fix", "workflow"}, False),
        ({"add", "parser"}, True),
        ({"add", "badge"}, False),
    ]
    found = [Touched(f"r{n}", frozenset(terms), code) for n in range(40) for terms, code in kinds]
    return [*found, Touched("r1", frozenset({"quux"}), True)]


def test_words_are_distinguished_by_their_context() -> None:
    terms = vocabulary(made())
    assert terms == ["add", "badge", "fix", "parser", "workflow"]
    words = fit(made(), terms)
    assert words.terms["parser"] > 0.5 > -0.5 > words.terms["workflow"]
    assert abs(words.terms.get("fix", 0.0)) < words.terms["parser"] / 2
    assert separation(words, made()[:-1]) == 1.0
