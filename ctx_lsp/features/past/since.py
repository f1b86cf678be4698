"""Restricts results to definitions that differ from an older revision, and finds the commits that changed them.

Differences are found by comparing texts, saved or unsaved (`features.changes`); commits only explain them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.changes import changed_symbols, changes_since, entry_of
from ctx_lsp.features.model import BadRequest
from ctx_lsp.graph.entry import path_of, qualname_of
from ctx_lsp.retrieval.model import ResultFilter
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.git import GitError, read_texts, resolve_revision
from ctx_lsp.text.git_log import LoggedCommit, TouchedContents, commit_names, logged_commits, touched_contents
from ctx_lsp.text.roots import Roots

MAX_COMMITS = 500  # newest commits since the revision, the only ones that are searched
MAX_READ = 40  # commits of one file whose texts are compared


@dataclass(frozen=True, slots=True)
class SymbolCommit:
    """A commit that changed a definition: its full hash, author, time (seconds since 1970) and subject."""

    name: str
    author: str
    time: int
    subject: str


def with_changed(wanted: ResultFilter, snapshot: Snapshot, roots: Roots, token: CancelToken) -> ResultFilter:
    """Return the filter with `changed` set to the symbols and files that differ from the filter's revision `since`.

    The filter is returned unchanged if it has no revision or if `changed` is already set. Raises `BadRequest` if no
    folder has the revision, and `Cancelled`.
    """
    if not wanted.since or wanted.changed is not None:
        return wanted
    found = changes_since(snapshot, roots, wanted.since, token)
    return replace(wanted, changed=tuple(sorted(one.symbol for one in found.changes if one.change != "removed")))


def commits_since(
    roots: Roots, since: str, symbols: Sequence[str], token: CancelToken
) -> dict[str, tuple[SymbolCommit, ...]]:
    """Return the commits that changed each symbol after a revision, newest first, keyed by symbol.

    Only the newest `MAX_COMMITS` are searched. A symbol with only uncommitted changes has no commits. Raises
    `BadRequest` if no folder has the revision, and `Cancelled`.
    """
    by_root: dict[Path, dict[str, list[str]]] = {}
    for symbol in symbols:
        located = roots.locate(path_of(symbol))
        if located is not None:
            by_root.setdefault(located[0].directory, {}).setdefault(located[1], []).append(symbol)
    found: dict[str, list[SymbolCommit]] = {symbol: [] for symbol in symbols}
    problems = []
    for folder, by_path in by_root.items():
        try:
            _add_commits(folder, since, by_path, found, token)
        except GitError as error:
            problems.append(f"{folder.name}: {error}")
    if problems and len(problems) == len(by_root):
        raise BadRequest(f"no Git revision {since!r} in this workspace ({'; '.join(problems)})")
    return {symbol: tuple(commits) for symbol, commits in found.items()}


def _add_commits(
    folder: Path, since: str, by_path: Mapping[str, Sequence[str]], found: dict[str, list[SymbolCommit]],
    token: CancelToken,
) -> None:  # fmt: skip
    names = commit_names(folder, "HEAD", MAX_COMMITS, resolve_revision(folder, since))
    touched = touched_contents(folder, names)
    changed_in: dict[str, list[str]] = {}  # symbols, by commit
    for path, symbols in by_path.items():
        steps = list(_steps(path, names, touched))[:MAX_READ]
        texts = dict(read_texts(folder, (name for _, one in steps for name in (one.before, one.after))))
        for commit, one in steps:
            token.check()
            changed = _changed(one, texts)
            for symbol in symbols:
                if qualname_of(symbol) in changed:
                    changed_in.setdefault(commit, []).append(symbol)
    for logged in logged_commits(folder, [name for name in names if name in changed_in]):
        for symbol in changed_in[logged.name]:
            found[symbol].append(_commit(logged))


def _steps(
    path: str, names: Iterable[str], touched: Mapping[str, Sequence[TouchedContents]]
) -> Iterator[tuple[str, TouchedContents]]:
    """Yield each commit that touched a file, even under a former path, as its hash and the contents, newest first."""
    for name in names:
        for one in touched.get(name, ()):
            if one.file.path == path:
                yield name, one
                path = one.file.former or path
                break


def _changed(one: TouchedContents, texts: Mapping[str, bytes]) -> frozenset[str]:
    """Return the qualified names of the symbols that a commit added to a file or changed in it."""
    after = entry_of(one.file.path, texts.get(one.after, b""))
    before = entry_of(one.file.path, texts[one.before]) if one.before in texts else None
    if after is None:
        return frozenset()
    changes = changed_symbols(before, after)
    return frozenset(qualname_of(change.symbol) for change in changes if change.change != "removed")


def _commit(logged: LoggedCommit) -> SymbolCommit:
    return SymbolCommit(logged.name, logged.author, logged.time, logged.subject)
