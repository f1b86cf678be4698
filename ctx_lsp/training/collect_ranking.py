"""Collect what the ranking's weights are fitted to, from the histories of many repositories.

    python -m ctx_lsp.training.collect_ranking MANIFEST.json MIRRORS COLUMNS [--commits 40]

MANIFEST lists the repositories (`history_repositories.json` here), MIRRORS holds a git directory for each, called
`OWNER+NAME` or with a `repo` in it. COLUMNS gets a file for each; those that are there already are left as they are, so
a run can be ended and taken up again. No text of a repository is kept but the questions.
"""

import argparse
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec
import numpy as np

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.history import HistoryTask, history_tasks
from ctx_lsp.settings import Settings
from ctx_lsp.text.git import GitError
from ctx_lsp.training.ranking_columns import COLUMNS, Question, questions


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


Write = Callable[[Path, Path, Repository, Sequence[HistoryTask]], int]
"""Write the file of a repository, from its git directory and its tasks; return how many questions it holds."""


def read_manifest(file: Path) -> list[Repository]:
    """The repositories of a manifest. Raises `msgspec.DecodeError`, `OSError`."""
    return msgspec.json.decode(file.read_bytes(), type=list[Repository])


def git_folder(mirrors: Path, repository: Repository) -> Path:
    """The git directory of a repository."""
    folder = mirrors / repository.file_name
    return folder / "repo" if (folder / "repo").is_dir() else folder


def write_questions(file: Path, found: Iterable[Question]) -> int:
    """Write the questions of one repository; returns how many."""
    kept = list(found)
    width = len(COLUMNS)
    with file.open("wb") as out:
        np.savez_compressed(
            out,
            parts=np.array(COLUMNS),
            sizes=np.array([len(one.shares) for one in kept], dtype=np.int32),
            columns=np.concatenate([one.columns for one in kept] or [np.zeros((0, width), np.float32)]),
            shares=np.concatenate([one.shares for one in kept] or [np.zeros(0)]),
            files=np.concatenate([one.files for one in kept] or [np.zeros(0, np.intp)]),
            names=np.concatenate([one.names for one in kept] or [np.zeros(0, np.intp)]),
            kinds=np.array([one.kind for one in kept], dtype=np.str_),
            missed=np.array([one.missed for one in kept]),
            texts=np.array([one.text for one in kept], dtype=np.str_),
        )
    return len(kept)


def read_questions(file: Path) -> list[Question]:
    """The questions of one repository, as `write_questions` wrote them, without the columns of former parts.

    Raises `ValueError` where a part of today has no column.
    """
    with np.load(file) as data:
        written = data["parts"].tolist()
        if missing := [part for part in COLUMNS if part not in written]:
            raise ValueError(f"{file.name} has no column for {missing[0]}; collect it again")
        chosen = [written.index(part) for part in COLUMNS]
        ends = np.cumsum(data["sizes"])[:-1]
        columns = np.split(data["columns"][:, chosen], ends)
        arrays = [columns, *(np.split(data[name], ends) for name in ("shares", "files", "names"))]
        kinds, texts, missed = (data[name].tolist() for name in ("kinds", "texts", "missed"))
    rows = zip(kinds, texts, *arrays, missed, strict=bool(texts))  # nothing splits into one empty piece
    return [Question(file.stem, *row) for row in rows]


def add_arguments(parser: argparse.ArgumentParser, target: str) -> None:
    """The arguments that `collect` reads; `target` names the folder that it writes to."""
    parser.add_argument("manifest", type=Path)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("target", metavar=target, type=Path)
    parser.add_argument("--commits", type=int, default=40, help="usable commits of each repository, the newest first")


def collect(
    arguments: argparse.Namespace, ending: str, write: Write, admits: Callable[[Repository], bool] = lambda one: True
) -> None:
    """Write a file for each repository of the manifest that `admits` lets through and that has none yet.

    A file has its name once it is complete, so a run can be ended and taken up again.
    """
    arguments.target.mkdir(parents=True, exist_ok=True)
    token = CancelToken()
    for one in filter(admits, read_manifest(arguments.manifest)):
        file = arguments.target / f"{one.file_name}{ending}"
        if file.exists():
            continue
        folder = git_folder(arguments.mirrors, one)
        part = file.with_suffix(".part")
        try:
            count = write(part, folder, one, history_tasks(folder, arguments.commits, token, one.head))
        except GitError as error:
            print(f"{one.repository}: {error}", flush=True)
            continue
        part.rename(file)
        print(f"{one.repository}: {count} questions", flush=True)


def main() -> None:
    """Collect the columns of repository after repository."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser, "COLUMNS")
    settings, token = Settings(), CancelToken()

    def write(file: Path, folder: Path, one: Repository, tasks: Sequence[HistoryTask]) -> int:
        return write_questions(file, questions(folder, one.repository, tasks, settings, token))

    collect(parser.parse_args(), ".npz", write)


if __name__ == "__main__":
    main()
