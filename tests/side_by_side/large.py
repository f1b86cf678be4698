"""`python -m tests.side_by_side.large FOLDER …`: starts, questions and memory in large folders, beside semble's start.

Nothing is embedded but by semble. `--program CHECKOUT` measures another checkout, too, in turns with this one. A line
for each program and folder says how many seconds after the start of the process all texts can be searched and the graph
is complete, without a cache and with one, and gives medians of questions that are asked once, in milliseconds.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import click

from ctx_lsp.evaluation.eval_corpora import Corpus
from ctx_lsp.evaluation.metrics import K
from tests.side_by_side.install import static_model
from tests.side_by_side.large_probe import BEGUN
from tests.side_by_side.process import measure
from tests.side_by_side.systems import semble_with

HERE = Path(__file__).resolve().parents[2]
PROBE = Path(__file__).with_name("large_probe.py")
HEAD = (
    "folder | lines | program | cold: text, graph (s) | warm (s) | search: median, worst (ms) | pack (ms) | memory (MB)"
)


def main() -> int:
    """Measure all programs on all folders, one after the other, and print a line for each."""
    parser = argparse.ArgumentParser(prog="python -m tests.side_by_side.large", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--program", action="append", default=[], type=Path, metavar="CHECKOUT", help="measured, too")
    given = parser.parse_args()
    click.echo(HEAD)
    for folder in given.folders:
        for program in (*given.program, HERE):
            click.echo(_row(folder, program.resolve()))
        theirs = measure(semble_with(static_model()), Corpus(folder.name, folder.resolve(), "", ()), K)
        click.echo(f"{folder.name} | | semble | {theirs.searchable:.1f} | | | | {theirs.resident / 1e6:.0f}")
    return 0


def _row(folder: Path, program: Path) -> str:
    with tempfile.TemporaryDirectory() as cache:
        cold, warm = _probed(folder, program, cache, "wait"), _probed(folder, program, cache)
    figures = (
        f"{cold['text']:.1f}, {cold['ready']:.1f}",
        f"{warm['ready']:.2f}",
        f"{warm['search']:.1f}, {warm['worst']:.0f}",
        f"{warm['pack']:.1f}",
        f"{warm['megabytes']:.0f}",
    )
    return " | ".join((folder.name, f"{cold['lines']:,}", program.name, *figures))


def _probed(folder: Path, program: Path, cache: str, *wait: str) -> dict[str, Any]:
    variables = {
        "PYTHONPATH": str(program),
        "CTX_LSP_CACHE_DIRECTORY": cache,
        "CTX_LSP_MODEL_EMBEDDING": "none",
        BEGUN: str(time.time()),
    }
    command = [sys.executable, str(PROBE), str(folder), *wait]
    done = subprocess.run(
        command, env={**os.environ, **variables}, capture_output=True, text=True, check=True, cwd=program
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    sys.exit(main())
