"""Items of documents: what defines a requirement, a story, a criterion, a decision, a change or a work item."""

import pytest

from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.syntax.items.changelogs import MAX_ENTRIES
from ctx_lsp.syntax.items.identifiers import identifier_of, mentioned
from ctx_lsp.syntax.items.mentions import MAX_MENTIONS
from ctx_lsp.syntax.symbol_kinds import ITEM_KINDS
from ctx_lsp.text.source import SourceText
from tests.syntax.invariants import assert_sound


def items(path: str, text: str) -> list[str]:
    """The items of a file as `kind identifier state: name`, in text order."""
    source = SourceText(text.encode())
    facts = file_facts(path, source)
    assert_sound(facts, source)
    ordered = sorted(zip(facts.spans, facts.outline.symbols, strict=True), key=lambda pair: pair[0].start)
    found = (one for _, one in ordered if one.kind in ITEM_KINDS)
    return [f"{one.kind} {one.item.identifier} {one.item.state}: {one.name}" for one in found if one.item]


def relations(text: str, path: str = "a.py") -> list[str]:
    """The identifiers that a file mentions, each with its relation."""
    references = file_facts(path, SourceText(text.encode())).references
    kinds = ("mentions", "satisfies", "supersedes", "superseded-by")
    return [f"{one.kind} {one.name}" for one in references if one.kind in kinds]


def test_list_items_headings_and_rows_define_requirements() -> None:
    text = """# Requirements

- **REQ-1**: The system must lock an account.
- REQ-2 — The system should send a mail.
1. [ ] `NFR-PERF-3`. Pages could load within a second.

[SYS-4] The system shall store it.

### REQ-5 Backup

Every night.

| ID | Description |
|---|---|
| REQ-6 | It must be fast and small |
"""
    assert items("docs/spec.md", text) == [
        "Requirement REQ-1 must: REQ-1",
        "Requirement REQ-2 should: REQ-2",
        "Requirement NFR-PERF-3 could: NFR-PERF-3",
        "Requirement SYS-4 must: SYS-4",
        "Requirement REQ-5 : REQ-5 Backup",
        "Requirement REQ-6 must: REQ-6",
    ]


def test_what_only_mentions_an_identifier_defines_nothing() -> None:
    text = """# Notes

- REQ-1
- [REQ-1](spec.md): the login must work
- REQ-1 to REQ-9: they must work
- UTF-8: it must be used
- SHA-256: files must be checked
- See REQ-1: it must work.
- ABC-1: something else

## RFC-2119 words must be used

| Requirement | Test |
|---|---|
| REQ-1 | test_login is the test of it |

```
- REQ-1: it must work
```
"""
    assert items("notes.md", text) == []


def test_a_heading_tells_what_an_unknown_prefix_means() -> None:
    assert items("a.md", "# Backlog\n\n- ABC-12: Add a button\n") == ["Issue ABC-12 : ABC-12"]
    assert items("a.md", "# Errors\n\n- ABC-12: A button is missing\n") == []


def test_requirements_without_identifier_need_a_heading_and_address_no_reader() -> None:
    listed = "- The report must be signed.\n- You must install Docker.\n- Python 3.11\n"
    assert items("a.md", f"# Functional requirements\n\n{listed}") == ["Requirement  must: The report must be signed."]
    assert items("requirements.md", f"# Setup\n\n{listed}") == []


def test_user_stories_and_criteria() -> None:
    text = """# Accounts

## US01: Log in

**As a** user
**I want** to log in
**So that** I see my data

**Acceptance criteria**
- The name is remembered
  - in a cookie
- Given a wrong word, the answer is no

### User Story 2 - Log out (Priority: P1)

1. **Given** a session, **When** I log out, **Then** it ends

As an editor, I want to undo so that nothing is lost.

As a [role], I want [something].

```gherkin
Scenario: Undo
  Given a text
```
"""
    assert items("a.md", text) == [
        "Story US-1 : US01: Log in",
        "Criterion  : The name is remembered",
        "Criterion  : Given a wrong word, the answer is no",
        "Story US-2 : User Story 2 - Log out (Priority: P1)",
        "Criterion  : Given** a session, **When** I log out, **Then** it ends",
        "Story  : As an editor, I want to undo so that nothing is lost.",
        "Criterion  : Scenario: Undo",
    ]


def test_decision_records_by_folder_and_form() -> None:
    body = "# Use SQLite\n\n## Context and Problem Statement\n\nSmall.\n\n## Decision Outcome\n\nIt.\n"
    text = f"---\nstatus: accepted\n---\n{body}"
    assert items("docs/adr/0007-use-sqlite.md", text) == ["Decision ADR-7 accepted: Use SQLite"]
    assert items("docs/adr/template.md", text) == []
    assert items("docs/0007-use-sqlite.md", "# Use SQLite\n\n## Context\n\nSmall.\n") == []
    titled = '---\ntitle: "ADR-8: Use files"\n---\n\n# Status\n\nAccepted\n\n# Context\n\nNone.\n\n# Decision\n\nYes.\n'
    assert items("decisions/adr-8-use-files.md", titled) == ["Decision ADR-8 accepted: ADR-8: Use files"]
    assert items("docs/decisions.md", "# Log\n\n## 1. Use SQLite\n\nSmall.\n") == ["Decision ADR-1 : 1. Use SQLite"]


def test_sections_keep_their_places_in_a_decision_that_the_front_matter_names() -> None:
    head = '---\ntitle: "ADR-8: Use files"\nstatus: accepted\n---\n\n'
    text = f"{head}# Context\n\nNone.\n\n## Costs\n\nLow.\n\n# Decision\n\nYes.\n"
    symbols = file_facts("docs/adr/0008-use-files.md", SourceText(text.encode())).outline.symbols
    around = {one.name: symbols[one.parent].name if one.parent >= 0 else "" for one in symbols}
    assert around["Context"] == around["Decision"] == "ADR-8: Use files"
    assert around["Costs"] == "Context"


def test_entries_of_changelogs_are_no_requirements() -> None:
    entries = "- REQ-1: the login must work (#45)\n  and so on\n- Colours\n"
    text = f"# Changelog\n\n- no entry\n\n## 1.2.0\n\n### Fixed\n\n{entries}"
    assert items("CHANGELOG.md", text) == ["Change  : REQ-1: the login must work (#45)", "Change  : Colours"]
    assert items("notes.md", "# 1.2.0\n\n- Colours\n") == []


def test_feature_files_in_other_languages_and_with_errors() -> None:
    text = (
        "# language: de\nFunktionalität: Anmelden\n  @REQ-1\n  Szenario: Falsches Wort\n    Angenommen es ist falsch\n"
    )
    assert items("a.feature", text) == ["Criterion  : Falsches Wort"]
    assert relations(text, "a.feature") == ["satisfies REQ-1"]
    story = "Feature: Log in\n  As a user\n  I want to log in\n\n"
    broken = f"{story}  Scenario: One\n    nonsense\n    | a | b |\n    | c |\n  Scenario: Two\n"
    assert items("a.feature", broken) == ["Story  : Log in", "Criterion  : One", "Criterion  : Two"]


@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_lines_of_feature_files_may_end_with_carriage_returns(end: str) -> None:
    lines = [
        "Feature: Log in",
        "  As a user",
        "  I want to log in",
        "  Scenario: One",
        "    Given a",
        "  Scenario: Two",
    ]
    assert items("a.feature", end.join(lines)) == ["Story  : Log in", "Criterion  : One", "Criterion  : Two"]
    path = "a.feature"
    spans = file_facts(path, SourceText(end.join(lines).encode())).spans
    assert [end.join(lines)[one.name_start : one.name_end] for one in spans] == ["Log in", "One", "Two"]


def test_a_fenced_block_of_gherkin_may_hold_no_scenario() -> None:
    assert items("a.md", "# A\n\n```gherkin\nWhen it rains\n```\n") == []


def test_a_feature_file_that_looks_like_a_path_is_not_read_from_disk() -> None:
    assert items("a.feature", __file__) == []


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "github.json",
            '[{"number": 45, "title": "é", "state": "open"}, {"number": 46, "title": "b", "state": "closed"}]',
            ["Issue #45 open: 45", "Issue #46 closed: 46"],
        ),
        (
            "jira.json",
            '{"total": 1, "issues": [{"key": "ABC-1", "fields": {"summary": "a", "status": {"name": "Done"}, '
            '"issuetype": {"name": "Story"}}}]}',
            ["Story ABC-1 done: ABC-1"],
        ),
        (
            "linear.csv",
            'ID,Title,Status\nENG-7,"Log in, twice",Todo\nENG-8,"say ""no""\nthere",Done\n',
            ["Issue ENG-7 todo: ENG-7", "Issue ENG-8 done: ENG-8"],
        ),
        (
            "requirements.csv",
            "Req ID;Description\nREQ-1;It must be, fast\n",
            ["Requirement REQ-1 must: REQ-1"],
        ),
        ("prices.csv", "id,price\nAB-1,20\n", []),
        ("users.csv", "id,name,status\n1,Ann,active\n2,Bob,idle\n", []),  # numbers of rows are no issues
        ("catalog.json", '[{"id": "SKU-7", "name": "Mug", "description": "White"}]', []),
        ("package.json", '{"name": "x", "dependencies": {"a": "1"}}', []),
        ("users.json", '[{"id": "AB-1", "email": "x"}, {"id": "AB-2"}]', []),
    ],
)
def test_exports_of_trackers(path: str, text: str, expected: list[str]) -> None:
    assert items(path, text) == expected


def test_halves_of_characters_in_an_export_are_replaced() -> None:
    text = '[{"number": 7, "title": "Login fails \\ud83d", "state": "open\\ud83d"}]'
    (symbol,) = [
        one for one in file_facts("issues.json", SourceText(text.encode())).outline.symbols if one.kind == "Issue"
    ]
    assert symbol.signature.encode()
    assert "Login fails ?" in symbol.signature


def test_relations_to_identifiers_follow_from_the_words_before_them() -> None:
    assert relations("x = 1  # implements REQ-1 and REQ-2, see REQ-3\n") == [
        "satisfies REQ-1",
        "satisfies REQ-2",
        "mentions REQ-3",
    ]
    assert relations('"""Nothing of REQ-1."""\n# REQ-2\n@covers("REQ-3")\ndef a(): ...\n') == [
        "mentions REQ-1",
        "satisfies REQ-2",
        "satisfies REQ-3",
    ]
    assert relations("# 2. B\n\nSupersedes [1. A](0001-a.md)\n\nSuperceded by ADR 3\n", "adr/0002-b.md") == [
        "supersedes 0001-a.md",
        "superseded-by ADR 3",
    ]


def test_identifiers_in_code_count_in_comments_and_strings_and_replace_no_reference() -> None:
    text = "N = US1 = 3\ndef f(a):\n    # AC-2 of US1\n    return a[N-1], US1, 'REQ-7'\n"
    facts = file_facts("a.py", SourceText(text.encode()))
    assert [f"{one.kind} {one.name}" for one in facts.references if one.symbol == 2] == [
        "satisfies AC-2",
        "mentions US1",
        "read N",
        "read US1",
        "mentions REQ-7",
    ]
    script = "const a = `${b[N-1]} REQ-1`; // REQ-2\n"
    assert relations(script, "a.ts") == ["mentions REQ-1", "mentions REQ-2"]


def test_data_mentions_nothing_and_documents_mention_no_more_than_the_limit() -> None:
    assert relations('{"a": "REQ-1"}', "a.json") == []
    assert relations("id,name\nREQ-1,x\n", "a.csv") == []
    listed = "".join(f"See REQ-{number}.\n" for number in range(MAX_MENTIONS + 9))
    assert len(relations(f"# A\n\n{listed}", "a.md")) == MAX_MENTIONS


def test_quoted_code_and_examples_in_documents_are_no_mentions() -> None:
    text = """# A

`REQ-1` and `ADR-0001` and `REQ-2: title` and

```
REQ-3
```

```gherkin
@REQ-4
Scenario: a
```

Such as REQ-5.
REQ-6.
"""
    assert relations(text, "a.md") == ["mentions REQ-1", "mentions REQ-4", "mentions REQ-6"]


def test_an_edited_section_is_read_anew_and_the_others_are_kept() -> None:
    before = (
        "# Requirements\n\n## A\n\n- REQ-1: It must.\n\n## B\n\n- REQ-2: The pages must load.\n\nSee `a_b` and REQ-9.\n"
    )
    after = before.replace("- REQ-1: It must.", "- REQ-1: It should be fast.\n- REQ-3: It must be red.")
    items("spec.md", before)
    assert items("spec.md", after) == [
        "Requirement REQ-1 should: REQ-1",
        "Requirement REQ-3 must: REQ-3",
        "Requirement REQ-2 must: REQ-2",
    ]
    shifted = len(after) - len(before)
    found = [file_facts("spec.md", SourceText(text.encode())).references for text in (before, after)]
    assert [one.start + shifted for one in found[0]] == [one.start for one in found[1]]


def test_only_the_first_entries_of_a_changelog_are_symbols() -> None:
    text = "# Changelog\n\n## 1.0.0\n\n" + "".join(f"- Mend {number} things\n" for number in range(MAX_ENTRIES + 5))
    assert len(items("CHANGELOG.md", text)) == MAX_ENTRIES


def test_standards_colours_and_parts_of_names_are_no_identifiers() -> None:
    text = b"UTF-8 SHA-256 ISO-8601 RFC-2119 CVE-2024-1 x-REQ-1 REQ-1-2x pre#12 color: #123; &#45; url/#7 X-1 GPT-4"
    assert [text[start:end] for start, end in mentioned(text, hashes=True)] == [b"X-1"]
    assert relations("a { color: #123 }\n", "a.css") == []


def test_identifiers_have_one_normal_form() -> None:
    assert [identifier_of(one) for one in ("REQ-007", "US 01", "GH-45", "#45", "../adr/0005-x.md", "ADR0005")] == [
        "REQ-007",
        "US-1",
        "#45",
        "#45",
        "ADR-5",
        "ADR-5",
    ]


def test_ordinary_documents_stay_as_they_are() -> None:
    listed = "- Must be run as root\n- `a` must be set\n"
    text = f"# Guide\n\nYou must call it. It should work, as a rule, when I want.\n\n{listed}"
    assert items("README.md", text) == []
    facts = file_facts("README.md", SourceText(text.encode()))
    assert [one.kind for one in facts.outline.symbols] == ["String"]
