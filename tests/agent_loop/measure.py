"""Counts the tokens that a scripted agent reads until it has read the decisive lines."""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from mcp import Client, StdioServerParameters, stdio_client

from ctx_lsp.evaluation.eval_corpora import Corpus
from ctx_lsp.evaluation.line_metrics import Block, lines_read
from ctx_lsp.evaluation.metrics import Result
from ctx_lsp.evaluation.tasks import Target
from ctx_lsp.packing.formats.tokens import count_tokens
from ctx_lsp.text.decode import decode
from tests.agent_loop.steps import Shown, ask_ctx_lsp, ask_grep, ask_semble
from tests.progress_lines import print_line
from tests.side_by_side.install import SEMBLE, python_with, static_model

CAP = 16_384
SHARES = {"all lines": 1.0, "half of the lines": 0.5}
MAX_BYTES = 1_000_000

Steps = Callable[[str], AsyncIterator[Shown]]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question asked in one way: the tokens by goal (None: not within the cap), and the number of steps."""

    repository: str
    question: str
    way: str
    tokens: Mapping[str, int | None]
    steps: int


async def measure(place: Corpus) -> list[Asked]:
    """Ask all questions about a folder in each way."""
    print_line(f"{place.name}: indexing")
    subprocess.run([sys.executable, "-m", "ctx_lsp", "index", str(place.folder)], check=True, capture_output=True)
    files = text_files(place.folder)
    sources = {path: "\n".join(lines) for path, lines in files.items()}
    asked: list[Asked] = []
    async with _ctx_lsp(place.folder) as ours, _semble() as theirs:
        await _until_embedded(ours)
        ways: dict[str, Steps] = {
            "ctx-lsp": lambda question: ask_ctx_lsp(ours, question),
            "grep and read": lambda question: ask_grep(files, question),
            "semble": lambda question: ask_semble(theirs, str(place.folder), files, question),
        }
        for task in place.tasks:
            targets = [Target(path=place.own_path(one.path), lines=one.lines) for one in task.relevant]
            for way, steps in ways.items():
                tokens, count = await _tokens_until(steps(task.query), targets, sources)
                asked.append(Asked(place.name, task.id, way, tokens, count))
            print_line(f"{task.id}: " + ", ".join(f"{one.way} {one.tokens}" for one in asked[-len(ways) :]))
    return asked


def text_files(folder: Path) -> dict[str, list[str]]:
    """The lines of the text files below a folder, by path, without hidden folders and large files."""
    found: dict[str, list[str]] = {}
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            file = Path(parent, name)
            if file.is_file() and file.stat().st_size <= MAX_BYTES:
                source = decode(file.read_bytes())
                if source is not None:
                    found[file.relative_to(folder).as_posix()] = source.data.decode().splitlines()
    return found


async def _tokens_until(
    steps: AsyncIterator[Shown], targets: Sequence[Target], sources: Mapping[str, str]
) -> tuple[dict[str, int | None], int]:
    """The tokens that were read when each of `SHARES` was reached, and the number of steps."""
    reached: dict[str, int | None] = dict.fromkeys(SHARES)
    blocks: list[Block] = []
    results: list[Result] = []
    spent, count = 0, 0
    async for shown in steps:
        count += 1
        spent += count_tokens(shown.text)
        if spent > CAP:
            break
        blocks += shown.blocks
        results += shown.results
        share = lines_read(targets, blocks, results, sources) if shown.blocks else 0.0
        for name, wanted in SHARES.items():
            if reached[name] is None and share >= wanted:
                reached[name] = spent
        if None not in reached.values():
            break
    return reached, count


@asynccontextmanager
async def _ctx_lsp(folder: Path) -> AsyncIterator[Client]:
    parameters = StdioServerParameters(
        command=sys.executable, args=["-P", "-m", "ctx_lsp", "mcp", str(folder)], env=dict(os.environ)
    )
    async with Client(stdio_client(parameters)) as client:
        yield client


async def _until_embedded(client: Client) -> None:
    while True:
        status = (await client.call_tool("status", {})).structured_content
        if status["engine"]["coverage"]["semantic"] == 1.0:
            return
        await asyncio.sleep(0.5)


@asynccontextmanager
async def _semble() -> AsyncIterator[Client]:
    program = str(python_with(SEMBLE.replace("==", "[mcp]==")).parent / "semble")
    with tempfile.TemporaryDirectory(prefix="semble-") as cache:
        variables = {"SEMBLE_MODEL_NAME": str(static_model()), "SEMBLE_CACHE_LOCATION": cache, "HF_HUB_OFFLINE": "1"}
        parameters = StdioServerParameters(command=program, args=[], env=os.environ | variables)
        async with Client(stdio_client(parameters)) as client:
            yield client
