"""Finds out whether the words of a short question name code of the workspace, ignoring case."""

from collections.abc import Sequence

from ctx_lsp.graph.tables import initial
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import CONTENT_KINDS


def names_code(snapshot: Snapshot, word: str) -> bool:
    """Return whether a definition in code has the name `word`."""
    names = (name for name in snapshot.initials.get(initial(word), ()) if name.lower() == word.lower())
    return any(one.kind not in CONTENT_KINDS for name in names for one in snapshot.named(name))


def names_together(snapshot: Snapshot, words: Sequence[str]) -> bool:
    """Return whether a symbol or a file has a name that consists of `words`, such as `add_tax` or `addTax.ts`."""
    joined = "".join(words).lower()
    if any(_joined(name) == joined for name in snapshot.initials.get(initial(joined), ())):
        return True
    return any(_joined(path.rpartition("/")[2].partition(".")[0]) == joined for path in snapshot.files)


def _joined(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()
