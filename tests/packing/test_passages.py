"""Passages: every line of text is in one, long definitions are split, short ones stay whole."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctx_lsp.graph.entry import FileEntry, make_entry
from ctx_lsp.packing.answer.passages import (
    PASSAGE_LINES,
    VALUE_LIKE_KINDS,
    WHOLE_LINES,
    Passage,
    notice_end,
    passages_of,
)
from ctx_lsp.packing.detail.levels import full_lines
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText
from tests.packing.office import OFFICE
from tests.packing.shop import SHOP

PIECES = [
    "", "", "import os", "LIMIT = 3", "# A remark.", "def f(a):", "    return a", "    if a:", "        a += 1",
    "class A:", '    """What it is."""', "    def g(self):", "        x = 1", "        return x", "@cache", "    ",
]  # fmt: skip
texts = st.lists(st.sampled_from(PIECES), min_size=1, max_size=90).map(lambda lines: "\n".join(lines) + "\n")


def entry_of(text: str, path: str = "a.py") -> FileEntry:
    return make_entry(path, SourceText(text.encode()))


def spans(entry: FileEntry) -> dict[int, tuple[int, int]]:
    """The lines of each definition that is more than a value."""
    symbols = entry.facts.outline.symbols
    return {index: full_lines(entry, index)[0] for index, one in enumerate(symbols) if one.kind not in VALUE_LIKE_KINDS}


def check(entry: FileEntry) -> tuple[Passage, ...]:
    """Check the rules for the passages of any file."""
    found = passages_of(entry)
    blank = {n for n in range(entry.source.line_count) if not entry.source.slice(*entry.source.line_range(n)).strip()}
    held = [line for one in found for line in range(one.start, one.end)]
    assert len(held) == len(set(held)), "no line is in two passages"
    notice = set(range(notice_end(entry.source)))
    assert set(range(entry.source.line_count)) - blank - notice == set(held) - blank
    assert list(found) == sorted(found, key=lambda one: one.start)
    assert not blank & {line for one in found for line in (one.start, one.end - 1)}, "no blank line at an end"
    assert all(one.end - one.start <= WHOLE_LINES for one in found)
    check_borders(found, spans(entry))
    return found


def check_borders(found: tuple[Passage, ...], definitions: dict[int, tuple[int, int]]) -> None:
    for one in found:
        holding = [n for n, (start, end) in definitions.items() if start <= one.start and one.end <= end]
        shortest = min((definitions[n][1] - definitions[n][0] for n in holding), default=0)
        innermost = {n for n in holding if definitions[n][1] - definitions[n][0] == shortest}
        assert one.owner in innermost if holding else one.owner == -1
        for start, end in definitions.values():
            apart = end <= one.start or one.end <= start
            inside = start <= one.start and one.end <= end
            assert apart or inside or end - start <= WHOLE_LINES, "the border of a long definition is crossed"
    outer = [(start, end) for start, end in definitions.values() if end - start <= WHOLE_LINES]
    for start, end in outer:
        assert len([one for one in found if one.start < end and start < one.end]) == 1, "a short definition is cut"


@settings(max_examples=300, deadline=None)
@given(texts)
def test_every_line_is_in_one_passage_and_borders_hold(text: str) -> None:
    check(entry_of(text))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["", "Words of a text.", "  - a point", "# A heading", "key = 1"]), max_size=80))
def test_texts_of_other_kinds_are_covered_as_well(lines: list[str]) -> None:
    for path in ("a.txt", "a.md", "a.toml"):
        entry = entry_of("\n".join(lines), path)
        held = {line for one in passages_of(entry) for line in range(one.start, one.end)}
        assert held >= {number for number, line in enumerate(lines) if line.strip()}


def test_real_code(structlog_snapshot: Snapshot) -> None:
    for snapshot in (SHOP, OFFICE, structlog_snapshot):
        for entry in snapshot.files.values():
            check(entry)


def test_a_long_definition_is_cut_where_a_reader_pauses() -> None:
    entry = OFFICE.files["office/invoices.py"]
    owner = entry.by_qualname["settle_invoice"].index
    starts = [
        entry.source.slice(*entry.source.line_range(one.start)) for one in passages_of(entry) if one.owner == owner
    ]
    assert starts == [
        "def settle_invoice(customer, lines, ledger, today):",
        "    # The voucher lowers the sum; it counts once.",
        "    # Each article is booked on an account of its own.",
        "    # Shelves that are nearly empty are filled up.",
        "    # A letter tells the customer.",
    ]


def test_a_short_definition_is_one_passage_with_all_that_is_in_it() -> None:
    body = "".join(f"    def m{n}(self):\n        return {n}\n\n" for n in range(5))
    entry = entry_of(f"class Short:\n{body}x = 1\n")
    assert [(one.start, one.end) for one in passages_of(entry)] == [(0, 15), (16, 17)]
    assert [one.owner for one in passages_of(entry)] == [entry.by_qualname["Short"].index, -1]


def test_neighbours_are_joined_where_both_are_of_the_same_owner() -> None:
    entry = entry_of("w = 0\n\nx = 1\n\n\ndef f():\n    pass\n\n\ny = 2\n")
    assert [(one.start, one.end) for one in passages_of(entry)] == [(0, 3), (5, 7), (9, 10)]


def test_imports_are_passages_of_their_own() -> None:
    entry = entry_of("import a\nfrom b import (\n    c,\n    d,\n)\n\nLIMIT = 1\nx = c(LIMIT)\n")
    assert [(one.start, one.end) for one in passages_of(entry)] == [(0, 5), (6, 8)]


def test_long_lines_are_passages_of_their_own() -> None:
    line = '    "' + "a column, " * 30 + '"'
    text = f"def query():\n    return (\n{chr(10).join([line] * 10)}\n    )\n"
    found = passages_of(entry_of(text))
    assert [(one.start, one.end) for one in found] == [(0, 9), (9, 13)]
    assert all(one.owner == 0 for one in found)
    entry = entry_of("".join(f"{'word ' * 900}\n" for _ in range(5)), "notes.txt")
    assert [(one.start, one.end) for one in passages_of(entry)] == [(line, line + 1) for line in range(5)]


@pytest.mark.parametrize("count", [WHOLE_LINES, WHOLE_LINES + 1, 100])
def test_a_run_without_pauses_is_still_cut(count: int) -> None:
    found = check(entry_of("\n".join(f"x{n} = {n}" for n in range(count))))
    assert (len(found) == 1) == (count == WHOLE_LINES)
    assert all(one.end - one.start <= PASSAGE_LINES for one in found[:-1])
    assert all(one.end == other.start for one, other in pairwise(found))


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("# Copyright 2020 A. B.\n#\n# Licensed under X\n\nimport os\n", 3),
        ("#!/bin/sh\n# SPDX-License-Identifier: MIT\n\n# Starts the server.\nrun\n", 2),
        ("/*\n  Copyright A. B.\n\n  All rights reserved. */\n\n// What this is.\nint x;\n", 4),
        ("<?php\n/* Copyright */\n\nnamespace A;\n", 2),
        ("// Package a says hello.\npackage a // Copyright\n", 0),
        ("#include <copyright.h>\n// Copyright\n", 0),
        ("# What it does.\nimport os\n# Copyright\n", 0),
        ("/* Copyright, and never closed\n", 0),
        ("", 0),
    ],
)
def test_a_licence_notice_is_distinguished_from_other_comments(text: str, end: int) -> None:
    assert notice_end(SourceText(text.encode())) == end


def test_an_empty_file_has_none() -> None:
    assert passages_of(entry_of("")) == passages_of(entry_of("\n  \n\n")) == ()
