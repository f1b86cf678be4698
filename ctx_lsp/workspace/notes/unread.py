"""Finds the files in folders of notes that are not indexed, and says why, so that no note is missed in silence."""

from collections.abc import Iterator, Mapping

from ctx_lsp.memory import FOLDER, NoteProblem, is_note
from ctx_lsp.text.disk import Disk, Skipped
from ctx_lsp.text.side_files import names_in
from ctx_lsp.workspace.analysis import Analysis

_REASONS: Mapping[str, str] = {
    "ignored": "an ignore file (such as .gitignore) leaves it out",
    "excluded": "the settings (index.exclude or index.include) leave it out",
    "vendored": "it counts as code of others (index.vendored)",
    "generated": "it counts as generated",
    "too_large": "it is larger than index.maxFileBytes",
    "long_line": "one of its lines is too long",
    "binary": "it is not text",
    "outside": "it is a link out of the workspace folder",
}


def unread_notes(analysis: Analysis) -> tuple[NoteProblem, ...]:
    """Return the files that are meant to be notes and are not indexed, sorted by path, with the reasons.

    Folders of notes inside a workspace folder are searched if they contain at least one indexed file. While files are
    being indexed, nothing is returned.
    """
    if not analysis.snapshot.is_complete:
        return ()
    return tuple(sorted(_unread(analysis), key=lambda one: one.path))


def reason_unread(analysis: Analysis, path: str) -> str:
    """Return why the file at a workspace path is not indexed, or would not be if it existed; "" if nothing is known."""
    located = analysis.roots.locate(path)
    if located is None:
        return ""
    root, inner = located[0].directory, located[1]
    skipped = Disk().check(root, inner, analysis.limits)
    if skipped is None and (root / inner).is_file():
        read = Disk().read(root, inner, analysis.limits)
        skipped = read if isinstance(read, Skipped) else None
    return _REASONS.get(skipped.reason, "it cannot be read") if skipped is not None else ""


def _unread(analysis: Analysis) -> Iterator[NoteProblem]:
    files = analysis.snapshot.files
    inside = {path[: path.rindex("/") + 1] for path in files if is_note(path)}
    for folder in {*inside, *(f"{root.prefix}{FOLDER}" for root in analysis.roots.all)}:
        located = analysis.roots.locate(folder)
        for name in names_in(located[0].directory, located[1]) if located else ():
            path = folder + name
            reason = reason_unread(analysis, path) if is_note(path) and path not in files else ""
            if reason:
                yield NoteProblem(path, f"{reason}, so it is not read")
