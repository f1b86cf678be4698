"""The training pairs from one package: questions and the code that answers them. `pairs` balances the packages."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from ctx_lsp.syntax.model import Chunk
from ctx_lsp.syntax.symbol_kinds import CODE_KINDS, TYPE_KINDS
from ctx_lsp.syntax.words import split_identifier
from ctx_lsp.training.packages.fingerprints import run_digests
from ctx_lsp.training.packages.recipe import Split, hash_share
from ctx_lsp.training.packages.sources import Source, own_sources
from ctx_lsp.training.pairs import documentation, phrasing
from ctx_lsp.training.pairs.pair_texts import chunk_of, module_documentation, module_text, symbol_text

Kind = Literal["commit", "plain", "doc", "module", "test", "name"]

MAX_PAIRS = 1_500  # per package
MAX_BYTES = 700_000  # maximum to read per package
NAME_SHARE = 0.1  # maximum of pairs from names, as a share of a package's other pairs
PARAGRAPHS = 0.15  # share of documentation texts whose whole first paragraph becomes the question
REPEATED = 3  # a sentence that occurs this often in a package is boilerplate

_TEST_WORDS = frozenset({"test", "tests", "should", "it", "check", "case"})
_DESCRIBED = re.compile(r"""\b(?:it|test|specify)\s*\(?\s*(["'`])([A-Za-z][^"'`\n#{}$]{14,140})\1""")


@dataclass(frozen=True, slots=True)
class Pair:
    """A question, and the text that a search for the question should find."""

    query: str
    text: str
    path: str
    language: str
    kind: Kind


def json_line(pair: Pair, package: str, split: Split) -> str:
    """Format a pair as a line in the files that `pairs_reader` reads."""
    return json.dumps(asdict(pair) | {"package": package, "split": split}, ensure_ascii=False) + "\n"


@dataclass(frozen=True, slots=True)
class Candidates:
    """All pairs from a package, and the fingerprints of each file that was read, keyed by path.

    `from_documentation` holds the pairs from documentation and tests, and `named` the pairs from names.
    """

    from_documentation: tuple[Pair, ...]
    named: tuple[Pair, ...]
    digests: Mapping[str, frozenset[int]]


def find_candidates(folder: Path) -> Candidates:
    """Build all pairs from the unpacked package in `folder`."""
    files = list(own_sources(folder, MAX_BYTES))
    documented = [pair for file in files if file.role in ("source", "example") for pair in _of_file(file)]
    named = (pair for file in files if file.role == "source" for pair in _of_names(file))
    digests = {file.path: frozenset(run_digests(file.source.data.decode())) for file in files}
    most_named = int(MAX_PAIRS * NAME_SHARE)
    return Candidates((*documented, *_of_tests(files)), tuple(sorted(named, key=_order)[:most_named]), digests)


def choose(candidates: Candidates, left_out: frozenset[str]) -> list[Pair]:
    """Return the pairs from a package that are to be used. Pairs from the files in `left_out` are never used.

    If a few pairs have the same question, only the first is used; if `REPEATED` or more have it, none is used. Pairs
    from names are limited to a share (`NAME_SHARE`) of the number of other pairs.
    """
    from_documentation = [pair for pair in candidates.from_documentation if pair.path not in left_out]
    times = Counter(pair.query for pair in from_documentation)
    first = {pair.query: pair for pair in reversed(from_documentation) if times[pair.query] < REPEATED}
    from_documentation = sorted(first.values(), key=_order)[:MAX_PAIRS]
    named = [pair for pair in candidates.named if pair.path not in left_out]
    return [*from_documentation, *named[: int(len(from_documentation) * NAME_SHARE)]]


def _order(pair: Pair) -> float:
    return hash_share(pair.path + pair.query)


def _of_file(file: Source) -> Iterator[Pair]:
    yield from _of_module(file)
    chunks = chunk_of(file)
    for index, (symbol, span) in enumerate(zip(file.facts.outline.symbols, file.facts.spans, strict=True)):
        if not span.doc or index not in chunks or symbol.kind not in CODE_KINDS | TYPE_KINDS:
            continue
        share = hash_share(f"{file.path} {symbol.qualname}")
        asked = documentation.sentence(span.doc, symbol.name, paragraph=share * 13 % 1 < PARAGRAPHS)
        text = symbol_text(file, index, chunks[index], with_documentation=False) if asked else ""
        if text:
            yield Pair(phrasing.phrase(asked, share), text, file.path, file.language, "doc")


def _of_module(file: Source) -> Iterator[Pair]:
    from_documentation, end = module_documentation(file)
    asked = documentation.sentence(from_documentation, Path(file.path).stem) if from_documentation else ""
    text = module_text(file, end) if asked else ""
    if text:
        yield Pair(phrasing.phrase(asked, hash_share(file.path)), text, file.path, file.language, "module")


def _of_names(file: Source) -> Iterator[Pair]:
    chunks = chunk_of(file)
    symbols = file.facts.outline.symbols
    for index, (symbol, span) in enumerate(zip(symbols, file.facts.spans, strict=True)):
        if span.doc or index not in chunks or symbol.kind not in CODE_KINDS:
            continue
        owner = symbols[symbol.parent].name if symbol.parent >= 0 else ""
        asked = phrasing.of_name(symbol.name, owner, hash_share(f"{file.path} {symbol.qualname}"))
        text = symbol_text(file, index, chunks[index], with_documentation=True) if asked else ""
        if text and len(asked.split()) >= documentation.MIN_WORDS:
            yield Pair(asked, text, file.path, file.language, "name")


def _of_tests(files: list[Source]) -> Iterator[Pair]:
    """Yield pairs of a test description and the code of a symbol that the test calls.

    The description must contain all words of the symbol's name. If several symbols qualify, the name with the most
    words wins.
    """
    targets = _targets(files)
    for file in files:
        if file.role != "test":
            continue
        for said, start, end in _descriptions(file):
            words = set(split_identifier(said.replace(" ", "_")))
            called = {one.name for one in file.facts.references if one.kind == "call" and start <= one.start < end}
            found = {name for name in called & targets.keys() if set(split_identifier(name)) <= words}
            best = max(found, key=lambda name: (len(split_identifier(name)), name), default="")
            if best:
                target, index, chunk = targets[best]
                text = symbol_text(target, index, chunk, with_documentation=True)
                if text:
                    yield Pair(said, text, target.path, target.language, "test")


def _targets(files: list[Source]) -> dict[str, tuple[Source, int, Chunk]]:
    """Return the symbols whose names are unique among the package's source files, keyed by name."""
    found: dict[str, list[tuple[Source, int, Chunk | None]]] = {}
    for file in files:
        if file.role != "source":
            continue
        chunks = chunk_of(file)
        for index, symbol in enumerate(file.facts.outline.symbols):
            if symbol.kind in CODE_KINDS | TYPE_KINDS and len(symbol.name) > 3:
                found.setdefault(symbol.name, []).append((file, index, chunks.get(index)))
    only = {name: places[0] for name, places in found.items() if len(places) == 1}
    return {name: (file, index, chunk) for name, (file, index, chunk) in only.items() if chunk}


def _descriptions(file: Source) -> Iterator[tuple[str, int, int]]:
    """Yield the description of each test in a file, with the byte offsets where the test starts and ends."""
    for symbol, span in zip(file.facts.outline.symbols, file.facts.spans, strict=True):
        words = split_identifier(symbol.name)
        if symbol.kind in CODE_KINDS and "test" in words:
            said = " ".join(word for word in words if word not in _TEST_WORDS)
            if len(said.split()) >= documentation.MIN_WORDS:
                yield said, span.start, span.end
    text = file.source.data.decode("utf-8", "replace")
    found = list(_DESCRIBED.finditer(text)) if text.isascii() else []  # so that character offsets are byte offsets
    ends = [*(one.start() for one in found), len(text)][1:]
    for one, following in zip(found, ends, strict=True):
        if documentation.is_question(one[2]):
            yield one[2], one.end(), following
