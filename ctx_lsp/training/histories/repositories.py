"""Repositories whose histories are learnt from: the manifest that lists them, their parts, and one loop over them.

A manifest is `repositories.json`. The mirrors are a folder with a git directory for each repository, called
`OWNER+NAME` or with a `repo` in it. What is learnt from a history is in the modules that pass a `visit`.
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
TENTHS_TRAINED, TENTHS_CHOSEN = 6, 8  # of the repositories; those beyond are tested


class Repository(msgspec.Struct, frozen=True):
    """A repository of the manifest: `OWNER/NAME`, the licence, the main language, and the newest commit looked at."""

    repository: str
    licence: str
    language: str
    head: str

    @property
    def file_name(self) -> str:
        """What stands for it in file names."""
        return self.repository.replace("/", "+")


Visit = Callable[[Repository, Path], str]
"""Learns from a repository and its git directory; returns what to print of it, "" for one that is left out."""


def split_of(repository: str) -> Split:
    """The part that a repository falls into, whatever others there are."""
    tenth = int.from_bytes(sha256(repository.encode()).digest()[:4], "big") % 10
    return "train" if tenth < TENTHS_TRAINED else "choose" if tenth < TENTHS_CHOSEN else "test"


def arguments_parser(description: str | None) -> argparse.ArgumentParser:
    """A parser of arguments that begin with MANIFEST and MIRRORS."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("manifest", type=Path)
    parser.add_argument("mirrors", type=Path)
    return parser


def visit_repositories(manifest: Path, mirrors: Path, visit: Visit) -> None:
    """Visit the repositories in their order and print what comes of each; one that cannot be read is named and skipped.

    Raises `msgspec.DecodeError` and `OSError` for the manifest.
    """
    for one in read_manifest(manifest):
        try:
            said = visit(one, git_folder(mirrors, one))
        except (GitError, OSError) as error:
            said = str(error)
        if said:
            print(f"{one.repository}: {said}", flush=True)


def read_manifest(file: Path) -> list[Repository]:
    """The repositories of a manifest. Raises `msgspec.DecodeError`, `OSError`."""
    return msgspec.json.decode(file.read_bytes(), type=list[Repository])


def git_folder(mirrors: Path, repository: Repository) -> Path:
    """The git directory of a repository."""
    folder = mirrors / repository.file_name
    return folder / "repo" if (folder / "repo").is_dir() else folder


@contextmanager
def whole_or_not(file: Path) -> Iterator[Path]:
    """A path to write to, which becomes `file` at the end: an ended run leaves no half of it."""
    part = file.with_suffix(".part")
    yield part
    part.rename(file)
