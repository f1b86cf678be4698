"""Collect the training data of rerankers: the product's first candidates for questions about many repositories.

    python -m ctx_lsp.training.reranker.collect_groups MANIFEST.json MIRRORS GROUPS [--commits 40] [--text-alone]

`histories.repositories` describes MANIFEST and MIRRORS. The script writes a file to GROUPS for each repository (see
`groups`). Existing files are kept, so a run can be stopped and resumed. Repositories whose licence is not clearly
permissive are left out, because the files contain lines of their code, and a model trained on these files is
distributed. Only one workspace is open at a time. With `--text-alone`, the first stage has no vectors. This hardly
changes the candidates, and a repository takes only seconds.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.history.tasks import HistoryTask
from ctx_lsp.retrieval.ranking.weights import TUNING
from ctx_lsp.settings import Settings
from ctx_lsp.training.histories.questions import asked_questions, collect_questions, plain_asked
from ctx_lsp.training.histories.repositories import Repository
from ctx_lsp.training.packages.licences import is_permissive
from ctx_lsp.training.plain.questions import PlainQuestions, read_questions
from ctx_lsp.training.reranker.groups import ENDING, group_of, write_groups


def main() -> None:
    """Collect the groups for each repository in turn."""
    plain: dict[str, list[PlainQuestions]] = defaultdict(list)
    for questions in read_questions():
        plain[questions.repository].append(questions)
    token = CancelToken()

    def write(file: Path, folder: Path, one: Repository, tasks: Sequence[HistoryTask], settings: Settings) -> int:
        from_history = asked_questions(folder, tasks, TUNING, settings, token)
        from_users = plain_asked(folder, one.head, plain[one.repository], TUNING, settings, token)
        return write_groups(file, (group_of(one.repository, asked) for asked in chain(from_history, from_users)))

    collect_questions(__doc__, "GROUPS", ENDING, write, lambda one: is_permissive(one.licence))


if __name__ == "__main__":
    main()
