"""Evaluation of systems' answers, and our own program. The other system is not part of any test."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ctx_lsp.evaluation.eval_corpora import Corpus
from ctx_lsp.evaluation.metrics import Result
from ctx_lsp.evaluation.tasks import Target, Task
from tests.side_by_side import ours
from tests.side_by_side.memory import family
from tests.side_by_side.process import Measured, System, SystemFailed, measure
from tests.side_by_side.report import Folder, show_costs, show_quality

TEXT_ONLY = {"CTX_LSP_MODEL_EMBEDDING": "none"}
OURS = System("ours", (sys.executable, "-P", ours.__file__), "CTX_LSP_CACHE_DIRECTORY", TEXT_ONLY)


def wanting(path: str, query: str = "where are stale entries dropped?", category: str = "semantic") -> Task:
    return Task(id=f"{path} {query}", query=query, relevant=(Target(path),), category=category, language="python")


def answering(*paths: str) -> Measured:
    """A system that returns these files, one for each question."""
    answers = tuple((Result(path, 1, 2, None),) for path in paths)
    return Measured(answers, tuple(2.0 for _ in paths), (), 1.0, 4.0, 3.0, 5_000_000, 4_000_000)


def system_that_prints(script: str) -> System:
    return System("other", (sys.executable, "-c", f"import sys; sys.stdin.read(); {script}"), "OTHER_CACHE")


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    (tmp_path / "cache.py").write_text("def drop_stale_entries(entries):\n    return [e for e in entries if e.fresh]\n")
    (tmp_path / "other.py").write_text("def greet():\n    return 'hello'\n")
    return Corpus("shop", tmp_path, "src/", (wanting("src/cache.py"), wanting("src/gone.py")))


def test_our_program_answers_every_question_and_reports_missing_files(corpus: Corpus) -> None:
    found = measure(OURS, corpus, 5)
    assert [answer[0].path for answer in found.answers] == ["cache.py", "cache.py"]
    assert len(found.ms) == 2
    assert found.missing == ("gone.py",)
    assert 0 < found.searchable <= found.embedded
    assert found.processor > 0


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_the_memory_of_a_process_is_seen(corpus: Corpus) -> None:
    found = measure(OURS, corpus, 5)
    assert found.peak >= found.resident > 10_000_000


@pytest.mark.skipif(sys.platform != "linux", reason="processes are read from /proc")
def test_the_family_of_a_process_includes_itself() -> None:
    assert 1 in family(1)


def test_a_system_that_fails_or_says_nothing_is_named(corpus: Corpus) -> None:
    with pytest.raises(SystemFailed, match="other ended with 3"):
        measure(system_that_prints("sys.exit(3)"), corpus, 5)
    with pytest.raises(SystemFailed, match="other answered 0 of 2"):
        measure(system_that_prints('print(\'{"reached": ["searchable", "embedded"]}\')'), corpus, 5)


def test_a_system_that_ends_before_it_has_read_its_order_is_named(corpus: Corpus) -> None:
    long = replace(corpus, tasks=(wanting("src/cache.py", query="stale " * 100_000),))  # more than a pipe holds
    with pytest.raises(SystemFailed, match="other ended with 3"):
        measure(System("other", (sys.executable, "-c", "raise SystemExit(3)"), "OTHER_CACHE"), long, 5)
    with pytest.raises(SystemFailed, match="other did not say when it could answer"):
        measure(system_that_prints("pass"), corpus, 5)


def test_tables_hold_means_differences_and_costs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tasks = (wanting("src/a.py"), wanting("src/b.py", category="symbol"))
    measured = {"ours": answering("a.py", "b.py"), "theirs": answering("a.py", "a.py")}
    folder = Folder(Corpus("shop", tmp_path, "src/", tasks), measured)
    show_quality([folder], 10)
    show_costs([folder])
    rows = {line.split("  ")[0]: line.split() for line in capsys.readouterr().out.splitlines()}
    assert rows["all"][:5] == ["all", "2", "1.000", "0.500", "+0.500"]
    assert rows["symbol"][:5] == ["symbol", "1", "1.000", "0.000", "+1.000"]
    assert rows["python"][:5] == ["python", "2", "1.000", "0.500", "+0.500"]
    assert rows["a question: p50, p95 (ms)"][-4:] == ["2.0,", "2.0", "2.0,", "2.0"]
