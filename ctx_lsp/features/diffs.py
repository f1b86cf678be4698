"""Finds the symbols that a unified diff changes, whether or not the diff is already applied to the workspace.

`changes` compares the symbols; `text.unified_diff` parses the diff.
"""

from collections.abc import Iterator
from dataclasses import replace

from ctx_lsp.features.changes import Changes, Move, changed_lines, changed_symbols, entry_of
from ctx_lsp.features.model import BadRequest, Change
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.packing.detail.lines import Lines
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.roots import Roots
from ctx_lsp.text.unified_diff import DiffError, FileDiff, applied, parse_diff, reverted


def changes_of_diff(snapshot: Snapshot, roots: Roots, text: str) -> Changes:
    """Find the changes in the unified diff `text`, as far as it applies to the current texts.

    `warnings` names the files that are left out: those that the diff does not fit, and those that are not indexed.
    Raises `BadRequest` if the text is not a unified diff.
    """
    try:
        diffs = parse_diff(text)
    except DiffError as error:
        raise BadRequest(f"diff is not a unified diff: {error}") from error
    changes: list[Change] = []
    problems: list[str] = []
    hunks: dict[str, Lines] = {}
    gone: dict[str, bytes] = {}
    moves: list[Move] = []
    for diff in diffs:
        entry = _entry(snapshot, roots, diff)
        if entry is not None:
            found = _changes(entry, diff)
            if found is not None and diff.is_move:
                found = _with_move(snapshot, roots, found, entry, diff)
            if found is not None:
                changes += found.changes
                problems += found.warnings
                hunks |= found.hunks
                moves += found.moves
            else:
                problems.append(f"the diff does not apply to the current text of {entry.path}")
        elif diff.new_path and diff.old_path:
            problems.append(f"{_names(diff.new_path)[0]} is not an indexed file of the workspace")
        elif diff.new_path:
            problems.append(f"{_names(diff.new_path)[0]} is new in the diff, and not in the workspace yet")
        else:
            path = _names(diff.old_path)[0]
            changes.append(Change(path, "removed"))
            gone[path] = reverted(diff, b"") or b""
    return Changes(tuple(changes), tuple(problems), hunks, gone, moves=tuple(moves))


def _changes(entry: FileEntry, diff: FileDiff) -> Changes | None:
    """Return the changes that `diff` makes to a file, with the affected lines of the file's current text.

    The diff may already be applied. Returns None if the file matches neither the old nor the new text in the diff.
    """
    before = reverted(diff, entry.source.data)
    if before is not None:
        old = entry_of(entry.path, before) if diff.old_path else None
        return Changes(tuple(changed_symbols(old, entry)), (), {entry.path: changed_lines(old, entry)})
    after = applied(diff, entry.source.data)
    if after is None:
        return None
    later = entry_of(entry.path, after)
    if later is None:
        return None
    changes = (change for change in changed_symbols(entry, later) if change.change != "added")
    return Changes(tuple(changes), (), {entry.path: changed_lines(later, entry)})


def _with_move(snapshot: Snapshot, roots: Roots, found: Changes, entry: FileEntry, diff: FileDiff) -> Changes:
    """Add the move of a file to the changes to its text. The diff may already be applied."""
    if entry.path not in _paths(roots, diff.new_path):
        new = _other_path(entry.path, diff.old_path, diff.new_path)
        changes: tuple[Change, ...] = (Change(entry.path, "removed"), *found.changes)
        return replace(found, changes=changes, moves=(Move(entry.path, new, entry.source.data),))
    old, text = _other_path(entry.path, diff.new_path, diff.old_path), reverted(diff, entry.source.data)
    if old in snapshot.files or text is None:
        return found
    changes = (Change(old, "removed"), Change(entry.path, "added"), *found.changes)
    return replace(found, changes=changes, moves=(Move(old, entry.path, text),))


def _other_path(path: str, written: str, other: str) -> str:
    """Return the workspace path for `other`, a path in a diff, given the workspace path for `written`."""
    own, wanted = _names(written)[0], _names(other)[0]
    if path.endswith(own):
        return path.removesuffix(own) + wanted
    return "/".join(wanted.split("/")[own.count("/") - path.count("/") :]) or wanted


def _entry(snapshot: Snapshot, roots: Roots, diff: FileDiff) -> FileEntry | None:
    """Return the file at the diff's new path, or else at its old path; None if the workspace has neither."""
    paths = (path for written in (diff.new_path, diff.old_path) if written for path in _paths(roots, written))
    found = (snapshot.files.get(path) for path in paths)
    return next((entry for entry in found if entry is not None), None)


def _paths(roots: Roots, written: str) -> Iterator[str]:
    """Yield the workspace paths that a path in a diff may refer to, most likely first.

    The workspace may be a folder inside the diff's repository.
    """
    for name in _names(written):
        yield from (root.prefix + name for root in roots.all or ())
        yield name
    parts = _names(written)[0].split("/")
    yield from ("/".join(parts[place:]) for place in range(1, len(parts)))


def _names(written: str) -> list[str]:
    """Return a path with and without the `a/` or `b/` that Git prepends."""
    return [written[2:], written] if written.startswith(("a/", "b/")) else [written]
