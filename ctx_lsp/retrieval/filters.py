"""Which units a question's filter lets through. Ranking is not touched here."""

from functools import lru_cache

from ctx_lsp.index.snapshot import Snapshot
from ctx_lsp.retrieval.model import Filter
from ctx_lsp.retrieval.units import Unit
from ctx_lsp.text.ignore import parse_rules


class Admission:
    """A filter bound to a snapshot; call it with a unit."""

    def __init__(self, snapshot: Snapshot, wanted: Filter) -> None:
        self._snapshot = snapshot
        self._wanted = wanted
        self._include = parse_rules("\n".join(wanted.include))
        self._exclude = parse_rules("\n".join(wanted.exclude))
        self._path_admitted = lru_cache(maxsize=None)(self._admits_path)

    def __call__(self, unit: Unit) -> bool:
        """Whether the unit may be a result."""
        if not self._path_admitted(unit.path):
            return False
        kinds = self._wanted.kinds
        if not kinds:
            return True
        return unit.symbol >= 0 and self._snapshot.files[unit.path].definitions[unit.symbol].kind in kinds

    def _admits_path(self, path: str) -> bool:
        entry = self._snapshot.files[path]
        wanted = self._wanted
        if wanted.languages and entry.language not in wanted.languages:
            return False
        if wanted.tests is False and entry.role == "test":
            return False
        if wanted.include and not self._include.covers(path):
            return False
        return not self._exclude.covers(path)
