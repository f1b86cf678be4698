"""Incremental computation of facts about edited texts. The facts are equal to those computed by `file_facts`.

For a few files, the tree and the query rows of the latest text are kept, so that the facts about the next text are
computed faster. The tree takes about twenty times the size of the text, and the rows about as much again.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

from ctx_lsp.base import profiling
from ctx_lsp.base.lru import Lru
from ctx_lsp.languages.table import language
from ctx_lsp.syntax.chunking.split import Slice, Splits
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.syntax.facts import (
    FactsWithDefinitions,
    facts_from_rows,
    facts_of_parsed,
    facts_of_tree,
    file_facts,
    parsed_text,
    rules_for,
)
from ctx_lsp.syntax.incremental.details import Details
from ctx_lsp.syntax.incremental.edits import Edit, find_edit
from ctx_lsp.syntax.incremental.matches import RowRevision, difference, revised_rows
from ctx_lsp.syntax.incremental.references import PreviousFacts
from ctx_lsp.syntax.incremental.symbols import RevisedText, revised_facts
from ctx_lsp.syntax.items.attach import with_items
from ctx_lsp.syntax.model import FileFacts
from ctx_lsp.syntax.parsed_facts import ParsedFacts, read_rows
from ctx_lsp.syntax.parser import Tree, edited
from ctx_lsp.syntax.repair import parse_repaired
from ctx_lsp.syntax.rows import QueryRows, find_all_rows
from ctx_lsp.syntax.rules import NO_LIMIT, LanguageRules
from ctx_lsp.text.source import SourceText

KEPT_FILES = 4  # enough for a user who edits several files in turn
KEPT_BYTES = 1_000_000  # total size of the kept texts; trees and rows are about fifty times as large
LARGEST_DIFFERENCE = 0.3  # share of the text; if more has changed, reading the whole new text is as fast


class _Text(NamedTuple):
    """A text whose language has queries: `data` as written, and `parsed` as preprocessed and repaired."""

    language: str
    rules: LanguageRules
    data: bytes
    parsed: bytes


class _Kept(NamedTuple):
    """A text with its tree, query rows and facts; `details` are those among the rows, or None if they are not known.

    If the text has syntax errors, `clean` is the state of the latest text before it that had none, if that is known.
    """

    text: _Text
    tree: Tree
    rows: QueryRows
    found: FactsWithDefinitions
    details: Details | None = None
    clean: "_Kept | None" = None

    @property
    def size(self) -> int:
        """The total size of the kept texts in bytes."""
        return len(self.text.data) + (self.clean.size if self.clean else 0)


class _Earlier:
    """An earlier state of a file, and its tree as `edited` adapts it to the next text."""

    def __init__(self, state: _Kept) -> None:
        self.state = state
        self.adapted = cache(partial(_adapted, state))  # parsing and the comparison with the new tree need the same one


class IncrementalFacts:
    """An incremental reader of files, which keeps the state of the latest texts between calls. Not thread-safe."""

    def __init__(self, kept_bytes: int = KEPT_BYTES) -> None:
        self._kept_bytes = kept_bytes
        self._kept: Lru[str, _Kept] = Lru(KEPT_FILES, kept_bytes, lambda kept: kept.size)  # keyed by path

    @property
    def kept(self) -> list[str]:
        """The paths of the files whose state is kept, latest last."""
        return self._kept.keys

    def keeps(self, path: str, source: SourceText) -> bool:
        """Return whether the state kept for the file at `path` belongs to the text `source`."""
        kept = self._kept.peek(path)
        return kept is not None and kept.text.data == source.data

    def facts(self, path: str, source: SourceText) -> FileFacts:
        """Return the facts about `source` at `path`, equal to those of `file_facts`."""
        name = language_of(path, source)
        with profiling.stage("facts", name):
            return self._facts_in(name, path, source)

    def _facts_in(self, name: str, path: str, source: SourceText) -> FileFacts:
        before = self._kept.pop(path)
        rules = rules_for(name, source)
        if rules is None or rules.embedded is not None:
            return file_facts(path, source)
        if before is not None and before.text.rules is not rules:
            before = None
        text = _Text(name, rules, source.data, parsed_text(source, rules))
        latest = _Earlier(before) if before else None
        clean = _clean(latest, text) if latest else None
        text, tree = _parsed(text, clean.adapted if clean else None)
        if tree is None:
            return file_facts(path, source)
        base = latest if tree.root_node.has_error else clean or latest
        kept = _read_next(text, tree, base) if base else _read(text, tree)
        if kept is None:
            return facts_of_tree(path, source, tree, rules)
        if clean and tree.root_node.has_error:
            with_clean = kept._replace(clean=clean.state)
            kept = with_clean if with_clean.size <= self._kept_bytes else kept  # what is too large is not kept at all
        kept = self._kept.put(path, kept)
        return with_items(path, language(name), source.data, kept.found.facts, kept.tree)


def _clean(latest: _Earlier, text: _Text) -> _Earlier | None:
    """Return the latest state without syntax errors; None if it is not known, or differs from `text` too much."""
    if not latest.state.tree.root_node.has_error:
        return latest
    clean = latest.state.clean
    if clean is None or clean.text.rules is not text.rules:
        return None
    return None if _is_large(find_edit(clean.text.parsed, text.parsed), text) else _Earlier(clean)


def _is_large(edit: Edit, text: _Text) -> bool:
    return max(edit.new_end, edit.old_end) - edit.start > len(text.data) * LARGEST_DIFFERENCE


def _parsed(text: _Text, adapted: Callable[[bytes], Tree] | None = None) -> tuple[_Text, Tree | None]:
    parsed, tree = parse_repaired(language(text.language), text.parsed, adapted)
    return text._replace(parsed=parsed), tree


def _read(text: _Text, tree: Tree) -> _Kept | None:
    """Read the whole of `tree`. Returns None if some query matches may be missing."""
    rows = find_all_rows(tree, text.rules)
    if rows is None:
        return None
    return _Kept(text, tree, rows, facts_from_rows(text.language, text.data, tree, rows, text.rules))


def _adapted(before: _Kept, parsed: bytes) -> Tree:
    """Return the tree of the text in `before`, with the positions of its nodes adapted to the text `parsed`."""
    return edited(before.tree, find_edit(before.text.parsed, parsed), before.text.parsed, parsed)


def _read_next(text: _Text, tree: Tree, earlier: _Earlier) -> _Kept | None:
    """Read `text` like `_read`, but query only the difference from the `earlier` text if the difference is small."""
    before = earlier.state
    edit = find_edit(before.text.parsed, text.parsed)
    different = difference(earlier.adapted(text.parsed), tree, edit, text.parsed)
    if text.parsed != text.data or before.text.parsed != before.text.data:  # the preprocessed texts may differ less
        seen = find_edit(before.text.data, text.data)
        different = different.around(seen.start, seen.new_end)
    if _is_large(different, text):
        return _read(text, tree)
    revision = revised_rows(before.rows, before.tree, tree, different, text.rules)
    if revision is None:
        return _read(text, tree)
    found, details = _revised(text, before, revision)
    splits = _moved(before.found.splits, different)
    return _Kept(text, tree, revision.rows, facts_of_parsed(text.language, text.data, tree, found, splits), details)


def _moved(splits: Splits, different: Edit) -> dict[tuple[int, int, int], list[Slice]]:
    """Return the slices of the ranges outside of the difference, moved to their places in the new text."""
    growth = different.growth
    return {(start, end, limit): slices for (start, end, limit), slices in splits.items() if end <= different.start} | {
        (start + growth, end + growth, limit): [(first + growth, last + growth) for first, last in slices]
        for (start, end, limit), slices in splits.items()
        if start >= different.old_end
    }


def _revised(text: _Text, before: _Kept, revision: RowRevision) -> tuple[ParsedFacts, Details | None]:
    """Build the facts about `text` except its chunks, reusing those of the text in `before` where they still hold."""
    facts, definitions, _ = before.found
    if text.rules.joins_clauses or text.rules.most_definitions != NO_LIMIT:  # distant rows affect definitions
        return read_rows(text.data, revision.rows, text.rules), None
    details = before.details or Details.of(before.rows.outline, definitions)
    known = PreviousFacts(before.text.data, definitions, facts.outline.imports, facts.references)
    revised = revised_facts(RevisedText(text.data, revision, text.rules, facts, known), details)
    return revised or (read_rows(text.data, revision.rows, text.rules), None)
