"""The definitions that each commit changed, found by following their lines back through the history.

No earlier text is read or parsed. Each line of the checked-out commit belongs to the innermost function, method or type
around it. The edits of a commit show which of these definitions the commit changed, and where their lines were before.
Definitions are therefore followed even if they or their files are renamed, as with `git log -L`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ctx_lsp.features.definition_diff import KINDS
from ctx_lsp.graph.entry import FileEntry, path_of
from ctx_lsp.history.co_change import MAX_FILES, share_of_each, weight_at
from ctx_lsp.text.git_edits import CommitEdits, LineEdit

Owners = list[str]
"""The symbol to which each line of a text belongs; "" for a line outside every definition."""


class DefinitionCommit(NamedTuple):
    """A commit: its time in seconds since 1970, and the definitions that it changed."""

    time: int
    symbols: tuple[str, ...]

    @property
    def share(self) -> float:
        """The weight (0 to 1) of the commit for each definition that it changed. Each further definition lowers it."""
        return share_of_each(len(self.symbols))


@dataclass(frozen=True)
class DefinitionHistory:
    """The commits that changed definitions, newest first. Commits that edited more than `MAX_FILES` files are left out.

    `is_late` is set if Git took too long, so that no commits are known yet. A later request continues the work.
    """

    commits: tuple[DefinitionCommit, ...] = ()
    is_late: bool = False

    @cached_property
    def weights(self) -> Sequence[float]:
        """The weight of each commit (0 to 1), which falls with its age relative to the newest one."""
        newest = max((commit.time for commit in self.commits), default=0)
        return tuple(weight_at(newest - commit.time) for commit in self.commits)

    @cached_property
    def activity(self) -> Mapping[str, float]:
        """The number of changes of each definition. Each commit counts by its weight, multiplied by its `share`."""
        found: defaultdict[str, float] = defaultdict(float)
        for commit, weight in zip(self.commits, self.weights, strict=True):
            for symbol in commit.symbols:
                found[symbol] += weight * commit.share
        return found

    @cached_property
    def by_path(self) -> Mapping[str, tuple[int, ...]]:
        """The indices of the commits that changed definitions of each file, by the file's current path."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for index, commit in enumerate(self.commits):
            for path in {path_of(symbol) for symbol in commit.symbols}:
                found[path].append(index)
        return {path: tuple(indices) for path, indices in found.items()}


def owners_of(entry: FileEntry) -> Owners:
    """Return the id of the innermost function, method or type around each line of a file; "" if there is none."""
    owners = [""] * (entry.source.line_count + 1)
    for one in entry.definitions:  # a definition comes before those inside of it
        if one.kind in KINDS:
            span = entry.facts.spans[one.index]
            first, last = entry.source.line_at(span.start), entry.source.line_at(max(span.start, span.end - 1))
            owners[first : last + 1] = [one.id] * (last + 1 - first)
    return owners


def followed(owners: Callable[[str], Owners | None], commits: Iterable[CommitEdits]) -> Iterator[DefinitionCommit]:
    """Yield each commit that changed definitions, with the ids that these definitions have in the newest commit.

    `commits` must be sorted, newest first. `owners` returns the owners of the lines of a file in the newest commit, or
    None for a file that is not followed.
    """
    current: dict[str, Owners | None] = {}  # by the path that a file had after the next commit to be undone
    for commit in commits:
        changed: dict[str, None] = {}
        for file in commit.files:
            if file.path not in current:
                current[file.path] = owners(file.path)
            lines = current[file.path]
            if lines is not None:
                for edit in reversed(file.edits):
                    changed |= dict.fromkeys(_undo(lines, edit))
        renamed = [file for file in commit.files if file.former]
        before = {file.former: current[file.path] for file in renamed}
        current |= dict.fromkeys((file.path for file in renamed), None) | before
        if changed and len(commit.files) <= MAX_FILES:
            yield DefinitionCommit(commit.time, tuple(changed))


def _undo(lines: Owners, edit: LineEdit) -> Sequence[str]:
    """Undo an edit in `lines`, which holds the owners of a text's lines; return the definitions that the edit changed.

    The lines that the edit removed are given to the definitions whose lines replaced them, in the same order. A
    definition is repeated in the result if several of its lines changed.
    """
    start = edit.start
    added = lines[start : start + edit.added]
    if not edit.added and 0 < start < len(lines) and lines[start - 1] == lines[start]:
        added = [lines[start]]  # lines were removed inside of a definition
    lines[start : start + edit.added] = [
        added[min(row, len(added) - 1)] if added else "" for row in range(edit.removed)
    ]
    return [owner for owner in added if owner]
