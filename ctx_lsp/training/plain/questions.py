"""Reads the questions of `questions.jsonl`, and finds the definitions that answer them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path

import msgspec

from ctx_lsp.training.packages.sources import Source, parse_source


class PlainQuestions(msgspec.Struct, frozen=True):
    """Questions that one definition answers, or that the file at `path` answers if `symbol` is empty.

    `repository` is `OWNER/NAME`, and `symbol` is the qualified name of the definition.
    """

    repository: str
    path: str
    symbol: str
    questions: tuple[str, ...]


def read_questions() -> list[PlainQuestions]:
    """Read all questions, sorted by repository, path and symbol."""
    lines = resources.files("ctx_lsp.training.plain").joinpath("questions.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=PlainQuestions) for line in lines]


def questions_by_repository() -> dict[str, list[PlainQuestions]]:
    """Read all questions, grouped by repository."""
    found: dict[str, list[PlainQuestions]] = defaultdict(list)
    for one in read_questions():
        found[one.repository].append(one)
    return found


def answering_definitions(tree: Path, asked: Sequence[PlainQuestions]) -> Iterator[tuple[PlainQuestions, Source, int]]:
    """Yield the questions about a definition in `tree`, a checkout of their repository.

    Each comes with the parsed file and the index of the definition among the file's symbols. Questions whose definition
    is missing are skipped. Raises `OSError` for a file that is missing in `tree`.
    """
    by_path: dict[str, list[PlainQuestions]] = defaultdict(list)
    for one in asked:
        if one.symbol:
            by_path[one.path].append(one)
    for path, members in by_path.items():
        file = parse_source(path, (tree / path).read_bytes())
        if file is None:
            continue
        places = {symbol.qualname: index for index, symbol in enumerate(file.facts.outline.symbols)}
        yield from ((one, file, places[one.symbol]) for one in members if one.symbol in places)
