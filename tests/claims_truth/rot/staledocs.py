"""Runs `staledocs` (PyPI) on the same trees as the checker.

Every document is declared `global`: its code spans are looked for in the whole repository. They are recorded while the
documents lie in the older tree, as if somebody had confirmed them then; what is missing in the newer tree is an alert.
"""

import json
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from tests.claims_truth.rot.judging import Alert, Judged, rotten_mentions, trees
from tests.claims_truth.rot.mentions import DOCUMENTS

_DOCUMENTS = [f"**/*{suffix}" for suffix in DOCUMENTS]
_CONFIG = {
    "version": 1,
    "gate": "warn",
    "source": {"include": ["**"], "exclude": [*_DOCUMENTS, ".staledocs/**"]},
    "docs": {"include": _DOCUMENTS},
    "pairs": [],
    "global": _DOCUMENTS,
}  # JSON is YAML; the ledger has the very names that are looked for
_TIMEOUT = 600  # seconds


def staledocs_alerts(folder: Path, head: str, program: Path) -> Judged:
    """Return the rotten mentions of a repository, and what `staledocs` says of its older documents."""
    found = trees(folder, head)
    if found is None:
        return Judged((), (), 0, 0)
    _, both = found
    count, rotten = rotten_mentions(both)
    code = {path: data for path, data in both.after.items() if not path.endswith(DOCUMENTS)}
    with TemporaryDirectory(prefix="staledocs-") as name:
        top = Path(name)
        _run(top, "git", "init", "-q")
        _write(top, both.before)
        (top / ".staledocs.yaml").write_text(json.dumps(_CONFIG), "utf-8")
        _commit(top)
        _run(top, str(program), "ack", "--all")
        for path in both.before.keys() - code.keys():
            if not path.endswith(DOCUMENTS):
                (top / path).unlink(missing_ok=True)
        _write(top, code)
        _commit(top)
        report = json.loads(_run(top, str(program), "check", "--json", "--gate", "warn"))
    alerts = {one[:3]: one for one in _alerts(report, both.documents)}
    return Judged(rotten, tuple(alerts.values()), count, 0)


def _alerts(report: Mapping[str, list[dict[str, str]]], documents: Mapping[str, bytes]) -> Iterator[Alert]:
    """Yield the findings about code spans, each at all places of its text in its line."""
    for one in report["anchors"]:
        data = documents.get(one["doc"])
        if data is None:
            continue
        lines = data.split(b"\n")
        number = int(one["line"]) - 1
        start = sum(len(line) + 1 for line in lines[:number]) + max(0, lines[number].find(one["token"].encode()))
        yield Alert(one["doc"], start, start + len(one["token"].encode()), one["scope"], one["token"], "")


def _write(top: Path, files: Mapping[str, bytes]) -> None:
    for path, data in files.items():
        file = top / path
        if ".git" in PurePosixPath(path).parts or any(one.is_file() for one in file.parents if one != top):
            continue
        if not file.is_dir():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)


def _commit(top: Path) -> None:
    _run(top, "git", "add", "-A", "-f")
    _run(top, "git", "-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "--no-gpg-sign", "-m", "Commit")


def _run(top: Path, *command: str) -> bytes:
    return subprocess.run(command, cwd=top, capture_output=True, check=False, timeout=_TIMEOUT).stdout
