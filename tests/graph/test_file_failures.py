"""Failures of single files: what remains, when failures are forgotten, and their reports."""

import logging
from collections.abc import Callable

import pytest

from ctx_lsp.base.checks import BrokenInvariantError
from ctx_lsp.base.faults import Fault, attempt
from ctx_lsp.graph.file_failures import MAX_LOGGED, FileFailures, Stage

pytestmark = pytest.mark.faults


STAGES: tuple[Stage, ...] = ("reading", "facts", "edges")


def fail() -> str:
    raise ValueError("text of the user")


def stages(failures: FileFailures) -> list[tuple[str, str]]:
    return [(one.path, one.stage) for one in failures.all()]


def test_the_first_working_method_counts_and_the_failure_stays_until_the_first_method_works() -> None:
    failures = FileFailures()
    assert failures.attempt("facts", "a.py", fail, fail, lambda: "plain") == "plain"
    assert failures.attempt("terms", "b.py", lambda: "whole", fail) == "whole"
    assert stages(failures) == [("a.py", "facts")]
    assert failures.has("a.py", "facts", "terms")
    assert not failures.has("a.py", "terms")
    assert failures.attempt("facts", "a.py", lambda: "whole", fail) == "whole"
    assert stages(failures) == []


def test_errors_of_the_last_method_are_raised() -> None:
    with pytest.raises(ValueError, match="text of the user"):
        FileFailures().attempt("facts", "a.py", fail, fail)


def test_a_new_text_clears_old_failures_except_of_reading() -> None:
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


def test_a_report_names_places_of_code_that_gives_its_file_from_the_folder_above_the_package() -> None:
    made: dict[str, Callable[[], None]] = {}
    exec(compile("def fail():\n    raise ValueError", "ctx_lsp/syntax/facts.py", "exec"), made)  # noqa: S102  # as a bundle has it
    fault = attempt(made["fail"])
    assert isinstance(fault, Fault)
    assert fault.report.startswith("ValueError at syntax/facts.py:2 in fail (")


def test_a_fault_that_each_file_has_does_not_flood_the_log(caplog: pytest.LogCaptureFixture) -> None:
    failures = FileFailures()
    with caplog.at_level(logging.WARNING):
        for number in range(2 * MAX_LOGGED):
            failures.attempt("facts", f"{number}.py", fail, lambda: "")
    assert len(failures.all()) == 2 * MAX_LOGGED
    assert len(caplog.records) == MAX_LOGGED + 1
