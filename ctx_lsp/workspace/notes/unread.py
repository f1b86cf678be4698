"""Finds the files in folders of notes that are not indexed, and says why, so that no note is missed in silence."""

from collections.abc import Iterator

from ctx_lsp.memory import FOLDER, NoteProblem, is_note
from ctx_lsp.text.side_files import names_in
from ctx_lsp.workspace.analysis import Analysis
from ctx_lsp.workspace.indexed_files import reason_unread


def unread_notes(analysis: Analysis) -> tuple[NoteProblem, ...]:
    """Return the files that are meant to be notes and are not indexed, sorted by path, with the reasons.

    Folders of notes inside a workspace folder are searched if they contain at least one indexed file. While files are
    being indexed, nothing is returned.
    """
    if not analysis.snapshot.is_complete:
        return ()
    return tuple(sorted(_unread(analysis), key=lambda one: one.path))


def _unread(analysis: Analysis) -> Iterator[NoteProblem]:
    files = analysis.snapshot.files
    inside = {path[: path.rindex("/") + 1] for path in files if is_note(path)}
    for folder in {*inside, *(f"{root.prefix}{FOLDER}" for root in analysis.roots.all)}:
        located = analysis.roots.locate(folder)
        for name in names_in(located[0].directory, located[1]) if located else ():
            path = folder + name
            reason = reason_unread(analysis.roots, analysis.limits, path) if is_note(path) and path not in files else ""
            if reason:
                yield NoteProblem(path, f"{reason}, so it is not read")
