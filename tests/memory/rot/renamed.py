"""Lists repositories by renamed source files: python -m tests.memory.rot.renamed MIRRORS [--most 24].

Each line has the files that Git takes for renamed in the 180 days before the newest commit, the files of that commit,
and the repository. Repositories of the other manifests, and those with more than 2,000 files, are left out.
MIRRORS holds a git directory `OWNER+NAME` or `OWNER+NAME/repo` for each repository.
"""

import argparse
from pathlib import Path

from ctx_lsp.features.definition_diff import is_source
from ctx_lsp.text.git import resolve_revision, tree_below
from ctx_lsp.training.histories.repositories import Repository, git_folder, read_manifest
from tests.memory.rot.__main__ import MANIFEST, MORE
from tests.memory.rot.code_truth import renames
from tests.memory.rot.judging import commit_days_before
from tests.progress_lines import print_line

MAX_FILES = 2_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("--most", type=int, default=24)
    arguments = parser.parse_args()
    measured = {one.repository for manifest in (MANIFEST, MORE) for one in read_manifest(manifest)}
    names = (one.name.replace("+", "/", 1) for one in arguments.mirrors.iterdir() if "+" in one.name)
    found = [(*counts(arguments.mirrors, name), name) for name in names if name not in measured]
    small = sorted((-renamed, files, name) for renamed, files, name in found if files <= MAX_FILES)
    for renamed, files, name in small[: arguments.most]:
        print_line(f"{-renamed} renamed of {files} files: {name}")


def counts(mirrors: Path, name: str) -> tuple[int, int]:
    """Return how many source files of a repository were renamed in the 180 days, and how many files it has."""
    folder = git_folder(mirrors, Repository(name, "", "", ""))
    head = resolve_revision(folder, "HEAD")
    before = commit_days_before(folder, head)
    moved = renames(folder, before, head).values() if before else ()
    return sum(map(is_source, moved)), len(tree_below(folder, head).texts)


if __name__ == "__main__":
    main()
