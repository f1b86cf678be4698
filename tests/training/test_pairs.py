"""Choosing among the pairs of many packages."""

import json
from collections import Counter
from pathlib import Path

import pytest

from ctx_lsp.training.packages.exclusion import ExcludedNames
from ctx_lsp.training.packages.recipe import Package
from ctx_lsp.training.pairs.package_pairs import Candidates, Pair
from ctx_lsp.training.pairs.pairs import Row, allowed_pairs, balanced, most_of_one, write_pairs

NOTHING = ExcludedNames([])


def _package(name: str) -> Package:
    return Package("pypi", name, "1", "MIT", "0" * 64)


def _pair(query: str, path: str = "a.py", language: str = "python") -> Pair:
    return Pair(query, f"{path} \ncode of {query}", path, language, "doc")


def _candidates(**digests: set[int]) -> Candidates:
    paths = [f"{name}.py" for name in digests]
    from_documentation = tuple(_pair(f"what is done in {path}", path) for path in paths)
    return Candidates(
        from_documentation, (), {path: frozenset(own) for path, own in zip(paths, digests.values(), strict=True)}
    )


def test_copied_files_are_left_out() -> None:
    files = {f"own{number}": {number} for number in range(20)}
    candidates = _candidates(copy={97, 98, 99}, **files)
    pairs = allowed_pairs(_package("p"), candidates, NOTHING, frozenset({97, 98, 1}))
    assert {pair.path for pair in pairs} == {f"{name}.py" for name in files}


def test_a_package_with_many_copies_is_left_out() -> None:
    candidates = _candidates(copy={97, 98}, own={1, 2})
    assert allowed_pairs(_package("p"), candidates, NOTHING, frozenset({97, 98})) == []


def test_folders_called_like_an_excluded_project_are_left_out() -> None:
    candidates = Candidates((_pair("what it does", "flask/a.py"),), (), {"flask/a.py": frozenset()})
    assert allowed_pairs(_package("p"), candidates, ExcludedNames(["flask"]), frozenset()) == []
    assert len(allowed_pairs(_package("p"), candidates, NOTHING, frozenset())) == 1


def test_common_questions_are_left_out() -> None:
    rows = [(_package(name), _pair(query)) for name in "abc" for query in ("The same, everywhere", f"only in {name}")]
    assert {pair.query for _, pair in balanced(rows)} == {"only in a", "only in b", "only in c"}


def test_no_language_has_more_than_its_share() -> None:
    rows: list[Row] = [
        (_package("p"), _pair(f"{language} {number}", language=language))
        for language, count in {"a": 1000, "b": 100, "c": 100, "d": 100, "e": 100, "f": 100}.items()
        for number in range(count)
    ]
    counts = Counter(pair.language for _, pair in balanced(rows))
    assert counts == {"a": 125, "b": 100, "c": 100, "d": 100, "e": 100, "f": 100}


@pytest.mark.parametrize(
    ("counts", "share", "most"),
    [([], 0.2, 0), ([5], 0.2, 5), ([1000, 100, 100, 100, 100, 100], 0.2, 125), ([10] * 6, 0.2, 10)],
)
def test_most_of_one(counts: list[int], share: float, most: int) -> None:
    assert most_of_one(counts, share) == most


def test_a_line_for_each_pair_and_a_file_for_each_package(tmp_path: Path) -> None:
    write_pairs([(_package("p"), _pair("ä")), (_package("q"), _pair("b")), (_package("p"), _pair("c"))], tmp_path)
    lines = (tmp_path / "pypi--p.jsonl").read_text().splitlines()
    assert [json.loads(line)["query"] for line in lines] == ["ä", "c"]
    assert json.loads(lines[0]) == {
        "query": "ä", "text": "a.py \ncode of ä", "path": "a.py", "language": "python", "kind": "doc", "package": "p",
        "split": "train",
    }  # fmt: skip
    assert (tmp_path / "pypi--q.jsonl").exists()
