"""Fit the chances that packs give as their confidence, and judge them on repositories that were left out of the fit.

    python -m ctx_lsp.training.fit_confidence FOLDERS TASKS.jsonl... --nonsense FILE

FOLDERS holds a checkout for each `repo` that the tasks name; a task is a question and its decisive lines, as
`ctx-lsp eval` takes them. FILE holds a question without meaning on each line. `--like` names a file that says which
repository is like which, in the form of `repositories.json`. Prints the figures for `packing.confidence` and how they
do in cross-validation, each repository by a fit to the others. Below stand today's figures, which may have been fitted
to the same tasks. AUROC: how well a chance tells a repository's own questions from those of the one like it, and among
its own those half of whose decisive lines the best passages reach, or can be read in a pack, from the rest.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, get_args

import numpy as np

from ctx_lsp.packing.confidence import NO_MATCH, confidence_of
from ctx_lsp.retrieval.evidence import Evidence
from ctx_lsp.training import logistic
from ctx_lsp.training.decisive_lines import tasks_by_repository
from ctx_lsp.training.judgement import auroc, calibration_error, share
from ctx_lsp.training.observations import Channel, Kind, Observation, add_observations, observe, read_observations

# How much a question counts: about half of the questions have an answer in the workspace, and few are nonsense.
WEIGHTS: dict[Kind, float] = {"own": 1.0, "like": 0.9, "nonsense": 0.25}
ENOUGH = 0.5  # of the decisive lines: with so many a question counts as answered
THRESHOLDS = tuple(number / 100 for number in range(50, 100, 5))
REPOSITORIES = Path(__file__).with_name("repositories.json")


class Sample(NamedTuple):
    """The observations of one channel as columns, a row a question."""

    repos: np.ndarray
    kinds: np.ndarray
    figures: np.ndarray
    weights: np.ndarray
    reach: np.ndarray
    read: np.ndarray
    is_shown: np.ndarray

    @property
    def labels(self) -> dict[str, np.ndarray]:
        """By the name of a chance, for which questions it should be 1."""
        own = self.kinds == "own"
        return {"answerable": own, "shown": own & (self.read >= ENOUGH)}


Chances = Mapping[str, np.ndarray]
"""By the name of a chance, its value for each question of a sample."""


def sample_of(observations: Sequence[Observation], channel: Channel) -> Sample:
    """The observations of a channel."""
    kept = [one for one in observations if one.channel == channel]
    return Sample(
        repos=np.array([one.repo for one in kept]),
        kinds=np.array([one.kind for one in kept]),
        figures=np.array([one.figures for one in kept]),
        weights=np.array([WEIGHTS[one.kind] for one in kept]),
        reach=np.array([one.reach for one in kept]),
        read=np.array([one.read for one in kept]),
        is_shown=np.array([one.is_shown for one in kept]),
    )


def fitted(sample: Sample) -> dict[str, np.ndarray]:
    """By the name of a chance, its intercept and the weights of the figures."""
    return {name: logistic.fit(sample.figures, labels, sample.weights) for name, labels in sample.labels.items()}


def cross_validated(sample: Sample) -> Chances:
    """The chances of each repository's questions by a fit to the other repositories, which are not none."""
    chances = {name: np.zeros(len(sample.repos)) for name in sample.labels}
    for repo in np.unique(sample.repos):
        held = sample.repos == repo
        for name, model in fitted(Sample(*(column[~held] for column in sample))).items():
            chances[name][held] = logistic.predict(model, sample.figures[held])
    return chances


def todays(sample: Sample, channel: Channel) -> Chances:
    """The chances that packs give now."""
    coverage = 1.0 if channel == "meaning" else 0.0
    made = [
        confidence_of(Evidence(strength=strength, best_meaning=meaning), concentration, coverage)
        for strength, meaning, concentration in sample.figures.tolist()
    ]
    return {name: np.array([getattr(one, name) for one in made]) for name in sample.labels}


def judged(sample: Sample, chances: Chances) -> list[str]:
    """Lines that say how good some chances are."""
    kinds: dict[Kind, np.ndarray] = {kind: sample.kinds == kind for kind in get_args(Kind)}
    own, asked = kinds["own"], kinds["own"] | kinds["like"]
    lines = []
    for name, values in chances.items():
        like = auroc(values[own], values[kinds["like"]])
        reached, read = (_halves(values[own], shares[own]) for shares in (sample.reach, sample.read))
        error = calibration_error(values[asked], sample.labels[name][asked])
        lines.append(
            f"{name:<10} AUROC own/like {like:.3f}, reached/not {reached:.3f}, read/not {read:.3f};"
            f" calibration error {error:.3f}"
        )
    unanswered = chances["answerable"] < NO_MATCH
    called = ", ".join(f"{share(unanswered[rows]):.1%} of {kind}" for kind, rows in kinds.items())
    return [*lines, f"no match (below {NO_MATCH}): {called}", *_ready(sample, chances["shown"])]


def _halves(chances: np.ndarray, shares: np.ndarray) -> float:
    """How well chances tell questions with enough of their decisive lines from others."""
    return auroc(chances[shares >= ENOUGH], chances[shares < ENOUGH])


def _ready(sample: Sample, chances: np.ndarray) -> list[str]:
    """For each threshold, how many packs would be ready in vain, and how many of those that show all would be ready."""
    own, lines = sample.kinds == "own", []
    for threshold in THRESHOLDS:
        ready = own & sample.is_shown & (chances >= threshold)
        empty, full = share(sample.read[ready] == 0.0), share(ready[own & (sample.read == 1.0)])
        lines.append(
            f"ready from {threshold:.2f}: {empty:.1%} of {ready.sum()} show none, {full:.1%} of those that show all are"
        )
    return lines


def _observations(folders: Path, arguments: argparse.Namespace) -> list[Observation]:
    """Those that are kept, and those of the repositories that are not among them."""
    tasks = tasks_by_repository(arguments.tasks)
    like = {repo: about["like"] for repo, about in json.loads(arguments.like.read_text()).items()}
    nonsense = [line for line in arguments.nonsense.read_text().splitlines() if line.strip()]
    kept = read_observations(arguments.keep) if arguments.keep else []
    found = [one for one in kept if one.repo in tasks]
    known = {one.repo for one in found}
    for repo in [repo for repo in tasks if repo not in known]:
        others: dict[Kind, list[str]] = {"like": [task.query for task in tasks[like[repo]]], "nonsense": nonsense}
        made = list(observe(folders / repo, tasks[repo], others))
        if arguments.keep:
            add_observations(arguments.keep, made)
        found += made
        print(f"{repo}: {len(found)} observations so far", flush=True)
    return found


def main() -> None:
    """Ask the questions, fit, judge, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path)
    parser.add_argument("tasks", type=Path, nargs="+")
    parser.add_argument("--nonsense", type=Path, required=True)
    parser.add_argument("--like", type=Path, default=REPOSITORIES)
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep observations here, and make no kept one again")
    arguments = parser.parse_args()
    observations = _observations(arguments.folders, arguments)
    for channel in get_args(Channel):
        sample = sample_of(observations, channel)
        counts = ", ".join(f"{(sample.kinds == kind).sum()} {kind}" for kind in get_args(Kind))
        print(f"\nBy {channel} ({len(np.unique(sample.repos))} repositories; questions: {counts})")
        for name, model in fitted(sample).items():
            print(f"    {name}=({', '.join(f'{figure:.3f}' for figure in model)}),")
        for title, chances in ("Cross-validated", cross_validated(sample)), ("Today's", todays(sample, channel)):
            print(f"  {title}:", *judged(sample, chances), sep="\n    ")


if __name__ == "__main__":
    main()
