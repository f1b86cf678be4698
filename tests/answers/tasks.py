"""The questions as tasks for `ctx-lsp eval`: ranges of lines become the lines of a checkout."""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
REPOSITORIES: dict[str, dict[str, str]] = json.loads((HERE / "repositories.json").read_text())
DIGEST_DIGITS = 16


class OtherCommit(ValueError):
    """The checkout is of another commit: its decisive lines differ from those in the questions."""


def questions(name: str) -> list[dict[str, Any]]:
    """The questions about a repository, including those without an answer in it."""
    return [json.loads(line) for line in (HERE / "questions" / f"{name}.jsonl").read_text().splitlines()]


def tasks(name: str, checkout: Path) -> Iterator[dict[str, Any]]:
    """The questions about a repository that have an answer. Raises `OtherCommit`."""
    for question in questions(name):
        if question["relevant"]:
            relevant = [_target(checkout, target) for target in question["relevant"]]
            yield {**question, "relevant": relevant}


def _target(checkout: Path, target: dict[str, Any]) -> dict[str, Any]:
    lines = (checkout / target["path"]).read_text(errors="replace").splitlines()
    decisive = [lines[place].strip() for first, last in target["ranges"] for place in range(first - 1, last)]
    if sha256("\n".join(decisive).encode()).hexdigest()[:DIGEST_DIGITS] != target["digest"]:
        raise OtherCommit(f"{checkout / target['path']} is not as it was when the questions were written")
    telling = dict.fromkeys(line for line in decisive if any(map(str.isalnum, line)))
    return {"path": target["path"], "lines": list(telling)}
