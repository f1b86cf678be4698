"""The repositories whose histories are training data: the manifest that lists them, their splits, and a loop over them.

A manifest is a file like `repositories.json`. The folder of mirrors has a subfolder `OWNER+NAME` for each repository.
This subfolder either is the git directory or contains it as `repo`.
"""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec

from ctx_lsp.text.git import GitError

Split = Literal["train", "choose", "test"]
SPLITS: tuple[Split, ...] = ("train", "choose", "test")
TENTHS_TRAINED, TENTHS_CHOSEN = 6, 8  # upper bounds in tenths of the repositories; the rest is the test split


class Repository(msgspec.Struct, frozen=True):
    """A repository in the manifest: its `OWNER/NAME`, its licence, its main language, and the newest commit to use."""

    repository: str
    licence: str
    language: str
    head: str

    @property
    def file_name(self) -> str:
        """The repository's name in a form that is valid as a file name."""
        return self.repository.replace("/", "+")


Visit = Callable[[Repository, Path], str]
"""Processes a repository and its git directory; returns a message to print, or "" if the repository is skipped."""


def split_of(repository: str) -> Split:
    """Return the split to which a repository belongs. It depends only on the repository's name."""
    tenth = int.from_bytes(sha256(repository.encode()).digest()[:4], "big") % 10
    return "train" if tenth < TENTHS_TRAINED else "choose" if tenth < TENTHS_CHOSEN else "test"


def arguments_parser(description: str | None) -> argparse.ArgumentParser:
    """Return an argument parser whose first two arguments are MANIFEST and MIRRORS."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("manifest", type=Path)
    parser.add_argument("mirrors", type=Path)
    return parser


def visit_repositories(manifest: Path, mirrors: Path, visit: Visit) -> None:
    """Call `visit` for each repository in order, and print the returned message or the error.

    Raises `msgspec.DecodeError` and `OSError` if the manifest cannot be read.
    """
    for one in read_manifest(manifest):
        try:
            message = visit(one, git_folder(mirrors, one))
        except (GitError, OSError) as error:
            message = str(error)
        if message:
            print(f"{one.repository}: {message}", flush=True)


def read_manifest(file: Path) -> list[Repository]:
    """Read the repositories in a manifest. Raises `msgspec.DecodeError` and `OSError`."""
    return msgspec.json.decode(file.read_bytes(), type=list[Repository])


def git_folder(mirrors: Path, repository: Repository) -> Path:
    """Return the git directory of a repository."""
    folder = mirrors / repository.file_name
    return folder / "repo" if (folder / "repo").is_dir() else folder


@contextmanager
def whole_or_not(file: Path) -> Iterator[Path]:
    """Yield a temporary path to write to, and rename it to `file` on success, so that `file` is never incomplete."""
    part = file.with_suffix(".part")
    yield part
    part.rename(file)
