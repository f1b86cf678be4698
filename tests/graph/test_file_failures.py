"""Failures of single files: what stands, what is forgotten, and what a report tells."""

import logging

import pytest

from ctx_lsp.base.checks import BrokenInvariantError
from ctx_lsp.base.faults import attempt
from ctx_lsp.graph.file_failures import MAX_LOGGED, FileFailures, Stage

pytestmark = pytest.mark.faults


STAGES: tuple[Stage, ...] = ("reading", "facts", "edges")


def fail() -> str:
    raise ValueError("text of the user")


def stages(failures: FileFailures) -> list[tuple[str, str]]:
    return [(one.path, one.stage) for one in failures.all()]


def test_the_first_way_that_does_not_fail_counts_and_the_failure_stands_until_the_first_succeeds() -> None:
    failures = FileFailures()
    assert failures.attempt("facts", "a.py", fail, fail, lambda: "plain") == "plain"
    assert failures.attempt("terms", "b.py", lambda: "whole", fail) == "whole"
    assert stages(failures) == [("a.py", "facts")]
    assert failures.has("a.py", "facts", "terms")
    assert not failures.has("a.py", "terms")
    assert failures.attempt("facts", "a.py", lambda: "whole", fail) == "whole"
    assert stages(failures) == []


def test_what_the_last_way_raises_is_raised() -> None:
    with pytest.raises(ValueError, match="text of the user"):
        FileFailures().attempt("facts", "a.py", fail, fail)


def test_a_new_text_forgets_what_failed_for_the_old_one_but_not_that_reading_failed() -> None:
    failures = FileFailures()
    for stage in STAGES:
        failures.attempt(stage, "a.py", fail, lambda: "")
    failures.forget("a.py")
    assert stages(failures) == [("a.py", "reading")]


def test_a_broken_invariant_is_loud() -> None:
    def broken() -> None:
        raise BrokenInvariantError("it cannot be")

    with pytest.raises(BrokenInvariantError):
        attempt(broken)


def test_a_report_names_types_and_places_and_quotes_nothing() -> None:
    failures = FileFailures()

    def caused() -> tuple[object, ...]:
        try:
            fail()
        except ValueError as error:
            raise KeyError("text of the user") from error
        return ()

    failures.attempt("edges", "a.py", caused, tuple)
    (edges,) = failures.all()
    assert edges.report.startswith("KeyError at a place outside the package")
    assert "caused by ValueError at a place outside the package" in edges.report
    assert "Python 3." in edges.report
    assert "tree-sitter-language-pack" in edges.report
    assert "text of the user" not in edges.report


def test_a_fault_that_each_file_has_does_not_flood_the_log(caplog: pytest.LogCaptureFixture) -> None:
    failures = FileFailures()
    with caplog.at_level(logging.WARNING):
        for number in range(2 * MAX_LOGGED):
            failures.attempt("facts", f"{number}.py", fail, lambda: "")
    assert len(failures.all()) == 2 * MAX_LOGGED
    assert len(caplog.records) == MAX_LOGGED + 1
