"""Statements in docstrings, comments and reStructuredText."""

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.claims import Checker, CheckOptions
from tests.workspaces import snapshot_of

WORKSPACE = '''
=== shop/cart.py
"""Carts, which :class:`Cart` holds; see `shop/carts.py`."""

class Cart:
    """Items. `Cart.total_price` sums them.

    >>> Cart.old_price()
    """

    def total_price(self, rate):
        """Sum the items.

        Calls `round_up`. Calls :func:`~shop.cart.lose_item`.

        :param rate: the rate
        :param raet: a slip
        """
        # `self.total_price` is here, and `self.total_rice` is not. old.call(x)
        return round_up(rate)

def round_up(number):
    return number

def lose_item(cart): ...
=== shop/cart.ts
/** Holds `Basket.addItem`, and {@link Basket.adItem} is nothing. */
export class Basket {
  /**
   * Adds.
   * @param {string} name - the name
   * @param {string} nmae - a slip
   */
  addItem(name: string) { return name }
}
=== docs/guide.rst
Guide
=====

The class :class:`shop.cart.Cart` has :meth:`~shop.cart.Cart.total_price` and ``Cart.totl_price``.

.. code-block:: python

    Cart.totl_price()

As follows::

    Cart.totl_price()
'''


def false(path: str) -> list[tuple[int, str, str]]:
    snapshot = snapshot_of(WORKSPACE)
    source = snapshot.files[path].source
    report = Checker().check(snapshot, path, source, CheckOptions(), CancelToken())
    return [
        (source.line_at(one.claim.start) + 1, source.slice(*one.claim.target), one.claim.kind)
        for one in report.claims
        if one.is_false
    ]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (
            "shop/cart.py",
            [
                (1, "shop/carts.py", "path"),
                (12, "shop.cart.lose_item", "calls"),
                (15, "raet", "signature"),
                (17, "self.total_rice", "member"),
            ],
        ),
        ("shop/cart.ts", [(1, "Basket.adItem", "member"), (6, "nmae", "signature")]),
        ("docs/guide.rst", [(4, "Cart.totl_price", "member")]),
    ],
)
def test_false_statements_of_a_file(path: str, expected: list[tuple[int, str, str]]) -> None:
    assert false(path) == expected


def test_true_statements_are_confirmed() -> None:
    snapshot = snapshot_of(WORKSPACE)
    source = snapshot.files["shop/cart.py"].source
    report = Checker().check(snapshot, "shop/cart.py", source, CheckOptions(), CancelToken())
    true = {one.claim.text for one in report.claims if one.judgement.verdict == "confirmed"}
    assert {"Cart.total_price", "round_up", "rate", "self.total_price"} <= true


FIELDS = """
=== a.ts
/**
 * @param {string} name the text that $http gets
 * @param nmae in $USD
 */
export function addItem(name: string) { return name }
=== a.php
<?php
/**
 * @param array<string, int>|null $rows the rows
 * @param string $rwos a slip
 */
function add_rows($rows) { return $rows; }
=== b.php
<?php
/**
 * @param string                  $name the name
 * @param array{id: int, of: int} $rows the rows
 * @param int                     $cuont a slip
 */
function add_names($name, $rows, $count) { return $rows; }
=== a.py
def add_rate(rate):
    ''':param raet: a slip'''
    return rate
=== b.py
def add_rate(rate):
    '''Add.

    - :param raet: a slip
    '''
    return rate
"""


@pytest.mark.parametrize(
    ("path", "expected"), [("a.ts", "nmae"), ("a.php", "rwos"), ("b.php", "cuont"), ("a.py", "raet"), ("b.py", "raet")]
)
def test_parameters_are_read_from_fields(path: str, expected: str) -> None:
    snapshot = snapshot_of(FIELDS)
    source = snapshot.files[path].source
    claims = Checker().check(snapshot, path, source, CheckOptions(), CancelToken()).claims
    assert [source.slice(*one.claim.target) for one in claims if one.is_false] == [expected]


MARKUP = """
=== A.java
class Offer {
  int rate;

  /**
   * Asks for {@code Offer.rtae}.
   *
   * <pre>{@code
   * ask(Offer.tare)
   * }</pre>
   *
   * It ends: {@code Offer.aret}.
   */
  int ask() { return 1; }
}
=== a.ts
export class Store {
  /** @param mutator - a function that changes the state */
  patch<F extends (state: string) => string>(
    // it isn't used
    mutator: F
  ): void { return }
  /** @param {string} Raw contents */
  raw(contents: string): void { return }
  /** @param {string} Raw contents */
  none(): void { return }
}
"""


@pytest.mark.parametrize(("path", "expected"), [("A.java", ["Offer.rtae", "Offer.aret"]), ("a.ts", ["Raw"])])
def test_code_in_markup_type_parameters_and_descriptions_are_no_statements(path: str, expected: list[str]) -> None:
    snapshot = snapshot_of(MARKUP)
    source = snapshot.files[path].source
    claims = Checker().check(snapshot, path, source, CheckOptions(), CancelToken()).claims
    assert [source.slice(*one.claim.target) for one in claims if one.is_false] == expected
