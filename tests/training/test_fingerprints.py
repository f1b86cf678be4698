"""Copies of excluded projects are found by content."""

from pathlib import Path

from ctx_lsp.training.fingerprints import copied_paths, function_digests, project_digests
from ctx_lsp.training.sources import read_definitions

ONE = """
def first(items, limit):
    # all of them
    found = [item for item in items if item.size > limit and item.name]
    return sorted(found, key=lambda item: (item.size, item.name))
"""
TWO = """
def second(path, mode):
    with open(path, mode) as stream:
        for line in stream:
            if line.strip() and not line.startswith("#"):
                yield line.partition("=")
"""


def _digests(folder: Path, path: str, text: str) -> set[str]:
    folder.mkdir(exist_ok=True)
    (folder / path).write_text(text)
    read = read_definitions(folder, path)
    assert read
    return function_digests(*read)


def test_comments_documentation_and_blanks_make_no_difference(tmp_path: Path) -> None:
    changed = ONE.replace("    # all of them\n", '    """All of them."""\n\n').replace("limit):", "limit) :  # a limit")
    plain = _digests(tmp_path, "a.py", ONE)
    assert len(plain) == 1
    assert _digests(tmp_path, "b.py", changed) == plain
    assert _digests(tmp_path, "c.py", ONE.replace("sorted", "list")) != plain


def test_short_functions_are_alike_by_chance(tmp_path: Path) -> None:
    assert _digests(tmp_path, "a.py", "def close(self):\n    self.stream.close()\n") == set()


def test_one_shared_function_is_no_copy(tmp_path: Path) -> None:
    _digests(tmp_path / "excluded", "a.py", ONE + TWO)
    excluded = frozenset(project_digests(tmp_path / "excluded"))
    digests = {
        "both.py": frozenset(_digests(tmp_path / "own", "both.py", TWO + ONE)),
        "one.py": frozenset(_digests(tmp_path / "own", "one.py", ONE)),
    }
    assert copied_paths(digests, excluded) == {"both.py"}
