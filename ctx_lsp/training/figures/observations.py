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
from ctx_lsp.packing.answer.relevance import PassageKey, chances_of
from ctx_lsp.packing.assessment.confidence import BEST_PASSAGES, concentration_of
from ctx_lsp.packing.model import PackOptions, PackRequest, QuestionSubject
from ctx_lsp.training.histories.decisive_lines import decisive_lines, reach
from ctx_lsp.workspace import Analysis

Kind = Literal["own", "like", "absent", "nonsense"]
SearchMode = Literal["meaning", "words"]
Figures = tuple[float, float, float, float]
"""Strength, meaning, mentioned words and concentration."""

BUDGET = 4096  # token budget of the packs
# Weights of questions: about half of them have an answer in the workspace, and few are nonsense.
WEIGHTS: dict[Kind, float] = {"own": 1.0, "like": 0.9, "absent": 1.0, "nonsense": 0.25}
ENOUGH = 0.5  # minimum share of the decisive lines for a question to count as answered


class Observation(msgspec.Struct, frozen=True):
    """One question that was asked about `repo`, and its outcome.

    `figures` holds the measures of `packing.assessment.confidence`, in the order of its weights. `reach` is the
    share of the question's decisive lines in the best passages. `read` is the share of these lines that the pack shows,
    and `is_shown` says whether the pack shows a main result. A question from another repository has no decisive lines,
    and no pack is built for it.
    """

    repo: str
    kind: Kind
    mode: SearchMode
    figures: Figures
    reach: float = 0.0
    read: float = 0.0
    is_shown: bool = False


class Sample(NamedTuple):
    """The observations of one mode as columns, with one row per question."""

    repos: np.ndarray
    kinds: np.ndarray
    figures: np.ndarray
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
    with open_analysis(folder, settings_of(folder), semantic=True) as analysis:
        modes: dict[SearchMode, Analysis] = {"meaning": analysis, "words": replace(analysis, pool=None)}
        for mode, asked in modes.items():
            for task in own:
                yield _own(asked, task, folder.name, mode)
            for kind, queries in others.items():
                for query in queries:
                    figures, _ = figures_of(asked, query)
                    yield Observation(folder.name, kind, mode, figures)


def figures_of(analysis: Analysis, query: str) -> tuple[Figures, list[PassageKey]]:
    """Return the features from which a pack's confidence is computed, and the best passages."""
    places, rows, evidence = analysis.passages(query, CancelToken())
    chances = chances_of(rows) if places else np.zeros(0)
    best = np.argsort(-chances, kind="stable")[:BEST_PASSAGES]
    figures = *evidence.match, concentration_of(chances.tolist())
    return figures, [places[place] for place in best.tolist()]


def _own(analysis: Analysis, task: Task, repo: str, mode: SearchMode) -> Observation:
    figures, best = figures_of(analysis, task.query)
    wanted = decisive_lines(analysis, task)
    pack = analysis.pack(PackRequest(QuestionSubject(task.query), PackOptions(max_tokens=BUDGET)), CancelToken())
    read = lines_shown(analysis, task, pack)
    return Observation(repo, "own", mode, figures, reach(best, wanted), read, pack.shown.main > 0)
