"""Random calls about two worktrees through one process, one worktree open in an editor: no answer may mix them.

Run it as `python -m tests.agents.worktrees --calls 1000`.
"""

import argparse
import asyncio
import os
import tempfile
from pathlib import Path

from tests.agents.conftest import agent_in
from tests.agents.test_folders import make_worktrees, mixed
from tests.e2e.conftest import SERVER, ServerProcess
from tests.progress_lines import print_line


def main() -> None:
    """Make the calls, print the counts, and fail if an answer mixed the worktrees."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        names = ("XDG_RUNTIME_DIR", "XDG_CACHE_HOME", "XDG_DATA_HOME")
        os.environ.update(dict.fromkeys(names, folder), CTX_LSP_MODEL_EMBEDDING="none")
        own, foreign = asyncio.run(_calls(Path(folder), options.calls, options.seed))
    print_line(f"{options.calls:,} calls: {own:,} answers with a mark of their tree, {foreign:,} from the other tree")
    if foreign:
        raise SystemExit(1)


async def _calls(folder: Path, calls: int, seed: int) -> tuple[int, int]:
    one, two = make_worktrees(folder)
    editor = ServerProcess(SERVER, folder)
    try:
        editor.open(one)
        editor.ready()
        async with agent_in(one, one, two) as agent:
            return await mixed(agent, (one, two), calls, seed)
    finally:
        editor.stop()


if __name__ == "__main__":
    main()
