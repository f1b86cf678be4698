"""Learn which words suggest a question about code, from commits and plain questions.

    python -m ctx_lsp.training.figures.fit_code_words MANIFEST.json MIRRORS ctx_lsp/retrieval/question/code_words.toml

`histories.repositories` describes MANIFEST and MIRRORS. From the words of a commit's subject, a logistic model predicts
whether the commit touched code; from the words of a plain question, it predicts whether code answers the question. The
model is fitted to the "train" repositories of `split_of` and evaluated on the "choose" repositories. The result
contains no commit messages, only individual words and their weights.

Plain questions (`training.plain`) are few but worded like those of users, so each is counted `PLAIN_TIMES` times. This
number was chosen on the "choose" repositories. The model was evaluated on the "test" repositories only once. The table
gives the AUROC:

    times  commits, choose  plain, choose  plain, test
        0            0.899          0.819        0.808
        1            0.900          0.855        0.835
        3            0.899          0.883        0.854
       10            0.894          0.901        0.865
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.optimize import minimize

from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.languages.table import language
from ctx_lsp.retrieval.question.analyse import terms_of
from ctx_lsp.retrieval.question.code_words import CodeWords
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.text.source import SourceText
from ctx_lsp.training.figures.judgement import auroc
from ctx_lsp.training.histories.repositories import Repository, Split, arguments_parser, split_of, visit_repositories
from ctx_lsp.training.histories.subjects import subjects
from ctx_lsp.training.plain.questions import read_questions
from ctx_lsp.workspace.past.message_index import MAX_FILES

COMMITS = 600  # number of commits to read from each repository, newest first
MIN_REPOSITORIES = 25  # minimum number of repositories that use a word; fewer may all be of one kind
RIDGE = 4.0
_HEADER = "# Written by ctx_lsp.training.figures.fit_code_words."

PLAIN_TIMES = 3  # how often each plain question counts

MIN_WEIGHT = 0.2  # absolute log odds; words below this are left out


class Touched(NamedTuple):
    """A commit: its repository, the index terms in its subject, and whether it touched code.

    A plain question has the same form; `code` says whether code answers it.
    """

    repository: str
    terms: frozenset[str]
    code: bool


def commits(repository: Repository, folder: Path) -> Iterator[Touched]:
    """Yield the newest commits of a repository, except those that touched many files. Raises `GitError`."""
    for subject, paths in subjects(repository, folder, count=COMMITS, most_files=MAX_FILES):
        yield Touched(repository.repository, frozenset(terms_of(subject)), any(map(is_code, paths)))


def plain_questions(split: Split) -> list[Touched]:
    """Return the plain questions about the repositories of a split."""
    return [
        Touched(one.repository, frozenset(terms_of(question)), is_code(one.path))
        for one in read_questions()
        if split_of(one.repository) == split
        for question in one.questions
    ]


def is_code(path: str) -> bool:
    """Return whether a path belongs to source code or tests in a programming language."""
    kind = language(language_of(path, SourceText(b""))).category
    return kind == "code" and file_role(path) in {"source", "test"}


def vocabulary(touched: Sequence[Touched]) -> list[str]:
    """Return the words that occur in at least `MIN_REPOSITORIES` repositories, leaving out numbers."""
    users: dict[str, set[str]] = defaultdict(set)
    for one in touched:
        for term in one.terms:
            users[term].add(one.repository)
    return sorted(term for term, who in users.items() if len(who) >= MIN_REPOSITORIES and not term.isdigit())


def fit(touched: Sequence[Touched], terms: Sequence[str], ridge: float = RIDGE) -> CodeWords:
    """Fit the log odds of the words in `terms`; `ridge` is the penalty on their squares.

    In total, the commits that touched code have the same weight as all other commits. The weight of a repository grows
    with the square root of its number of commits.
    """
    rows = _rows(touched, terms)
    signs = np.array([1.0 if one.code else -1.0 for one in touched])
    of_repository = Counter(one.repository for one in touched)
    weights = np.array([of_repository[one.repository] ** -0.5 for one in touched])
    for sign in (1.0, -1.0):
        weights[signs == sign] *= len(touched) / 2 / weights[signs == sign].sum()

    def value(model: np.ndarray) -> tuple[float, np.ndarray]:
        margins = signs * (rows @ model[1:] + model[0])
        pull = -signs * weights * np.exp(-np.logaddexp(0.0, margins))
        loss = weights @ np.logaddexp(0.0, -margins) + ridge / 2 * (model[1:] @ model[1:])
        return float(loss), np.concatenate(([pull.sum()], rows.T @ pull + ridge * model[1:]))

    model = minimize(value, np.zeros(len(terms) + 1), jac=True, method="L-BFGS-B").x
    kept = {term: round(float(odds), 2) for term, odds in zip(terms, model[1:], strict=True) if abs(odds) >= MIN_WEIGHT}
    return CodeWords(round(float(model[0]), 2), kept)


def separation(words: CodeWords, touched: Sequence[Touched]) -> float:
    """Return the AUROC of the odds: how well the odds separate commits that touched code from all others."""
    odds = np.array([sum(words.terms.get(term, 0.0) for term in sorted(one.terms)) for one in touched])
    code = np.array([one.code for one in touched])
    return auroc(odds[code], odds[~code])


def written(words: CodeWords) -> str:
    """Format the words as TOML, in alphabetical order."""
    lines = (f"{json.dumps(term)} = {odds}\n" for term, odds in sorted(words.terms.items()))
    return f"{_HEADER}\nintercept = {words.intercept}\n\n[terms]\n{''.join(lines)}"


def _rows(touched: Sequence[Touched], terms: Sequence[str]) -> sparse.csr_matrix:
    places = {term: place for place, term in enumerate(terms)}
    held = [sorted(places[term] for term in one.terms if term in places) for one in touched]
    ends = np.cumsum([0, *map(len, held)])
    columns = np.array([place for many in held for place in many], dtype=np.int32)
    return sparse.csr_matrix((np.ones(len(columns)), columns, ends), shape=(len(touched), len(terms)))


def main() -> None:
    """Read the histories, fit and evaluate the model, and write the words to a file."""
    parser = arguments_parser(__doc__)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    by_split: dict[Split, list[Touched]] = defaultdict(list)

    def read(one: Repository, folder: Path) -> str:
        if (split := split_of(one.repository)) != "test":
            by_split[split] += commits(one, folder)
        return ""

    visit_repositories(arguments.manifest, arguments.mirrors, read)
    examples = by_split["train"] + plain_questions("train") * PLAIN_TIMES
    words = fit(examples, vocabulary(examples))
    areas = [f"{separation(words, held_out):.3f}" for held_out in (by_split["choose"], plain_questions("choose"))]
    print(f"{len(words.terms)} words from {len(examples)} examples; AUROC {areas[0]} (commits), {areas[1]} (questions)")
    arguments.out.write_text(written(words), "utf-8")


if __name__ == "__main__":
    main()
