"""Edges of edited files: equal to those of a fresh build, and resolved again only where the text changed."""

import random
import re
import sys
from collections.abc import Callable
from types import FrameType

import pytest

from ctx_lsp.graph.edges import Edge
from ctx_lsp.graph.resolution import resolve
from ctx_lsp.graph.resolution.incremental import REUSES
from ctx_lsp.snapshot.host import Host
from ctx_lsp.text.source import SourceText
from tests.snapshot.test_host import package_files
from tests.workspaces import files_of

SHOP = """
=== shop.py
from prices import Price
class Order:
    def total(self, price: Price): return price.net() + self.fee()
    def fee(self): return self.total(Price()).cents
    def empty(self): return None
def first(): return second()
def second(): return third()
def third(): return first() or Order()
def use(): return first().empty()
=== prices.py
class Price:
    cents = 0
    def net(self): return self
    def gross(self): return self
"""


def edges_of(host: Host, path: str) -> tuple[Edge, ...]:
    """The resolved edges of a file."""
    host.resolve()
    return tuple(host.snapshot(None).graph.by_file[path])


def fresh_edges(files: dict[str, SourceText], path: str) -> tuple[Edge, ...]:
    """The edges of a file in a fresh build."""
    host = Host()
    host.apply(files)
    return edges_of(host, path)


def meanings_evaluated(work: Callable[[], object]) -> int:
    """The number of references that `work` resolves."""
    count = 0

    def profiled(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        is_meaning = frame.f_code.co_name == "meaning" and frame.f_code.co_filename == resolve.__file__
        count += event == "call" and is_meaning

    before = sys.getprofile()
    sys.setprofile(profiled)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def edited_host() -> tuple[Host, dict[str, SourceText]]:
    """A host in which `shop.py` has been edited once, so that its resolution is kept."""
    host, files = Host(), files_of(SHOP)
    host.apply(files)
    host.resolve()
    set_text(host, files, "shop.py", files["shop.py"].data + b"\n")
    return host, files


def set_text(host: Host, files: dict[str, SourceText], path: str, data: bytes) -> None:
    """Set the text of a file, and resolve it."""
    files[path] = SourceText(data)
    host.apply({path: files[path]})
    host.resolve()


def test_an_edit_in_a_body_resolves_its_new_references_and_those_in_cycles() -> None:
    host, files = edited_host()
    data = files["shop.py"].data.replace(b"price.net()", b"price.gross()")
    count = meanings_evaluated(lambda: set_text(host, files, "shop.py", data))
    whole = meanings_evaluated(lambda: fresh_edges(files, "shop.py"))
    assert 0 < count < whole / 2
    assert edges_of(host, "shop.py") == fresh_edges(files, "shop.py")


def test_an_edit_that_changes_no_reference_resolves_none() -> None:
    host, files = edited_host()
    edges = host.snapshot(None).graph.by_file["shop.py"]
    data = files["shop.py"].data.replace(b"return None", b"return None  # yet")
    assert meanings_evaluated(lambda: set_text(host, files, "shop.py", data)) == 0
    assert host.snapshot(None).graph.by_file["shop.py"] is edges
    assert edges_of(host, "shop.py") == fresh_edges(files, "shop.py")


ROUTES = b"""def handler(): ...
def other(): ...
def setup(app):
    app.add_url_rule("/cart", handler)
    app.add_url_rule("/pay", "pay", handler)
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"/cart", handler', b'"/cart", other'),
        (b'"pay", handler', b'"pay", other'),
        (b'    app.add_url_rule("/cart", handler)\n', b""),
        (b'"/pay", "pay", handler', b'pay, "pay", handler'),
    ],
)
def test_an_edit_in_a_body_changes_registrations(old: bytes, new: bytes) -> None:
    host, files = edited_host()
    set_text(host, files, "shop.py", ROUTES)
    set_text(host, files, "shop.py", ROUTES + b"\n")
    set_text(host, files, "shop.py", ROUTES.replace(old, new))
    assert edges_of(host, "shop.py") == fresh_edges(files, "shop.py")
    set_text(host, files, "shop.py", ROUTES)
    assert edges_of(host, "shop.py") == fresh_edges(files, "shop.py")


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("prices.py", b"def gross", b"def brutto"),
        ("prices.py", b"cents = 0", b"euros = 0"),
        ("shop.py", b"def empty", b"def vacant"),
        ("shop.py", b"class Order:", b"class Order(Price):"),
    ],
)
def test_a_change_that_other_references_may_mean_resolves_them_again(path: str, old: bytes, new: bytes) -> None:
    host, files = edited_host()
    set_text(host, files, "shop.py", files["shop.py"].data.replace(b"price.net()", b"price.gross()"))
    set_text(host, files, path, files[path].data.replace(old, new))
    assert edges_of(host, "shop.py") == fresh_edges(files, "shop.py")


def test_lookups_of_reused_references_still_count() -> None:
    """After an edit that reuses results, a change elsewhere must still reach the references that were reused."""
    host, files = edited_host()
    set_text(host, files, "shop.py", files["shop.py"].data.replace(b"return None", b"return None  # yet"))
    set_text(host, files, "prices.py", files["prices.py"].data.replace(b"def net", b"def netto"))
    assert edges_of(host, "shop.py") == fresh_edges(files, "shop.py")


def test_lookups_that_nothing_needs_are_dropped_in_time() -> None:
    host, files = edited_host()
    before = host._derivation.engine.cells_read
    data = files["shop.py"].data
    for number in range(2 * REUSES):
        set_text(host, files, "shop.py", data + b"unknown%d()\n" % number)
    assert host._derivation.engine.cells_read < before + 3 * REUSES
    set_text(host, files, "shop.py", data)
    assert edges_of(host, "shop.py") == fresh_edges(files, "shop.py")


@pytest.mark.parametrize("seed", range(3))
def test_random_edits_in_bodies_give_the_edges_of_a_fresh_build(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311  # a test's dice
    files = package_files("structlog", 8)
    host = Host()
    host.apply(files)
    host.resolve()
    path = max(files, key=lambda one: len(files[one].data))
    for number in range(24):
        lines = files[path].data.split(b"\n")
        at, other = (rng.randrange(len(lines)) for _ in range(2))
        body = [n for n, line in enumerate(lines) if line.startswith(b"        ") and b"(" in line]
        match number % 3:
            case 0:
                lines[at:at] = [b""]
            case 1:
                lines[rng.choice(body)] = lines[rng.choice(body)]
            case _:
                lines[at] = lines[other]
        set_text(host, files, path, b"\n".join(lines))
        if number % 4 == 0:
            assert edges_of(host, path) == fresh_edges(files, path), number


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"def empty(self)", b"def empty(self, strict=False)"),
        (b"def fee(self)", b"def fee(self, rate)"),
        (b"def use(", b"def used("),
        (b"class Order:", b"class Other:\n    pass\nclass Order:"),
        (b"def empty(self): return None", b"def empty(self): return Price()"),
    ],
)
def test_an_edit_of_the_outline_resolves_few_references(old: bytes, new: bytes) -> None:
    host, files = edited_host()
    data = files["shop.py"].data.replace(old, new)
    count = meanings_evaluated(lambda: set_text(host, files, "shop.py", data))
    assert count < meanings_evaluated(lambda: fresh_edges(files, "shop.py")) / 2
    assert edges_of(host, "shop.py") == fresh_edges(files, "shop.py")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"def second(", b"def secondly("),
        (b"def fee(", b"def fees("),
        (b"class Order:", b"class Orders:"),
        (b"def total(self, price: Price)", b"def total(self, price: Price) -> Price"),
        (b"def first()", b"def first() -> Order"),
        (b"def first()", b"def empty(): return Order\ndef first()"),
    ],
)
def test_an_edit_of_the_outline_reaches_all_that_looked_it_up(old: bytes, new: bytes) -> None:
    host, files = edited_host()
    data = files["shop.py"].data
    set_text(host, files, "shop.py", data.replace(old, new))
    assert edges_of(host, "shop.py") == fresh_edges(files, "shop.py")
    set_text(host, files, "shop.py", data)
    assert edges_of(host, "shop.py") == fresh_edges(files, "shop.py")


def test_a_type_that_moves_between_a_declaration_and_its_body_is_resolved_again() -> None:
    host, files = edited_host()
    nested = (
        b"class Cart:\n    class Price:\n        def net(self): ...\n    def add(self, one: Price): return one.net()\n"
    )
    data = files["shop.py"].data + nested
    moved = data.replace(b"one: Price): return", b"one):\n        one: Price = one\n        return")
    for text in (data, moved, data):
        set_text(host, files, "shop.py", text)
        assert edges_of(host, "shop.py") == fresh_edges(files, "shop.py")
        targets = {edge.target for edge in edges_of(host, "shop.py") if edge.source == "shop.py::Cart.add"}
        place = "prices.py::Price" if text == moved else "shop.py::Cart.Price"
        assert targets == {place, f"{place}.net"}


def test_a_type_reaches_references_that_found_its_symbol_by_name_alone() -> None:
    host, files = edited_host()
    data = (
        files["shop.py"].data + b"def guess(thing): return thing.single().net()\nclass A:\n    def single(self): ...\n"
    )
    set_text(host, files, "shop.py", data)
    set_text(host, files, "shop.py", data.replace(b"def single(self)", b"def single(self) -> Price"))
    assert edges_of(host, "shop.py") == fresh_edges(files, "shop.py")


@pytest.mark.parametrize("seed", range(3))
def test_random_edits_of_outlines_give_the_edges_of_a_fresh_build(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311  # a test's dice
    files = package_files("structlog", 8)
    host = Host()
    host.apply(files)
    host.resolve()
    path = max(files, key=lambda one: len(files[one].data))
    for number in range(30):
        data = files[path].data
        headers = [*re.finditer(rb"(?m)^( *)(?:def|class) (\w+)(\(self)?", data)]
        one, other = rng.choice(headers), rng.choice(headers)
        match number % 5:
            case 0:
                data = data[: one.end(2)] + b"X" + data[one.end(2) :]
            case 1:
                data = data[: one.start(2)] + other[2] + data[one.end(2) :]
            case 2:
                data = data[: one.start()] + one[1] + b"def " + other[2] + b"(): return None\n" + data[one.start() :]
            case 3:
                data = data.replace(b" " + one[2] + b"(", b" " + one[2] + b"Y(", 1)
            case _:
                end = data.find(b"):\n", one.end())
                data = data[: end + 1] + b" -> " + other[2] + data[end + 1 :] if end > 0 else data
        set_text(host, files, path, data)
        assert edges_of(host, path) == fresh_edges(files, path), number


def test_a_step_without_changes_in_between_loses_nothing() -> None:
    """The server applies waiting texts in steps, and the last of these may be empty."""
    host, files = edited_host()
    files["shop.py"] = SourceText(files["shop.py"].data.replace(b"price.net()", b"price.gross()"))
    host.apply({"shop.py": files["shop.py"]})
    host.apply({})
    whole = meanings_evaluated(lambda: fresh_edges(files, "shop.py"))
    assert 0 < meanings_evaluated(host.resolve) < whole / 2


def test_the_first_edit_of_a_prepared_file_is_as_cheap_as_later_ones() -> None:
    host, files = Host(), files_of(SHOP)
    host.apply(files)
    host.resolve()
    host.prepare("shop.py")
    data = files["shop.py"].data.replace(b"price.net()", b"price.gross()")
    count = meanings_evaluated(lambda: set_text(host, files, "shop.py", data))
    assert 0 < count < meanings_evaluated(lambda: fresh_edges(files, "shop.py")) / 2
    assert edges_of(host, "shop.py") == fresh_edges(files, "shop.py")
    set_text(host, files, "prices.py", files["prices.py"].data.replace(b"def gross", b"def brutto"))
    assert edges_of(host, "shop.py") == fresh_edges(files, "shop.py")
