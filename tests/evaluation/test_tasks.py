"""Task files: accepted forms, and errors for others."""

from pathlib import Path

import pytest

from ctx_lsp.evaluation.tasks import Location, Target, Task, TaskError, parse_tasks, read_tasks


def test_the_documented_example_is_read() -> None:
    line = (
        b'{"id": "cache-1", "query": "where?", "category": "semantic", "extra": 1, "relevant": ['
        b'{"path": "src/cache.py"},'
        b'{"path": "src/store.py", "startLine": 40, "endLine": 72},'
        b'{"path": "src/clock.py", "lines": ["if now - entry.seen > ttl:"]},'
        b'{"symbol": "Cache.evict", "locations": [{"path": "src/cache.py", "line": 118}]}]}'
    )
    targets = (
        Target(path="src/cache.py"),
        Target(path="src/store.py", start_line=40, end_line=72),
        Target(path="src/clock.py", lines=("if now - entry.seen > ttl:",)),
        Target(symbol="Cache.evict", locations=(Location("src/cache.py", 118),)),
    )
    assert parse_tasks([line], "t") == (Task("cache-1", "where?", targets, "semantic"),)


def test_blank_lines_are_left_out_and_order_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "tasks.jsonl"
    line = '{"id": "%s", "query": "q", "relevant": [{"path": "a"}]}'
    file.write_text(f"{line % 'b'}\n\n  \n{line % 'a'}\n", "utf-8")
    assert [task.id for task in read_tasks(file)] == ["b", "a"]


@pytest.mark.parametrize(
    ("relevant", "expected"),
    [
        ("[]", "at least one target"),
        ("[{}]", "either `path` or `symbol`"),
        ('[{"path": "a", "symbol": "b"}]', "either `path` or `symbol`"),
        ('[{"symbol": "b"}]', "`locations` beside `symbol`"),
        ('[{"path": "a", "startLine": 3}]', "`startLine` and `endLine` together"),
        ('[{"symbol": "b", "locations": [{"path": "a"}], "lines": ["x"]}]', "`path` beside `lines`"),
        ('[{"path": "a", "lines": ["x", " "]}]', "no blank line in `lines`"),
        ('[{"path": 3}]', "Expected `str`"),
    ],
)
def test_a_bad_task_is_refused_with_its_place_and_reason(relevant: str, expected: str) -> None:
    good = b'{"id": "1", "query": "q", "relevant": [{"path": "a"}]}'
    bad = f'{{"id": "2", "query": "q", "relevant": {relevant}}}'.encode()
    with pytest.raises(TaskError) as caught:
        parse_tasks([good, bad], "tasks.jsonl")
    assert str(caught.value).startswith("tasks.jsonl, line 2: ")
    assert expected in str(caught.value)


def test_the_category_may_be_called_tier_or_be_left_out() -> None:
    form = '{{"id": "{}", "query": "q", {} "relevant": [{{"path": "a"}}]}}'
    fields = ['"category": "x", "tier": "y",', '"tier": "y",', ""]
    lines = [form.format(number, field).encode() for number, field in enumerate(fields)]
    assert [task.group for task in parse_tasks(lines, "t")] == ["x", "y", "all"]


def test_an_id_is_unique_in_its_repository() -> None:
    line = '{"id": "1", "query": "q", "repo": "%s", "relevant": [{"path": "a"}]}'
    assert len(parse_tasks([(line % "a").encode(), (line % "b").encode()], "t")) == 2
    with pytest.raises(TaskError, match="t, line 2: a second task with the id '1'"):
        parse_tasks([(line % "a").encode()] * 2, "t")


def test_a_deeply_nested_line_is_refused() -> None:
    line = b'{"id": "1", "x": ' + b"[" * 100_000
    with pytest.raises(TaskError, match="t, line 1"):
        parse_tasks([line], "t")


def test_a_task_without_a_question_is_refused() -> None:
    with pytest.raises(TaskError, match="expected a text in `query`"):
        parse_tasks([b'{"id": "1", "query": " ", "relevant": [{"path": "a"}]}'], "t")


@pytest.mark.parametrize("line", [b"not json", b'"text"', b'{"id": "1"}', b'{"id": "\xff"}'])
def test_an_invalid_task_is_rejected(line: bytes) -> None:
    with pytest.raises(TaskError, match="t, line 1: "):
        parse_tasks([line], "t")
