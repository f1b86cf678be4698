"""Line metrics on texts short enough to check by eye."""

import pytest

from ctx_lsp.evaluation.line_metrics import Block, lines_read, ranked_blocks, wanted_lines
from ctx_lsp.evaluation.metrics import Result
from ctx_lsp.evaluation.tasks import Location, Target
from ctx_lsp.packing.formats.tokens import count_tokens

LONG = "".join(f"    line {number}\n" for number in range(1, 11))
SHORT = "LIMIT = 3\n\n\ndef stop():\n    return LIMIT\n"
SOURCES = {"long.py": LONG, "short.py": SHORT}
STOP = Result("short.py", 4, 5, "short.py::stop")


def share(lines: list[str], text: str, path: str = "long.py", results: tuple[Result, ...] = ()) -> float:
    return lines_read([Target(path=path, lines=tuple(lines))], [Block(path, text)], results, SOURCES)


def lines(first: int, last: int) -> str:
    return "".join(f"    line {number}\n" for number in range(first, last + 1))


def test_a_line_counts_within_five_consecutive_lines_of_its_file() -> None:
    assert share(["line 3"], lines(3, 7)) == 1.0
    assert share(["line 3"], lines(3, 6)) == 0.0
    assert share(["line 3", "line 9"], lines(2, 7)) == 0.5


def test_lines_that_are_left_out_end_a_passage() -> None:
    assert share(["line 3"], lines(1, 3) + "    … L5\n" + lines(5, 6)) == 0.0
    assert share(["line 3"], lines(3, 5) + lines(7, 9)) == 0.0


def test_indentation_and_blank_lines_do_not_count() -> None:
    assert share(["  line 3 "], "\n\n".join(line.strip() for line in lines(3, 7).splitlines())) == 1.0


def test_a_line_counts_under_its_own_file_alone() -> None:
    targets = [Target(path="long.py", lines=("line 3",))]
    assert lines_read(targets, [Block("other.py", LONG)], (), {**SOURCES, "other.py": LONG}) == 0.0
    assert lines_read(targets, [Block("long.py", LONG)], (), {}) == 0.0
    assert lines_read(targets, [], (), SOURCES) == 0.0


def test_a_short_result_counts_when_all_of_it_is_shown() -> None:
    text = "def stop():\n    return LIMIT\n"
    assert share(["return LIMIT"], text, "short.py", (STOP,)) == 1.0
    assert share(["return LIMIT"], text, "short.py") == 0.0
    assert share(["return LIMIT"], "    return LIMIT\n", "short.py", (STOP,)) == 0.0
    assert share(["line 3"], lines(3, 6), results=(Result("long.py", 2, 6, None),)) == 0.0, "it is longer than shown"


def test_the_share_is_of_all_lines_of_all_files() -> None:
    targets = [
        Target(path="long.py", lines=("line 1", "line 2", "line 1")),
        Target(path="long.py", lines=("line 3",)),
        Target(path="short.py", lines=("return LIMIT",)),
        Target(path="other.py"),
        Target(symbol="stop", locations=(Location("short.py"),)),
    ]
    assert wanted_lines(targets) == {"long.py": {"line 1", "line 2", "line 3"}, "short.py": {"return LIMIT"}}
    assert lines_read(targets, [Block("long.py", lines(2, 6))], (), SOURCES) == 0.5
    assert wanted_lines(targets[3:]) == {}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_end_ends_a_line(end: str) -> None:
    source = LONG.replace("\n", end)
    targets = [Target(path="long.py", lines=("line 3",))]
    result = Result("long.py", 3, 7, None)
    blocks = ranked_blocks([result], {"long.py": source}, 100)
    assert blocks == [Block("long.py", lines(3, 7))]
    assert lines_read(targets, blocks, [result], {"long.py": source}) == 1.0


def test_results_are_shown_whole_and_best_first_as_long_as_they_fit() -> None:
    first, large, inside = Result("long.py", 2, 3, None), Result("long.py", 1, 10, None), Result("long.py", 3, 3, None)
    found = [first, large, inside, STOP, Result("gone.py", 1, 2, None)]
    stop = Block("short.py", "def stop():\n    return LIMIT\n")
    assert ranked_blocks(found, SOURCES, 24) == [Block("long.py", lines(2, 3)), stop]
    assert ranked_blocks(found, SOURCES, 100)[1] == Block("long.py", LONG)
    assert ranked_blocks(found, SOURCES, 3) == []


def test_a_budget_is_filled_to_the_token() -> None:
    found = [Result("long.py", 2, 3, None), STOP]
    both = ranked_blocks(found, SOURCES, 100)
    cost = sum(count_tokens(f"{block.path}\n{block.text}") for block in both)
    assert ranked_blocks(found, SOURCES, cost) == both
    assert ranked_blocks(found, SOURCES, cost - 1) == both[:1]
