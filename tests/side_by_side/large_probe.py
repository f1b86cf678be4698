"""Starts the engine on a folder without a model, asks questions made from its symbols, and prints figures as JSON.

`large` runs it, once with an empty cache and once with the cache of the first run. A checkout on PYTHONPATH is measured
in place of this one.
"""

import json
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.system import resident_bytes
from ctx_lsp.evaluation.questions import sample_symbols
from ctx_lsp.packing.model import PackOptions, PackRequest, QuestionSubject
from ctx_lsp.retrieval.model import SearchRequest
from ctx_lsp.settings import load_settings
from ctx_lsp.workspace import Workspace

QUESTIONS = 30  # for searches, and as many others for packs
BUDGET = 4_096
AT_LEAST = 10.0  # seconds
BEGUN = "LARGE_PROBE_BEGUN"  # variable with the time of the process's start, which the system rounds to a second
EVERY = 0.1  # seconds between two looks at the progress, each of which waits for a step of indexing
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def main() -> None:
    """Measure the folder that the command line names; wait until the cache is written if a second argument is given."""
    folder, token = Path(sys.argv[1]).resolve(), CancelToken()
    workspace = Workspace([folder], load_settings(folder, None, os.environ).settings)
    begin = time.perf_counter() - (time.time() - float(os.environ[BEGUN]))  # with the imports
    workspace.start()
    seen: list[tuple[float, int]] = []  # seconds, files whose text can be searched
    while not workspace.wait_ready(EVERY, semantic=False):
        seen.append((time.perf_counter() - begin, len(workspace.analysis().result().snapshot.files)))
    ready = time.perf_counter() - begin
    status, analysis = workspace.status(), workspace.analysis().result()
    found: dict[str, Any] = {
        "files": status.files,
        "lines": sum(entry.source.line_count for entry in analysis.snapshot.files.values()),
        "chunks": status.chunks,
        "text": next((seconds for seconds, files in seen if files == status.files), ready),
        "ready": ready,
        "processor": time.process_time(),
        "megabytes": resident_bytes() / 1e6,
    }
    symbols = [item for item in sample_symbols(analysis, 3 * QUESTIONS, token) if item.symbol]
    asked = [f"how does {_words(item.symbol or '')} work in {_words(item.path)}" for item in symbols]
    searches = _ms(asked[:QUESTIONS], lambda text: analysis.search(SearchRequest(text, 10), token))
    options = PackOptions(BUDGET)
    packs = _ms(
        asked[QUESTIONS : 2 * QUESTIONS],
        lambda text: analysis.pack(PackRequest(QuestionSubject(text), options), token),
    )
    found |= {"search": median(searches), "worst": max(searches), "pack": median(packs)}
    click.echo(json.dumps(found))
    if len(sys.argv) > 2:
        time.sleep(max(AT_LEAST, ready))  # the cache is written while there is nothing else to do
    workspace.close()


def _words(name: str) -> str:
    last = name.rpartition("::")[2].rpartition("/")[2]
    return " ".join(word.lower() for word in _WORD.findall(last))


def _ms(questions: Sequence[str], ask: Callable[[str], object]) -> list[float]:
    found = []
    for question in questions:
        begin = time.perf_counter()
        ask(question)
        found.append(1000 * (time.perf_counter() - begin))
    return found


if __name__ == "__main__":
    main()
