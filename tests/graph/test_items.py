"""Edges between items and what mentions them: requirements, decisions, scenarios, code and tests."""

import pytest

from ctx_lsp.graph.derivation import Derivation
from ctx_lsp.graph.file_failures import FileFailures
from ctx_lsp.retrieval.units import Unit, unit_range
from ctx_lsp.syntax import facts
from tests.graph.test_resolve import edges
from tests.workspaces import files_of, snapshot_of

ITEM_EDGES = "specifies satisfies mentions supersedes"
SHOP = """
=== docs/requirements.md
# Requirements

- **REQ-1**: An account must be locked by `lock_account`.
=== docs/adr/0001-files.md
# 1. Files

Status: Superseded by [2. Tables](0002-tables.md)

## Decision

Because of REQ-1 and UTF-8.
=== docs/adr/0002-tables.md
# 2. Tables

## Status

Accepted

## Decision

Yes.
=== src/accounts.py
def lock_account(name):
    # Implements REQ-1, and REQ-99 some day.
    return name
def other():
    return "see ADR-0002"
# fixes #45
=== tests/test_accounts.py
def test_lock():
    '''What REQ-1 says.'''
=== features/lock.feature
Feature: Lock
  @REQ-1
  Scenario: Wrong word
    Given a word
=== issues.json
[{"number": 45, "title": "Lock", "state": "open"}]
"""


def test_edges_of_items() -> None:
    requirement = "docs/requirements.md::Requirements.REQ-1"
    assert edges(SHOP, ITEM_EDGES) == [
        "docs/adr/0001-files.md::1. Files mentions docs/adr/0002-tables.md::2. Tables",
        f"docs/adr/0001-files.md::1. Files.Decision mentions {requirement}",
        "docs/adr/0002-tables.md::2. Tables supersedes docs/adr/0001-files.md::1. Files",
        f"{requirement} specifies src/accounts.py::lock_account",
        f"features/lock.feature::Lock.Wrong word satisfies {requirement}",
        "src/accounts.py satisfies issues.json::45",
        f"src/accounts.py::lock_account satisfies {requirement}",
        "src/accounts.py::other mentions docs/adr/0002-tables.md::2. Tables",
        f"tests/test_accounts.py::test_lock satisfies {requirement}",
    ]


def test_the_nearest_item_is_meant_and_none_if_several_are_as_near() -> None:
    text = """
=== specs/001/spec.md
- **FR-1**: It must be red.
=== specs/001/tasks.md
Do FR-1.
=== specs/002/spec.md
- **FR-1**: It must be blue.
=== src/a.py
# FR-1
"""
    assert edges(text, ITEM_EDGES) == ["specs/001/tasks.md mentions specs/001/spec.md::FR-1"]


DEFINED = "=== docs/requirements.md\n# Requirements\n\n- REQ-1: It must be red.\n"
MEANT = "docs/requirements.md::Requirements.REQ-1"


@pytest.mark.parametrize(
    ("others", "found"),
    [
        ("=== docs/matrix.md\n## REQ-1 Covered\n", [MEANT]),  # of two in a folder, the file that is named after them
        ("=== docs/a.md\n- REQ-1: It must be red.\n=== docs/b.md\n- REQ-1: It must.\n", [MEANT]),
        ("=== docs/templates/a.md\n## REQ-1 Red\n", [MEANT]),
        ("=== tests/fixtures/a.md\n## REQ-1 Red\n", [MEANT]),
        ("=== other/a.md\n## REQ-1 Red\n", []),  # a stronger form elsewhere: the list may copy it
    ],
)
def test_of_several_definitions_one_is_meant_or_none(others: str, found: list[str]) -> None:
    text = f"{DEFINED}{others}=== docs/plan.md\nSee REQ-1.\n"
    assert edges(text, ITEM_EDGES) == [f"docs/plan.md mentions {one}" for one in found]


def test_prompts_in_hidden_folders_speak_of_their_folder_only() -> None:
    text = f"{DEFINED}=== .agent/prompt.md\nCheck REQ-1.\n=== .agent/hook.py\n# REQ-1\n"
    assert edges(text, ITEM_EDGES) == [f".agent/hook.py satisfies {MEANT}"]


def test_a_document_satisfies_nothing_unless_an_item_in_it_does() -> None:
    text = f"{DEFINED}=== docs/design.md\n## REQ-2 The door must be red\n\n### Parents\n\nCovers REQ-1.\n"
    assert edges(text, "satisfies") == [f"docs/design.md::REQ-2 The door must be red.Parents satisfies {MEANT}"]
    plain = f"{DEFINED}=== docs/design.md\n## Doors\n\nCovers REQ-1.\n"
    assert edges(plain, "mentions") == [f"docs/design.md::Doors mentions {MEANT}"]


def test_a_section_is_read_with_the_items_in_it() -> None:
    text = "=== a.md\n# Requirements\n\n- REQ-1: It must be red.\n- REQ-2: It must be blue.\n\n## Notes\n\nNone.\n"
    snapshot = snapshot_of(text)
    entry = snapshot.files["a.md"]
    start, end = unit_range(snapshot, Unit("a.md", entry.by_qualname["Requirements"].index, -1))
    assert entry.source.slice(start, end).endswith("- REQ-2: It must be blue.\n\n")


@pytest.mark.faults
def test_a_failure_with_items_leaves_the_other_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(facts, "with_items", fail)
    failures = FileFailures()
    derivation = Derivation(failures)
    derivation.set_texts(files_of("=== a.md\n# Title\n\nSee `run_all()`.\n"), {})
    derivation.make_entries()
    found = derivation.files["a.md"].facts
    assert [one.name for one in found.outline.symbols] == ["Title"]
    assert [one.name for one in found.references] == ["run_all"]
    assert [one.stage for one in failures.all()] == ["facts"]


def test_a_row_gives_way_to_a_heading_of_the_same_identifier() -> None:
    text = """
=== docs/table.md
| ID | Description |
|---|---|
| REQ-1 | It must be red |
=== docs/text.md
## REQ-1 Red
=== src/a.py
# REQ-1
"""
    assert edges(text, ITEM_EDGES) == ["src/a.py satisfies docs/text.md::REQ-1 Red"]


def test_an_identifier_finds_its_item() -> None:
    snapshot = snapshot_of(SHOP)
    assert [one.id for one in snapshot.items("ADR-0001")] == ["docs/adr/0001-files.md::1. Files"]
    assert snapshot.items("REQ-99") == ()
