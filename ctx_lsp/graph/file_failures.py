"""Failures of per-file computations. If a computation fails, only its own result is lost.

Every computation for a single file runs through `FileFailures.attempt`. If a computation fails, the next simpler
alternative runs, and the failure is recorded with the path. The next computation for the file tries the first
alternative again. Faults are defined in `base.faults`; the caller supplies the alternatives.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from ctx_lsp.base.faults import Fault, attempt

log = logging.getLogger(__name__)

T = TypeVar("T")
K = TypeVar("K")
P = TypeVar("P")
V = TypeVar("V")

Stage = Literal[
    "reading", "facts", "edited facts", "terms", "edited terms", "table", "edges", "edited edges", "embedding",
    "summaries", "preparation", "cache reading", "reading cached edges", "cache writing", "vector",
]  # fmt: skip
"""A stage of computation. The `edited …` stages compute the same results incrementally from the previous text. `table`
is a file's contribution to a workspace-wide table. `vector` is the computation of a vector by a model."""

DERIVED_STAGES: tuple[Stage, ...] = ("facts", "terms")
"""Stages whose failure leaves an incomplete record of a file, which must not be cached for a later run."""

BEFORE_TEXTS = frozenset({"reading", "cache reading"})
"""Stages that run before the text of a file is set."""

MAX_LOGGED = 200  # failures logged per process, so that a fault in every file does not flood the client's log


@dataclass(frozen=True, slots=True)
class FileFailure:
    """A failure of `stage` for the file at the workspace path `path`; `report` is safe to send to the developers."""

    path: str
    stage: Stage
    report: str


class FileFailures:
    """The current failures, keyed by file and stage. Only the writer thread changes them; any thread may call `all`."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, FileFailure]] = {}  # keyed by path, then by stage (and table)
        self._logged = 0

    def attempt(self, stage: Stage, path: str, *ways: Callable[[], T]) -> T:
        """Return the value of the first function in `ways` that does not fail.

        A failure stays recorded until the first function succeeds. Exceptions from the last function propagate.
        """
        return self._first_value(stage, stage, path, ways)

    def value_or_none(self, stage: Stage, path: str, way: Callable[[], T]) -> T | None:
        """Return the value of `way`, or None if it fails; this is only logged, because the file loses nothing."""
        made = attempt(way)
        if isinstance(made, Fault):
            self._log(FileFailure(path, stage, made.report))
            return None
        return made

    def isolated(self, table: str, add: Callable[[str, V], Mapping[K, P]]) -> Callable[[str, V], Mapping[K, P] | None]:
        """Wrap `add`, which computes a file's contribution to `table`, so that it returns None instead of failing."""

        name = f"table {table}"

        def guarded(path: str, value: V) -> Mapping[K, P] | None:
            made = attempt(add, path, value)
            failure = FileFailure(path, "table", made.report) if isinstance(made, Fault) else None
            self._note(name, path, failure)
            return None if isinstance(made, Fault) else made

        return guarded

    def has(self, path: str, *stages: Stage) -> bool:
        """Return whether at least one of `stages` has failed for a file."""
        return not self._found.get(path, {}).keys().isdisjoint(stages)

    def forget(self, path: str) -> None:
        """Forget a file's failures. Call this when the file's text is set or removed.

        Failures in `BEFORE_TEXTS` are kept: these stages run before the text is set, so they are about the new text.
        """
        found = self._found.pop(path, {})
        left = {name: failure for name, failure in found.items() if name in BEFORE_TEXTS}
        if left:
            self._found[path] = left

    def all(self) -> tuple[FileFailure, ...]:
        """Return the current failures, sorted by path."""
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
        if self._logged <= MAX_LOGGED:
            log.warning(
                "%s of %s failed; the rest of the file is used. %s", failure.stage, failure.path, failure.report
            )
        elif self._logged == MAX_LOGGED + 1:
            log.warning("too many files failed; ctx-lsp.status lists the others")
