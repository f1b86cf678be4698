"""`python -m tests.bundle`: check the one-folder program that `make bundle` builds, and show what its parts weigh.

The program answers an editor and an agent with the bundled model, reads files of every language, and starts its own
processes. Nothing is built here: see `editors/bundle/ctx-lsp.spec`.
"""

import argparse
import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import psutil
from mcp import Client, StdioServerParameters, stdio_client

import ctx_lsp
from ctx_lsp.base.system import processors
from ctx_lsp.graph.entry import make_entry
from ctx_lsp.ingest import worker, workers
from ctx_lsp.languages.table import files as languages
from ctx_lsp.protocol.transport import watchdog
from ctx_lsp.text.source import SourceText
from tests.fuzz.server import Server
from tests.progress_lines import print_line
from tests.protocol.wire import Json, until

PROGRAM = Path("dist/ctx-lsp/ctx-lsp")
MOST_BYTES = 400_000_000
SHOWN_BYTES = 4_000_000  # a smaller part is not listed
SHOP = '"""A shop."""\n\n\ndef total(prices):\n    """Add up the prices of an order."""\n    return sum(prices)\n'
QUESTION = "how are the prices of an order added up?"
ANSWER = "return sum(prices)"
DERIVE_SECONDS = 60.0


def main() -> int:
    """Run all checks; the first that does not hold ends the program with its traceback."""
    parser = argparse.ArgumentParser(prog="python -m tests.bundle", description=__doc__)
    parser.add_argument("program", nargs="?", type=Path, default=PROGRAM, help=f"default: {PROGRAM}")
    program: Path = parser.parse_args().program.resolve()
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-bundle-") as made:
        folder = Path(made)
        os.environ["CTX_LSP_CACHE_DIRECTORY"] = str(folder / "cache")
        check_weight(program.parent)
        check_version(program)
        check_worker(program)
        root = shop_in(folder / "shop")
        check_editor(program, root, folder / "editor.log")
        check_large_folder(program, folder)
        asyncio.run(check_agent(program, root))
    print_line("The program works.")
    return 0


def check_weight(folder: Path) -> None:
    """Show the parts of the program by size; their sum must be below `MOST_BYTES`."""
    parts: Counter[str] = Counter()
    for file in folder.rglob("*"):
        if file.is_file() and not file.is_symlink():
            inner = file.relative_to(folder).parts
            parts[inner[1] if len(inner) > 2 else inner[-1]] += file.stat().st_size
    for name, size in parts.most_common():
        if size >= SHOWN_BYTES:
            print_line(f"{size / 1e6:7.1f} MB  {name}")
    print_line(f"{parts.total() / 1e6:7.1f} MB  in all")
    assert parts.total() < MOST_BYTES


def check_version(program: Path) -> None:
    """Check the answer by which an editor's extension recognises the server."""
    shown = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout
    assert shown.split()[-1] == ctx_lsp.__version__, shown


def check_worker(program: Path) -> None:
    """Check that a worker process is of these sources, and that its records are those made here."""
    text = SourceText(SHOP.encode(), "python")
    with patch.object(workers, "PYTHON_MODULE", (str(program), "-m")):
        processes = workers.WorkerProcesses(1)
        try:
            records = processes.derive({"shop.py": text}).result(DERIVE_SECONDS)
        finally:
            processes.end()
    assert records["shop.py"].facts == make_entry("shop.py", text).facts


def shop_in(root: Path) -> Path:
    """Write a module with the answer, and a file of every language, into a new folder."""
    root.mkdir()
    (root / "shop.py").write_text(SHOP, "utf-8")
    for name, row in languages().items():
        for file in (*row.filenames[:1], *(f"{name}.{extension}" for extension in row.extensions[:1])):
            (root / file).write_text("x = 1\n", "utf-8")
    return root


def check_editor(program: Path, root: Path, log: Path) -> None:
    """Check a search and a pack with the bundled model, every grammar, and the watchdog."""
    server = Server([root], {"model": {"embedding": "bundled"}}, log, [str(program), "serve", "--stdio"])
    try:
        server.initialized()
        status = server.settled(semantic=True)
        assert status["coverage"]["semantic"] == 1, status
        assert status["failures"] == [], status["failures"]
        found = server.wire.command("ctx-lsp.search", {"query": QUESTION})
        assert found["items"][0]["symbol"].endswith("total"), found["items"][0]
        assert found["items"][0]["scores"].get("dense"), found["items"][0]
        assert ANSWER in server.wire.command("ctx-lsp.query", {"query": QUESTION})["text"]
        [watching] = [child for child in children(server) if watchdog.__name__ in child.cmdline()]
        print_line(f"{watching.memory_info().rss / 1e6:7.1f} MB  of memory for the watchdog")
        server.leave()
        until(lambda: not watching.is_running() or watching.status() == psutil.STATUS_ZOMBIE)
    finally:
        server.kill()
    assert "Traceback" not in log.read_text("utf-8"), log.read_text("utf-8")


def check_large_folder(program: Path, folder: Path) -> None:
    """Check that the server starts worker processes on a folder that is worth them, and ends them."""
    root, log = folder / "large", folder / "large.log"
    shutil.copytree(Path(ctx_lsp.__file__).parent, root, ignore=shutil.ignore_patterns("__pycache__", "*.onnx"))
    server = Server([root], {"model": {"embedding": "none"}}, log, [str(program), "serve", "--stdio"])
    try:
        server.initialized()
        worked = any(worker.__name__ in child.cmdline() for child in seen_children(server))
        assert worked == (processors() > 1)
        server.leave()
    finally:
        server.kill()
    assert "worker process failed" not in log.read_text("utf-8"), log.read_text("utf-8")


def seen_children(server: Server) -> Iterator[psutil.Process]:
    """Yield the server's child processes, again and again until the index has every text."""
    while not server.wire.command("ctx-lsp.status")["searchable"]:
        yield from children(server)
        time.sleep(0.05)


def children(server: Server) -> list[psutil.Process]:
    """Return the server's child processes that run now."""
    return [one for one in psutil.Process(server.process.pid).children() if one.status() != psutil.STATUS_ZOMBIE]


async def check_agent(program: Path, root: Path) -> None:
    """Check that an agent's program starts a server of its own and passes on its answers."""
    parameters = StdioServerParameters(command=str(program), args=["mcp"], env=dict(os.environ), cwd=root)
    async with Client(stdio_client(parameters)) as client:
        answer: Json = await client.call_tool("context", {"question": QUESTION})
    assert not answer.is_error, answer.content
    assert ANSWER in answer.content[0].text, answer.content


if __name__ == "__main__":
    sys.exit(main())
