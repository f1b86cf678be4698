"""The lines of a file, saved or unsaved, that differ from the checked-out commit."""

from ctx_lsp.features.changes import entry_of, line_edits, line_set, renamed_from
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.history.histories import Located
from ctx_lsp.packing.detail.lines import Lines
from ctx_lsp.text.git import GitError, committed_texts, read_texts, removed_below, tree_below


class SubmoduleFile(GitError):
    """Raised for a file that belongs to a submodule, whose commits are not read."""


def committed_entry(located: Located, current: FileEntry) -> FileEntry | None:
    """Return the checked-out commit's version of a file, even if the file was renamed since; None if it is new.

    Runs git two or three times. Raises `GitError` if git fails, and `SubmoduleFile` if a submodule contains the file.
    """
    folder, tip = located.root.directory, located.history.tip
    found = committed_texts(folder, tip, [located.path])
    if located.path in found:
        return entry_of(current.path, found[located.path])
    tree = tree_below(folder, tip)
    if any(located.path.startswith(f"{one}/") for one in tree.submodules):
        raise SubmoduleFile(f"{located.path} belongs to a submodule")
    gone = removed_below(folder, tree)
    texts = dict(read_texts(folder, [tree.texts[path] for path in gone]))
    lines = {path: line_set(texts[tree.texts[path]]) for path in gone if tree.texts[path] in texts}
    former = renamed_from(current.source.data, lines)
    return entry_of(current.path, texts[tree.texts[former]]) if former is not None else None


def written_lines(before: FileEntry | None, now: FileEntry) -> Lines:
    """Return the lines that were added or changed since `before`; all lines if there was no file."""
    if before is None:
        return ((0, now.source.line_count),)
    old, new = before.source.data.splitlines(), now.source.data.splitlines()
    return tuple((start, end) for _, _, start, end in line_edits(old, new) if start < end)
