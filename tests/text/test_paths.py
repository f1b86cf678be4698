"""Sorted paths compared with plain sets, after any additions and removals."""

from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.text.paths import PathMap, SortedPaths

PATHS = st.lists(st.text("ab/0.", min_size=1, max_size=5), max_size=20)
FOLDERS = ["a", "b", "a/b", "ab", "a.", "0"]


@given(PATHS, PATHS)
def test_paths_below_a_folder_begin_with_it(added: list[str], removed: list[str]) -> None:
    paths, left_out = SortedPaths(), PathMap[str]()
    for path in added:
        paths.add(path)
        left_out[path] = path.upper()
    for path in removed:
        paths.discard(path)
        left_out.pop(path, None)
    kept = set(added) - set(removed)
    assert left_out == {path: path.upper() for path in kept} == left_out.copy()
    for folder in FOLDERS:
        below = sorted(path for path in kept if path.startswith(f"{folder}/"))
        assert paths.below(folder) == below == left_out.below(folder)


def test_cleared_paths_are_below_no_folder() -> None:
    left_out = PathMap[int]()
    left_out["a/b"] = 1
    left_out.clear()
    assert (len(left_out), left_out.below("a")) == (0, [])


class Counted(str):
    """A path that counts how often it is compared."""

    comparisons = 0

    def __lt__(self, other: str) -> bool:
        Counted.comparisons += 1
        return super().__lt__(other)


def test_few_paths_are_looked_at() -> None:
    paths = SortedPaths()
    for number in range(10_000):
        paths.add(Counted(f"p{number // 100}/m{number}.py"))
    Counted.comparisons = 0
    paths.add("p7/new.py")
    assert len(paths.below("p7")) == 101
    paths.discard("p7/new.py")
    assert Counted.comparisons < 100
