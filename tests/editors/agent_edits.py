"""How long an unsaved edit in a real editor takes to be in answers: the editor's own, and those of an agent beside it.

Run it as `python -m tests.editors.agent_edits {neovim,vscode} FOLDER`. A definition is typed in two steps, the second
right after the first, into open files of a copy of the folder, which are never saved. The editor's command and the
agent's tool are asked for it in turns, until an answer has it: an answer without it is stale.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.agents.figures import EDIT, quantiles
from tests.editors.neovim.running import ROOT, run
from tests.progress_lines import print_line

FILES = 10
RUN_VSCODE = ROOT / "tests" / "editors" / "vscode" / "run.sh"


def main() -> None:
    """Measure in one editor, and print a line for each way; fail if an answer was stale."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("editor", choices=("neovim", "vscode"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--edits", type=int, default=200, help="for both ways together")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        scratch = Path(made)
        plan, outcome = _plan(given, scratch), scratch / "outcome.json"
        homes = dict.fromkeys(("XDG_RUNTIME_DIR", "XDG_CACHE_HOME", "XDG_DATA_HOME"), made)
        os.environ.update(homes, CTX_LSP_MODEL_EMBEDDING="none")
        said = _in_neovim(plan, scratch) if given.editor == "neovim" else _in_vscode(plan)
        if not outcome.exists():
            sys.exit(f"the edits did not come to an end:\n{said}")
        sys.exit(_report(json.loads(outcome.read_text("utf-8"))))


def _plan(given: argparse.Namespace, scratch: Path) -> Path:
    """Copy the folder; return the file that tells the editor what to do."""
    folder = scratch / "workspace"
    shutil.copytree(given.folder, folder, ignore=shutil.ignore_patterns(".git"))
    (folder / "ctx-lsp.toml").touch()  # one workspace, also where parts have a project file of their own
    files = [file for file in sorted(folder.rglob("*.py")) if EDIT.search(file.read_text("utf-8", "replace"))]
    chosen = random.Random(given.seed).sample(files, min(FILES, len(files)))  # noqa: S311  # repeatable
    names = [file.relative_to(folder).as_posix() for file in chosen]
    plan = {"folder": str(folder), "files": names, "edits": given.edits, "outcome": str(scratch / "outcome.json")}
    written = scratch / "plan.json"
    written.write_text(json.dumps(plan), "utf-8")
    return written


def _in_neovim(plan: Path, scratch: Path) -> str:
    options = ["-c", "lua require('edits').run()"]
    folder = str(scratch / "workspace")
    done = run(options, scratch, CTX_TEST_SETUP="setup", CTX_TEST_WORKSPACE=folder, CTX_TEST_PLAN=str(plan))
    return done.stdout + done.stderr


def _in_vscode(plan: Path) -> str:
    command = ["bash", str(RUN_VSCODE), sys.executable, "agentEdits", str(plan)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)
    return done.stdout + done.stderr


def _report(outcome: dict[str, Any]) -> int:
    """Print both ways; return how many edits were not in the first answer to the agent."""
    for way, words in (("own", "the editor's own answer"), ("agent", "the agent's answer")):
        stale = outcome[f"stale_{way}"]
        print_line(f"an unsaved edit in {words}: {quantiles(outcome[way])}, {stale} not in the first answer")
    return int(outcome["stale_agent"])


if __name__ == "__main__":
    main()
