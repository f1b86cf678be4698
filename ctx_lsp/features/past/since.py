"""Restricts results to definitions that differ from an older revision, and finds the commits that changed them.

Differences are found by comparing texts, saved or unsaved (`features.changes`); commits only explain them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.changes import changes_since, in_each_folder
from ctx_lsp.features.past.changed_definitions import changed_definitions, steps_of
from ctx_lsp.graph.entry import path_of, qualname_of
from ctx_lsp.packing.model import SymbolCommit
from ctx_lsp.retrieval.model import ResultFilter
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.git import resolve_revision
from ctx_lsp.text.git_log import LoggedCommit, commit_names, logged_commits, touched_contents
from ctx_lsp.text.roots import Root, Roots

MAX_COMMITS = 500  # newest commits since the revision, the only ones that are searched
MAX_READ = 40  # commits of one file whose texts are compared


def with_changed(wanted: ResultFilter, snapshot: Snapshot, roots: Roots, token: CancelToken) -> ResultFilter:
    """Return the filter with `changed` set to the symbols and files that differ from the filter's revision `since`.

    `changed_lines` is set, too: of a changed file without symbols, or outside of them, only some passages may differ.
    Folders without the revision are named by `uncompared`. The filter is returned unchanged if it has no revision or if
    `changed` is already set. Raises `BadRequest` if no folder has the revision, and `Cancelled`.
    """
    if not wanted.since or wanted.changed is not None:
        return wanted
    found = changes_since(snapshot, roots, wanted.since, token)
    changed = tuple(sorted(one.symbol for one in found.changes if one.change != "removed"))
    return replace(wanted, changed=changed, changed_lines=tuple(found.hunks.items()), uncompared=found.warnings)


def commits_since(
    roots: Roots, since: str, symbols: Sequence[str], token: CancelToken
) -> dict[str, tuple[SymbolCommit, ...]]:
    """Return the commits that changed each symbol after a revision, newest first, keyed by symbol.

    The path of a file stands for its code outside of symbols. Only the newest `MAX_COMMITS` are searched. A symbol with
    only uncommitted changes has no commits. Raises `BadRequest` if no folder has the revision, and `Cancelled`.
    """
    by_root: dict[Root, dict[str, list[str]]] = {}
    for symbol in symbols:
        located = roots.locate(path_of(symbol))
        if located is not None:
            by_root.setdefault(located[0], {}).setdefault(located[1], []).append(symbol)
    found: dict[str, list[SymbolCommit]] = {symbol: [] for symbol in symbols}
    if by_root:
        in_each_folder(by_root, since, lambda root: _add_commits(root.directory, since, by_root[root], found, token))
    return {symbol: tuple(commits) for symbol, commits in found.items()}


def _add_commits(
    folder: Path, since: str, by_path: Mapping[str, Sequence[str]], found: dict[str, list[SymbolCommit]],
    token: CancelToken,
) -> None:  # fmt: skip
    names = commit_names(folder, "HEAD", MAX_COMMITS, resolve_revision(folder, since))
    touched = touched_contents(folder, names)
    changed_in: dict[str, list[str]] = {}  # symbols, by commit
    for path, symbols in by_path.items():
        steps = list(islice(steps_of(path, names, touched), MAX_READ))
        for commit, changed in changed_definitions(folder, steps, token):
            for symbol in symbols:
                if qualname_of(symbol) in changed:
                    changed_in.setdefault(commit, []).append(symbol)
    for logged in logged_commits(folder, [name for name in names if name in changed_in]):
        for symbol in changed_in[logged.name]:
            found[symbol].append(_commit(logged))


def _commit(logged: LoggedCommit) -> SymbolCommit:
    return SymbolCommit(logged.name, logged.author, logged.time, logged.subject)
