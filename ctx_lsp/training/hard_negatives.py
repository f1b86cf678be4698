"""Find, for training questions, the texts that a first stage takes for answers. A script, run by hand.

    python -m ctx_lsp.training.hard_negatives MODEL PAIRS MINED --questions 16000

MODEL is the folder of an embedding model. Whole packages are drawn by seed 0 and put into pools of one language; in
its pool each question is asked by word (BM25) and by meaning, and the best texts by the sum of both are written, with
those left out that are likely to be right as well. What the files hold is in `mined`.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path

import bm25s
import numpy as np

from ctx_lsp.index.embedder import Embedder, load_embedder
from ctx_lsp.syntax.words import terms
from ctx_lsp.training.mined import FOUND, Question, write_mined, z_scores
from ctx_lsp.training.pairs_reader import Example, by_language, read_pairs, split

SEED = 0
POOL = 300  # texts: a small repository
SMALLEST = 100  # texts of a pool; of what is left of a language, fewer are too easy
PACKAGE_LIMIT = 200  # pairs of one package, drawn by seed
DENSE_SHARE = 0.7  # of the fused score
TWINS = 0.8  # share of words in common, from which two texts are one answer


def pools(pairs: Sequence[Example], questions: int) -> Iterator[list[Example]]:
    """Pools of pairs with different texts, of whole packages of one language, with `questions` pairs in all or so."""
    order = random.Random(SEED)  # noqa: S311  # equal seeds, equal pools
    made: list[list[Example]] = []
    for members in by_language(pairs).values():
        packages = [list(group) for _, group in groupby(sorted(members, key=_package), key=_package)]
        order.shuffle(packages)
        pool: list[Example] = []
        for package in packages:
            texts = list({pair.text: pair for pair in package}.values())
            pool += order.sample(texts, min(len(texts), PACKAGE_LIMIT))
            if len(pool) >= POOL:
                made.append(pool)
                pool = []
        if len(pool) >= SMALLEST:
            made.append(pool)
    order.shuffle(made)
    for pool in made:
        if questions <= 0:
            return
        yield pool
        questions -= len(pool)


def find(pool: Sequence[Example], embedder: Embedder, threads: int, first: int) -> list[Question]:
    """The questions of a pool with what is found for them; text i of the pool has number `first` + i."""
    with ThreadPoolExecutor(threads) as workers:
        texts = np.array(list(workers.map(embedder.embed, (pair.text for pair in pool))))
        queries = np.array(list(workers.map(embedder.embed, (pair.query for pair in pool))))
    scores = DENSE_SHARE * z_scores(queries @ texts.T) + (1.0 - DENSE_SHARE) * z_scores(_by_words(pool))
    words = [frozenset(terms(pair.text.partition("\n")[2])) for pair in pool]  # not of the path
    found = []
    for own, pair in enumerate(pool):
        best = np.argsort(-scores[own], kind="stable")[: 2 * FOUND]
        kept = [int(i) for i in best if i == own or not _is_answer(pool, words, int(i), own)][:FOUND]
        places = [first + i for i in kept]
        answer = kept.index(own) if own in kept else -1
        kept_scores = tuple(round(float(scores[own, i]), 4) for i in kept)
        found.append(Question(pair.query, pair.language, tuple(places), kept_scores, answer, pair.split))
    return found


def _package(pair: Example) -> str:
    return pair.package


def _by_words(pool: Sequence[Example]) -> np.ndarray:
    """BM25 of every question and text, float32 (questions, texts)."""
    index = bm25s.BM25()
    index.index([list(terms(pair.text)) or ["-"] for pair in pool], show_progress=False)
    rows = []
    for pair in pool:
        known = [term for term in terms(pair.query) if term in index.vocab_dict]
        rows.append(index.get_scores(known) if known else np.zeros(len(pool), dtype=np.float32))
    return np.array(rows)


def _is_answer(pool: Sequence[Example], words: Sequence[frozenset[str]], other: int, own: int) -> bool:
    """Whether another text is likely to answer the question too: its own question or name is the same, or its words."""
    a, b = pool[other], pool[own]
    if a.query == b.query or a.text.partition("\n")[0] == b.text.partition("\n")[0]:
        return True
    return len(words[other] & words[own]) > TWINS * len(words[other] | words[own])


def main() -> None:
    """Mine for the training's questions and for some held-out ones."""
    parser = argparse.ArgumentParser(description="Mine hard negatives.")
    parser.add_argument("model", type=Path, help="folder of an embedding model")
    parser.add_argument("pairs", type=Path, help="folder of *.jsonl")
    parser.add_argument("mined", type=Path, help="where to write what was found")
    parser.add_argument("--questions", type=int, default=16_000, help="to train on, or some more")
    parser.add_argument("--held-out", type=int, default=1_000, help="held-out questions, or some more")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()

    embedder = load_embedder(arguments.model)
    training, held_out = split(read_pairs(arguments.pairs))
    texts: list[str] = []
    questions: list[Question] = []
    for some, count in ((training, arguments.questions), (held_out, arguments.held_out)):
        for pool in pools(some, count):
            questions += find(pool, embedder, arguments.threads, len(texts))
            texts += [pair.text for pair in pool]
            print(f"{len(questions)} questions", flush=True)
    write_mined(arguments.mined, texts, questions)


if __name__ == "__main__":
    main()
