"""The name that takes the place of one that is gone."""

import pytest

from ctx_lsp.claims.nearest import replacement


@pytest.mark.parametrize(
    ("gone", "names", "expected"),
    [
        ("total", ["rate", "totals"], "totals"),
        ("Cart.total", ["Cart.rate", "Cart.total_price"], "Cart.total_price"),  # half as long again
        ("Cart.total", ["Till.open"], None),
        ("total", ["total"], "total"),
        ("total", [], None),
        ("total", ["totals", "totala"], "totala"),  # alike: the first by name
    ],
)
def test_the_most_similar_name_replaces_one_that_is_gone(gone: str, names: list[str], expected: str | None) -> None:
    assert replacement(gone, names) == expected
