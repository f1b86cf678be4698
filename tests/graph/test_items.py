"""Edges between items and what mentions them: requirements, decisions, scenarios, code and tests."""

from tests.graph.test_resolve import edges
from tests.workspaces import snapshot_of

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
