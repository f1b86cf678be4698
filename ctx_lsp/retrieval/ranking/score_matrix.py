"""Score matrix for a question, with a row for each candidate and a column for each score part.

A rule computes a whole column at once, because there are hundreds of candidates. The rules are in `rank` and
`rank_words`; `fusion` adds the columns of the channels.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np

from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.retrieval.units import Unit

DIGITS = 6  # scores that differ only by floating-point error are ties

Parts = dict[str, float]


class ScoreMatrix:
    """The scores of all candidates for a question. Not thread-safe.

    `units` holds the candidates, sorted by path and position; all arrays are parallel to it. `totals` holds the sum of
    each row, added up in the order in which columns were added. The constructor's argument `files` maps the paths of
    the candidates' files to their entries.
    """

    def __init__(self, files: Mapping[str, FileEntry], units: Iterable[Unit]) -> None:
        self._entries = files
        self.units = tuple(sorted(units))
        self.totals = np.zeros(len(self.units))
        self._columns: dict[str, np.ndarray] = {}

    def __len__(self) -> int:
        return len(self.units)

    @cached_property
    def places(self) -> Mapping[Unit, int]:
        """Row of each candidate."""
        return {unit: place for place, unit in enumerate(self.units)}

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """Paths of the files that contain candidates, sorted and without duplicates."""
        return tuple(dict.fromkeys(unit.path for unit in self.units))

    @cached_property
    def files(self) -> np.ndarray:
        """For each candidate, the index of its file in `paths`."""
        numbers = {path: number for number, path in enumerate(self.paths)}
        return np.array([numbers[unit.path] for unit in self.units], dtype=np.intp)

    @cached_property
    def symbols(self) -> Sequence[tuple[int, FileEntry, int]]:
        """Row, file entry and symbol index of each candidate that is a symbol."""
        entries = self._entries
        return [(place, entries[path], symbol) for place, (path, symbol, _) in enumerate(self.units) if symbol >= 0]

    def spread(self, by_file: Mapping[str, float]) -> np.ndarray:
        """Return a column in which each candidate has the value of its file, or 0 if `by_file` lacks the file."""
        return np.asarray(np.array([by_file.get(path, 0.0) for path in self.paths])[self.files])

    def zeros(self) -> np.ndarray:
        """Return a column of zeros."""
        return np.zeros(len(self.units))

    def add(self, name: str, column: np.ndarray) -> None:
        """Add the column of the score part `name`."""
        self._columns[name] = column
        self.totals = self.totals + column

    def joined(self, more: Collection[Unit]) -> "ScoreMatrix":
        """Return a matrix with the candidates in `more` added; the scores of new candidates are 0."""
        new = [unit for unit in more if unit not in self.places]
        if not new:
            return self
        matrix = ScoreMatrix(self._entries, [*self.units, *new])
        places = np.array([matrix.places[unit] for unit in self.units], dtype=np.intp)
        for name, column in self._columns.items():
            wider = matrix.zeros()
            wider[places] = column
            matrix.add(name, wider)
        return matrix

    def only(self, kept: np.ndarray) -> "ScoreMatrix":
        """Return a matrix with only the candidates for which the boolean array `kept` is true."""
        if kept.all():
            return self
        matrix = ScoreMatrix(
            self._entries, (unit for unit, stays in zip(self.units, kept.tolist(), strict=True) if stays)
        )
        for name, column in self._columns.items():
            matrix.add(name, column[kept])
        return matrix

    def order(self) -> np.ndarray:
        """Return all rows by descending score; equal scores are ordered by path and position."""
        return np.argsort(-np.round(self.totals, DIGITS), kind="stable")

    def grouped_by_file(self) -> tuple[np.ndarray, np.ndarray]:
        """Return all rows, file by file and by descending score, and the position at which each file starts.

        The last position is the number of rows.
        """
        order = self.order()
        files = self.files[order]
        starts = np.concatenate(([0], np.cumsum(np.bincount(files, minlength=len(self.paths)))))
        return order[np.argsort(files, kind="stable")], starts

    def by_file(self) -> list[list[int]]:
        """Return one list for each file, with the rows of the file's candidates by descending score."""
        grouped, starts = self.grouped_by_file()
        rows = grouped.tolist()
        return [rows[first:end] for first, end in pairwise(starts.tolist())]

    def column(self, name: str) -> np.ndarray:
        """Return the column of a score part, or zeros if the part was not added."""
        return self._columns.get(name, self.zeros())

    def parts(self, place: int) -> Parts:
        """Return the nonzero score parts of a row, keyed by name."""
        return {name: float(column[place]) for name, column in self._columns.items() if column[place]}
