"""Runs one system on one folder in a separate process, with an empty cache, and records its answers and resources.

The process reads an order from standard input, a JSON object: `folder`, `k`, `warmUp`, `questions`, `wanted` (files
that answers may need) and `budgets` (for packs, if the system makes any). It writes one JSON object per line: `reached`
("searchable" or "embedded"); `missing`, the `wanted` files that are not in its index; and for each question the
`answer`, a list of path, first and last line (from 1) in rank order, with its `ms` and, from a system that makes packs,
`packs`, one per budget, with `tokens`, `blocks` (path and text) and `places` (as in an answer)."""

import json
import os
import resource
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter
from typing import IO, Any

from ctx_lsp.evaluation.eval_corpora import Corpus
from ctx_lsp.evaluation.line_metrics import Block
from ctx_lsp.evaluation.metrics import Result
from ctx_lsp.evaluation.run import WARM_UP
from tests.side_by_side.memory import MemoryWatch


class SystemFailed(RuntimeError):
    """The process of a system failed, or did not answer everything."""


@dataclass(frozen=True, slots=True)
class System:
    """The command of a system; `cache` is the variable with the folder that it may write to."""

    name: str
    command: Sequence[str]
    cache: str
    variables: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ShownPack:
    """The code that a pack shows, the results that it stands for, and the tokens of the whole text."""

    tokens: int
    blocks: tuple[Block, ...]
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """One system on one folder.

    `answers` and `ms` are by question, and so are `packs`, one a budget, where the system makes any. `searchable` and
    `embedded` are seconds from the start of the process, `processor` those that it worked in all; `peak` and
    `resident`, at the end, are bytes of all its processes.
    """

    answers: tuple[tuple[Result, ...], ...]
    ms: tuple[float, ...]
    missing: tuple[str, ...]
    searchable: float
    embedded: float
    processor: float
    peak: int
    resident: int
    packs: tuple[tuple[ShownPack, ...], ...] = ()


def measure(system: System, corpus: Corpus, k: int, budgets: Sequence[int] = ()) -> Measured:
    """Let the system index the folder and answer the questions of all tasks. Raises `SystemFailed`."""
    wanted = sorted({corpus.own_path(path) for task in corpus.tasks for one in task.relevant for path in one.files})
    questions = [task.query for task in corpus.tasks]
    order = {
        "folder": str(corpus.folder),
        "k": k,
        "warmUp": WARM_UP,
        "questions": questions,
        "wanted": wanted,
        "budgets": list(budgets),
    }
    with tempfile.TemporaryDirectory(prefix="side-by-side-") as empty:
        found = _run(system, order, {**os.environ, **system.variables, system.cache: empty})
    if len(found.answers) != len(questions):
        raise SystemFailed(f"{system.name} answered {len(found.answers)} of {len(questions)} questions")
    return found


def _run(system: System, order: Mapping[str, object], environment: Mapping[str, str]) -> Measured:
    worked, begin = _processor(), perf_counter()
    with subprocess.Popen(
        system.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        with suppress(BrokenPipeError):  # it has ended already: its code says how
            process.stdin.write(json.dumps(order))
        with suppress(BrokenPipeError):
            process.stdin.close()
        with MemoryWatch(process.pid) as memory:
            lines = _lines(process.stdout, begin, memory)
    if process.returncode:
        raise SystemFailed(f"{system.name} ended with {process.returncode}")
    reached = {state: line["elapsed"] for line in lines for state in line.get("reached", ())}
    if not {"searchable", "embedded"} <= reached.keys():
        raise SystemFailed(f"{system.name} did not say when it could answer")
    answered = [line for line in lines if "answer" in line]
    return Measured(
        answers=tuple(tuple(_result(*place) for place in line["answer"]) for line in answered),
        ms=tuple(line["ms"] for line in answered),
        missing=tuple(path for line in lines for path in line.get("missing", ())),
        searchable=reached["searchable"],
        embedded=reached["embedded"],
        processor=_processor() - worked,
        peak=memory.peak,
        resident=memory.latest,
        packs=tuple(tuple(_pack(**pack) for pack in line.get("packs", ())) for line in answered),
    )


def _lines(output: IO[str], begin: float, memory: MemoryWatch) -> list[dict[str, Any]]:
    """The lines that the process writes, each with the seconds since `begin`."""
    lines = []
    for line in output:
        lines.append({**json.loads(line), "elapsed": perf_counter() - begin})
        if "reached" in lines[-1]:
            memory.look()  # small folders are done between two looks
    return lines


def _result(path: str, first: int, last: int) -> Result:
    return Result(path, first, last, symbol=None)


def _pack(tokens: int, blocks: list[list[str]], places: list[tuple[str, int, int]]) -> ShownPack:
    return ShownPack(tokens, tuple(Block(*block) for block in blocks), tuple(_result(*place) for place in places))


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
