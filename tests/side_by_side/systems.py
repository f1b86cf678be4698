"""The systems that are compared, and running them on a folder in turns."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from ctx_lsp.evaluation.eval_corpora import Corpus
from tests.side_by_side.install import JCODEMUNCH, SEMBLE, python_with
from tests.side_by_side.process import Measured, System, measure
from tests.side_by_side.report import Folder

HERE = Path(__file__).parent
OURS = "ctx-lsp"


def our_system() -> System:
    """This project's search and packs, with default settings."""
    return System(OURS, (sys.executable, "-P", str(HERE / "ours.py")), "CTX_LSP_CACHE_DIRECTORY")


def semble_with(model: Path) -> System:
    """semble with a folder of Model2Vec."""
    command = (str(python_with(SEMBLE)), "-P", str(HERE / "theirs.py"))
    name = model.resolve().name
    return System(f"semble, {name}", command, "SEMBLE_CACHE_LOCATION", {"SEMBLE_MODEL_NAME": str(model.resolve())})


def jcodemunch() -> System:
    """The ranked context of jcodemunch, without a model."""
    command = (str(python_with(JCODEMUNCH)), "-P", str(HERE / "jcodemunch.py"))
    return System("jcodemunch", command, "CODE_INDEX_PATH")


def run_folder(place: Corpus, systems: Sequence[System], number: int, k: int, budgets: Sequence[int] = ()) -> Folder:
    """Run every system on the folder; the folder's `number` decides which is first."""
    first = number % len(systems)
    found: dict[str, Measured] = {}
    for system in (*systems[first:], *systems[:first]):
        click.echo(f"{place.name}: {system.name}", err=True)
        found[system.name] = measure(system, place, k, budgets)
    return Folder(place, {system.name: found[system.name] for system in systems})
