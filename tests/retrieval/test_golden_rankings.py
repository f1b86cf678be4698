"""The first results of some questions about real code: they are the ones that were looked at and kept.

`golden/<corpus>.<channels>.txt` holds questions, and under each the results in order. What follows from text alone is
the same on every machine and has to be equal. Vectors differ a little from processor to processor, and so may results
that are close: there the lists have to overlap. After a change of the ranking that is meant, write the lists anew with

    python -m tests.retrieval.test_golden_rankings

and read the difference. A new question is a new line in both files of its corpus.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path
from statistics import fmean

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.retrieval.model import Item, SearchRequest
from ctx_lsp.settings import CacheSettings, Settings
from ctx_lsp.text.lines import line_numbers
from ctx_lsp.workspace import Analysis, Workspace
from tests.conftest import copy_package
from tests.embedded import embedded

__all__ = ["embedded"]  # the fixture

GOLDEN = Path(__file__).parent / "golden"
TEXTS = Path(__file__).parents[1] / "syntax" / "golden"  # a file each in many languages, `.txt` behind the names
PACKAGES = ("structlog", "tenacity")
CORPORA = (*PACKAGES, "languages")
LENGTH = 10
PERSISTENCE = 0.9  # how far down a list its reader goes: the first five results have most of the weight
OVERLAP = 0.9  # mean of a corpus; vectors turned by a cosine of 0.999, more than kernels differ by, leave 0.93
MIN_OVERLAP = 0.5  # of one list; to exchange its first two costs 0.15

Lists = dict[str, list[str]]
"""Results by question, in order."""


def copy_corpus(name: str, into: Path) -> Path:
    """Lay a corpus out in the folder `into`."""
    if name in PACKAGES:
        return copy_package(name, into)
    for file in sorted(TEXTS.glob("*/*.txt")):
        (into / file.parent.name).mkdir()
        shutil.copy(file, into / file.parent.name / file.stem)
    return into


@contextmanager
def opened(root: Path, cache: Path) -> Iterator[Analysis]:
    """An analysis of everything below `root`, vectors included: those in the folder `cache`, and new ones."""
    workspace = Workspace([root], Settings(cache=CacheSettings(directory=str(cache))))
    workspace.start()
    try:
        assert workspace.wait_ready()
        yield workspace.analysis().result()
    finally:
        workspace.close()


def kept(corpus: str, channels: str) -> Path:
    """Where the lists of a corpus are kept; `channels` is `text` or `all`."""
    return GOLDEN / f"{corpus}.{channels}.txt"


def read(file: Path) -> Lists:
    """The lists in a file: questions, each with its results indented under it."""
    lists: Lists = {}
    for line in file.read_text("utf-8").splitlines():
        if not line.startswith(" "):
            question = line
            lists[question] = []
        else:
            lists[question].append(line.strip())
    return lists


def written(lists: Lists) -> str:
    """The text of a file of lists."""
    return "".join(f"{question}\n" + "".join(f"    {name}\n" for name in names) for question, names in lists.items())


def ranked(analysis: Analysis, questions: Sequence[str], channels: str) -> Lists:
    """What comes first for each question, with all channels or with those that need no model."""
    asked = analysis if channels == "all" else replace(analysis, pool=None, reranking=None)
    answers = {question: asked.search(SearchRequest(question, LENGTH), CancelToken()) for question in questions}
    return {question: [_name(analysis, item) for item in answer.items] for question, answer in answers.items()}


def _name(analysis: Analysis, item: Item) -> str:
    """The symbol, or the place of what has none."""
    first, last = line_numbers(analysis.source(item.path), item.start, item.end)
    return item.symbol or f"{item.path}:{first}-{last}"


def overlap(first: Sequence[str], second: Sequence[str]) -> float:
    """Rank-biased overlap (Webber, Moffat and Zobel, TOIS 2010) of the first `LENGTH`, scaled so that equal lists
    have 1."""
    weights = [PERSISTENCE**depth for depth in range(LENGTH)]
    shared = [len(set(first[:depth]) & set(second[:depth])) / depth for depth in range(1, LENGTH + 1)]
    most = [min(depth, max(len(first), len(second))) / depth for depth in range(1, LENGTH + 1)]
    return sum(w * s for w, s in zip(weights, shared, strict=True)) / sum(
        w * m for w, m in zip(weights, most, strict=True)
    )


def overlaps(before: Lists, after: Lists) -> list[float]:
    """The overlap of each question's lists."""
    return [overlap(before[question], after[question]) for question in before]


@pytest.fixture(scope="module", params=CORPORA)
def corpus(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, embedded: Path
) -> Iterator[tuple[str, Analysis]]:
    with opened(copy_corpus(request.param, tmp_path_factory.mktemp(request.param)), embedded) as analysis:
        yield request.param, analysis


def test_results_from_text_are_the_ones_that_were_kept(corpus: tuple[str, Analysis]) -> None:
    name, analysis = corpus
    before = kept(name, "text").read_text("utf-8")
    after = written(ranked(analysis, list(read(kept(name, "text"))), "text"))
    changes = list(unified_diff(before.splitlines(), after.splitlines(), "kept", "now", lineterm="", n=LENGTH))
    assert not changes, "\n".join(["see above how to write the lists anew", *changes])


def test_results_with_vectors_are_nearly_the_ones_that_were_kept(corpus: tuple[str, Analysis]) -> None:
    name, analysis = corpus
    before = read(kept(name, "all"))
    shares = overlaps(before, ranked(analysis, list(before), "all"))
    assert fmean(shares) >= OVERLAP, "see above"
    assert min(shares) >= MIN_OVERLAP, list(before)[shares.index(min(shares))]


@pytest.mark.parametrize("name", CORPORA)
def test_both_files_of_a_corpus_ask_the_same(name: str) -> None:
    questions = list(read(kept(name, "text")))
    assert questions == list(read(kept(name, "all")))
    assert len(questions) >= 12


@pytest.mark.parametrize("name", CORPORA)
def test_results_without_vectors_differ_from_those_with_them(name: str) -> None:
    assert fmean(overlaps(read(kept(name, "all")), read(kept(name, "text")))) < OVERLAP


def test_the_overlap_of_lists() -> None:
    names = list("abcdefghij")
    assert overlap(names, names) == overlap(names[:3], names[:3]) == 1.0
    assert overlap(names, list("klmnopqrst")) == 0.0
    assert overlap(names, ["b", "a", *names[2:]]) < overlap(names, [*names[:8], "j", "i"]) < 1.0
    assert overlap(names, ["b", "a", *names[2:]]) == pytest.approx(1 - 1 / sum(PERSISTENCE**d for d in range(LENGTH)))
    assert 0.0 < overlap(names, names[:3]) < 1.0


if __name__ == "__main__":
    for each in CORPORA:
        cache = CacheSettings().path
        with tempfile.TemporaryDirectory() as folder, opened(copy_corpus(each, Path(folder)), cache) as whole:
            for which in ("text", "all"):
                old = read(kept(each, which))
                new = ranked(whole, list(old), which)
                kept(each, which).write_text(written(new), "utf-8")
                share = fmean(overlaps(old, new))
                sys.stdout.write(f"{kept(each, which).name}: overlap with the lists before {share:.3f}\n")
