"""Measures which questions get no code because they are general: python -m tests.general FOLDER... [--half held-out].

The folders are checkouts named OWNER+NAME. Three kinds of questions are asked about each of them: the general questions
of one half without a topic, the questions of `training.plain` about this repository, and short questions about names
in its code that have two or three words ("explain parser error"), drawn by a seed. The bundled model is used.
"""

import argparse
import json
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.bootstrap import estimate
from ctx_lsp.retrieval.answerable import NO_CONTEXT_NEEDED
from ctx_lsp.retrieval.model import SearchRequest
from ctx_lsp.settings import CacheSettings, Settings
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import CODE_KINDS
from ctx_lsp.syntax.words import split_identifier
from ctx_lsp.training.plain.questions import read_questions
from ctx_lsp.workspace import Analysis, Workspace
from tests.progress_lines import print_line

QUESTIONS = Path(__file__).with_name("questions.jsonl")
FORMS = ("what is a {}?", "how does {} work?", "explain {}", "what does {} mean?", "what are {}s")
NAMES = 12  # of each folder, each asked in all forms
SEED = 20_261_128
TIMEOUT = 1_800  # seconds until a folder has all vectors


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--half", choices=("development", "held-out"), default="held-out")
    parser.add_argument("--cache", type=Path, required=True, help="keeps the vectors between runs")
    arguments = parser.parse_args()
    settings = Settings(cache=CacheSettings(directory=str(arguments.cache)))
    found: dict[str, list[tuple[str, bool]]] = {}
    for folder in arguments.folders:
        workspace = Workspace([folder], settings)
        workspace.start()
        try:
            analysis = _complete(workspace)
            for kind, questions in _questions(folder.name, analysis.snapshot, arguments.half).items():
                found.setdefault(kind, []).extend((folder.name, _gets_no_code(analysis, one)) for one in questions)
        finally:
            workspace.close()
        print_line(folder.name)
    for kind, answers in found.items():
        share = estimate([float(refused) for _, refused in answers], [name for name, _ in answers])
        print_line(f"{kind}: {share.mean:.1%} [{share.low:.1%}, {share.high:.1%}] of {len(answers)} get no code")


def _questions(name: str, snapshot: Snapshot, half: str) -> dict[str, Sequence[str]]:
    general = [json.loads(line) for line in QUESTIONS.read_text().splitlines()]
    own = (one for one in read_questions() if one.repository.replace("/", "+") == name)
    return {
        "general": [one["query"] for one in general if one["half"] == half and not one["topic"]],
        "about the code": [question for one in own for question in one.questions],
        "about its names": list(_about_names(snapshot)),
    }


def _about_names(snapshot: Snapshot) -> Iterator[str]:
    """Yield short questions about names of several words in the code."""
    definitions = (one for entry in snapshot.files.values() for one in entry.definitions)
    names = sorted({one.name for one in definitions if one.kind in CODE_KINDS})
    several = [one for one in names if 2 <= len(split_identifier(one)) <= 3]
    for name in random.Random(SEED).sample(several, min(NAMES, len(several))):  # noqa: S311 - a sample, not a secret
        words = " ".join(split_identifier(name)).lower()
        yield from (form.format(words) for form in FORMS)


def _gets_no_code(analysis: Analysis, question: str) -> bool:
    return NO_CONTEXT_NEEDED in analysis.search(SearchRequest(question, rerank=False), CancelToken()).warnings


def _complete(workspace: Workspace) -> Analysis:
    """Return the analysis of a workspace once all its vectors are there. Raises `TimeoutError`."""
    deadline = time.monotonic() + TIMEOUT
    workspace.wait_ready(TIMEOUT)
    while time.monotonic() < deadline:
        analysis = workspace.analysis().result()
        if analysis.snapshot.is_complete and analysis.snapshot.semantic_coverage == 1.0:
            return analysis
        time.sleep(0.2)
    raise TimeoutError("the workspace has not all its vectors yet")


if __name__ == "__main__":
    main()
