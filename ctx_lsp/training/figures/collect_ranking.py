"""Collect, from many git histories, the data for fitting the weights of the ranking.

    python -m ctx_lsp.training.figures.collect_ranking MANIFEST.json MIRRORS COLUMNS [--commits 40]

`histories.repositories` describes MANIFEST and MIRRORS. The script writes a file to COLUMNS for each repository.
Existing files are kept, so a run can be stopped and resumed. The files contain no text of a repository except the
questions.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.history.tasks import HistoryTask
from ctx_lsp.settings import Settings
from ctx_lsp.training.figures.ranking_columns import COLUMNS, Question, questions
from ctx_lsp.training.histories.questions import collect_questions
from ctx_lsp.training.histories.repositories import Repository


def write_questions(file: Path, found: Iterable[Question]) -> int:
    """Write the questions of one repository to `file`; return how many there are."""
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
    """Read the questions of one repository from a file that `write_questions` wrote.

    Columns for parts that the ranking no longer has are skipped. Raises `ValueError` if a part of the ranking has no
    column in the file.
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
    rows = zip(kinds, texts, *arrays, missed, strict=bool(texts))  # `np.split` of nothing returns one array
    return [Question(file.stem, *row) for row in rows]


def main() -> None:
    """Collect the questions for each repository in turn."""
    token = CancelToken()

    def write(file: Path, folder: Path, one: Repository, tasks: Sequence[HistoryTask], settings: Settings) -> int:
        return write_questions(file, questions(folder, one.repository, tasks, settings, token))

    collect_questions(__doc__, "COLUMNS", ".npz", write, lambda _: True)


if __name__ == "__main__":
    main()
