"""Print the questions as tasks: `python -m tests.answers FOLDER > tasks.jsonl`.

FOLDER holds a checkout of each repository in `repositories.json`, named as there. Then
`ctx-lsp eval FOLDER tasks.jsonl --folders '{repo}'` scores packs on them.
"""

import argparse
import json
import sys
from pathlib import Path

from tests.answers.tasks import REPOSITORIES, tasks

parser = argparse.ArgumentParser(prog="python -m tests.answers", description=__doc__)
parser.add_argument("folder", type=Path)
folder = parser.parse_args().folder
for name in REPOSITORIES:
    for task in tasks(name, folder / name):
        sys.stdout.write(json.dumps(task, ensure_ascii=False) + "\n")
