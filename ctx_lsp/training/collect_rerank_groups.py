"""Collect what rerankers learn from: the product's first candidates for the questions of many repositories.

    python -m ctx_lsp.training.collect_rerank_groups MANIFEST.json MIRRORS GROUPS [--commits 40]

MANIFEST and MIRRORS are those of `history_repositories`. GROUPS gets a file for each repository (`rerank_groups`);
existing files are kept, so a run can be stopped and resumed. The files hold lines of the repositories' code, and a
model trained on them is given away, so repositories whose licence is not clearly permissive are left out. One workspace
is open at a time.
"""

from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.history import history_tasks
from ctx_lsp.retrieval.weights import TUNING
from ctx_lsp.settings import Settings
from ctx_lsp.training.history_questions import asked_questions
from ctx_lsp.training.history_repositories import Repository, arguments_parser, visit_repositories, whole_or_not
from ctx_lsp.training.licences import is_permissive
from ctx_lsp.training.rerank_groups import ENDING, group_of, write_groups


def main() -> None:
    """Collect the groups of repository after repository."""
    parser = arguments_parser(__doc__)
    parser.add_argument("groups", type=Path)
    parser.add_argument("--commits", type=int, default=40, help="usable commits of each repository, the newest first")
    arguments = parser.parse_args()
    arguments.groups.mkdir(parents=True, exist_ok=True)
    settings, token = Settings(), CancelToken()

    def collect(one: Repository, folder: Path) -> str:
        file = arguments.groups / f"{one.file_name}{ENDING}"
        if file.exists() or not is_permissive(one.licence):
            return ""
        tasks = history_tasks(folder, arguments.commits, token, one.head)
        asked = asked_questions(folder, tasks, TUNING, settings, token)
        with whole_or_not(file) as part:
            count = write_groups(part, (group_of(one.repository, question) for question in asked))
        return f"{count} questions"

    visit_repositories(arguments.manifest, arguments.mirrors, collect)


if __name__ == "__main__":
    main()
