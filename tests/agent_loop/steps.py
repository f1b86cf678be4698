"""The steps of the three ways to answer a question. README.md describes them; `measure` counts what they show."""

import json
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from math import log
from typing import Any

from bm25s.stopwords import STOPWORDS_EN_PLUS
from mcp import Client

from ctx_lsp.evaluation.line_metrics import Block
from ctx_lsp.evaluation.metrics import Result

Files = Mapping[str, list[str]]
"""The lines of each file, by path."""
Matches = Mapping[str, Mapping[str, set[int]]]
"""The matching lines of each file, from 0, by word and by path."""

PACKS = 3
BUDGET = 4_096  # of the first pack, the default; a repeated question shows more only with a larger one
SEARCHED = 20
WORDS = 8
LISTED = 20  # files that a search of grep lists
FILES = 10  # that are read
LINES = 120  # of one read
SEMBLE_RESULTS = (10, 30)

_WORD = re.compile(r"[A-Za-z0-9_]{3,}")
_ENDINGS = ("ing", "ed", "es", "s")
_STEM = 4
_PIECE = re.compile(r"^## `(?P<path>[^`]+?):(?P<first>\d+)(?:-(?P<last>\d+))?`$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Shown:
    """What one step shows: the text, and in it blocks of files and whole results."""

    text: str
    blocks: tuple[Block, ...] = ()
    results: tuple[Result, ...] = ()


class Reader:
    """Reads windows of files, and never a line twice."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._read: dict[str, set[int]] = {}

    def unread(self, path: str) -> list[int]:
        """The lines of a file that were not read yet, from 0."""
        read = self._read.get(path, set())
        return [line for line in range(len(self._files[path])) if line not in read]

    def window(self, path: str, first: int) -> Shown | None:
        """Read the unread lines among `LINES` lines from the line `first`; None if there are none."""
        start = max(0, min(first, len(self._files[path]) - LINES))
        wanted = [line for line in self.unread(path) if start <= line < start + LINES]
        if not wanted:
            return None
        self._read.setdefault(path, set()).update(wanted)
        text = "\n".join(
            [f"{path}:{wanted[0] + 1}-{wanted[-1] + 1}", *(self._files[path][line] for line in wanted), ""]
        )
        return Shown(text, (Block(path, text),))


async def ask_ctx_lsp(client: Client, question: str) -> AsyncIterator[Shown]:
    """The steps with the tools of ctx-lsp."""
    yield _pack_shown(await _text(client, "context", question=question, since="none"))
    for number in range(2, PACKS + 1):
        yield _pack_shown(await _text(client, "context", question=question, budget=number * BUDGET))
    answer = await client.call_tool("search", {"question": question, "limit": SEARCHED})
    yield Shown(_text_of(answer))
    for item in answer.structured_content["items"]:
        if item["symbol"]:
            yield _pack_shown(await _text(client, "read_symbol", symbol=item["symbol"]))


async def ask_semble(
    client: Client, folder: str, files: Mapping[str, list[str]], question: str
) -> AsyncIterator[Shown]:
    """The steps with the tools of semble, and reads of files."""
    reader = Reader(files)
    known: set[tuple[str, int]] = set()
    for count in SEMBLE_RESULTS:
        text = await _text(client, "search", query=question, repo=folder, top_k=count, max_snippet_lines=None)
        found = json.loads(text).get("results", [])
        blocks = tuple(Block(one["file_path"], one["content"]) for one in found)
        places = tuple(Result(one["file_path"], one["start_line"], one["end_line"], symbol=None) for one in found)
        yield Shown(text, blocks, places)
        for place in places:
            if (place.path, place.start_line) not in known and place.path in files:
                known.add((place.path, place.start_line))
                middle = (place.start_line + place.end_line) // 2
                shown = reader.window(place.path, middle - LINES // 2)
                if shown is not None:
                    yield shown


async def ask_grep(files: Files, question: str) -> AsyncIterator[Shown]:
    """The steps with searches for words, and reads of files."""
    matches: dict[str, Mapping[str, set[int]]] = {}
    for word in words_of(question):
        found = {path: {n for n, line in enumerate(lines) if word in line.lower()} for path, lines in files.items()}
        matches[word] = {path: lines for path, lines in found.items() if lines}
        yield Shown(_listing(word, matches[word]))
    weights = {word: log(1 + len(files) / len(found)) for word, found in matches.items() if found}
    for shown in _reads(Reader(files), matches, weights):
        yield shown


def words_of(question: str) -> list[str]:
    """The words of a question to search for."""
    found = (word.lower() for word in _WORD.findall(question))
    kept = (_stem(word) for word in found if word not in STOPWORDS_EN_PLUS)
    return list(dict.fromkeys(kept))[:WORDS]


def _stem(word: str) -> str:
    endings = (end for end in _ENDINGS if word.endswith(end) and len(word) - len(end) >= _STEM)
    return word.removesuffix(next(endings, ""))


def _listing(word: str, found: Mapping[str, set[int]]) -> str:
    ranked = sorted(found, key=lambda path: (-len(found[path]), path))
    more = len(ranked) - LISTED
    listed = [f"{path}:{len(found[path])}" for path in ranked[:LISTED]]
    return "\n".join([f"{word}:", *listed, *([f"… and {more} more files"] if more > 0 else []), ""])


def _reads(
    reader: Reader, matches: Mapping[str, Mapping[str, set[int]]], weights: Mapping[str, float]
) -> Iterator[Shown]:
    """Read the best lines of the best files in turns, until all of these files are read."""
    paths = {path for found in matches.values() for path in found}

    def rank(path: str) -> tuple[float, int, str]:
        words = [word for word in weights if path in matches[word]]
        return -sum(weights[word] for word in words), -sum(len(matches[word][path]) for word in words), path

    best = sorted(paths, key=rank)[:FILES]
    while best:
        for path in list(best):
            shown = reader.window(path, _densest(path, reader.unread(path), matches, weights))
            if shown is None:
                best.remove(path)
            else:
                yield shown


def _densest(path: str, unread: list[int], matches: Matches, weights: Mapping[str, float]) -> int:
    """The first line of the window whose unread lines have the words that count most; the earliest among equals."""
    if not unread:
        return 0
    lines = set(unread)
    found = {word: sorted(matches[word].get(path, set()) & lines) for word in weights}

    def worth(first: int) -> float:
        return sum(weight for word, weight in weights.items() if any(first <= n < first + LINES for n in found[word]))

    starts = sorted({max(0, n - LINES // 2) for places in found.values() for n in places} | {unread[0]})
    return max(starts, key=lambda first: (worth(first), -first))


def _pack_shown(text: str) -> Shown:
    """What a pack shows: a block for each heading that names lines of a file."""
    heads = list(_PIECE.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    blocks = tuple(Block(head["path"], text[head.end() : end]) for head, end in zip(heads, ends, strict=False))
    results = (Result(one["path"], int(one["first"]), int(one["last"] or one["first"]), symbol=None) for one in heads)
    return Shown(text, blocks, tuple(results))


async def _text(client: Client, tool: str, **arguments: object) -> str:
    return _text_of(await client.call_tool(tool, arguments))


def _text_of(answer: Any) -> str:  # noqa: ANN401  # the client's own type has further kinds of content
    return "\n".join(str(getattr(content, "text", "")) for content in answer.content)
