"""Fit the probabilities that determine a pack's confidence, and evaluate them on held-out repositories.

    python -m ctx_lsp.training.figures.fit_confidence FOLDERS TASKS.jsonl... --nonsense FILE \\
        --absent tests/answers/absent.jsonl

FOLDERS holds a checkout for each `repo` that the tasks name. A task is a question and its decisive lines, in the format
of `ctx-lsp eval`: a commit message, or a plain question of `training.plain.tasks`. FILE contains a meaningless question
on each line. `--absent` names a file of requests for things that a repository lacks; only the requests in the half
"choose" are used. `--like` names a file in the format of `repositories.json` that assigns a similar repository to each
repository; a repository that it does not name is assigned another one in the same language.

The probability that there is an answer is fitted without the plain questions and without the length of the question;
the docstring of `packing.assessment.confidence` says why.

The script prints the weights for `packing.assessment.confidence` and `retrieval.answerable`. The metrics rate the
weights for `packing.assessment.confidence` in cross-validation: each repository is evaluated with weights fitted to the
others. The metrics of the current weights come last; those weights may have been fitted to the same tasks. The first
two AUROC say how well a probability separates a repository's own questions from questions about the similar repository,
and from requests for things that the repository lacks. The other two cover only the repository's own questions, and say
how well the probability separates answered questions from the rest. A question counts as answered if at least half of
its decisive lines are in the best passages (third AUROC), or in the text of the pack (fourth AUROC).
"""

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from typing import get_args

import numpy as np

from ctx_lsp.evaluation.tasks import Task
from ctx_lsp.packing.assessment.confidence import confidence_from
from ctx_lsp.retrieval.match_quality import MatchQuality
from ctx_lsp.training.figures import logistic
from ctx_lsp.training.figures.judgement import Chances, judged
from ctx_lsp.training.figures.observations import (  # fmt: skip
    Kind,
    Observation,
    Sample,
    SearchMode,
    add_observations,
    observe,
    read_observations,
    sample_of,
)
from ctx_lsp.training.histories.decisive_lines import tasks_by_repository

REPOSITORIES = Path(__file__).with_name("repositories.json")


def fitted(sample: Sample) -> dict[str, np.ndarray]:
    """Fit an intercept and feature weights for each probability, keyed by the name of the probability."""
    answerable = _without_plain(sample, sample.figures[:, :-1])
    return {
        "answerable": np.append(answerable, 0.0),
        "shown": logistic.fit(sample.figures, sample.labels["shown"], sample.weights),
    }


def fitted_before_packs(sample: Sample) -> np.ndarray:
    """Fit an intercept and the weights of `MatchQuality`, the measures that are known before a pack is built."""
    return _without_plain(sample, sample.figures[:, : len(MatchQuality._fields)])


def _without_plain(sample: Sample, figures: np.ndarray) -> np.ndarray:
    """Fit the probability that there is an answer to `figures`, without the repositories with plain questions."""
    kept = ~sample.is_plain
    return logistic.fit(figures[kept], sample.labels["answerable"][kept], sample.weights[kept])


def cross_validated(sample: Sample) -> Chances:
    """Return the probabilities for each repository's questions, computed with weights fitted to the other repositories.

    There must be at least two repositories.
    """
    chances = {name: np.zeros(len(sample.repos)) for name in sample.labels}
    for repo in np.unique(sample.repos):
        held = sample.repos == repo
        for name, model in fitted(Sample(*(column[~held] for column in sample))).items():
            chances[name][held] = logistic.predict(model, sample.figures[held])
    return chances


def current_chances(sample: Sample, mode: SearchMode) -> Chances:
    """Compute the probabilities with the weights that the product uses now."""
    made = [confidence_from(figures, by_meaning=mode == "meaning") for figures in sample.figures.tolist()]
    return {name: np.array([getattr(one, name) for one in made]) for name in sample.labels}


def _observations(
    folders: Path, tasks: Mapping[str, Sequence[Task]], like: Mapping[str, str],
    absent: Mapping[str, Sequence[str]], nonsense: Sequence[str], keep: Path | None,
) -> list[Observation]:  # fmt: skip
    """Return the observations of all repositories: read those in the file `keep`, and make and store the others.

    `tasks` holds the tasks of each repository, and `like` names a similar repository, whose questions are asked as
    well. `absent` holds requests for things that a repository lacks, and `nonsense` meaningless questions.
    """
    found = [one for one in (read_observations(keep) if keep else []) if one.repo in tasks]
    known = {one.repo for one in found}
    for repo in [repo for repo in tasks if repo not in known]:
        others: dict[Kind, Sequence[str]] = {
            "like": [task.query for task in tasks[like[repo]]], "absent": absent.get(repo, ()), "nonsense": nonsense,
        }  # fmt: skip
        made = list(observe(folders / repo, tasks[repo], others))
        if keep:
            add_observations(keep, made)
        found += made
        print(f"{repo}: {len(found)} observations so far", flush=True)
    return found


def _absent(file: Path) -> dict[str, list[str]]:
    """Read the requests for things that a repository lacks, keyed by the repository's name without its owner.

    Repositories that are not in the half "choose" are left out.
    """
    abouts = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return {
        about["repository"].partition("/")[2]: [one["query"] for one in about["requests"]]
        for about in abouts
        if about["half"] == "choose"
    }


def _similar(tasks: Mapping[str, Sequence[Task]], named: Mapping[str, str]) -> dict[str, str]:
    """Return a similar repository for each repository with tasks.

    A repository that is not in `named` gets the next one, in alphabetical order, that is not in it either and whose
    answers are in files with the same ending, or just the next one if there is none.
    """
    others = sorted(tasks.keys() - named.keys())
    endings = {repo: _usual_ending(tasks[repo]) for repo in others}
    found = dict(named)
    for place, repo in enumerate(others):
        following = [*others[place + 1 :], *others[:place]]
        alike = [one for one in following if endings[one] == endings[repo]]
        if following:
            found[repo] = (alike or following)[0]
    return found


def _usual_ending(tasks: Sequence[Task]) -> str:
    """Return the most frequent ending of the files that answer `tasks`."""
    endings = Counter(PurePath(path).suffix for task in tasks for target in task.relevant for path in target.files)
    return max(sorted(endings), key=endings.__getitem__)


def main() -> None:
    """Ask the questions, fit and evaluate the weights, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path)
    parser.add_argument("tasks", type=Path, nargs="+")
    parser.add_argument("--nonsense", type=Path, required=True)
    parser.add_argument("--absent", type=Path, metavar="FILE")
    parser.add_argument("--like", type=Path, default=REPOSITORIES)
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep observations here, and make no kept one again")
    arguments = parser.parse_args()
    tasks = tasks_by_repository(arguments.tasks)
    like = _similar(tasks, {repo: about["like"] for repo, about in json.loads(arguments.like.read_text()).items()})
    nonsense = [line for line in arguments.nonsense.read_text().splitlines() if line.strip()]
    if lone := [repo for repo in tasks if like.get(repo) not in tasks]:
        parser.error(f"no tasks about a repository like {', '.join(lone)}")
    absent = _absent(arguments.absent) if arguments.absent else {}
    observations = _observations(arguments.folders, tasks, like, absent, nonsense, arguments.keep)
    for mode in get_args(SearchMode):
        sample = sample_of(observations, mode)
        counts = ", ".join(f"{(sample.kinds == kind).sum()} {kind}" for kind in get_args(Kind))
        print(f"\nBy {mode} ({len(np.unique(sample.repos))} repositories; questions: {counts})")
        for name, model in fitted(sample).items():
            suffix = "" if mode == "meaning" else "_BY_WORDS"
            print(f"    _{name.upper()}{suffix} = ({', '.join(f'{figure:.3f}' for figure in model)})")
        before = ", ".join(f"{figure:.3f}" for figure in fitted_before_packs(sample))
        print(f"    _BY_{mode.upper()} = ({before})  # in retrieval.answerable")
        for title, chances in ("Cross-validated", cross_validated(sample)), ("Today's", current_chances(sample, mode)):
            for kind, rows in ("commits", ~sample.is_plain), ("plain questions", sample.is_plain):
                if rows.any():
                    own = {name: values[rows] for name, values in chances.items()}
                    lines = judged(Sample(*(column[rows] for column in sample)), own)
                    print(f"  {title}, {kind}:", *lines, sep="\n    ")


if __name__ == "__main__":
    main()
