"""The pairs of a package."""

from pathlib import Path

import pytest

from ctx_lsp.graph.entry import embedding_texts, make_entry
from ctx_lsp.text.source import SourceText
from ctx_lsp.training.pairs.package_pairs import Candidates, Pair, choose, find_candidates

PYTHON = '''"""Reads and writes the settings of a program."""

import os
import sys


class Settings:
    """The settings of a program as they stand in its file."""

    def __init__(self, path):
        self.path = path
        self.values = {}

    def read_all(self):
        """Read every setting from the file of the user.

        Nothing is cached.
        """
        with open(self.path) as stream:
            self.values = dict(line.split("=") for line in stream)

    def write_changed_values(self):
        for name, value in self.values.items():
            print(name, value)
        return True
'''
TEST = """
from settings import Settings


def test_read_all_gives_every_setting():
    settings = Settings("x")
    settings.read_all()
    assert settings.values
"""
GO = """package queue

// Push puts a job at the end of the queue.
func (q *Queue) Push(job Job) {
	q.lock.Lock()
	q.jobs = append(q.jobs, job)
}
"""


def _candidates(folder: Path, files: dict[str, str]) -> Candidates:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return find_candidates(folder)


@pytest.fixture
def candidates(tmp_path: Path) -> Candidates:
    return _candidates(tmp_path, {"src/settings.py": PYTHON, "tests/test_settings.py": TEST})


def _of_kind(pairs: tuple[Pair, ...], kind: str) -> dict[str, str]:
    return {pair.query: pair.text for pair in pairs if pair.kind == kind}


def test_documentation_is_asked_for_and_cut_out(candidates: Candidates) -> None:
    texts = _of_kind(candidates.from_documentation, "doc")
    assert len(texts) == 2
    for text in texts.values():
        assert text.startswith("src/settings.py Settings")
        assert "every setting" not in text
        assert "settings of a program" not in text
    assert any("dict(line.split" in text for text in texts.values())


def test_the_text_equals_the_embedded_one_without_documentation(tmp_path: Path) -> None:
    [pair] = _candidates(tmp_path, {"queue.go": GO}).from_documentation
    [text] = [one for one in embedding_texts(make_entry("queue.go", SourceText(GO.encode()))) if "append" in one]
    assert pair.text == text.replace("// Push puts a job at the end of the queue.\n", "")


def test_a_module_is_asked_for_by_its_documentation(candidates: Candidates) -> None:
    [text] = _of_kind(candidates.from_documentation, "module").values()
    assert text.startswith("src/settings.py \nimport os\nimport sys")
    assert "class Settings" in text
    assert "Reads and writes" not in text


def test_a_test_name_becomes_a_question(candidates: Candidates) -> None:
    [(query, text)] = _of_kind(candidates.from_documentation, "test").items()
    assert query == "read all gives every setting"
    assert "def read_all" in text


def test_names_stand_in_for_documentation(candidates: Candidates) -> None:
    [pair] = candidates.named
    assert "write changed values" in pair.query
    assert "def write_changed_values" in pair.text


def test_files_can_be_left_out(candidates: Candidates) -> None:
    assert choose(candidates, frozenset(["src/settings.py"])) == []
    assert {pair.kind for pair in choose(candidates, frozenset())} == {"doc", "module", "test"}


def test_form_letters_are_left_out() -> None:
    pairs = tuple(Pair("the same in every file", f"a{n}.py \ncode", f"a{n}.py", "python", "doc") for n in range(3))
    assert choose(Candidates(pairs, (), {}), frozenset()) == []
    assert choose(Candidates(pairs[:2], (), {}), frozenset()) == [pairs[0]]
