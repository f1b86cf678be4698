"""Share of a question's words with which the workspace names its definitions and sections.

A term that occurs only in the text of code, such as "mutex" where one is used, is not a concept of the workspace.
"""

from collections.abc import Iterable

from ctx_lsp.retrieval.units import name_words
from ctx_lsp.snapshot.snapshot import Snapshot

BEGINNING = 3  # letters of a term that each word with this stem has


def named_share(snapshot: Snapshot, terms: Iterable[str]) -> float:
    """Return the share (0–1) of the index terms that are words of a name outside of tests; 0 if there are no terms."""
    wanted = dict.fromkeys(terms)
    return sum(_is_named(snapshot, term) for term in wanted) / len(wanted) if wanted else 0.0


def _is_named(snapshot: Snapshot, term: str) -> bool:
    beginning = term[:BEGINNING].lower()
    names = (name for alike in snapshot.initials.values() for name in alike if beginning in name.lower())
    return any(term in name_words(name) and names_code(snapshot, name) for name in names)


def names_code(snapshot: Snapshot, name: str) -> bool:
    """Return whether `name` is the name of a definition or section outside of tests."""
    return any(snapshot.files[path].role != "test" for path in snapshot.names.get(name, ()))
