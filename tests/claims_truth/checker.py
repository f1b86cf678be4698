"""Runs `ctx-lsp check`, and aligns its claims to statements by their lines."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from tests.claims_truth.documents import Placed, files_of
from tests.claims_truth.model import FACTS
from tests.graph_oracle.commands import work_folder

_TIMEOUT = 1_800  # seconds


@dataclass(frozen=True)
class Claim:
    """A claim of the checker; lines are zero-based."""

    file: str
    first: int
    last: int
    text: str
    kind: str
    verdict: str
    message: str
    nearest: str


@dataclass(frozen=True)
class Judged:
    """A statement and the claims that were found in it."""

    placed: Placed
    claims: tuple[Claim, ...]

    @property
    def is_refuted(self) -> bool:
        """Whether any claim in it was refuted."""
        return any(claim.verdict == "refuted" for claim in self.claims)

    @property
    def is_found(self) -> bool:
        """Whether it was recognised as a claim of its kind."""
        return any(claim.kind in FACTS[self.placed.statement.fact.kind] for claim in self.claims)

    @property
    def is_settled(self) -> bool:
        """Whether a claim of its kind was confirmed or refuted."""
        kinds = FACTS[self.placed.statement.fact.kind]
        return any(claim.verdict != "unknown" and claim.kind in kinds for claim in self.claims)


def check(top: Path, placed: Sequence[Placed], program: Path | None) -> list[Judged]:
    """Check the documents in a folder; `program`: a checkout of ctx-lsp other than this one."""
    by_file: dict[str, list[Claim]] = {}
    for claim in run_checker(top, list(files_of(placed)), program):
        by_file.setdefault(claim.file, []).append(claim)
    return [
        Judged(one, tuple(claim for claim in by_file.get(one.file, ()) if one.first <= claim.first <= one.last))
        for one in placed
    ]


def run_checker(top: Path, files: Sequence[str], program: Path | None = None) -> list[Claim]:
    """The claims in some documents of a folder."""
    return read_claims(ask(top, files, program))


def ask(top: Path, files: Sequence[str], program: Path | None = None) -> dict[str, Any]:
    """The checker's answer in JSON."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(work_folder("claims-cache"))}
    if program is not None:
        environment["PYTHONPATH"] = str(program)
    command = [sys.executable, "-m", "ctx_lsp", "check", str(top), *files, "--json"]
    done = subprocess.run(command, cwd=top, env=environment, capture_output=True, check=False, timeout=_TIMEOUT)
    if done.returncode not in (0, 1) or not done.stdout:  # 1: something was refuted
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.decode()[-2_000:]}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def read_claims(answer: Mapping[str, Any]) -> list[Claim]:
    """The claims of an answer in JSON."""
    return [
        Claim(
            file=PurePosixPath(one.get("path") or one["uri"]).name,
            first=one["range"]["start"]["line"],
            last=one["range"]["end"]["line"],
            text=one["text"],
            kind=one["kind"],
            verdict=one["verdict"],
            message=one.get("message") or "",
            nearest=str(one.get("nearest") or ""),
        )
        for one in answer["claims"]
    ]
