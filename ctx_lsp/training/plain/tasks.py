"""Write plain questions as tasks with decisive lines: the lines of the definition that answers a question.

    python -m ctx_lsp.training.plain.tasks MANIFEST.json MIRRORS FOLDERS TASKS.jsonl --split choose

`histories.repositories` describes MANIFEST, MIRRORS and the splits. The script checks out each repository of the split
in a new subfolder of FOLDERS, and writes the tasks to TASKS.jsonl, in the format of `ctx-lsp eval`. Questions
about a whole file have no decisive lines, and neither have those about a definition of more than `MAX_LINES` lines, of
which only a few answer the question.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

import msgspec

from ctx_lsp.evaluation.history.tree import PastTree
from ctx_lsp.evaluation.tasks import Target, Task
from ctx_lsp.training.histories.repositories import (
    Repository,
    Split,
    arguments_parser,
    split_of,
    visit_repositories,
)
from ctx_lsp.training.plain.questions import PlainQuestions, answering_definitions, questions_by_repository

PLAIN = "plain"  # the category of the tasks
MAX_LINES = 60
MIN_CHARACTERS = 3  # shorter lines, such as a closing brace, are in every definition


def plain_tasks(tree: Path, repo: str, asked: Sequence[PlainQuestions]) -> Iterator[Task]:
    """Yield a task for each question about a definition in `tree`, a checkout named `repo`.

    Raises `OSError` for a file that is missing in `tree`.
    """
    for one, file, index in answering_definitions(tree, asked):
        span = file.facts.spans[index]
        written = file.source.data[span.declaration : span.end].decode("utf-8", "replace").splitlines()
        lines = tuple(line for line in map(str.strip, written) if len(line) >= MIN_CHARACTERS)
        if not lines or len(written) > MAX_LINES:
            continue
        for number, question in enumerate(one.questions):
            target = Target(path=one.path, lines=lines)
            yield Task(f"{repo}-{one.path}-{one.symbol}-{number}", question, (target,), category=PLAIN, repo=repo)


def main() -> None:
    """Check out the repositories of the split, and write their tasks."""
    parser = arguments_parser(__doc__)
    parser.add_argument("folders", type=Path)
    parser.add_argument("tasks", type=Path)
    parser.add_argument("--split", choices=get_args(Split), required=True)
    arguments = parser.parse_args()
    by_repository = questions_by_repository()
    tasks: list[Task] = []

    def check_out(one: Repository, folder: Path) -> str:
        asked = by_repository.get(one.repository)
        if not asked or split_of(one.repository) != arguments.split:
            return ""
        tree = arguments.folders / one.file_name
        PastTree(folder, tree).move(one.head)
        found = list(plain_tasks(tree, one.file_name, asked))
        tasks.extend(found)
        return f"{len(found)} tasks"

    visit_repositories(arguments.manifest, arguments.mirrors, check_out)
    arguments.tasks.write_bytes(b"".join(msgspec.json.encode(task) + b"\n" for task in tasks))


if __name__ == "__main__":
    main()
