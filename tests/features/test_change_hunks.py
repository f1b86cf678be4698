"""Packs about a change begin with its hunks and follow renamed files."""

from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.packing.model import ChangeSubject, Pack, PackOptions, PackRequest
from tests.workspace.repository import Repository

LONG = "\n".join(f"    step_{number} = work({number})" for number in range(60))
WORKSPACE = f"""
=== app/run.py
SETTING = 1

def run():
{LONG}
    return step_0

def other():
    return SETTING
"""


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path, WORKSPACE)


def pack_of_change(repository: Repository, tokens: int = 4096) -> Pack:
    return repository.analysis().pack(PackRequest(ChangeSubject(), PackOptions(max_tokens=tokens)), CancelToken())


def test_a_long_definition_is_shown_around_its_changed_lines(repository: Repository) -> None:
    repository.edit("app/run.py", "step_40 = work(40)", "step_40 = play(40)")
    pack = pack_of_change(repository, tokens=300)
    [item] = [one for one in pack.items if one.item.symbol == "app/run.py::run"]
    assert item.level == "excerpt"
    assert "step_40 = play(40)" in pack.text
    assert "def run():" in pack.text
    assert "step_10 = " not in pack.text


def test_with_more_tokens_the_definition_is_whole(repository: Repository) -> None:
    repository.edit("app/run.py", "step_40 = work(40)", "step_40 = play(40)")
    [item] = [one for one in pack_of_change(repository).items if one.item.symbol == "app/run.py::run"]
    assert item.level == "full"


def test_removed_lines_show_those_around_them(repository: Repository) -> None:
    repository.edit("app/run.py", "    step_40 = work(40)\n", "")
    text = pack_of_change(repository, tokens=300).text
    assert "step_39 = " in text
    assert "step_41 = " in text


def test_a_renamed_file_is_compared_with_its_former_self(repository: Repository) -> None:
    text = (repository.folder / "app/run.py").read_text()
    repository.git("mv", "app/run.py", "app/start.py")
    repository.write("app/start.py", text.replace("return SETTING", "return SETTING + 1"))
    pack = repository.analysis().pack(PackRequest(ChangeSubject()), CancelToken())
    primary = {one.item.symbol for one in pack.items if one.role == "primary"}
    assert primary == {"app/start.py::other"}


def test_a_change_of_the_last_line_of_a_file_is_shown(repository: Repository) -> None:
    repository.write("app/last.py", f"def last():\n{LONG}\n    return step_0\n")
    repository.git("add", ".")
    repository.git("commit", "-q", "-m", "Add the last")
    repository.edit("app/last.py", "return step_0", "return step_1")
    pack = pack_of_change(repository, tokens=300)
    [item] = [one for one in pack.items if one.item.symbol == "app/last.py::last"]
    assert item.level == "excerpt"
    assert "return step_1" in pack.text
