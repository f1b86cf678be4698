"""The same texts give the same answers, whatever the hash seed, the order of the files and the number of threads.

Each index is made in a separate process, because the hash seed is fixed at the start of a process.
"""

import json
import os
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.models.tiny_reranker import tiny_reranker

ROOT = Path(__file__).parents[2]
PROGRAM = textwrap.dedent("""
    import json, random, sys
    from concurrent.futures import ThreadPoolExecutor
    from pathlib import Path

    from ctx_lsp.base.cancel import CancelToken
    from ctx_lsp.base.timings import Timings
    from ctx_lsp.models.embedder import load_embedder
    from ctx_lsp.snapshot.host import Host
    from ctx_lsp.models.reranker import load_reranker
    from ctx_lsp.models.reranking import Reranking
    from ctx_lsp.retrieval.question.analyse import analyse
    from ctx_lsp.retrieval.model import SearchRequest
    from ctx_lsp.retrieval.search import search
    from ctx_lsp.retrieval.search_context import SearchContext
    from ctx_lsp.text.source import SourceText

    root, model, seed, threads, questions = Path(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:5]), sys.argv[5:]
    paths = sorted(root.rglob("*.py"))
    random.Random(seed).shuffle(paths)
    host, embedder = Host(), load_embedder()
    host.use_model(embedder.identity, embedder.dimensions)
    for path in paths:
        host.apply({path.relative_to(root).as_posix(): SourceText(path.read_bytes())})
    host.resolve()
    missing = list(host.missing.items())
    random.Random(seed).shuffle(missing)
    with ThreadPoolExecutor(threads) as pool:
        host.add_vectors(zip([key for key, _ in missing], pool.map(embedder.embed, [text for _, text in missing])))
    snapshot = host.snapshot(len(paths))
    reranking = Reranking(load_reranker(model, threads), 600.0)

    def answer(question):
        request, vector = SearchRequest(question, 20, rerank=True), embedder.embed(question)
        context = SearchContext(
            snapshot, request, analyse(question), CancelToken(), vector, reranking=reranking
        )
        items = search(context, Timings()).items
        return [[item.symbol or item.path, item.start, item.end, dict(item.scores)] for item in items]

    print(json.dumps([answer(question) for question in questions]))
""")
QUESTIONS = (
    "how long to wait before the next attempt",
    "stop_after_attempt",
    "wait",
    "add a callback that is called before sleeping",
    "where are statistics of retries kept",
    "asyncio",
)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A reranker whose scores differ in size."""
    weights = {word: [(-0.37) ** n] for n, word in enumerate(("wait", "stop", "attempt", "sleep", "self", "retry"))}
    return tiny_reranker(tmp_path_factory.mktemp("models") / "tiny", weights)


def answers(root: Path, model: Path, seed: int, threads: int) -> list[object]:
    command = [sys.executable, "-c", PROGRAM, str(root), str(model), str(seed), str(threads), *QUESTIONS]
    environment = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, check=True)
    found = json.loads(done.stdout)
    assert isinstance(found, list)
    return found


def test_answers_follow_from_the_texts_alone(tenacity_root: Path, model: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        runs = list(pool.map(lambda run: answers(tenacity_root, model, *run), ((1, 1), (2, 4))))
    assert all(len(answer) == 20 for answer in runs[0] if isinstance(answer, list))
    assert '"rerank": ' in json.dumps(runs[0])
    for question, *found in zip(QUESTIONS, *runs, strict=True):
        for other in found[1:]:
            assert other == found[0], question
