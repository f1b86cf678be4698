"""Checks of the question files that are possible without the code that the questions are about."""

import json
import re
from pathlib import Path

import pytest

from tests.answers.absent import contradictions, repositories
from tests.answers.agreement import agreement
from tests.answers.tasks import HERE, REPOSITORIES, OtherCommit, questions, tasks

ALL = [question for name in REPOSITORIES for question in questions(name)]
ANSWERED = [question for question in ALL if question["relevant"]]


def test_there_are_enough_of_each_kind() -> None:
    assert len(ANSWERED) >= 60
    assert len(ALL) - len(ANSWERED) >= 25
    assert len((HERE / "questions" / "nonsense.txt").read_text().splitlines()) == 25
    assert len(REPOSITORIES) >= 10
    assert len({one["language"] for one in REPOSITORIES.values()}) >= 6
    assert {one["like"] for one in REPOSITORIES.values()} <= REPOSITORIES.keys()


def test_ids_are_different() -> None:
    assert len({question["id"] for question in ALL}) == len(ALL)


@pytest.mark.parametrize("question", ANSWERED, ids=lambda question: question["id"])
def test_an_answer_is_a_few_short_ranges(question: dict[str, list[dict[str, list[list[int]]]]]) -> None:
    ranges = [one for target in question["relevant"] for one in target["ranges"]]
    assert all(1 <= first <= last < first + 15 for first, last in ranges)
    assert 1 <= sum(last - first + 1 for first, last in ranges) <= 40


def test_the_readers_agree_as_the_readme_says() -> None:
    found = agreement()
    assert found.questions == len(ANSWERED)
    said = re.findall(r"(\d+) %", (HERE / "README.md").read_text())
    assert said == [f"{share:.0%}"[:-1] for share in (found.met, found.found, found.shared)]


def test_a_checkout_of_another_commit_is_noticed(tmp_path: Path) -> None:
    name = next(iter(REPOSITORIES))
    for question in questions(name):
        for target in question["relevant"]:
            file = tmp_path / target["path"]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("another line\n" * 5000)
    with pytest.raises(OtherCommit, match=re.escape("not as it was")):
        list(tasks(name, tmp_path))


def test_no_request_for_what_is_absent_is_asked_twice() -> None:
    asked = [one["query"] for about in repositories() for one in about["requests"]]
    assert len(set(asked)) == len(asked) >= 60
    held_out = [about for about in repositories() if about["half"] == "held-out"]
    assert sorted(about["repository"] for about in held_out) == sorted(
        one["repository"] for one in REPOSITORIES.values()
    )
    assert not {about["repository"] for about in repositories() if about["half"] == "choose"} & {
        about["repository"] for about in held_out
    }


def test_a_request_for_what_a_text_has_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "upload.py").write_text("import os\nbucket = os.environ['BUCKET']\n")
    (tmp_path / "picture.png").write_bytes(b"\0bucket")
    (tmp_path / "poetry.lock").write_text("bucket = 1\n")
    request = {"query": "Upload to S3", "lacks": r"\bbucket\b|boto"}
    assert list(contradictions(tmp_path, [request])) == ["Upload to S3: upload.py:2 has bucket"]


def test_every_answered_question_for_development_has_a_guess() -> None:
    guesses = [json.loads(line) for line in (HERE / "hypothetical.jsonl").read_text().splitlines()]
    wanted = [one["id"] for one in ANSWERED if REPOSITORIES[one["repo"]]["half"] == "development"]
    assert sorted(guess["id"] for guess in guesses) == sorted(wanted)
    assert all(guess["hypothetical"] for guess in guesses)
