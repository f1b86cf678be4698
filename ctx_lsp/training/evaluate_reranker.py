"""Measure rerankers, as the product runs them, on held-out questions with mined texts. A script, run by hand.

    python -m ctx_lsp.training.evaluate_reranker MINED MODEL ...

Printed is the MRR of the first stage, of both at several weights and of the model alone, and how long a question took.
"""

import argparse
import time
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.index.reranker import load_reranker
from ctx_lsp.training.mined import evenly, read_mined, reciprocal_rank

WEIGHTS = (0.0, 0.2, 0.3, 0.5, 0.7, 1.0)  # of the model beside the first stage
PATIENCE = 60.0  # seconds for a question


def main() -> None:
    """Print one line a model."""
    parser = argparse.ArgumentParser(description="Measure rerankers on mined questions.")
    parser.add_argument("mined", type=Path, help="written by hard_negatives")
    parser.add_argument("models", type=Path, nargs="+", help="folders of models")
    parser.add_argument("--questions", type=int, default=400)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()

    texts, questions = read_mined(arguments.mined)
    asked = evenly([question for question in questions if question.split != "train"], arguments.questions)
    for folder in arguments.models:
        model = load_reranker(folder, arguments.threads)
        assert model is not None
        start = time.perf_counter()
        read = [
            model.score(question.query, [texts[number] for number in question.texts], PATIENCE, CancelToken())
            for question in asked
        ]
        seconds = (time.perf_counter() - start) / len(asked)
        figures = []
        for weight in WEIGHTS:
            ranks = [reciprocal_rank(question, scores, weight) for question, scores in zip(asked, read, strict=True)]
            figures.append(f"{weight}: {sum(ranks) / len(ranks):.4f}")
        print(folder, "MRR", *figures, f"{1000 * seconds:.0f} ms a question", flush=True)


if __name__ == "__main__":
    main()
