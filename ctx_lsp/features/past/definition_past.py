"""The history of one definition: how often it changed recently, its authors, and its first and last known changes.

Each recent commit to the file is examined by comparing the file's texts before and after it, definition by definition.
Renames of the file are followed, but not renames of the definition or its moves to another file. Older commits come
from `git blame`, which costs less than more comparisons, but does not show commits that only removed lines. Both
results are cached for each file.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from heapq import merge
from pathlib import Path
from typing import NamedTuple

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.lru import Lru
from ctx_lsp.base.timestamps import date_text
from ctx_lsp.features.changes import entry_of
from ctx_lsp.features.past.changed_definitions import changed_definitions, steps_of
from ctx_lsp.features.past.reasons import PERIOD, commits_named, often
from ctx_lsp.graph.entry import FileEntry, path_of, qualname_of
from ctx_lsp.history.histories import Histories, Located
from ctx_lsp.history.log import PastCommit
from ctx_lsp.packing.formats.plain_text import plain
from ctx_lsp.packing.formats.render import code
from ctx_lsp.text.git import GitError, committed_texts
from ctx_lsp.text.git_log import commits_of_lines, touched_contents

MAX_COMPARED = 50  # latest commits of a file, of those in `PERIOD`, whose texts are compared


@dataclass(frozen=True, slots=True)
class DefinitionPast:
    """The known commits that changed a definition, newest first.

    The commits to the file in the last `PERIOD` days are examined by comparing its texts before and after each of them;
    `changes` counts those that changed the definition. `is_more` is set if there were too many such commits to examine
    them all. Of the commits that were not examined, only those that last changed one of the definition's lines are
    known.
    """

    commits: tuple[PastCommit, ...]
    changes: int
    is_more: bool = False

    @property
    def authors(self) -> tuple[str, ...]:
        """The authors of the commits, without duplicates, the author of the latest commit first."""
        return tuple(dict.fromkeys(one.author for one in self.commits))


def sentence_about(symbol: str, past: DefinitionPast) -> str:
    """Return a sentence about the past of a definition, in Markdown."""
    first, last, authors = past.commits[-1], past.commits[0], len(past.authors)
    changed = often(past.changes, is_more=past.is_more)
    latest = f"{code(qualname_of(symbol))}: {changed}; last on {date_text(last.time)} by {plain(last.author)}"
    if first is last:
        return latest
    return f"{latest}; {f'{authors} authors, ' if authors > 1 else ''}first known on {date_text(first.time)}"


class _FilePast(NamedTuple):
    """The history of a file up to a commit.

    `recent` holds its compared commits, newest first, each with the qualified names of the definitions that it changed.
    `entry` is the committed file. `lines` maps each line (from 0) to the hash of the commit that last changed it.
    """

    recent: tuple[tuple[PastCommit, frozenset[str]], ...]
    is_more: bool
    entry: FileEntry | None
    lines: Mapping[int, str]


_known: Lru[tuple[Path, str, str, int], _FilePast] = Lru(200)  # by folder, commit, path and day


def definition_past(histories: Histories, symbol: str, day: int, token: CancelToken) -> DefinitionPast | None:
    """Return the history of a definition up to `day` (in days since 1970).

    Returns None if no commit is known to have changed the definition, or if git fails. The first call for a file parses
    two texts for each recent commit to the file. Raises `Cancelled`.
    """
    located, name = histories.locate(path_of(symbol)), qualname_of(symbol)
    if located is None or not name:
        return None
    try:
        past = _past_of_file(located, day, token)
    except GitError:
        return None
    recent = [commit for commit, changed in past.recent if _is_in(name, changed)]
    compared = {commit.name for commit, _ in past.recent}
    of_lines = _commits_of(past, name) - compared
    older = commits_named(located, of_lines)
    commits = tuple(merge(recent, older, key=lambda one: -one.time))  # a merge is not compared, but may be recent
    return DefinitionPast(commits, len(recent), past.is_more) if commits else None


def is_uncommitted(histories: Histories, symbol: str, day: int, token: CancelToken) -> bool:
    """Return whether the committed text of a definition's file lacks the definition. Raises `Cancelled`.

    Return False if the committed text is unknown or the file is not committed.
    """
    located = histories.locate(path_of(symbol))
    try:
        committed = _past_of_file(located, day, token).entry if located is not None else None
    except GitError:
        return False
    return committed is not None and qualname_of(symbol) not in committed.by_qualname


def _is_in(name: str, changed: frozenset[str]) -> bool:
    """Return whether the definition `name`, or a definition inside it, is in `changed`."""
    return name in changed or any(one.startswith(f"{name}.") for one in changed)


def _commits_of(past: _FilePast, name: str) -> set[str]:
    """Return the hashes of the commits that last changed the lines of a definition."""
    definition = past.entry.by_qualname.get(name) if past.entry is not None else None
    if past.entry is None or definition is None:
        return set()
    source, span = past.entry.source, past.entry.facts.spans[definition.index]
    lines = range(source.line_at(span.start), source.line_at(max(span.start, span.end - 1)) + 1)
    return {past.lines[line] for line in lines if line in past.lines}


def _past_of_file(located: Located, day: int, token: CancelToken) -> _FilePast:
    folder, tip, path = located.root.directory, located.history.tip, located.path
    key = folder, tip, path, day
    known = _known.get(key)
    if known is not None:
        return known
    recent = [one.commit for one in located.history.touches(path) if day - PERIOD < one.commit.day <= day]
    compared = {one.name: one for one in recent[:MAX_COMPARED]}
    steps = list(steps_of(path, compared, touched_contents(folder, list(compared))))
    token.check()
    commits = tuple((compared[name], changed) for name, changed in changed_definitions(folder, steps, token))
    text = committed_texts(folder, tip, [path]).get(path)
    entry = entry_of(path, text) if text is not None else None
    token.check()
    lines = commits_of_lines(folder, tip, path) if entry is not None else {}
    return _known.put(key, _FilePast(commits, len(recent) > MAX_COMPARED, entry, lines))
