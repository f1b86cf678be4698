"""No pattern of the product takes more than linear time on any text. `measure` collects and tries them."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.linear_time.measure import slowest

ROOT = Path(__file__).parents[2]
MAX_SECONDS = 1_500  # some 30 s of processor time


@pytest.mark.parametrize(
    "pattern",
    [
        r"(a+)+b",
        r"\s+$",
        r"\beyJ[\w-]{10,}\.eyJ",
        r"x[^\n]*y",
        r"(?:\s|\\[nr])*(?:[a-z]+:[^\n]*(?:\s|\\[nr])*){0,4}[A-Z]{16}",
        rb"^\s*(?:class|def)\b(?m:^)",
    ],
)
def test_a_pattern_that_backtracks_is_found(pattern: str | bytes) -> None:
    compiled = re.compile(pattern, re.MULTILINE if isinstance(pattern, bytes) else 0)
    assert slowest(compiled, ["finditer"])[0] == float("inf")


@pytest.mark.parametrize("pattern", [r"\w+", r"(?<!\s)\s+$", r"x[^\n]{0,99}y", r"\A(?:a|b)*c"])
def test_a_linear_pattern_passes(pattern: str) -> None:
    assert slowest(re.compile(pattern), ["finditer"])[0] < float("inf")


def test_every_pattern_of_the_product_takes_linear_time() -> None:
    command = [sys.executable, "-m", "tests.linear_time.measure"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=MAX_SECONDS, check=True
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len({row["module"] for row in rows}) > 40, "they are collected"
    assert any(row["module"] == "ctx_lsp.patterns.observer" for row in rows), "those made of names, too"
    slow = [(row["module"], row["pattern"], row["text"]) for row in rows if row["seconds"] == float("inf")]
    assert slow == []


def test_no_query_of_a_grammar_holds_a_pattern() -> None:
    """They are not collected."""
    queries = list((ROOT / "ctx_lsp").rglob("*.scm"))
    assert len(queries) > 100
    assert [path.name for path in queries if "match?" in path.read_text("utf-8")] == []
