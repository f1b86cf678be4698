"""Twenty packs that were read: the questions in `golden/questions.jsonl`, asked of two pinned packages.

Somebody who knew the code wrote the questions with their answers and decisive lines before any pack was made. A reader
who had the packs of an earlier ranking and nothing else then answered them; `golden/answers.jsonl` holds these answers
and whether lines of the pack proved them (`right`). Vectors differ a little from processor to processor, and so may
packs: their lines have to overlap. After a change that is meant, write the packs anew with

    python -m tests.packing.test_golden_packs

and read the difference.
"""

import json
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.packing.model import PackRequest, QuestionSubject
from ctx_lsp.settings import CacheSettings
from tests.conftest import copy_package
from tests.embedded import embedded
from tests.retrieval.test_golden_rankings import opened

__all__ = ["embedded"]  # the fixture

GOLDEN = Path(__file__).parent / "golden"
PACKAGES = ("structlog", "tenacity")
OVERLAP, MIN_OVERLAP = 0.9, 0.6  # of the lines: the mean of a package, and of each pack
_MARK = re.compile(r"\s*…")


def asked(name: str) -> list[dict[str, Any]]:
    """The questions about a package."""
    rows = map(json.loads, (GOLDEN / "questions.jsonl").read_text("utf-8").splitlines())
    return [row for row in rows if row["id"].startswith(f"{name}-")]


def packs(name: str, root: Path, cache: Path) -> Mapping[str, str]:
    """The packs as people get them, by the id of the question."""
    with opened(root, cache) as analysis:
        return {
            one["id"]: analysis.pack(PackRequest(QuestionSubject(one["query"])), CancelToken()).text
            for one in asked(name)
        }


def code_lines(pack: str) -> set[str]:
    """The lines of code in a Markdown pack, stripped."""
    blocks = re.findall(r"^```\w+\n(.*?)^```$", pack, re.MULTILINE | re.DOTALL)
    return {line.strip() for block in blocks for line in block.splitlines() if line.strip() and not _MARK.match(line)}


@pytest.mark.parametrize("name", PACKAGES)
def test_packs_show_the_correction(name: str, request: pytest.FixtureRequest, embedded: Path) -> None:
    found = packs(name, request.getfixturevalue(f"{name}_root"), embedded)
    overlaps = {}
    for question, text in found.items():
        now, kept = code_lines(text), code_lines((GOLDEN / f"{question}.md").read_text("utf-8"))
        overlaps[question] = len(now & kept) / len(now | kept)
    assert fmean(overlaps.values()) >= OVERLAP, overlaps
    assert min(overlaps.values()) >= MIN_OVERLAP, overlaps


def test_each_question_has_been_answered() -> None:
    answers = [json.loads(line) for line in (GOLDEN / "answers.jsonl").read_text("utf-8").splitlines()]
    ids = [one["id"] for name in PACKAGES for one in asked(name)]
    assert sorted(one["id"] for one in answers) == sorted(ids)
    assert all(one["right"] in {True, False} for one in answers)


def main() -> None:
    """Write the packs anew."""
    for name in PACKAGES:
        with tempfile.TemporaryDirectory() as folder:
            for question, text in packs(name, copy_package(name, Path(folder)), CacheSettings().path).items():
                (GOLDEN / f"{question}.md").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
