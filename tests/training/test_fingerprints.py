"""Copies of excluded projects are found by content."""

from pathlib import Path

from ctx_lsp.training.packages.fingerprints import (
    copied_paths,
    project_digests,
    read_digests,
    run_digests,
    write_digests,
)

LINES = [f"        result_{number} = compute_something(first_{number}, second_{number})" for number in range(6)]
CODE = "\n".join(LINES)


def test_every_run_of_five_lines_has_a_digest() -> None:
    assert len(run_digests(CODE)) == 2
    assert run_digests("\n".join(LINES[:4])) == set()


def test_comments_imports_and_blanks_make_no_difference() -> None:
    changed = "import os\n/* a licence\n   of many words */\n" + CODE.replace("\n", "\n\n    # told\n").replace(
        " ", "  "
    )
    assert run_digests(changed) == run_digests(CODE)
    assert run_digests(CODE.replace("result_5", "other")) != run_digests(CODE)


def test_short_lines_are_alike_by_chance() -> None:
    assert run_digests("    return x\n" * 20) == set()


def test_one_shared_run_is_not_a_copy(tmp_path: Path) -> None:
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "a.js").write_text(CODE)
    (tmp_path / "notes.txt").write_text(CODE.replace("result", "other"))
    excluded = frozenset(project_digests(tmp_path))
    digests = {
        "both.py": frozenset(run_digests("x = 1\n" + CODE)),
        "one.py": frozenset(run_digests("\n".join(LINES[:5]))),
        "other.py": frozenset(run_digests(CODE.replace("result", "other"))),
    }
    assert copied_paths(digests, excluded) == {"both.py"}


def test_written_data_is_read_back(tmp_path: Path) -> None:
    write_digests(tmp_path / "a", {2**64 - 1, 0})
    write_digests(tmp_path / "b", {7})
    assert read_digests([tmp_path / "a", tmp_path / "b"]) == {2**64 - 1, 0, 7}
