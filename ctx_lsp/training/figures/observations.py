"""Observations for fitting the confidence of packs: the features of each question, and its outcome.

Each question is asked about its own repository and about a similar one, which has no answer. Plausible requests are
asked about a repository that lacks their subject, and meaningless questions about all repositories. Each question is
asked twice, with semantic search and with words alone, because there is a separate confidence model for each mode.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec
import numpy as np

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.evaluation.run import lines_shown
from ctx_lsp.evaluation.tasks import Task
from ctx_lsp.packing.answer.relevance import PassageKey
from ctx_lsp.packing.assessment.confidence import BEST_PASSAGES, concentration_of, measures_of
from ctx_lsp.packing.model import PackOptions, PackRequest, QuestionSubject
from ctx_lsp.training.histories.decisive_lines import decisive_lines, reach
from ctx_lsp.training.plain.tasks import PLAIN
from ctx_lsp.workspace import Analysis

Kind = Literal["own", "like", "absent", "nonsense"]
SearchMode = Literal["meaning", "words"]
Figures = tuple[float, ...]
"""The measures of a pack's confidence, in the order of `packing.assessment.confidence`."""

BUDGET = 4096  # token budget of the packs
# Weights of questions: about half of them have an answer in the workspace, and few are nonsense.
WEIGHTS: dict[Kind, float] = {"own": 1.0, "like": 0.9, "absent": 1.0, "nonsense": 0.25}
ENOUGH = 0.5  # minimum share of the decisive lines for a question to count as answered


class Observation(msgspec.Struct, frozen=True):
    """One question that was asked about `repo`, and its outcome.

    `is_plain` says whether the repository's own questions are in a user's words, and not commit messages. `reach` is
    the share of the question's decisive lines in the best passages. `read` is the share of these lines that the pack
    shows, and `is_shown` says whether the pack shows a main result. A question from another repository has no decisive
    lines, and no pack is built for it.
    """

    repo: str
    kind: Kind
    mode: SearchMode
    figures: Figures
    is_plain: bool = False
    reach: float = 0.0
    read: float = 0.0
    is_shown: bool = False


class Sample(NamedTuple):
    """The observations of one mode as columns, with one row per question."""

    repos: np.ndarray
    kinds: np.ndarray
    figures: np.ndarray
    is_plain: np.ndarray
    weights: np.ndarray
    reach: np.ndarray
    read: np.ndarray
    is_shown: np.ndarray

    @property
    def labels(self) -> dict[str, np.ndarray]:
        """The target values (bool, one per question) of each probability, keyed by the name of the probability."""
        own = self.kinds == "own"
        return {"answerable": own, "shown": own & (self.read >= ENOUGH)}


def sample_of(observations: Sequence[Observation], mode: SearchMode) -> Sample:
    """Return the observations of one mode as columns."""
    kept = [one for one in observations if one.mode == mode]
    return Sample(
        repos=np.array([one.repo for one in kept]),
        kinds=np.array([one.kind for one in kept]),
        figures=np.array([one.figures for one in kept]),
        is_plain=np.array([one.is_plain for one in kept]),
        weights=np.array([WEIGHTS[one.kind] for one in kept]),
        reach=np.array([one.reach for one in kept]),
        read=np.array([one.read for one in kept]),
        is_shown=np.array([one.is_shown for one in kept]),
    )


def read_observations(file: Path) -> list[Observation]:
    """Read the observations in `file`; return an empty list if the file does not exist."""
    lines = file.read_bytes().splitlines() if file.exists() else []
    return [msgspec.json.decode(line, type=Observation) for line in lines]


def add_observations(file: Path, observations: Sequence[Observation]) -> None:
    """Append observations to `file`."""
    with file.open("ab") as out:
        out.write(b"".join(msgspec.json.encode(one) + b"\n" for one in observations))


def observe(folder: Path, own: Sequence[Task], others: Mapping[Kind, Sequence[str]]) -> Iterator[Observation]:
    """Yield an observation for each question in each mode: a repository's own questions, and those in `others`.

    All questions are asked about the repository's checkout `folder`, which must have the name of the repository.
    """
    is_plain = any(task.group == PLAIN for task in own)
    with open_analysis(folder, settings_of(folder), semantic=True) as analysis:
        for mode, asked in analysis_by_mode(analysis).items():
            for task in own:
                yield _own(asked, task, folder.name, mode)
            for kind, queries in others.items():
                for query in queries:
                    figures, _ = figures_of(asked, query)
                    yield Observation(folder.name, kind, mode, figures, is_plain)


def analysis_by_mode(analysis: Analysis) -> dict[SearchMode, Analysis]:
    """Return for each mode an analysis that searches in it; `analysis` must search by meaning."""
    return {"meaning": analysis, "words": replace(analysis, pool=None)}


def figures_of(analysis: Analysis, query: str) -> tuple[Figures, list[PassageKey]]:
    """Return the features from which a pack's confidence is computed, and the best passages."""
    rated, evidence = analysis.passages(query, CancelToken())
    best = np.argsort(-rated.chances, kind="stable")[:BEST_PASSAGES]
    figures = measures_of(evidence, concentration_of(rated.chances))
    return figures, [rated.places[place] for place in best.tolist()]


def _own(analysis: Analysis, task: Task, repo: str, mode: SearchMode) -> Observation:
    figures, best = figures_of(analysis, task.query)
    wanted = decisive_lines(analysis, task)
    pack = analysis.pack(PackRequest(QuestionSubject(task.query), PackOptions(max_tokens=BUDGET)), CancelToken())
    read = lines_shown(analysis, task, pack)
    return Observation(repo, "own", mode, figures, task.group == PLAIN, reach(best, wanted), read, pack.shown.main > 0)
