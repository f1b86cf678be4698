"""The facts of texts that are being edited, found from those of the text before. Equal to `file_facts`, only sooner.

Nothing here may change what is found, so all of it is a matter of time: what is kept is the latest text of a few files,
its tree (some twenty times the size of the text) and the rows that the queries found in it.
"""

from dataclasses import dataclass

from ctx_lsp.syntax.edits import find_edit
from ctx_lsp.syntax.facts import file_facts, outlined_facts, parsed_text
from ctx_lsp.syntax.languages import language, language_of
from ctx_lsp.syntax.model import FileFacts
from ctx_lsp.syntax.parser import Tree, edited, parse
from ctx_lsp.syntax.revision import difference, revised_rows
from ctx_lsp.syntax.rows import Rows, find_all_rows
from ctx_lsp.syntax.rules import Rules, rules_of
from ctx_lsp.text.source import SourceText

KEPT_FILES = 4  # as many as are edited in turns
KEPT_BYTES = 4_000_000  # of all their texts together; trees and rows are some forty times as large


@dataclass(frozen=True, slots=True)
class _Kept:
    """A text as it was parsed, its tree, and all that was found in that."""

    rules: Rules
    text: bytes
    tree: Tree
    rows: Rows


class FactsMemo:
    """Reads texts, and keeps of the latest what the next text of the same file can be read from. For one thread."""

    def __init__(self, kept_bytes: int = KEPT_BYTES) -> None:
        self._kept_bytes = kept_bytes
        self._kept: dict[str, _Kept] = {}  # by path, the latest last

    @property
    def kept(self) -> list[str]:
        """The paths of the files that something is kept of, the latest last."""
        return list(self._kept)

    def facts(self, path: str, source: SourceText) -> FileFacts:
        """Return the facts of `source` at `path`, the same as `file_facts` does."""
        before = self._kept.pop(path, None)
        name = language_of(path, source)
        rules = rules_of(name)
        kept = _read(language(name).grammar, parsed_text(source, rules), rules, before) if rules else None
        if kept is None:
            return file_facts(path, source)
        self._keep(path, kept)
        return outlined_facts(name, source.data, kept.tree, kept.rows, kept.rules)

    def _keep(self, path: str, kept: _Kept) -> None:
        self._kept[path] = kept
        size = sum(len(one.text) for one in self._kept.values())
        while len(self._kept) > KEPT_FILES or size > self._kept_bytes:
            size -= len(self._kept.pop(next(iter(self._kept))).text)


def _read(grammar: str, text: bytes, rules: Rules, before: _Kept | None) -> _Kept | None:
    """Parse and query `text`; None where there is no tree, or where not all can be told that the queries find."""
    if before is None or before.rules is not rules or before.text == text:
        tree = parse(grammar, text)
        rows = find_all_rows(tree, rules) if tree else None
    else:
        edit = find_edit(before.text, text)
        like = edited(before.tree, edit, before.text, text)
        tree = parse(grammar, text, like)
        rows = None
        if tree:
            different = difference(like, tree, edit, text)
            rows = revised_rows(before.rows, before.tree, tree, different, rules) or find_all_rows(tree, rules)
    return _Kept(rules, text, tree, rows) if tree and rows else None
