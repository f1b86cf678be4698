"""The program that answers with jcodemunch, run in its own environment without this project.

It reads an order and writes the same lines as `ours`; `process` has both formats. Its ranked context answers a question
within a budget: symbols with their sources, ranked by words and by the dependants of their files. With a budget that
fits all results, it is a plain ranking. Its optional models for summaries and vectors come from the network or from
separate packages, and are not used here.
"""

import json
import os
import sys
from time import perf_counter
from typing import Any

os.environ["JCODEMUNCH_SHARE_SAVINGS"] = "0"  # it would report its use to its maker

from jcodemunch_mcp.storage import IndexStore  # type: ignore[import-not-found]  # after what it reads on import
from jcodemunch_mcp.tools.get_ranked_context import (  # type: ignore[import-not-found]
    get_ranked_context,
)
from jcodemunch_mcp.tools.index_folder import index_folder  # type: ignore[import-not-found]

TOKENS = 40_000  # by its own count; five times the largest budget


def main() -> None:
    """Index the folder, then answer one question after another."""
    order = json.load(sys.stdin)
    store = os.environ["CODE_INDEX_PATH"]
    indexed = index_folder(order["folder"], use_ai_summaries=False, storage_path=store)
    if not indexed["success"]:
        raise SystemExit(indexed["error"])
    repository = indexed["repo"]
    _write_line(reached=["searchable", "embedded"])
    files = set(IndexStore(store).load_index(*repository.split("/")).source_files)
    _write_line(missing=[path for path in order["wanted"] if path not in files])
    _ranked(repository, order["warmUp"], store)
    for question in order["questions"]:
        begin = perf_counter()
        items = _ranked(repository, question, store)
        ms = 1000 * (perf_counter() - begin)
        _write_line(ms=ms, answer=[_place(item) for item in items[: order["k"]]])


def _ranked(repository: str, question: str, store: str) -> list[dict[str, Any]]:
    found = get_ranked_context(repository, question, token_budget=TOKENS, storage_path=store)
    if "error" in found:
        raise SystemExit(found["error"])
    items: list[dict[str, Any]] = found["context_items"]
    return items


def _place(item: dict[str, Any]) -> tuple[str, int, int]:
    return item["file"], item["line"], item["line"] + item["source"].rstrip("\r\n").count("\n")


def _write_line(**line: object) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
