"""Guidance: which sections of style documents a pack for an edit quotes, and what they may cost."""

from dataclasses import replace
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.pack_seeds import seeds_of_files
from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.graph.style_documents import style_document, style_documents
from ctx_lsp.packing.formats.tokens import count_tokens
from ctx_lsp.packing.guidance.conditions import condition_of
from ctx_lsp.packing.guidance.documents import StyleSources
from ctx_lsp.packing.guidance.front_matter import rule_scope
from ctx_lsp.packing.guidance.globs import glob_matches
from ctx_lsp.packing.guidance.guidance import guidance_for
from ctx_lsp.packing.guidance.placement import SHARE
from ctx_lsp.packing.guidance.sections import document_sections
from ctx_lsp.packing.guidance.topics import languages_in, topic_of
from ctx_lsp.packing.model import (
    FilesSubject,
    Pack,
    PackFormat,
    PackOptions,
    PackRequest,
    PackSubject,
    Policy,
    QuestionSubject,
    SymbolSubject,
)
from ctx_lsp.text.roots import Root, Roots
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace.analysis import Analysis
from tests.workspaces import snapshot_of, snapshot_of_package

WORKSPACE = """\
=== AGENTS.md
# Working here

Read this first.

## Code style

Keep functions short.

### Python

Use dataclasses.

### TypeScript

Use interfaces.

## Setup

Run make.

## Testing

Run pytest.
=== CLAUDE.md
@AGENTS.md
=== web/AGENTS.md
## Code style

Components are pure.
=== CONTRIBUTING.rst
Contributing
============

Reporting bugs
--------------

Open an issue.

Commit messages
---------------

Use the imperative.
=== .editorconfig
root = true
[*.py]
indent_size = 4

[*.{ts,tsx}]
indent_size = 2

[Makefile]
indent_style = tab
=== .cursor/rules/api.mdc
---
globs: api/**/*.py
alwaysApply: false
---
Handlers return models.
=== .cursor/rules/asked.mdc
---
description: only if asked for
---
Never shown.
=== api/orders.py
def order(number: int) -> int:
    return number
=== lib/prices.py
def price(number: int) -> int:
    return number * 2
=== web/page.tsx
export function page(): string { return "page" }
"""
SNAPSHOT = snapshot_of(WORKSPACE)
ANALYSIS = Analysis(SNAPSHOT, None)


def titles(*paths: str, with_commits: bool = False) -> list[str]:
    found = guidance_for(SNAPSHOT, StyleSources(style_documents(SNAPSHOT.files)), paths, with_commits=with_commits)
    return [f"{one.document.path} {one.title}".strip() for one in found]


def pack(*paths: str, **options: object) -> Pack:
    given = replace(PackOptions(), **options)  # type: ignore[arg-type]  # options by name
    return ANALYSIS.pack(PackRequest(FilesSubject(paths), given), CancelToken())


def asked(question: str) -> Pack:
    return ANALYSIS.pack(PackRequest(QuestionSubject(question)), CancelToken())


@pytest.mark.parametrize(
    ("path", "kind", "scope"),
    [
        ("AGENTS.md", "instructions", ""),
        ("lib/CLAUDE.md", "instructions", "lib/"),
        ("lib/.cursor/rules/deep/one.mdc", "rules", "lib/"),
        (".github/copilot-instructions.md", "instructions", ""),
        (".github/instructions/web.instructions.md", "rules", ""),
        ("docs/contributing.rst", "contributing", ""),
        ("CONTRIBUTING", "contributing", ""),
        ("lib/.editorconfig", "formatting", "lib/"),
        ("docs/contributing/coding-guidelines.md", "contributing", ""),
        (".windsurfrules", "instructions", ""),
    ],
)
def test_style_documents_are_known_by_their_paths(path: str, kind: str, scope: str) -> None:
    found = style_document(path)
    assert found is not None
    assert (found.kind, found.scope) == (kind, scope)
    assert file_role(path) == ("data" if kind == "formatting" else "docs")


@pytest.mark.parametrize(
    "path", ["styles.css", "src/rules.md", "internal/agents.go", "docs/claude-api.md", "README.md"]
)
def test_other_files_are_none(path: str) -> None:
    assert style_document(path) is None


def test_the_sections_that_apply_are_found_and_only_those() -> None:
    common = [
        "AGENTS.md Code style",
        "AGENTS.md Code style / Python",
        "AGENTS.md Testing",
    ]
    assert titles("lib/prices.py", with_commits=True) == [
        ".editorconfig [*.py]", *common, "CONTRIBUTING.rst Commit messages",
    ]  # fmt: skip
    assert titles("lib/prices.py") == [".editorconfig [*.py]", *common]
    assert titles("api/orders.py") == [".editorconfig [*.py]", ".cursor/rules/api.mdc", *common]
    assert titles("web/page.tsx") == [
        ".editorconfig [*.{ts,tsx}]",
        "web/AGENTS.md Code style",
        "AGENTS.md Code style",
        "AGENTS.md Code style / TypeScript",
        "AGENTS.md Testing",
    ]


def test_style_documents_do_not_guide_edits_of_themselves() -> None:
    assert titles("AGENTS.md") == []


@pytest.mark.parametrize("form", ["markdown", "xml", "json", "compact"])
def test_a_pack_quotes_them_with_their_role(form: PackFormat) -> None:
    made = pack("lib/prices.py", format=form)
    styles = {one.text.strip().split("\n")[0]: one.relation for one in made.items if one.role == "style"}
    assert styles["## Code style"] == "applies to all files"
    assert styles["[*.py]"] == "applies to *.py"
    assert "repository style: " in made.text
    assert "Keep functions short." in made.text
    assert "Use interfaces." not in made.text
    assert made.tokens.used == count_tokens(made.text) <= made.tokens.budget
    assert made.readiness.ready


def test_an_option_leaves_them_out() -> None:
    assert all(one.role != "style" for one in pack("lib/prices.py", guidance=False).items)


def test_only_questions_that_ask_for_a_change_get_them() -> None:
    assert any(one.role == "style" for one in asked("add a discount to the price of a number").items)
    assert not any(one.role == "style" for one in asked("where is the price of a number computed?").items)


def test_bodies_come_before_guidance() -> None:
    """Whatever the budget, a pack with guidance shows all bodies and dependencies that it shows without."""
    paths = ("lib/prices.py", "api/orders.py", "web/page.tsx")
    seen = set()
    for budget in range(100, 700, 20):
        given = pack(*paths, max_tokens=budget)
        without = pack(*paths, max_tokens=budget, guidance=False)
        bodies = {(one.item.symbol, one.level) for one in without.items if one.role == "primary"}
        assert bodies <= {(one.item.symbol, one.level) for one in given.items}
        assert given.tokens.used <= budget
        seen.add(sum(one.role == "style" for one in given.items))
    assert {0} < seen, "small budgets have none, larger ones some"


PACKAGE = {path: entry.source.data.decode() for path, entry in snapshot_of_package("click").files.items()}
ABOUT_WIDTH = "".join(
    f"=== .ctx-lsp/memory/width-{number}.md\n---\ntype: gotcha\ndate: 2026-11-0{number}\n"
    f"anchors:\n- click/formatting.py::HelpFormatter.write_usage\n---\n# Usage lines wrap before the width {number}\n"
    for number in range(1, 5)
)


@pytest.mark.parametrize(
    "subject",
    [
        QuestionSubject("add a limit to HelpFormatter.write_usage"),
        FilesSubject(("click/formatting.py",)),
        SymbolSubject("click/formatting.py::HelpFormatter.write_usage"),
    ],
)
def test_notes_displace_nothing(subject: PackSubject) -> None:
    """Whatever the budget, a pack with notes shows all code of the pack without, and so does one of a bigger budget."""
    code = "".join(f"=== {path}\n{text}\n" for path, text in PACKAGE.items() if "\n=== " not in text)
    analysis = Analysis(snapshot_of(ABOUT_WIDTH + code), None)
    seen = set()
    smaller: set[tuple[str, str]] = set()
    for budget in (*range(300, 2400, 100), 4096, 8000):
        options = PackOptions(max_tokens=budget)
        given = analysis.pack(PackRequest(subject, options), CancelToken())
        without = analysis.pack(PackRequest(subject, replace(options, guidance=False)), CancelToken())
        assert given.items == without.items
        assert (given.shown, given.completeness) == (without.shown, without.completeness)
        assert given.tokens.used <= budget
        names = {(one.item.path, one.item.symbol or "") for one in given.items}
        assert smaller <= names
        smaller = names
        quoted = [one.path for one in given.document.summary.advice if one.kind == "note"]
        left = [one for one in given.warnings if "about this code did not fit" in one]
        assert "".join(left).count(".ctx-lsp/memory/width-") == (3 - len(quoted) if given.items else 0)
        seen.add(len(quoted))
    assert {0, 3} <= seen <= {0, 1, 2, 3}, "full packs have none, others three"


PARTS = "".join(
    f"=== pkg/m{k}.py\n"
    + (f"import os\nfrom pkg.m{k + 1} import *\n" if k < 6 else "")
    + "".join(
        f"def part{k}_{j}(prices, rate):\n    value = part{k}_{(j + 1) % 6}(prices, rate)\n"
        + (f"    value += part{k + 1}_{j}(prices, rate)\n" if k < 6 else "")
        + "    return value\n\n\n"
        for j in range(6)
    )
    for k in range(7)
)
STYLE = "=== AGENTS.md\n# Style\n\nUse short names in `pkg`.\n\n## Totals\n\nRound each total once.\n"


@pytest.mark.parametrize("subject", [SymbolSubject("pkg/m0.py::part0_1"), FilesSubject(("pkg/m0.py",))])
def test_notes_displace_no_code_beside_style_documents(subject: PackSubject) -> None:
    about = ABOUT_WIDTH.replace("click/formatting.py::HelpFormatter.write_usage", "pkg/m0.py::part0_1")
    without, given = (Analysis(snapshot_of(text), None) for text in (PARTS + STYLE, about + PARTS + STYLE))
    quoted = 0
    for budget in range(600, 1400, 7):
        request = PackRequest(subject, PackOptions(max_tokens=budget))
        packs = [one.pack(request, CancelToken()) for one in (without, given)]
        shown = [[(one.item.symbol, one.level) for one in pack.items if one.role != "style"] for pack in packs]
        assert shown[0] == shown[1], budget
        quoted += len([one for one in packs[1].document.summary.advice if one.kind == "note"])
    assert quoted


@pytest.mark.parametrize("form", ["markdown", "xml", "json", "compact"])
def test_all_formats_quote_the_same_notes(form: PackFormat) -> None:
    code = "=== lib/prices.py\ndef price(number):\n    return number\n"
    about = ABOUT_WIDTH.replace("click/formatting.py::HelpFormatter.write_usage", "lib/prices.py::price")
    analysis, subject = Analysis(snapshot_of(about + code), None), SymbolSubject("lib/prices.py::price")
    seen = set()
    for budget in range(150, 4000, 175):
        options = PackOptions(max_tokens=budget)
        shown = [
            analysis.pack(PackRequest(subject, replace(options, format=one)), CancelToken()).document.summary.advice
            for one in ("markdown", form)
        ]
        assert shown[0] == shown[1]
        seen.add(len(shown[0]))
    assert seen == {0, 1, 2, 3}


LONG = "".join(f"    total = total + number * {n} - discount\n" for n in range(40))
MANY = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
SIGNATURE = "(number: int, discount: int, currency: str, customer: str) -> int:\n    return number - discount\n"


@pytest.mark.parametrize(
    ("policy", "code"),
    [
        ("adaptive", f"=== lib/prices.py\ndef price(number: int, discount: int) -> int:\n    total = 0\n{LONG}"),
        ("signatures", "".join(f"=== lib/{n}.py\ndef price_{n}{SIGNATURE}" for n in MANY)),
    ],
)
def test_answers_keep_their_main_lines(policy: Policy, code: str) -> None:
    """Whatever the budget, guidance displaces at most a small share of the lines that an answer shows."""
    style = f"=== AGENTS.md\n## Code style\n\n{'Keep functions short. ' * 6}\n"
    analysis = Analysis(snapshot_of(style + code), None)
    subject = QuestionSubject("add a discount to the price of a number")
    seen = set()
    for budget in range(120, 800, 20):
        options = PackOptions(max_tokens=budget, policy=policy)
        given = analysis.pack(PackRequest(subject, options), CancelToken())
        without = analysis.pack(PackRequest(subject, replace(options, guidance=False)), CancelToken())
        before, after = (
            sum(len(one.text.splitlines()) for one in made.items if one.role == "primary") for made in (without, given)
        )
        assert after >= (1 - SHARE) * before
        seen.add(any(one.role == "style" for one in given.items))
    assert seen == {True, False}


def test_a_section_that_displaces_too_much_costs_only_itself() -> None:
    code = "".join(f"=== lib/{n}.py\ndef price_{n}{SIGNATURE}" for n in MANY)
    style = (
        "=== .editorconfig\n[*.py]\nindent_size = 4\n=== AGENTS.md\n## Code style\n\n" + "Keep functions short. " * 3
    )
    analysis = Analysis(snapshot_of(f"{style}\n{code}"), None)
    seen = []
    for budget in range(660, 780, 10):
        options = PackOptions(max_tokens=budget, policy="signatures")
        subject = QuestionSubject("add a discount to the price of a number")
        made = analysis.pack(PackRequest(subject, options), CancelToken())
        seen.append([one.item.path for one in made.items if one.role == "style"])
    assert all(".editorconfig" in paths for paths in seen), "it fits alone, whether or not AGENTS.md does"
    assert {len(paths) for paths in seen} == {1, 2}


def test_what_was_sent_is_not_quoted_again() -> None:
    first = pack("lib/prices.py")
    again = replace(ANALYSIS, already_sent=first.items).pack(
        PackRequest(FilesSubject(("api/orders.py",))), CancelToken()
    )
    assert [one.item.path for one in again.items if one.role == "style"] == [".cursor/rules/api.mdc"]


def test_a_malformed_glob_costs_only_its_own_section() -> None:
    text = WORKSPACE.replace("[Makefile]", "[[z-a].py]").replace("api/**/*.py", '"*.[é-z]"')
    snapshot = snapshot_of(text)
    made = Analysis(snapshot, None).pack(PackRequest(FilesSubject(("lib/prices.py",))), CancelToken())
    assert {one.item.path for one in made.items if one.role == "style"} >= {".editorconfig", "AGENTS.md"}


@pytest.mark.parametrize(("listed", "ends"), [(200, True), (5_000, True), (5, False)])
def test_long_or_open_front_matter_keeps_its_patterns(listed: int, *, ends: bool) -> None:
    items = "".join(f"  - lib/file{n}.py\n" for n in range(listed))
    scope = rule_scope(SourceText(f"---\npaths:\n{items}{'---' * ends}\nText.\n".encode()))
    assert scope.covers("lib/file4.py")
    assert not scope.covers("lib/other.py")


def test_seeds_do_not_depend_on_guidance() -> None:
    found = seeds_of_files(SNAPSHOT, ["lib/prices.py"], 2, CancelToken())
    assert [one.symbol for one in found.seeds.core] == ["lib/prices.py::price"]


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("*.py", "a/b.py", True),
        ("src/**/*.ts", "src/a.ts", True),
        ("src/**/*.ts", "lib/src/a.ts", False),
        ("/*.py", "a/b.py", False),
        ("*.{yml,yaml}", "a/b.yaml", True),
        ("docs/", "docs/a/b.md", True),
        ("[!a]*.py", "b.py", True),
        ("[!a]*.py", "a.py", False),
        ("*.{js", "a.{js", True),
        ("**", "a/b", True),
        ("[z-a].py", "b.py", False),
        ("*.[é-z]", "a.é", False),
        ("[]-a].py", "b.py", False),
        ("*" * 400, "a.py", True),
    ],
)
def test_globs(pattern: str, path: str, *, matches: bool) -> None:
    assert glob_matches(pattern, path) is matches


@pytest.mark.parametrize(
    ("heading", "topic"),
    [
        ("Code style", "style"),
        ("Go Code Requirements", "style"),
        ("Pull request guidelines", "commits"),
        ("Reporting bugs", "other"),
        ("Build/Test/Lint commands", "tests"),
        ("Ideas", None),
    ],
)
def test_topics_of_headings(heading: str, topic: str | None) -> None:
    assert topic_of(heading) == topic


def test_an_introduction_of_the_sections_below_it_is_none() -> None:
    text = "# Guide\n\n## Principles\n\nThese hold in every module:\n\n### Names\n\nThey say:\n\n- what it is\n"
    found = document_sections(SourceText(text.encode()), is_markdown=True)
    assert [one.title for one in found] == ["Names"]


def test_languages_of_headings() -> None:
    assert languages_in("Python and TypeScript style") == {"python", "typescript"}
    assert languages_in("Go style") == {"go"}
    assert not languages_in("Make changes, go to the folder")


@pytest.mark.parametrize(
    ("heading", "nouns"),
    [
        ("When changing the API", {"api"}),
        ("When adding or modifying a notifier", {"notifier"}),
        ("When Modifying MCP Tools/Endpoints", {"tool", "endpoint"}),
        ("Working on the Gradle plugin", {"plugin"}),
        ("Working with native modules locally", {"modul"}),
        ("When you’re adding a parser", {"parser"}),
        ("When modifying", set()),
        ("When modifying existing code", set()),
        ("When writing tests", set()),
        ("When writing Python", set()),
        ("When adding a new feature", set()),
        ("When something goes wrong", set()),
        ("When submitting a pull request", set()),
        ("When to commit", set()),
        ("Working here", set()),
        ("Code style", set()),
    ],
)
def test_conditions_of_headings(heading: str, nouns: set[str]) -> None:
    assert condition_of(heading) == nouns


CONDITIONS = """\
=== AGENTS.md
# Working here

## Conventions

Wrap errors.

## When changing the API

Update the schema.

### Handlers

Answer in JSON.

## When adding or modifying a notifier

Register it.

## When touching configuration

Set a default.
=== api/routes.py
def route() -> int:
    return 1
=== notify/slack.py
class Notifier:
    pass
=== config/load.py
def load() -> int:
    return 1
=== lib/text.py
def text() -> int:
    return 1
"""


@pytest.mark.parametrize(
    ("path", "titles"),
    [
        ("api/routes.py", ["When changing the API", "When changing the API / Handlers", "Conventions"]),
        ("notify/slack.py", ["When adding or modifying a notifier", "Conventions"]),
        ("config/load.py", ["When touching configuration", "Conventions"]),
        ("lib/text.py", ["Conventions"]),
    ],
)
def test_a_section_with_a_condition_applies_to_files_that_meet_it(path: str, titles: list[str]) -> None:
    snapshot = snapshot_of(CONDITIONS)
    sources = StyleSources(style_documents(snapshot.files))
    assert [one.title for one in guidance_for(snapshot, sources, [path])] == titles


FOLDERS = """\
=== AGENTS.md
Keep it short.
=== .editorconfig
[*.py]
indent_size = 3
=== one.py
def one(): ...
=== other/AGENTS.md
Keep it long.
=== other/two.py
def two(): ...
"""


@pytest.mark.parametrize(
    ("folders", "of_first", "of_second"),
    [
        (("/a/shop", "/b/other"), ["shop/*.py", "shop/"], ["other/"]),
        (("/a", "/a/other"), ["a/*.py", "a/"], ["a/*.py", "other/", "a/"]),
        (("/a/shop", "/a"), ["shop/*.py", "shop/", "other/"], ["other/"]),
    ],
)
def test_a_document_applies_to_files_below_its_folder_on_disk(
    folders: tuple[str, str], of_first: list[str], of_second: list[str]
) -> None:
    snapshot = snapshot_of(FOLDERS)
    roots = Roots((Root(Path(folders[0]), ""), Root(Path(folders[1]), "other/")))
    sources = StyleSources(style_documents(snapshot.files), roots)
    for path, expected in (("one.py", of_first), ("other/two.py", of_second)):
        assert [one.applies_to for one in guidance_for(snapshot, sources, [path])] == expected


@pytest.mark.parametrize(
    ("folders", "of_first", "of_docs"),
    [
        (("/a/shop", "/a/docs"), [], ["docs/"]),
        (("/a", "/a/docs"), ["a/"], ["a/"]),
        (("/x", "/a", "/a/docs"), [], ["a/"]),
    ],
)
def test_a_folder_called_docs_is_no_folder_of_its_neighbours(
    folders: tuple[str, ...], of_first: list[str], of_docs: list[str]
) -> None:
    snapshot = snapshot_of(
        "=== docs/CONTRIBUTING.md\n# Code style\nKeep it short.\n=== one.py\ndef one(): ...\n"
        "=== docs/two.py\ndef two(): ...\n"
    )
    prefixes = ("", *(f"{Path(one).name}/" for one in folders[1:]))
    roots = Roots(tuple(Root(Path(one), prefix) for one, prefix in zip(folders, prefixes, strict=True)))
    sources = StyleSources(style_documents(snapshot.files), roots)
    for path, expected in (("one.py", of_first), ("docs/two.py", of_docs)):
        assert [one.applies_to for one in guidance_for(snapshot, sources, [path])] == expected


def test_an_unsaved_document_counts_as_a_file_of_the_first_folder() -> None:
    snapshot = snapshot_of(f"{FOLDERS}=== untitled://new.py\ndef new(): ...\n")
    roots = Roots((Root(Path("/a/shop"), ""), Root(Path("/b/other"), "other/")))
    sources = StyleSources(style_documents(snapshot.files), roots)
    assert [one.applies_to for one in guidance_for(snapshot, sources, ["untitled://new.py"])] == ["shop/*.py", "shop/"]


def test_a_pack_quotes_the_documents_of_its_folder() -> None:
    roots = Roots((Root(Path("/a/shop"), ""), Root(Path("/b/other"), "other/")))
    analysis = Analysis(snapshot_of(FOLDERS), None, roots)
    for path, expected in (("one.py", {"AGENTS.md", ".editorconfig"}), ("other/two.py", {"other/AGENTS.md"})):
        made = analysis.pack(PackRequest(FilesSubject((path,)), PackOptions()), CancelToken())
        assert {one.item.path for one in made.items if one.role == "style"} == expected
