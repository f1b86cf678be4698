"""Numbers of things, formatted."""

from ctx_lsp.base.counted import counted


def test_one_thing_is_singular_and_all_other_numbers_are_plural() -> None:
    assert [counted(number, "file") for number in (0, 1, 2, 1_200)] == ["0 files", "1 file", "2 files", "1,200 files"]
