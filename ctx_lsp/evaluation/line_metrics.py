"""The share of a task's decisive lines that a pack or a list of search results shows.

The functions are pure; `tasks` defines decisive lines, and `run` runs the tasks.

A line counts only if it is shown in context: under the path of its file, and either among `WINDOW` consecutive lines of
the file or within a complete result that is shorter than `WINDOW` lines. A line on its own does not show what it
belongs to. Blank lines and indentation are ignored. A pack is compared with the search results that fit the same
budget.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ctx_lsp.evaluation.metrics import Result
from ctx_lsp.evaluation.tasks import Target
from ctx_lsp.packing.formats.tokens import count_tokens

WINDOW = 5  # consecutive lines

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of code as a pack or a search result shows it: its text, headed by the path of its file."""

    path: str
    text: str

    @property
    def written(self) -> str:
        """The path on its own line, followed by the text."""
        return f"{self.path}\n{self.text}"


def lines_read(
    targets: Iterable[Target], blocks: Sequence[Block], results: Iterable[Result], sources: Mapping[str, str]
) -> float:
    """Return the share of the decisive lines of `targets` that `blocks` show in context.

    The targets must have at least one decisive line. `results` are the results that the blocks show, and `sources`
    contains the texts of the results' files, keyed by path.
    """
    wanted = wanted_lines(targets)
    shown: dict[str, list[str]] = {}
    for block in blocks:
        shown.setdefault(block.path, []).extend(_filled(block.text))
    by_path: dict[str, list[Result]] = {}
    for result in results:
        by_path.setdefault(result.path, []).append(result)
    found = 0
    for path, lines in wanted.items():
        if path in shown and path in sources:
            found += len(lines & _in_place(shown[path], sources[path], by_path.get(path, ())))
    return found / sum(map(len, wanted.values()))


def wanted_lines(targets: Iterable[Target]) -> dict[str, set[str]]:
    """Return the decisive lines of the targets, keyed by path and without indentation."""
    wanted: dict[str, set[str]] = {}
    for target in targets:
        if target.lines:
            wanted.setdefault(target.path, set()).update(map(str.strip, target.lines))
    return wanted


def ranked_blocks(results: Iterable[Result], sources: Mapping[str, str], budget: int) -> list[Block]:
    """Convert the results that fit the budget to blocks, best first.

    A result is skipped if it does not fit, or if it is part of a better result that fits. Tokens are counted exactly,
    because an estimate would leave part of the budget unused.
    """
    blocks: list[Block] = []
    shown: list[Result] = []
    left = budget
    for result in results:
        if result.path not in sources or any(_holds(other, result) for other in shown):
            continue
        lines = _LINE_END.split(sources[result.path])[result.start_line - 1 : result.end_line]
        block = Block(result.path, "\n".join([*lines, ""]))
        cost = count_tokens(block.written)
        if cost <= left:
            left -= cost
            shown.append(result)
            blocks.append(block)
    return blocks


def _holds(outer: Result, inner: Result) -> bool:
    is_inside = outer.start_line <= inner.start_line and inner.end_line <= outer.end_line
    return outer.path == inner.path and is_inside


def _in_place(shown: Sequence[str], source: str, results: Iterable[Result]) -> set[str]:
    """Return the lines of `source`, without indentation, that `shown` contains in context.

    A line counts only as part of `WINDOW` consecutive lines of the source (ignoring blank ones), or of a whole result
    with fewer lines.
    """
    numbered = [(number, line.strip()) for number, line in enumerate(_LINE_END.split(source), 1) if line.strip()]
    lines = [line for _, line in numbered]
    passages = [lines[start : start + WINDOW] for start in range(len(lines) - WINDOW + 1)]
    for result in results:
        whole = [line for number, line in numbered if result.start_line <= number <= result.end_line]
        if 0 < len(whole) < WINDOW:
            passages.append(whole)
    runs = {tuple(shown[start : start + size]) for size in range(1, WINDOW + 1) for start in range(len(shown))}
    return {line for passage in passages if tuple(passage) in runs for line in passage}


def _filled(text: str) -> list[str]:
    return [line.strip() for line in _LINE_END.split(text) if line.strip()]
