"""Resolves the names of symbols and the paths of files that notes are about, as users write them."""

from collections.abc import Iterable
from pathlib import Path

from ctx_lsp.features.model import BadRequest
from ctx_lsp.features.symbols import resolve_symbol
from ctx_lsp.graph.entry import path_of, qualname_of, without_numbers
from ctx_lsp.memory import JudgedNote, gone_targets
from ctx_lsp.workspace.analysis import Analysis
from ctx_lsp.workspace.indexed_files import exists_below, reason_unread


def target_of(analysis: Analysis, written: str) -> str:
    """Return the path of the file or the id of the symbol named `written`. Raises `BadRequest` if there is none.

    The path may be absolute.
    """
    name = _relative(analysis, written)
    if name in analysis.snapshot.files:
        return name
    try:
        return resolve_symbol(analysis.snapshot, name).id
    except BadRequest as error:
        problem = _path_problem(analysis, written, name) if error.reason == "unknownSymbol" else ""
        if not problem:
            raise
        raise BadRequest(problem, error.reason, error.names) from error


def targets_of(analysis: Analysis, written: str) -> tuple[str, ...]:
    """Return `target_of`, and the other definitions in its file with the same name, such as overloads.

    An id names one definition only. Raises `BadRequest` as `target_of` does, except if all the definitions that
    `written` may mean have one name in one file.
    """
    try:
        target = target_of(analysis, written)
    except BadRequest as error:
        if error.reason != "ambiguousSymbol" or len(set(map(without_numbers, error.names))) > 1:
            raise
        return tuple(error.names)
    if target == written or without_numbers(written) != written:
        return (target,)
    entry = analysis.snapshot.files[path_of(target)]
    alike = (one.id for one in entry.definitions if without_numbers(one.id) == without_numbers(target))
    return tuple(alike) or (target,)


def recalled_targets(analysis: Analysis, written: str, notes: Iterable[JudgedNote]) -> tuple[str, ...]:
    """Return `targets_of`, or the symbol or path in an anchor of one of the notes if its code is gone.

    Raises `BadRequest` if there is neither.
    """
    name = _relative(analysis, written)
    gone = list(dict.fromkeys(target for one in notes for target in gone_targets(one)))
    try:
        return targets_of(analysis, written)
    except BadRequest as error:
        found = next((one for one in (*gone, *map(path_of, gone)) if _names(name, one)), None)
        if found is None or error.reason == "ambiguousSymbol":
            raise
        return (found,)


def _relative(analysis: Analysis, written: str) -> str:
    """Return `written`, as a workspace path if it is an absolute one. Raises `BadRequest` if that is outside."""
    path = analysis.roots.workspace_path(Path(written)) if Path(written).is_absolute() else written
    if path is None:
        raise BadRequest(f"{written} is not in a folder of the workspace")
    return path


def _path_problem(analysis: Analysis, written: str, path: str) -> str:
    """Return why a note cannot be about a path, or "" if `written` does not look like a path."""
    folder = f"{path.rstrip('/')}/"
    if any(one.startswith(folder) for one in analysis.snapshot.files):
        return f"{written} is a folder: name a file or a symbol in it"
    if "::" in path or not ("/" in path or exists_below(analysis.roots, path)):
        return ""
    if not exists_below(analysis.roots, path):
        return f"there is no file or symbol {written!r}"
    reason = reason_unread(analysis.roots, analysis.limits, path)
    return f"{written} is not in the index" + (f", because {reason}" if reason else "")


def _names(written: str, target: str) -> bool:
    """Return whether `written` is a symbol or path, or the end of the qualified name of a symbol."""
    if written == target:
        return True
    return "::" in target and f".{without_numbers(qualname_of(target))}".endswith(f".{without_numbers(written)}")
