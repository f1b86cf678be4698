"""Python: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols, values

SHOP = '''
"""A shop."""

from __future__ import annotations

import os.path
import json as j
from . import stock
from .money import Price, to_cents as cents
from .signals import *

MAX_ITEMS: int = 10
open_carts = other_carts = {}
low, high = 1, 2
type Pair[T] = tuple[T, T]

# Raised when there is
# nothing left.
class SoldOut(Exception): ...


@registry.register("cart")
class Cart(stock.Holder, Iterable[Item], metaclass=Meta):
    """Holds items.

    Second paragraph.
    """

    size: int = 0
    LIMIT = 5

    def __init__(self, price: Price, *items: Item, note="") -> None:
        self.items: list[Item] = list(items)
        self.price, self.note = price, note
        self.total = Total(price)
        self._log = [item for item in items]
        self.total = None

    @property
    def count(self) -> int:
        return len(self.items)

    @count.setter
    def count(self, value: int) -> None:
        self.size = value

    @staticmethod
    @cache(maxsize=1)
    async def load(path: "os.PathLike[str]") -> "Cart | None":
        def read(handle):
            return j.load(handle)

        with open(path) as file:
            return read(file)

    def _drop(self, item):
        super()._drop(item)
        self.total.add(cents(-item.price), MAX_ITEMS)
        callback = self.load
        callback()
        return Item.EMPTY if item is SoldOut else stock.current


class Colour(enum.Enum):
    RED = 1
    BLUE = enum.auto()


class Readable(Protocol[T]):
    def read(self) -> T: ...


if TYPE_CHECKING:
    from .types import Item
    DEBUG = True
else:
    DEBUG = False

try:
    import orjson
except ImportError:
    orjson = None


def main(argv: list[str] | None = None, /, *, verbose: bool = False) -> int:
    _hidden = lambda value: value

    class Local:
        field = 1

    return run(
        argv,
        verbose,
    )
'''


def test_imports() -> None:
    assert imports("shop.py", SHOP) == expected("""
        __future__ annotations as annotations
        os.path as os.path
        json as j
        . stock as stock
        .money Price as Price
        .money to_cents as cents
        .signals *
        .types Item as Item
        orjson as orjson
    """)


def test_symbols() -> None:
    assert symbols("shop.py", SHOP) == expected("""
        Constant MAX_ITEMS | MAX_ITEMS: int = 10
        Variable open_carts | open_carts = other_carts = {}
        Variable other_carts | other_carts = {}
        Variable low | low, high = 1, 2
        Variable high | low, high = 1, 2
        Interface Pair | type Pair[T] = tuple[T, T]
        Class SoldOut | class SoldOut(Exception) | inherits Exception "Raised when there is"
        Class Cart | class Cart(stock.Holder, Iterable[Item], metaclass=Meta) | inherits stock.Holder, Iterable @registry.register "Holds items."
        Field Cart.size | size: int = 0
        Constant Cart.LIMIT | LIMIT = 5
        Constructor Cart.__init__ | def __init__(self, price: Price, *items: Item, note="") -> None
        Field Cart.items | self.items: list[Item] = list(items)
        Field Cart.price | self.price, self.note = price, note
        Field Cart.note | self.price, self.note = price, note
        Field Cart.total | self.total = Total(price)
        Field Cart._log | self._log = [item for item in items] | (hidden)
        Property Cart.count | def count(self) -> int | @property
        Property Cart.count#2 | def count(self, value: int) -> None | @count.setter
        Method Cart.load | async def load(path: "os.PathLike[str]") -> "Cart | None" | @staticmethod @cache
        Function Cart.load.read | def read(handle) | (hidden)
        Method Cart._drop | def _drop(self, item) | (hidden)
        Enum Colour | class Colour(enum.Enum) | inherits enum.Enum
        EnumMember Colour.RED | RED = 1
        EnumMember Colour.BLUE | BLUE = enum.auto()
        Interface Readable | class Readable(Protocol[T]) | inherits Protocol
        Method Readable.read | def read(self) -> T
        Constant DEBUG | DEBUG = True
        Variable orjson | orjson = None
        Function main | def main(argv: list[str] | None = None, /, *, verbose: bool = False) -> int
        Class main.Local | class Local | (hidden)
        Field main.Local.field | field = 1 | (hidden)
    """)


def test_references() -> None:
    assert references("shop.py", SHOP) == expected("""
        inherits Exception in SoldOut
        read registry in Cart
        decorates registry.register in Cart
        read stock in Cart
        inherits stock.Holder in Cart
        inherits Iterable in Cart
        read Item in Cart
        read Meta in Cart
        type Price in Cart.__init__
        type Item in Cart.__init__
        type Item in Cart.__init__
        call Total in Cart.__init__
        write @self.total in Cart.__init__
        decorates property in Cart.count
        read @self.items in Cart.count
        read count in Cart.count#2
        decorates count.setter in Cart.count#2
        write @self.size in Cart.count#2
        decorates staticmethod in Cart.load
        decorates cache in Cart.load
        type os in Cart.load
        type os.PathLike in Cart.load
        type str in Cart.load
        type Cart in Cart.load
        read j in Cart.load.read
        call j.load in Cart.load.read
        call open in Cart.load
        call read in Cart.load
        call @super._drop in Cart._drop
        read @self.total in Cart._drop
        call @self.total.add in Cart._drop
        call cents in Cart._drop
        read ?.price in Cart._drop
        read MAX_ITEMS in Cart._drop
        read @self.load in Cart._drop
        read Item in Cart._drop
        read Item.EMPTY in Cart._drop
        read SoldOut in Cart._drop
        read stock in Cart._drop
        read stock.current in Cart._drop
        read enum in Colour
        inherits enum.Enum in Colour
        read enum in Colour.BLUE
        call enum.auto in Colour.BLUE
        inherits Protocol in Readable
        read T in Readable
        type T in Readable.read
        read TYPE_CHECKING in -
        catches ImportError in -
        call run in main
    """)


def test_values() -> None:
    assert values("shop.py", SHOP) == expected("""
        MAX_ITEMS: {int}
        other_carts: {}
        low: {}
        high: {}
        Pair[T]: {tuple<T,T>}
        Cart.size: {int}
        Cart.LIMIT: {}
        Cart.items: {list<Item>}
        Cart.price: {Price}
        Cart.note: {}
        Cart.total: Total()
        Cart._log: {}
        Cart.count: {int}
        Cart.load: {Cart}
        Cart.load.read: j.load()
        Cart._drop: Item.EMPTY, stock.current
        Colour.RED: {}
        Colour.BLUE: enum.auto()
        Readable.read: {T}
        DEBUG: {}
        main: {int}
        main.Local.field: {}
    """)


def test_fields_that_methods_set() -> None:
    text = """
        class Machine:
            def start(self):
                self.state = "running"
                (self.speed, self.load) = 1, 2

            def __init__(self):
                self.state = "new"

                def later(self):
                    self.speed = 2
                    self.unknown = 1

        def start(self):
            self.state = 1
    """
    assert symbols("machine.py", text) == expected("""
        Class Machine | class Machine
        Method Machine.start | def start(self)
        Field Machine.state | self.state = "running"
        Field Machine.speed | (self.speed, self.load) = 1, 2
        Field Machine.load | (self.speed, self.load) = 1, 2
        Constructor Machine.__init__ | def __init__(self)
        Function Machine.__init__.later | def later(self) | (hidden)
        Function start | def start(self)
    """)


def test_values_of_local_names_take_their_place() -> None:
    text = """
        class Shop:
            def __init__(self, stock: "Stock | None" = None, log=None):
                self.stock = stock
                self.log = log or Log()
                self.carts: list[Cart] = []

            def walk(self):
                cart = self.first()
                for cart in self.carts:
                    cart.items[0].price
                cart.close()
                with open_till(self) as till:
                    till.count()
                names = [other.name for other in self.carts]
                if isinstance(names, Name):
                    names.first
                names.last
                again = again.next()
                (lambda cart: cart.unknown)(1)
                stock = self.stock if self.stock else None
                for number, line in enumerate(stock.lines):
                    line.text
                for key, value in self.by_name.items():
                    value.size
                assert isinstance(line, Line)
                return line

            def each(self):
                for cart in self.carts:
                    yield cart
    """
    found = references("shop.py", text).splitlines()
    assert [line for line in found if line.endswith(" in Shop.walk") and "." in line.partition(" in ")[0]] == expected("""
        call @self.first in Shop.walk
        read @self.carts in Shop.walk
        read @self.carts[].items in Shop.walk
        read @self.carts[].items[0].price in Shop.walk
        call @self.carts[].close in Shop.walk
        call open_till()^.count in Shop.walk
        read @self.carts[].name in Shop.walk
        read @self.carts in Shop.walk
        read {Name}.first in Shop.walk
        read @self.carts[].name%.last in Shop.walk
        call ?.next in Shop.walk
        read ?.unknown in Shop.walk
        read @self.stock in Shop.walk
        read @self.stock in Shop.walk
        read @self.stock.lines in Shop.walk
        read @self.stock.lines[].text in Shop.walk
        read @self.by_name in Shop.walk
        call @self.by_name.items in Shop.walk
        read @self.by_name[].size in Shop.walk
    """).splitlines()
    assert values("shop.py", text) == expected("""
        Shop.stock: {Stock}
        Shop.log: Log()
        Shop.carts: {list<Cart>}
        Shop.walk: {Line}
        Shop.each: @self.carts[]%
    """)
