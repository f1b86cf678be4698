"""Applies a search's filter to the candidates that published repositories propose, before the best are chosen."""

from collections.abc import Callable, Mapping
from itertools import islice

from ctx_lsp.published.model import NEAREST, PublishedUnit, Row
from ctx_lsp.retrieval.model import ResultFilter
from ctx_lsp.text.ignore import parse_rules

WIDER = 5  # times as many proposals in each step
STEPS = 2  # so a filter looks through 1,000 proposals; reading them takes three times as long as 200

Propose = Callable[[int], Mapping[Row, float]]
"""Returns the chunks of the best proposals, as many as the argument says: scores, best first."""


class UnitFilter:
    """A search's filter for units of published repositories."""

    def __init__(self, wanted: ResultFilter) -> None:
        self._wanted = wanted
        self._include, self._exclude = (parse_rules("\n".join(globs)) for globs in (wanted.include, wanted.exclude))

    @property
    def is_empty(self) -> bool:
        """Whether everything is admitted."""
        wanted = self._wanted
        return not (wanted.languages or wanted.kinds or wanted.include or wanted.exclude) and wanted.tests is not False

    def admits(self, unit: PublishedUnit) -> bool:
        """Return whether a unit may be a result."""
        wanted = self._wanted
        if (wanted.languages and unit.language not in wanted.languages) or (
            wanted.kinds and unit.kind not in wanted.kinds
        ):
            return False
        if wanted.tests is False and (unit.is_test or unit.role == "test"):
            return False
        return not (wanted.include and not self._include.covers(unit.path)) and not self._exclude.covers(unit.path)


def best_admitted(propose: Propose, admits: Callable[[Row], bool], steps: int) -> dict[Row, float]:
    """Return up to `NEAREST` of the proposals that `admits` accepts, best first.

    `propose` is asked for a growing number of proposals until enough of them are accepted, but at most `steps` times.
    """
    seen = 0
    found: dict[Row, float] = {}
    for step in range(steps):
        proposed = propose(NEAREST * WIDER**step)
        found = {row: score for row, score in proposed.items() if admits(row)}
        if len(found) >= NEAREST or len(proposed) == seen:
            break
        seen = len(proposed)
    return dict(islice(found.items(), NEAREST))
