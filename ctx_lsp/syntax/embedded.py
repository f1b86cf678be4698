"""Facts about texts with embedded languages: scripts and styles in a page, expressions in a template.

The language's `embedded.scm` captures the embedded pieces. Each piece is parsed separately, and its offsets are
converted to offsets in the whole text. All pieces in one language are then read together, so that an expression can
refer to definitions in a script. Pieces inside pieces are not supported.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ctx_lsp.languages.table import language
from ctx_lsp.syntax.chunking.chunks import chunk_definitions
from ctx_lsp.syntax.chunking.split import Slice, TreeSplitter
from ctx_lsp.syntax.definitions import Definitions, DefinitionSpan, Enclosing, enclosing_definitions
from ctx_lsp.syntax.model import FileFacts, Outline, Symbol, SymbolSpan
from ctx_lsp.syntax.parsed_facts import ParsedFacts, read_rows
from ctx_lsp.syntax.parser import Query, Tree, matches, parse
from ctx_lsp.syntax.reference import Reference, References
from ctx_lsp.syntax.repair import parse_repaired
from ctx_lsp.syntax.rows import ByteSpan, QueryMatch, QueryRows, find_rows
from ctx_lsp.syntax.rules import LanguageRules, rules_of

_LANGUAGE = "embedded."
_EXPRESSION = "expression"
_NO_LANGUAGE = "none"  # cancels the match of an earlier pattern


class EmbeddedPiece(NamedTuple):
    """A range of the text in another language, with its tree. Offsets in the tree are relative to `start`."""

    start: int
    end: int
    language: str
    tree: Tree


def embedded_facts(language_name: str, data: bytes, tree: Tree, rules: LanguageRules, embedded: Query) -> FileFacts:
    """Return the facts about a text. The query `embedded` captures its embedded pieces in other languages."""
    pieces = embedded_pieces(data, tree, rules, embedded)
    by_language: dict[str, list[EmbeddedPiece]] = defaultdict(list)
    for piece in pieces:
        by_language[piece.language].append(piece)
    readings = [read_rows(data, find_rows(tree, rules), rules)]
    for name, group in by_language.items():
        inner = rules_of(name)
        if inner is not None:
            readings.append(read_rows(data, _joined_rows(group, inner), inner))
    whole = _joined(readings)
    chunks = chunk_definitions(data, whole.definitions, whole.spans, _Splitter(data, tree, pieces).split)
    outline = Outline(language_name, whole.package, whole.symbols, whole.imports, whole.exports)
    return FileFacts(outline, whole.spans, References.of(whole.references), chunks)


def embedded_pieces(data: bytes, tree: Tree, rules: LanguageRules, embedded: Query) -> list[EmbeddedPiece]:
    """Return the embedded pieces in source order; they do not overlap."""
    named: dict[ByteSpan, tuple[int, str]] = {}  # the later pattern wins
    for pattern, captured in matches(embedded, tree.root_node):
        for capture, nodes in captured.items():
            for node in nodes if not capture.startswith("_") else ():
                named[node.byte_range] = max(named.get(node.byte_range, (-1, "")), (pattern, capture))
    written = {capture.removeprefix(_LANGUAGE) for _, capture in named.values()}
    of_expressions = next((one for one in rules.expressions if one in written), "".join(rules.expressions[-1:]))
    pieces: list[EmbeddedPiece] = []
    for (start, end), (_, capture) in sorted(named.items()):
        name = of_expressions if capture == _EXPRESSION else capture.removeprefix(_LANGUAGE)
        if name == _NO_LANGUAGE or start >= end or (pieces and start < pieces[-1].end):
            continue
        row, text = language(name), data[start:end]
        # Markup within an expression splits it, so that its brackets need not match.
        piece = parse(row.grammar, text) if capture == _EXPRESSION else parse_repaired(row, text).tree
        if piece is not None:
            pieces.append(EmbeddedPiece(start, end, name, piece))
    return pieces


def _joined_rows(pieces: Iterable[EmbeddedPiece], rules: LanguageRules) -> QueryRows:
    """Return the rows of all pieces in one language, with offsets in the whole text."""
    outline: list[QueryMatch] = []
    references: dict[str, list[ByteSpan]] = defaultdict(list)
    for piece in pieces:
        rows, by = find_rows(piece.tree, rules), piece.start
        for spots, pattern, names in rows.outline:
            outline.append(
                QueryMatch(tuple([(start + by, end + by, kind) for start, end, kind in spots]), pattern, names)
            )
        for capture, places in rows.references.items():
            references[capture] += [(start + by, end + by) for start, end in places]
    return QueryRows(outline, dict(references))


class _Place(NamedTuple):
    """A definition and its position; `reading` is the index of the `ParsedFacts` with the definition.

    Places sort in source order.
    """

    start: int
    negative_end: int
    name_start: int
    reading: int
    number: int


def _joined(readings: list[ParsedFacts]) -> ParsedFacts:
    """Merge the facts for several languages in one text. Repeated qualified names are numbered."""
    places = sorted(
        _Place(one.start, -one.end, one.name_start, number, index)
        for number, reading in enumerate(readings)
        for index, one in enumerate(reading.definitions.items)
    )
    positions = {(place.reading, place.number): position for position, place in enumerate(places)}
    names: set[str] = set()
    items: list[DefinitionSpan] = []
    symbols: list[Symbol] = []
    spans: list[SymbolSpan] = []
    for place in places:
        reading = readings[place.reading]
        one, symbol = reading.definitions.items[place.number], reading.symbols[place.number]
        parent = positions.get((place.reading, one.parent), -1)
        qualname = _free(one.qualname, names)
        names.add(qualname)
        items.append(one._replace(qualname=qualname, parent=parent))
        symbols.append(symbol._replace(qualname=qualname, parent=parent))
        spans.append(reading.spans[place.number])
    definitions = _joined_definitions([one.definitions for one in readings], items, positions)
    references = sorted(_moved_references(readings, definitions.enclosing, positions), key=lambda one: one.start)
    imports = dict.fromkeys(one for reading in readings for one in reading.imports)
    exports = dict.fromkeys(one for reading in readings for one in reading.exports)
    package = next((one.package for one in readings if one.package), "")
    return ParsedFacts(
        definitions, tuple(symbols), tuple(spans), tuple(references), tuple(imports), tuple(exports), package
    )


def _free(qualname: str, taken: set[str]) -> str:
    number, name = 1, qualname
    while name in taken:
        number += 1
        name = f"{qualname}#{number}"
    return name


def _joined_definitions(
    parts: list[Definitions], items: list[DefinitionSpan], positions: dict[tuple[int, int], int]
) -> Definitions:
    scopes = [
        scope._replace(owner=positions.get((number, scope.owner), -1))
        for number, part in enumerate(parts)
        for scope in part.scopes
    ]
    return Definitions(
        tuple(items),
        tuple(scopes),
        enclosing_definitions(items, scopes),
        comments=tuple(sorted(one for part in parts for one in part.comments)),
        decorators=tuple(sorted(one for part in parts for one in part.decorators)),
        locals=tuple(sorted(one for part in parts for one in part.locals)),
        docstrings={
            positions[number, index]: one for number, part in enumerate(parts) for index, one in part.docstrings.items()
        },
        owner_starts=frozenset().union(*(part.owner_starts for part in parts)),
    )


def _moved_references(
    readings: list[ParsedFacts], enclosing: Enclosing, positions: dict[tuple[int, int], int]
) -> Iterator[Reference]:
    for number, reading in enumerate(readings):
        for one in reading.references:
            around = positions.get((number, one.symbol))
            yield one._replace(symbol=enclosing.at(one.start) if around is None else around)


class _Splitter:
    """A splitter for the whole text. A range inside a piece is split along the tree of the piece."""

    def __init__(self, data: bytes, tree: Tree, pieces: list[EmbeddedPiece]) -> None:
        self._data = data
        self._outer = TreeSplitter(tree.root_node, data)
        self._pieces = pieces
        self._starts = [piece.start for piece in pieces]
        self._inner: dict[int, TreeSplitter] = {}

    def split(self, start: int, end: int, limit: int) -> list[Slice]:
        """Cover `start`–`end` with adjacent slices of at most `limit` bytes."""
        number = bisect_right(self._starts, start) - 1
        if number < 0 or end > self._pieces[number].end:
            return self._outer.split(start, end, limit)
        piece = self._pieces[number]
        inner = self._inner.get(number)
        if inner is None:
            inner = TreeSplitter(piece.tree.root_node, self._data[piece.start : piece.end])
            self._inner[number] = inner
        slices = inner.split(start - piece.start, end - piece.start, limit)
        return [(first + piece.start, last + piece.start) for first, last in slices]
