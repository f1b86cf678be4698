"""Random questions: a pack keeps its budget, is the same in every format, and does not depend on earlier packs."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from typing import get_args

import pytest

from ctx_lsp.packing import packer
from ctx_lsp.packing.detail.layout import FileLayout
from ctx_lsp.packing.model import Pack, PackFormat
from tests.packing.random_questions import digests, packed, random_questions
from tests.packing.shop import encoded

COUNT = int(os.environ.get("RANDOM_QUESTIONS", "40"))
SEED = 5


def pieces(pack: Pack) -> list[tuple[str | None, str, str, str]]:
    return [(one.item.symbol, one.role, one.level, one.text) for one in pack.items]


def test_every_format_holds_the_same_pieces_within_the_budget() -> None:
    for asked in random_questions(SEED, COUNT):
        packs = [packed(replace(asked, options=replace(asked.options, format=form))) for form in get_args(PackFormat)]
        for pack in packs:
            assert pieces(pack) == pieces(packs[0]), asked
            assert pack.document.excerpts == packs[0].document.excerpts, asked
            assert encoded(pack.text, asked.options.encoding) == pack.tokens.used <= asked.options.max_tokens, asked


def test_steps_that_are_counted_together_are_those_that_would_be_taken_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted: list[str] = []
    count = packer.PackBuilder._cost

    def counting(builder: packer.PackBuilder, layout: FileLayout) -> tuple[int, ...]:
        counted.append(layout.entry.path)
        return count(builder, layout)

    monkeypatch.setattr(packer.PackBuilder, "_cost", counting)
    questions = list(random_questions(SEED + 1, COUNT))
    together = [packed(asked) for asked in questions]
    counts = len(counted)
    monkeypatch.setattr(packer, "LEAP", 0.0)
    for asked, pack in zip(questions, together, strict=True):
        assert packed(asked).text == pack.text, asked
    assert counts < 0.8 * (len(counted) - counts)


def test_a_pack_does_not_depend_on_earlier_questions() -> None:
    backwards = [sys.executable, "-m", "tests.packing.random_questions", str(SEED), str(COUNT), "backwards"]
    elsewhere = subprocess.run(backwards, check=True, capture_output=True)
    assert json.loads(elsewhere.stdout) == digests(SEED, COUNT, "forwards")
