"""Learn which words of a question suggest which data files, from commits and plain questions.

    python -m ctx_lsp.training.figures.fit_data_files MANIFEST.json MIRRORS ctx_lsp/retrieval/question/data_files.json

`histories.repositories` describes MANIFEST and MIRRORS. An example is the subject of a commit, or a plain question
(`training.plain`), with one file that the commit touched or that answers the question, and with `OTHERS` files that
other commits of the repository touched, drawn by how often commits touch them. A log-linear model of the pairs of words
and path features (see `retrieval.question.data_files`) predicts which of these files it is. Files other than data files
have no features, so the weights say how much likelier a data file is than any other file.

The model is fitted to the "train" repositories of `split_of`. The options were chosen by plain questions about the
"choose" repositories, put to these repositories with `ctx-lsp eval`, without an embedding model. The table gives the
NDCG@10 for 44 questions that data files answer, and for 456 questions that code answers:

                                       data   code
    without the model                  0.408  0.505
    with words that the path contains  0.577  0.503
    without them                       0.564  0.503

Words that the path itself contains are left out although data questions gain by them, because 490 questions about code
of the "test" repositories, with an embedding model, lost 0.006 with them, and lose nothing without. There, 52 data
questions change from 0.376 to 0.436 without an embedding model, and from 0.384 to 0.442 with one; with an earlier fit
that counted such words, to 0.467 and 0.470. So these questions were looked at twice. The options were chosen before
that, with pairs of all candidates and with such words: from 3 to 20 repositories, a ridge from 3 to 30, and plain
questions counted 3 and 10 times, data questions reach 0.541 to 0.579. The result contains no commit messages.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.optimize import minimize

from ctx_lsp.retrieval.question.analyse import terms_of
from ctx_lsp.retrieval.question.data_files import DataFileWords, path_features
from ctx_lsp.training.histories.repositories import Repository, arguments_parser, split_of, visit_repositories
from ctx_lsp.training.histories.subjects import subjects
from ctx_lsp.training.plain.questions import read_questions

COMMITS = 2_000  # number of commits to read from each repository, newest first
MAX_FILES = 8  # commits that touched more files have several topics
OTHERS = 12  # files beside the one that is meant
MIN_REPOSITORIES = 5  # in which a word and a feature must occur together
PLAIN_TIMES = 10.0  # how much a plain question counts, relative to a commit
RIDGE = 10.0  # penalty on the squares of the weights
MIN_WEIGHT = 0.15  # absolute log odds; smaller weights are left out
SEED = 0


class Asked(NamedTuple):
    """The index terms of a commit's subject or of a plain question, and the files that are meant."""

    terms: frozenset[str]
    paths: tuple[str, ...]


class Example(NamedTuple):
    """Index terms with candidates, of which the first is meant: the path features of each. `weight` is its weight."""

    repository: str
    terms: frozenset[str]
    candidates: tuple[frozenset[str], ...]
    weight: float


def commits(repository: Repository, folder: Path) -> Iterator[Asked]:
    """Yield the newest commits of a repository, except those that touched many files. Raises `GitError`."""
    for subject, paths in subjects(repository, folder, count=COMMITS, most_files=MAX_FILES):
        yield Asked(words_of(subject), paths)


def plain_questions() -> dict[str, list[Asked]]:
    """Return the plain questions about each repository."""
    found: dict[str, list[Asked]] = defaultdict(list)
    for one in read_questions():
        found[one.repository] += [Asked(words_of(question), (one.path,)) for question in one.questions]
    return found


def words_of(text: str) -> frozenset[str]:
    """Return the index terms of a text without numbers, most of which are versions or name issues."""
    return frozenset(term for term in terms_of(text) if not term.isdigit())


def examples(
    repository: str, asked: Sequence[Asked], past: Sequence[Asked], weight: float, draw: np.random.Generator
) -> Iterator[Example]:
    """Yield an example for each of `asked`; its other files are drawn from those of `past`."""
    touched = Counter(path for one in past for path in one.paths)
    if not touched:
        return
    paths = list(touched)
    shares = np.array([touched[path] for path in paths]) / touched.total()
    for one in asked:
        meant = one.paths[draw.integers(len(one.paths))]
        others = (paths[place] for place in draw.choice(len(paths), OTHERS, p=shares))
        kept = [path_features(path) for path in others if path not in one.paths]
        if kept:
            yield Example(repository, one.terms, (path_features(meant), *kept), weight)


def shared_pairs(found: Iterable[Example]) -> list[tuple[str, str]]:
    """Return the pairs of a word and a feature of a file that is meant, in at least `MIN_REPOSITORIES` repositories."""
    by_repository: dict[str, list[Example]] = defaultdict(list)
    for one in found:
        by_repository[one.repository].append(one)
    held: Counter[tuple[str, str]] = Counter()
    for many in by_repository.values():
        held.update({(word, feature) for one in many for feature in one.candidates[0] for word in one.terms})
    return sorted(pair for pair, repositories in held.items() if repositories >= MIN_REPOSITORIES)


def fit(found: Sequence[Example], pairs: Sequence[tuple[str, str]], ridge: float = RIDGE) -> DataFileWords:
    """Fit the weights of `pairs` to examples by maximum likelihood; `ridge` is the penalty on their squares.

    A further weight, for words that the path itself contains, is fitted and not returned: the part `path` of the
    ranking already counts such words. Raises `RuntimeError` if the fit does not converge.
    """
    rows, first = _rows(found, pairs)
    columns = rows.T.tocsr()
    of_example = np.repeat(np.arange(len(found)), np.diff([*first, rows.shape[0]]))
    weights = np.array([one.weight for one in found])
    penalties = np.full(len(pairs) + 1, ridge)
    penalties[-1] = 0.0  # the weight of words that the path itself contains

    def value(model: np.ndarray) -> tuple[float, np.ndarray]:
        odds = rows @ model
        highest = np.maximum.reduceat(odds, first)
        shares = np.exp(odds - highest[of_example])
        totals = np.add.reduceat(shares, first)
        loss = weights @ (np.log(totals) + highest - odds[first]) + penalties @ model**2 / 2
        pull = shares / totals[of_example] * weights[of_example]
        pull[first] -= weights
        return float(loss), columns @ pull + penalties * model

    model = minimize(value, np.zeros(len(pairs) + 1), jac=True, method="L-BFGS-B", options={"maxiter": 500})
    if not model.success:
        raise RuntimeError(model.message)
    kept: dict[str, dict[str, float]] = defaultdict(dict)
    for (word, feature), odds in zip(pairs, model.x[:-1], strict=True):
        if abs(odds) >= MIN_WEIGHT:
            kept[word][feature] = round(float(odds), 2)
    return dict(kept)


def _rows(found: Sequence[Example], pairs: Sequence[tuple[str, str]]) -> tuple[sparse.csr_matrix, np.ndarray]:
    """Return a row for each candidate of each example, and the first row of each example.

    The columns are `pairs`, and the number of words that the path contains.
    """
    by_word: dict[str, dict[str, int]] = defaultdict(dict)
    for place, (word, feature) in enumerate(pairs):
        by_word[word][feature] = place
    columns: list[int] = []
    values: list[float] = []
    ends, first = [0], []
    for one in found:
        first.append(len(ends) - 1)
        known = [by_word[word] for word in sorted(one.terms & by_word.keys())]
        for features in one.candidates:
            places = [places[each] for places in known for each in sorted(features & places.keys())]
            columns += [*places, len(pairs)]
            values += [*[1.0] * len(places), float(len(one.terms & features))]
            ends.append(len(columns))
    shape = (len(ends) - 1, len(pairs) + 1)
    return sparse.csr_matrix((np.array(values), np.array(columns), np.array(ends)), shape=shape), np.array(first)


def written(words: DataFileWords) -> str:
    """Format the weights as JSON, with a line for each word of a question, in alphabetical order."""
    lines = (f"{json.dumps(word)}: {json.dumps(pairs, sort_keys=True)}" for word, pairs in sorted(words.items()))
    joined = ",\n".join(lines)
    return f"{{\n{joined}\n}}\n"


def main() -> None:
    """Read the histories, fit the model, and write it to a file."""
    parser = arguments_parser(__doc__)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    draw, plain = np.random.default_rng(SEED), plain_questions()
    found: list[Example] = []

    def read(one: Repository, folder: Path) -> str:
        if split_of(one.repository) == "train":
            past, asked = list(commits(one, folder)), plain.get(one.repository, [])
            found.extend(examples(one.repository, past, past, 1.0, draw))
            found.extend(examples(one.repository, asked, past, PLAIN_TIMES, draw))
        return ""

    visit_repositories(arguments.manifest, arguments.mirrors, read)
    pairs = shared_pairs(found)
    words = fit(found, pairs)
    print(f"{len(found)} examples, {len(pairs)} pairs, {sum(map(len, words.values()))} of them kept")
    arguments.out.write_text(written(words), "utf-8")


if __name__ == "__main__":
    main()
