"""`ctx-lsp patterns` on a real package: text, JSON, exit codes."""

from pathlib import Path

from tests.cli.conftest import Run


def test_patterns_of_a_package_are_listed_with_their_evidence(run: Run, tenacity_root: Path) -> None:
    ran = run("patterns", tenacity_root, "--kind", "decorator")
    assert ran.code == 0
    assert "decorator  tenacity/__init__.py::BaseRetrying.wraps  (decorator)" in ran.out
    assert "wraps returns wrapped_f" in ran.out
    assert "wrapper: tenacity/__init__.py::BaseRetrying.wraps.wrapped_f" in ran.out


def test_patterns_of_one_symbol_as_json(run: Run, tenacity_root: Path) -> None:
    answer = run("patterns", tenacity_root, "--symbol", "AttemptManager", "--json").json
    assert answer["symbol"] == "tenacity/__init__.py::AttemptManager"
    (one,) = [one for one in answer["patterns"] if one["pattern"] == "context manager"]
    assert {"tenacity/__init__.py::AttemptManager.__enter__", "tenacity/__init__.py::AttemptManager.__exit__"} <= {
        partner["symbol"] for partner in one["partners"]
    }


def test_no_pattern_found_ends_with_1(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def a(): ...\n")
    ran = run("patterns", tmp_path)
    assert ran.code == 1
    assert "nothing found" in ran.err


def test_an_unknown_kind_is_wrong_usage(run: Run, tmp_path: Path) -> None:
    ran = run("patterns", tmp_path, "--kind", "singleton")
    assert (ran.code, ran.out) == (2, "")
    assert "'singleton' is not one of" in ran.err
