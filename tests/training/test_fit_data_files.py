"""The fit of the words that suggest data files, on commits of real and generated repositories."""

import json
from pathlib import Path

import numpy as np

from ctx_lsp.retrieval.question.data_files import ANY
from ctx_lsp.training.figures.fit_data_files import (
    MIN_REPOSITORIES,
    OTHERS,
    Asked,
    Example,
    commits,
    examples,
    fit,
    plain_questions,
    shared_pairs,
    words_of,
    written,
)
from ctx_lsp.training.histories.repositories import Repository as Listed
from tests.evaluation.repositories import Repository

WORKFLOW, SETTINGS = frozenset({ANY, "workflow", ".yml"}), frozenset({ANY, "setup", ".cfg"})
CODE: frozenset[str] = frozenset()


def made() -> list[Example]:
    """Repositories whose commits say "publish" for workflows, "pin" for settings, and "parse" for code."""
    found = []
    for number in range(10 * MIN_REPOSITORIES):
        for word, meant in (("publish", WORKFLOW), ("pin", SETTINGS), ("parse", CODE)):
            others = tuple(one for one in (WORKFLOW, SETTINGS, CODE) if one != meant)
            found.append(Example(f"r{number}", frozenset({"add", word}), (meant, *others), 1.0))
    return found


def test_commits_that_touch_many_files_are_left_out(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    repository.commit("Begin", {"shop.py": "A = 1\n"})
    repository.commit("Pin the linter\n\nIt broke.", {"ci.yml": "on: push\n", "shop.py": "A = 2\n"})
    repository.commit("Reformat", {f"m{number}.py": "A = 1\n" for number in range(20)})
    found = {
        one.terms: set(one.paths) for one in commits(Listed("me/shop", "MIT", "python", "HEAD"), repository.folder)
    }
    assert found[frozenset({"pin", "linter"})] == {"ci.yml", "shop.py"}
    assert frozenset({"reformat"}) not in found


def test_numbers_are_no_words() -> None:
    assert words_of("Pin 3 linters (#1248)") == {"pin", "linter"}


def test_an_example_has_the_file_that_is_meant_first() -> None:
    past = [Asked(frozenset({"pin"}), ("setup.cfg",)), Asked(frozenset({"parse"}), ("shop.py",))]
    found = list(examples("me/shop", past, past, 1.0, np.random.default_rng(1)))
    assert [one.candidates[0] for one in found] == [{ANY, "/", "setup", ".cfg"}, frozenset()]
    assert all(1 < len(one.candidates) <= OTHERS + 1 for one in found)
    assert found[0].candidates[0] not in found[0].candidates[1:]
    assert not list(examples("me/shop", past, [], 1.0, np.random.default_rng(1)))


def test_pairs_occur_in_many_repositories() -> None:
    rare = Example("r1", frozenset({"quux"}), (WORKFLOW, CODE), 1.0)
    pairs = shared_pairs([*made(), rare])
    assert ("publish", "workflow") in pairs
    assert not any(word == "quux" for word, _ in pairs)


def test_words_are_distinguished_by_the_files_that_are_meant() -> None:
    found = made()
    words = fit(found, shared_pairs(found))
    assert words["publish"]["workflow"] > 0.5 > words["publish"].get("setup", 0.0)
    assert words["pin"][".cfg"] > 0.5
    assert "parse" not in words  # no repository has it in a message for a data file
    assert abs(words.get("add", {}).get("workflow", 0.0)) < words["publish"]["workflow"] / 2


def test_written_weights_are_read_again() -> None:
    found = made()
    words = fit(found, shared_pairs(found))
    assert json.loads(written(words)) == words


def test_plain_questions_name_the_file_that_answers_them() -> None:
    found = plain_questions()
    assert len(found) > 100
    assert all(len(one.paths) == 1 for many in found.values() for one in many)
