"""Keys of records: a change of any input of a record changes its key."""

import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from ctx_lsp.cache import records
from ctx_lsp.cache.records import program
from ctx_lsp.graph.derivation import Derivation
from ctx_lsp.graph.evidence import evidence
from ctx_lsp.graph.file_failures import FileFailures
from ctx_lsp.graph.tables import Tables
from tests.snapshot.test_host_languages import POLYGLOT
from tests.workspaces import files_of

CONFIGURATION = """
=== web/tsconfig.json
{"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"]}}}
=== web/package.json
{"name": "web", "main": "src/index.ts"}
=== server/go.mod
module example.com/server
=== tools/pyproject.toml
[tool.setuptools.packages.find]
where = ["source"]
=== engine/Cargo.toml
[package]
name = "engine"
=== app/Texts.kt
fun String.shout(): String = uppercase()
=== docs/adr/0001-files.md
# 1. Files

Status: Superseded by [2. Tables](0002-tables.md)

## Decision

Because of REQ-1.
"""


class Sources:
    """A made-up package; `digest` is what `program` says of it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        layers = (
            "base",
            "text",
            "languages/one",
            "syntax",
            "engine",
            "graph",
            "lexical",
            "cache",
            "snapshot",
            "ingest",
            "protocol",
        )
        for layer in layers:
            (folder / layer).mkdir(parents=True)
        (folder / "text" / "one.py").write_text("1")
        (folder / "text" / "two.py").write_text("2")
        monkeypatch.setattr("ctx_lsp.cache.records.resources.files", lambda _: folder)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    @property
    def digest(self) -> bytes:
        return program.__wrapped__()


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sources:
    return Sources(tmp_path, monkeypatch)


@pytest.mark.parametrize(
    "name", ["base/new.py", "text/one.py", "cache/new.py", "languages/one/new.scm", "syntax/new.toml"]
)
def test_another_source_is_another_program(sources: Sources, name: str) -> None:
    before = sources.digest
    sources.write(name, "changed")
    assert sources.digest != before


@pytest.mark.parametrize("name", ["protocol/new.py", "cache/notes.txt"])
def test_unrelated_sources_do_not_change_the_key(sources: Sources, name: str) -> None:
    before = sources.digest
    sources.write(name, "changed")
    assert sources.digest == before


def test_files_that_swap_their_contents_are_another_program(sources: Sources) -> None:
    before = sources.digest
    sources.write("text/one.py", "2")
    sources.write("text/two.py", "1")
    assert sources.digest != before


def test_a_file_in_another_folder_is_another_program(sources: Sources) -> None:
    before = sources.digest
    (sources.folder / "text" / "two.py").rename(sources.folder / "syntax" / "two.py")
    assert sources.digest != before


def test_other_unicode_tables_are_another_program(sources: Sources, monkeypatch: pytest.MonkeyPatch) -> None:
    before = sources.digest
    monkeypatch.setattr(records, "unidata_version", "1.1.5")
    assert sources.digest != before


def test_another_standard_library_is_another_program(sources: Sources, monkeypatch: pytest.MonkeyPatch) -> None:
    before = sources.digest
    monkeypatch.setattr(sys, "stdlib_module_names", sys.stdlib_module_names | {"newest"})
    assert sources.digest != before


def test_sources_that_are_replaced_under_a_running_process_make_no_difference() -> None:
    code = "from ctx_lsp.cache import records; records.resources = None; print(records.program().hex())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == program().hex()


def test_every_answer_of_every_table_can_be_evidence() -> None:
    derivation = Derivation(FileFailures())
    derivation.set_texts(files_of(POLYGLOT + CONFIGURATION), {})
    derivation.make_entries()
    tables = {one.name: getattr(derivation.tables, one.name) for one in fields(Tables)}
    assert [name for name, table in tables.items() if not table.values] == []
    for table in tables.values():
        assert all(evidence([(0, answer)]) != evidence([]) for answer in table.values.values())
        assert all(answer != table.absent for answer in table.values.values())


def test_the_same_answer_to_another_lookup_is_other_evidence() -> None:
    answers: list[tuple[int, object]] = [(0, "a"), (3, ("b", "c"))]
    assert evidence(answers) == evidence(iter(answers))
    moved, other, fewer = [(1, "a"), (3, ("b", "c"))], [(0, "a"), (3, ("b",))], [(0, "a")]
    assert len({evidence(answers), evidence(moved), evidence(other), evidence(fewer)}) == 4
