"""Print the questions as tasks: `python -m tests.answers FOLDER > tasks.jsonl`.

FOLDER holds a checkout of each repository in `repositories.json`, named as there. Then
`ctx-lsp eval FOLDER tasks.jsonl --folders '{repo}'` scores packs on them.
"""

import json
import sys
from pathlib import Path

from tests.answers.tasks import REPOSITORIES, tasks

for name in REPOSITORIES:
    for task in tasks(name, Path(sys.argv[1]) / name):
        sys.stdout.write(json.dumps(task, ensure_ascii=False) + "\n")
