"""The plain questions, and the pairs made from them."""

from collections import Counter
from pathlib import Path

from ctx_lsp.syntax.words import split_identifier
from ctx_lsp.training.histories import repositories
from ctx_lsp.training.histories.repositories import read_manifest
from ctx_lsp.training.plain.pairs import plain_pairs
from ctx_lsp.training.plain.questions import PlainQuestions, read_questions
from ctx_lsp.training.plain.tasks import MAX_LINES, PLAIN, plain_tasks

MANIFEST = Path(repositories.__file__).with_suffix(".json")
CODE = """class Cache:
    def evict(self):
        value = self.values.pop(0)
        self.count -= 1
        return value

    def get(self, key):
        return self.values[key]
"""
ASKED = (
    PlainQuestions("a/b", "cache.py", "Cache.evict", ("which entry goes first?", "the oldest is dropped")),
    PlainQuestions("a/b", "cache.py", "Cache.renamed", ("what is not there",)),
    PlainQuestions("a/b", "setup.cfg", "", ("which versions are tested?",)),
)


def test_each_question_is_paired_with_its_definition(tmp_path: Path) -> None:
    (tmp_path / "cache.py").write_text(CODE)
    pairs = list(plain_pairs(tmp_path, ASKED))
    assert [(pair.query, pair.path, pair.language, pair.kind) for pair in pairs] == [
        ("which entry goes first?", "cache.py", "python", "plain"),
        ("the oldest is dropped", "cache.py", "python", "plain"),
    ]
    assert all(pair.text.startswith("cache.py Cache.evict\n") and "pop(0)" in pair.text for pair in pairs)


def test_each_question_becomes_a_task_with_the_lines_of_its_definition(tmp_path: Path) -> None:
    (tmp_path / "cache.py").write_text(CODE)
    tasks = list(plain_tasks(tmp_path, "a+b", ASKED))
    assert [(task.query, task.repo, task.group) for task in tasks] == [
        ("which entry goes first?", "a+b", PLAIN),
        ("the oldest is dropped", "a+b", PLAIN),
    ]
    (target,) = tasks[0].relevant
    assert target.path == "cache.py"
    assert target.lines == (
        "def evict(self):", "value = self.values.pop(0)", "self.count -= 1", "return value",
    )  # fmt: skip


def test_a_long_definition_makes_no_task(tmp_path: Path) -> None:
    (tmp_path / "cache.py").write_text(
        CODE.replace("        self.count -= 1\n", "        self.count -= 1\n" * MAX_LINES)
    )
    assert not list(plain_tasks(tmp_path, "a+b", ASKED))


def test_the_questions_are_about_repositories_of_the_manifest_in_other_words_than_the_code() -> None:
    known = {one.repository for one in read_manifest(MANIFEST)}
    asked = read_questions()
    assert {one.repository for one in asked} <= known
    assert max(Counter((one.repository, one.path, one.symbol) for one in asked).values()) <= 2  # overloads
    for one in asked:
        name = {word for word in split_identifier(one.symbol.rpartition(".")[2]) if len(word) > 3}
        for question in one.questions:
            assert 3 <= len(question.split()) <= 30, question
            assert len(name & set(split_identifier(question.replace(" ", "_")))) <= 2, (one.symbol, question)
