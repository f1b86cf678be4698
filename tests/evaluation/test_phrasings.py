"""Files of phrasings: how lines match tasks, and the errors for those that do not."""

import json
from pathlib import Path

import pytest

from ctx_lsp.evaluation.phrasings import MatchedPhrasings, parse_phrasings, read_phrasings
from ctx_lsp.evaluation.tasks import Target, Task, TaskError

ANSWER = (Target(path="a.py"),)
EVICT = Task("evict", "where are stale entries dropped?", ANSWER)
RED, BLUE = (Task("start", "where does it start?", ANSWER, repo=repo) for repo in ("red", "blue"))
TASKS = (EVICT, RED, BLUE)
NOUN = {"noun": "removal of stale entries"}


def line(task: Task = EVICT, **changes: object) -> bytes:
    return json.dumps({"id": task.id, "query": task.query, "phrasings": NOUN} | changes).encode()


def parsed(*lines: bytes) -> MatchedPhrasings:
    return parse_phrasings(lines, "p", TASKS)


def test_the_documented_example_is_read(tmp_path: Path) -> None:
    forms = {"request": "Find the code that drops stale entries.", **NOUN}
    file = tmp_path / "phrasings.jsonl"
    file.write_bytes(line(phrasings=forms, extra=1) + b"\n\n" + line(RED, repo="red"))
    assert read_phrasings(file, TASKS) == MatchedPhrasings({EVICT: forms, RED: NOUN}, ())


def test_unknown_ids_are_handed_back_and_do_not_count() -> None:
    lines = [line(id="gone"), line(), line(RED, repo="green")]
    assert parsed(*lines) == MatchedPhrasings({EVICT: NOUN}, ("gone", "start"))


def test_a_task_with_no_forms_has_no_phrasings() -> None:
    assert parsed(line(phrasings={})).by_task == {}


def test_tasks_with_one_id_are_distinguished_by_repository() -> None:
    lines = [line(task, repo=task.repo, phrasings={"noun": task.repo}) for task in (BLUE, RED)]
    assert parsed(*lines).by_task == {BLUE: {"noun": "blue"}, RED: {"noun": "red"}}


@pytest.mark.parametrize(
    ("bad", "expected"),
    [
        (line(query="something else"), "the file is for other tasks: 'evict' asks 'something else' here"),
        (line(RED), "tasks of several repositories have the id 'start'; add `repo`"),
        (line(EVICT), "a second line for the task 'evict'"),
        (line(phrasings={"noun": " "}), "expected a text in `phrasings.noun`"),
        (line(phrasings={"noun": 3}), "Expected `str`"),
        (b'{"id": "evict", "query": ""}', "missing required field `phrasings`"),
        (b"no json", "malformed"),
    ],
)
def test_a_bad_line_is_refused_with_its_place_and_reason(bad: bytes, expected: str) -> None:
    with pytest.raises(TaskError) as caught:
        parsed(line(), bad)
    assert str(caught.value).startswith("p, line 2: ")
    assert expected in str(caught.value)
