"""The wordings and the questions about data are whole: nothing is there twice, nothing is blank, no form is missing."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
FORMS = {"question", "request", "noun", "telegram", "typo", "british"}


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(
    ("name", "count", "forms"),
    [
        ("development", 75, FORMS),
        ("held-out", 75, FORMS),
        ("requests-as-questions", 69, {"question"}),
        ("questions-as-requests", 69, {"request"}),
    ],
)
def test_every_task_is_worded_in_every_form(name: str, count: int, forms: set[str]) -> None:
    found = rows(name)
    assert len({one["id"] for one in found}) == len(found) == count
    assert all(one["phrasings"].keys() == forms for one in found)
    texts = Counter(text for one in found for text in one["phrasings"].values())
    assert all(text.strip() and times == 1 for text, times in texts.items())


def test_no_task_is_in_both_halves() -> None:
    assert {one["id"] for one in rows("development")}.isdisjoint(one["id"] for one in rows("held-out"))


def test_questions_about_data_have_answers_in_few_places() -> None:
    found = rows("data-questions")
    assert len({one["id"] for one in found}) == len(found) == 60
    halves = {one["repo"]: one["half"] for one in found}
    assert Counter(halves.values()) == {"development": 6, "held-out": 6}
    assert all(halves[one["repo"]] == one["half"] for one in found), "a repository is in one half"
    ranges = [part for one in found for target in one["relevant"] for part in target["ranges"]]
    assert all(1 <= first <= last for first, last in ranges)
    assert len(ranges) >= len(found)
