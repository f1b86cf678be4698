"""The program that answers with this project's search; `theirs` runs the other system, `process` has the formats."""

import json
import os
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.run import pack_blocks
from ctx_lsp.packing.model import PackOptions, PackRequest, QuestionSubject
from ctx_lsp.retrieval.model import Item, SearchRequest
from ctx_lsp.settings import load_settings
from ctx_lsp.text.lines import line_numbers
from ctx_lsp.workspace import Analysis, Workspace


def main() -> None:
    """Index the folder, then answer one question after another, with default settings."""
    order = json.load(sys.stdin)
    folder, k, token = Path(order["folder"]), order["k"], CancelToken()
    settings = load_settings(folder, None, os.environ).settings
    workspace = Workspace([folder], settings)
    workspace.start()
    workspace.wait_ready(semantic=False)
    workspace.analysis().result()  # what a question is answered from, and not only what it is made from
    _write_line(reached=["searchable"])
    workspace.wait_ready(semantic=True)
    analysis = workspace.analysis().result()
    _write_line(reached=["embedded"])
    _write_line(missing=[path for path in order["wanted"] if analysis.source(path) is None])
    rerank = settings.search.default_rerank
    analysis.search(SearchRequest(order["warmUp"], k, rerank=rerank), token)
    for question in order["questions"]:
        begin = perf_counter()
        found = analysis.search(SearchRequest(question, k, rerank=rerank), token)
        ms = 1000 * (perf_counter() - begin)
        packs = [_pack(analysis, question, PackOptions(budget, rerank=rerank), token) for budget in order["budgets"]]
        _write_line(ms=ms, answer=[_place(analysis, item) for item in found.items], packs=packs)
    workspace.close()


def _pack(analysis: Analysis, question: str, options: PackOptions, token: CancelToken) -> dict[str, Any]:
    pack = analysis.pack(PackRequest(QuestionSubject(question), options), token)
    return {
        "tokens": pack.tokens.used,
        "blocks": [(block.path, block.text) for block in pack_blocks(pack)],
        "places": [_place(analysis, packed.item) for packed in pack.items],
    }


def _place(analysis: Analysis, item: Item) -> tuple[str, int, int]:
    return item.path, *line_numbers(analysis.source(item.path), item.start, item.end)


def _write_line(**line: object) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
