"""Counts the main results of a pack that can be read, and the tokens that the others lack.

Only statements count: lines with a letter or a digit that are neither comments nor documentation. The closing brace of
a function does not make it readable.
"""

import re
from collections.abc import Callable, Iterator, Mapping

from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.packing.answer.line_kinds import COMMENTS
from ctx_lsp.packing.detail.documentation import locate
from ctx_lsp.packing.detail.levels import signature_lines
from ctx_lsp.packing.detail.lines import NONE, Lines, common, count, covers, holding, text_of, union, without
from ctx_lsp.retrieval.model import Item
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import CONTENT_KINDS

SHOWN_SHARE = 0.8  # share of the statements of a named or changed definition that makes it readable

_WORD = re.compile(rb"[0-9A-Za-z\x80-\xff]")


class ShownCheck:
    """Checks which results the reader of a pack can read.

    `known` holds the lines that the reader has, and `secret` the lines that may hold a secret, both keyed by path.
    `hunks` holds the changed lines of a pack about a change: of a changed definition, only these have to be shown.
    """

    def __init__(
        self, snapshot: Snapshot, known: Mapping[str, Lines], secret: Mapping[str, Lines], hunks: Mapping[str, Lines]
    ) -> None:
        self._snapshot = snapshot
        self._known = known
        self._secret = secret
        self._hunks = hunks

    def has_excerpt(self, item: Item) -> bool:
        """Return whether the reader has a line of a result beyond its signature, or all of it. Braces do not count."""
        entry, visible, body = self._parts(item)
        known = self._known.get(item.path, NONE)
        read = common(body, known)
        return bool(visible) and (bool(_with_words(entry, read)) or covers(known, visible))

    def has_body(self, item: Item) -> bool:
        """Return whether the reader has nearly all statements of a result, or of its changed lines."""
        entry, visible, body = self._parts(item)
        known = self._known.get(item.path, NONE)
        wanted = self._statements(entry, item, self._changed(item, visible) or body)
        if not wanted:
            return bool(visible) and covers(known, visible)
        return count(without(wanted, known)) <= (1 - SHOWN_SHARE) * count(wanted)

    def has_named_lines(self, item: Item, named: Mapping[str, Lines]) -> bool:
        """Return whether the reader has an excerpt of a result with all of its lines in `named`, keyed by path."""
        entry, visible, _ = self._parts(item)
        wanted = _with_words(entry, common(visible, named.get(item.path, NONE)))
        return self.has_excerpt(item) and covers(self._known.get(item.path, NONE), wanted)

    def missing_tokens(self, item: Item, count_tokens: Callable[[str], int]) -> int:
        """Return the tokens of the lines of a result that the reader does not have."""
        entry, visible, _ = self._parts(item)
        wanted = self._changed(item, visible) or visible
        return count_tokens(text_of(entry.source, without(wanted, self._known.get(item.path, NONE))))

    def _parts(self, item: Item) -> tuple[FileEntry, Lines, Lines]:
        """Return the file of a result, its visible lines, and those of them that are not part of its signature."""
        entry = self._snapshot.files[item.path]
        definition = self._definition(item)
        visible = without(holding(entry.source, item.start, item.end), self._secret.get(item.path, NONE))
        declared = signature_lines(entry, definition.index) if definition else NONE
        return entry, visible, without(visible, declared)

    def _changed(self, item: Item, visible: Lines) -> Lines:
        return common(visible, self._hunks.get(item.path, NONE))

    def _statements(self, entry: FileEntry, item: Item, lines: Lines) -> Lines:
        """Return the statements in the lines of a result; if there are none, return the lines with words."""
        words = _with_words(entry, lines)
        definition = self._definition(item)
        if definition is None or definition.kind in CONTENT_KINDS:
            return words  # text and data
        documentation = locate(entry.source, entry.facts.spans[definition.index])
        code = without(words, (documentation.block,)) if documentation else words
        comments = union(((line, line + 1),) for line in _each(code) if _text(entry, line).startswith(COMMENTS))
        return without(code, comments) or words

    def _definition(self, item: Item) -> Definition | None:
        return self._snapshot.definition(item.symbol) if item.symbol else None


def _with_words(entry: FileEntry, lines: Lines) -> Lines:
    return union(((line, line + 1),) for line in _each(lines) if _WORD.search(_text(entry, line)))


def _each(lines: Lines) -> Iterator[int]:
    for start, end in lines:
        yield from range(start, end)


def _text(entry: FileEntry, line: int) -> bytes:
    start, end = entry.source.line_range(line)
    return entry.source.data[start:end].lstrip()
