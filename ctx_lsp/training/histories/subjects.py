"""Reads the subjects of a repository's commits, with the files that each commit touched. Bodies are not read."""

from collections.abc import Iterator
from pathlib import Path

from ctx_lsp.text.git import history, paths_touched
from ctx_lsp.training.histories.repositories import Repository


def subjects(
    repository: Repository, folder: Path, *, count: int, most_files: int
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the subject of each of the newest `count` commits, and the paths that it touched. Raises `GitError`.

    Commits that touched no files, or more than `most_files`, are left out: those have several topics.
    """
    found = history(folder, repository.head, count)
    touched = paths_touched(folder, [one.name for one in found])
    for one in found:
        paths = touched.get(one.name, ())
        if 0 < len(paths) <= most_files:
            yield one.message.partition("\n")[0], paths
