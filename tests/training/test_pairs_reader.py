"""Reading and batching of training pairs."""

import json
from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path

import pytest

from ctx_lsp.training.pairs.pairs_reader import (
    PACKAGE_LIMIT,
    RUN,
    Example,
    are_alike,
    by_origin,
    epoch_batches,
    epochs,
    read_pairs,
    split,
)


def example(number: int, language: str = "go", package: str = "a", split: str = "train") -> Example:
    return Example(f"question {number}", f"text {number}", "x.go", language, package, "doc", split)


def test_pairs_come_by_file_name_and_repeated_questions_of_a_package_once(tmp_path: Path) -> None:
    rows = {"b": [("q", "three")], "a": [("q", "one"), ("q", "two"), ("r", "two")]}
    for name, pairs in rows.items():
        fields = {"path": "x", "language": "go", "package": name, "kind": "doc", "split": "train", "more": 1}
        lines = [json.dumps({"query": query, "text": text, **fields}) for query, text in pairs]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines) + "\n")
    found = [(pair.package, pair.query, pair.text) for pair in read_pairs(tmp_path)]
    assert found == [("a", "q", "one"), ("a", "r", "two"), ("b", "q", "three")]


def test_a_message_of_a_commit_comes_with_each_text(tmp_path: Path) -> None:
    fields = {"query": "q", "path": "x", "language": "go", "package": "a", "kind": "commit", "split": "train"}
    lines = [json.dumps({**fields, "text": text}) for text in ("one", "two", "one")]
    (tmp_path / "a.jsonl").write_text("\n".join(lines))
    assert [pair.text for pair in read_pairs(tmp_path)] == ["one", "two"]


def test_pairs_of_commits_stand_apart() -> None:
    pairs = [replace(example(number), kind=kind) for number, kind in enumerate(("doc", "commit", "name", "commit"))]
    assert by_origin(pairs) == {"commits": pairs[1::2], "documentation": pairs[::2]}
    assert list(by_origin(pairs[:1])) == ["documentation"]
    assert list(by_origin([replace(example(1), kind="plain")])) == ["plain"]


def test_versions_of_one_definition_are_similar() -> None:
    one = replace(example(1), text="a.go Run\nreturn 1")
    assert are_alike(one, replace(example(2), text="a.go Run\nreturn 2"))
    assert not are_alike(one, replace(example(2), text="a.go Runs\nreturn 1"))
    assert not are_alike(one, replace(example(2), text="a.go Run\nreturn 2", package="b"))
    assert are_alike(one, replace(example(1), text="b.go Run\n", package="b"))
    assert are_alike(one, replace(example(2), text=one.text, package="b"))


def test_whole_packages_are_held_out() -> None:
    pairs = [example(1), example(2, package="b", split="validation")]
    assert split(pairs) == (pairs[:1], pairs[1:])


def test_a_batch_is_of_one_language_and_no_pair_comes_twice_in_an_epoch() -> None:
    pairs = [example(n, language, f"{language}{n % 5}") for n in range(300) for language in ("go", "rust")]
    batches = epoch_batches(pairs, 32, seed=0)
    assert len(batches) == 2 * (300 // 32)
    assert all(len({pairs[index].language for index in batch}) == 1 for batch in batches)
    assert max(Counter(index for batch in batches for index in batch).values()) == 1


def test_a_batch_is_made_of_runs_of_one_package() -> None:
    pairs = [example(n, package=f"p{n % 8}") for n in range(8 * RUN)]
    packages = [pairs[index].package for index in epoch_batches(pairs, 4 * RUN, seed=3)[0]]
    assert sum(a != b for a, b in pairwise(packages)) <= 3


def test_a_large_package_gives_a_part_of_its_pairs() -> None:
    assert len(epoch_batches([example(n) for n in range(PACKAGE_LIMIT + 500)], 1, seed=0)) == PACKAGE_LIMIT


def test_batches_follow_from_the_seed_and_every_epoch_is_shuffled() -> None:
    pairs = [example(n, package=f"p{n % 4}") for n in range(64)]
    first = list(islice(epochs(pairs, 16, seed=7), 8))
    assert first == list(islice(epochs(pairs, 16, seed=7), 8))
    assert first[:4] != first[4:]
    assert first != list(islice(epochs(pairs, 16, seed=9), 8))


def test_too_few_pairs_for_a_batch_are_an_error() -> None:
    with pytest.raises(ValueError, match="no language has 16 pairs"):
        next(epochs([example(1)], 16, seed=0))
