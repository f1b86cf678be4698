"""The candidates of one question and the parts of their scores, a column of numbers for each part.

Rules look at hundreds of candidates, so what they add is added for all of them at once. Which rules there are is in
`rank` and `rank_words`; what the channels give, in `fusion`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

import numpy as np

from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.retrieval.units import Unit
from ctx_lsp.snapshot.snapshot import Snapshot

DIGITS = 6  # scores that differ by rounding alone are ties

Parts = dict[str, float]


class ScoreMatrix:
    """Different candidates by path and position; `totals` are the sums of the columns in the order of their coming.

    Arrays are parallel to `units`. For one question, by one thread.
    """

    def __init__(self, snapshot: Snapshot, units: Iterable[Unit]) -> None:
        self._snapshot = snapshot
        self.units = tuple(sorted(units))
        self.totals = np.zeros(len(self.units))
        self._columns: dict[str, np.ndarray] = {}

    def __len__(self) -> int:
        return len(self.units)

    @cached_property
    def places(self) -> Mapping[Unit, int]:
        """Where each candidate stands."""
        return {unit: place for place, unit in enumerate(self.units)}

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The candidates' files, each once, in order."""
        return tuple(dict.fromkeys(unit.path for unit in self.units))

    @cached_property
    def files(self) -> np.ndarray:
        """For each candidate the number of its file among `paths`."""
        numbers = {path: number for number, path in enumerate(self.paths)}
        return np.array([numbers[unit.path] for unit in self.units], dtype=np.intp)

    @cached_property
    def symbols(self) -> Sequence[tuple[int, FileEntry, int]]:
        """The place of each candidate that is a symbol, with its file and its index there."""
        files = self._snapshot.files
        return [(place, files[path], symbol) for place, (path, symbol, _) in enumerate(self.units) if symbol >= 0]

    def spread(self, by_file: Mapping[str, float]) -> np.ndarray:
        """What is known of files, for the candidates in them."""
        return np.asarray(np.array([by_file.get(path, 0.0) for path in self.paths])[self.files])

    def zeros(self) -> np.ndarray:
        """A column with nothing in it yet."""
        return np.zeros(len(self.units))

    def add(self, name: str, column: np.ndarray) -> None:
        """Add a part to the scores."""
        self._columns[name] = column
        self.totals = self.totals + column

    def joined(self, more: Collection[Unit]) -> "ScoreMatrix":
        """With more candidates, which have no score yet."""
        new = [unit for unit in more if unit not in self.places]
        if not new:
            return self
        matrix = ScoreMatrix(self._snapshot, [*self.units, *new])
        places = np.array([matrix.places[unit] for unit in self.units], dtype=np.intp)
        for name, column in self._columns.items():
            wider = matrix.zeros()
            wider[places] = column
            matrix.add(name, wider)
        return matrix

    def only(self, kept: np.ndarray) -> "ScoreMatrix":
        """With the candidates that are `kept` (truth values) alone."""
        if kept.all():
            return self
        matrix = ScoreMatrix(
            self._snapshot, (unit for unit, stays in zip(self.units, kept.tolist(), strict=True) if stays)
        )
        for name, column in self._columns.items():
            matrix.add(name, column[kept])
        return matrix

    def order(self) -> np.ndarray:
        """The places of all candidates by falling score; ties by path and position."""
        return np.argsort(-np.round(self.totals, DIGITS), kind="stable")

    def by_file(self) -> list[np.ndarray]:
        """The places of the candidates of each file by falling score."""
        order = self.order()
        files = self.files[order]
        grouped = order[np.argsort(files, kind="stable")]
        return np.split(grouped, np.cumsum(np.bincount(files))[:-1]) if len(self) else []

    def column(self, name: str) -> np.ndarray:
        """What a part gave each candidate; nothing where it was not added."""
        return self._columns.get(name, self.zeros())

    def parts(self, place: int) -> Parts:
        """The parts of one candidate's score that it has, by name."""
        return {name: float(column[place]) for name, column in self._columns.items() if column[place]}
