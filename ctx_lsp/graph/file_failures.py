"""Failures of what is computed for one file: each costs what it was to compute and nothing else.

Every computation about a single file runs through `FileFailures.attempt`. Where it fails, a simpler way is taken, the
failure is noted with its path, and the next computation for the file tries again. What failures are is in
`base.faults`; which ways there are is the caller's to say.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeVar

from ctx_lsp.base.faults import Fault, attempt

log = logging.getLogger(__name__)

T = TypeVar("T")
K = TypeVar("K")
P = TypeVar("P")
V = TypeVar("V")

Stage = Literal[
    "reading", "facts", "edited facts", "terms", "edited terms", "table", "edges", "embedding", "summaries",
    "preparation", "cache reading", "cache writing", "vector",
]  # fmt: skip
"""What was being computed. `edited`: from the text before, which is a shorter way to the same; `table`: what the file
adds to a table of the whole workspace; `vector`: by a model."""

LACKING: tuple[Stage, ...] = ("facts", "terms")
"""Without these there is less of a file than its text says, which must not be kept for a later run."""

BEFORE_TEXTS = frozenset({"reading", "cache reading"})
"""These are tried before the text of a file is set."""

MOST_LOGGED = 200  # failures of one process; a fault that each file has must not flood the client's log


@dataclass(frozen=True, slots=True)
class FileFailure:
    """The file at `path` (workspace path) lacks what `stage` was to compute; `report` can be sent to the authors."""

    path: str
    stage: Stage
    report: str


class FileFailures:
    """The failures that stand, by file and stage. The writer's thread changes them; any thread may ask for `all`."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, FileFailure]] = {}  # by path, then by stage (and table)
        self._logged = 0

    def attempt(self, stage: Stage, path: str, *ways: Callable[[], T]) -> T:
        """Return the value of the first of `ways` that does not fail.

        A failure stands until the first way succeeds. The last way is the one that is left: what it raises is raised.
        """
        return self._first_value(stage, stage, path, ways)

    def isolated(self, table: str, add: Callable[[str, V], Mapping[K, P]]) -> Callable[[str, V], Mapping[K, P] | None]:
        """Return `add`, which says what a file adds to `table`, so that it says None where it fails."""

        def guarded(path: str, value: V) -> Mapping[K, P] | None:
            return self._first_value("table", f"table {table}", path, (partial(add, path, value), lambda: None))

        return guarded

    def has(self, path: str, *stages: Stage) -> bool:
        """Whether a file lacks what one of `stages` was to compute."""
        return not self._found.get(path, {}).keys().isdisjoint(stages)

    def forget(self, path: str) -> None:
        """The text is gone, and all that was computed from it; what was tried before the next one was set stands."""
        found = self._found.pop(path, {})
        left = {name: failure for name, failure in found.items() if name in BEFORE_TEXTS}
        if left:
            self._found[path] = left

    def all(self) -> tuple[FileFailure, ...]:
        """The failures that stand, by path."""
        found = self._found.copy()
        return tuple(one for path in sorted(found) for one in found[path].copy().values())

    def _first_value(self, stage: Stage, name: str, path: str, ways: Sequence[Callable[[], T]]) -> T:
        failure: FileFailure | None = None
        for way in ways[:-1]:
            made = attempt(way)
            if not isinstance(made, Fault):
                self._note(name, path, failure)
                return made
            failure = failure or FileFailure(path, stage, made.report)
        value = ways[-1]()
        self._note(name, path, failure)
        return value

    def _note(self, name: str, path: str, failure: FileFailure | None) -> None:
        if failure is not None:
            before = self._found.setdefault(path, {})
            if before.get(name) != failure:
                before[name] = failure
                self._log(failure)
        elif path in self._found:
            self._found[path].pop(name, None)
            if not self._found[path]:
                del self._found[path]

    def _log(self, failure: FileFailure) -> None:
        self._logged += 1
        if self._logged <= MOST_LOGGED:
            log.warning(
                "%s of %s failed; the rest of the file is used. %s", failure.stage, failure.path, failure.report
            )
        elif self._logged == MOST_LOGGED + 1:
            log.warning("too many files fail; only ctx-lsp.status names the others")
