"""Decisive lines in a real package, and in passages."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.evaluation.tasks import Target, Task
from ctx_lsp.packing.answer.passages import Passage
from ctx_lsp.training.histories.decisive_lines import Numbers, decisive_lines, reach, shares, tasks_by_repository
from ctx_lsp.workspace import Analysis

PLACES = [("a.py", Passage(0, 5, -1)), ("a.py", Passage(5, 9, -1)), ("b.py", Passage(0, 9, -1))]


@pytest.fixture(scope="module")
def tenacity(tenacity_root: Path) -> Iterator[Analysis]:
    with open_analysis(tenacity_root, settings_of(tenacity_root), semantic=False) as analysis:
        yield analysis


def test_lines_are_found_by_their_text(tenacity: Analysis) -> None:
    call = 'def __call__(self, retry_state: "RetryCallState") -> bool:'
    target = Target("tenacity/stop.py", lines=(call, "import abc", "no such line"))
    found = decisive_lines(tenacity, Task("t", "stop", (target, Target("gone.py", lines=("x",)))))
    source = tenacity.source("tenacity/stop.py")
    assert source
    texts = [line.strip() for line in source.data.decode().split("\n")]
    assert found == {
        "tenacity/stop.py": [
            tuple(number for number, text in enumerate(texts) if text == call), (texts.index("import abc"),), ()
        ],
        "gone.py": [()],
    }  # fmt: skip
    assert len(found["tenacity/stop.py"][0]) > 1


def test_a_line_in_several_places_is_shared_out_but_reached_once() -> None:
    wanted: dict[str, list[Numbers]] = {"a.py": [(1,), (2, 6)], "b.py": [()], "c.py": [(0,)]}
    assert shares(PLACES, wanted) == [1.5 / 4, 0.5 / 4, 0.0]
    assert reach(PLACES, wanted) == 2 / 4
    assert reach(PLACES[1:], wanted) == 1 / 4


def test_tasks_without_decisive_lines_are_left_out(tmp_path: Path) -> None:
    targets = {"a": [{"path": "x.py", "lines": ["x"]}], "b": [{"path": "x.py"}]}
    tasks = [{"id": name, "repo": "r", "query": "q", "relevant": relevant} for name, relevant in targets.items()]
    (tmp_path / "tasks.jsonl").write_text("\n".join(map(json.dumps, tasks)))
    found = tasks_by_repository([tmp_path / "tasks.jsonl"])
    assert [(repo, [task.id for task in many]) for repo, many in found.items()] == [("r", ["a"])]
