"""The program that answers with semble, run in its own environment without this project.

It reads an order and writes the same lines as `ours`; `process` has both formats. Semble has the defaults of its own
command: it indexes code only, with four workers if there are many files. One line reports both text and vectors,
because semble has no state between them."""

import json
import os
import sys
from pathlib import Path
from time import perf_counter

os.environ.setdefault("SEMBLE_INDEX_WORKERS", "4")  # what its command sets, and its library leaves to the caller
os.environ["HF_HUB_OFFLINE"] = "1"  # the model is a folder

from semble import SembleIndex  # type: ignore[import-not-found]  # after what it reads on import


def main() -> None:
    """Index the folder, then answer one question after another."""
    order = json.load(sys.stdin)
    index = SembleIndex.from_path(order["folder"])
    _write_line(reached=["searchable", "embedded"])
    indexed = {Path(chunk.file_path).as_posix() for chunk in index.chunks}
    _write_line(missing=[path for path in order["wanted"] if path not in indexed])
    index.search(order["warmUp"], top_k=order["k"])
    for question in order["questions"]:
        begin = perf_counter()
        found = index.search(question, top_k=order["k"])
        ms = 1000 * (perf_counter() - begin)
        chunks = [result.chunk for result in found]
        _write_line(ms=ms, answer=[[Path(one.file_path).as_posix(), one.start_line, one.end_line] for one in chunks])


def _write_line(**line: object) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
