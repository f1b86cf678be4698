"""The engine on an example without code: orders of dishes, prices and bills."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from immutables import Map

from ctx_lsp.engine.engine import Engine
from ctx_lsp.engine.events import RECENT, Event
from ctx_lsp.engine.sources import Cell, Input, Query, Read, RecordedRead, Table

Order = tuple[str, int]  # dish, number of plates


class Restaurant:
    """Inputs are orders by guest and prices by dish; bills depend on both, the busiest table on all orders."""

    def __init__(self) -> None:
        self.engine = Engine()
        self.prices: Input[str, int, int] = self.engine.input("price", 0)
        self.orders: Input[str, Order, None] = self.engine.input("order", None)
        self.plates: Query[str, Order, None] = self.engine.query("plates", None, self._plates)
        self.guests: Table[str, tuple[str, ...], tuple[str, ...]] = self.engine.table(
            "guests", (), self.plates, lambda _, order: {order[0]: True}, lambda parts: tuple(sorted(parts))
        )
        self.letters: Table[str, Map[str, bool], Map[str, bool]] = self.engine.table(
            "letters", Map(), self.guests, lambda dish, _: {dish[0]: True}, None
        )
        self.bills: Query[str, int, int] = self.engine.query("bill", 0, self._bill)

    def _plates(self, read: Read, guest: str) -> Order:
        order = read(self.orders, guest)
        assert order is not None
        return order[0], min(order[1], 3)  # nobody gets more than three

    def _bill(self, read: Read, guest: str) -> int:
        order = read(self.plates, guest)
        assert order is not None
        dish, plates = order
        shared = len(read(self.guests, dish))  # a dish gets cheaper the more guests have it
        return plates * read(self.prices, dish) // shared

    def order(self, changes: Mapping[str, Order | None]) -> None:
        changed = self.engine.set(self.orders, changes)
        gone = [guest for guest in changed if changes[guest] is None]
        self.engine.drop(self.plates, gone)
        self.engine.drop(self.bills, gone)
        self.engine.want(self.plates, [guest for guest in changed if changes[guest] is not None])
        self.engine.want(self.bills, [guest for guest in changed if changes[guest] is not None])

    def state(self) -> tuple[object, ...]:
        self.engine.refresh(self.bills)
        tables = dict(self.guests.values), dict(self.letters.values)
        return dict(self.plates.values), tables, dict(self.bills.values)

    def reads(self) -> dict[str, frozenset[Cell]]:
        """The cells that each bill was computed from."""
        return {guest: self.engine.reads(self.bills, guest) for guest in self.bills.values}

    def computed(self, since: int) -> list[tuple[str, object]]:
        """The computations after a revision, changed results or not."""
        return sorted(
            (event.source, str(event.key))
            for event in self.engine.log.since(since)
            if event.kind in ("computed", "unchanged")
        )


@pytest.fixture
def restaurant() -> Restaurant:
    """Ann and Bob have soup, Cid has pie."""
    made = Restaurant()
    made.engine.set(made.prices, {"soup": 4, "pie": 7})
    made.order({"ann": ("soup", 1), "bob": ("soup", 2), "cid": ("pie", 5)})
    assert made.state()[2] == {"ann": 2, "bob": 4, "cid": 21}
    return made


def test_only_readers_of_a_changed_value_are_recomputed(restaurant: Restaurant) -> None:
    before = restaurant.engine.revision
    restaurant.engine.set(restaurant.prices, {"pie": 8})
    assert restaurant.state()[2] == {"ann": 2, "bob": 4, "cid": 24}
    assert restaurant.computed(before) == [("bill", "cid")]


def test_a_value_that_comes_out_equal_stops_the_change(restaurant: Restaurant) -> None:
    before = restaurant.engine.revision
    restaurant.order({"cid": ("pie", 9)})  # five plates were three already
    restaurant.state()
    assert restaurant.computed(before) == [("plates", "cid")]


def test_a_computation_learns_what_changed_and_can_keep_its_reads() -> None:
    engine = Engine()
    left: Input[str, int, int] = engine.input("left", 0)
    right: Input[str, int, int] = engine.input("right", 0)
    reused: list[bool] = []

    def compute(read: RecordedRead, key: str) -> int:
        if read.changed == {(left.number, key)}:
            reused.append(True)
            read.keep_last()
            return read(left, key)
        reused.append(False)
        return read(left, key) + read(right, key)

    sums = engine.query("sum", 0, compute)
    engine.want(sums, ["a"])
    for source, value in ((left, 1), (right, 2), (left, 3)):
        engine.set(source, {"a": value})
        engine.refresh(sums)
    assert reused == [False, False, True]
    engine.set(right, {"a": 4})
    assert sums.red == {"a": {(right.number, "a")}}, "the read that was kept still counts"
    engine.set(left, {"a": 5})
    engine.refresh(sums)
    assert reused[-1] is False, "both have changed"
    assert sums.get("a") == 9


def test_setting_an_equal_value_changes_nothing(restaurant: Restaurant) -> None:
    before = restaurant.engine.revision
    restaurant.engine.set(restaurant.prices, {"pie": 7})
    assert restaurant.engine.revision == before
    assert not restaurant.bills.red


def test_a_table_turns_only_readers_of_the_changed_cell_red(restaurant: Restaurant) -> None:
    before = restaurant.engine.revision
    restaurant.order({"dan": ("soup", 1)})
    assert restaurant.state()[2] == {"ann": 1, "bob": 2, "cid": 21, "dan": 1}
    assert restaurant.computed(before) == [("bill", "ann"), ("bill", "bob"), ("bill", "dan"), ("plates", "dan")]


def test_a_cell_with_an_equal_view_turns_no_reader_red(restaurant: Restaurant) -> None:
    before = restaurant.engine.revision
    restaurant.order({"bob": ("soup", 1)})  # another part of the same guest
    restaurant.state()
    assert restaurant.computed(before) == [("bill", "bob"), ("plates", "bob")]


def test_a_table_of_a_table_follows(restaurant: Restaurant) -> None:
    assert dict(restaurant.letters.values) == {"s": Map(soup=True), "p": Map(pie=True)}
    restaurant.order({"dan": ("porridge", 1), "ann": None, "bob": None})
    restaurant.state()
    assert dict(restaurant.letters.values) == {"p": Map(pie=True, porridge=True)}


def test_a_cell_that_is_viewed_as_its_parts_is_another_one_when_one_part_moves() -> None:
    engine = Engine()
    names: Input[str, str, None] = engine.input("name", None)
    cells: Table[str, Map[str, bool], Map[str, bool]] = engine.table(
        "cell", Map(), names, lambda _, name: {name[0]: True}, None
    )
    readers: Query[str, int, int] = engine.query("count", 0, lambda read, letter: len(read(cells, letter)))
    engine.set(names, {"1": "ann", "2": "abe", "3": "bob"})
    engine.want(readers, ["a", "b"])
    engine.refresh(readers)
    before = cells.values["a"]
    engine.set(names, {"2": None, "4": "amy"})
    assert list(readers.red) == ["a"], "as many as before, but others"
    assert before == Map({"1": True, "2": True})
    assert cells.values["a"] == Map({"1": True, "4": True})


def test_a_new_value_turns_earlier_failed_look_ups_red(restaurant: Restaurant) -> None:
    restaurant.order({"eve": ("cake", 1)})
    restaurant.state()
    assert restaurant.bills.get("eve") == 0
    before = restaurant.engine.revision
    restaurant.engine.set(restaurant.prices, {"cake": 5})
    restaurant.state()
    assert restaurant.computed(before) == [("bill", "eve")]
    assert restaurant.bills.get("eve") == 5


def test_a_removed_value_is_read_as_absent_and_forgotten(restaurant: Restaurant) -> None:
    restaurant.order({"ann": None})
    plates, tables, bills = restaurant.state()
    assert plates == {"bob": ("soup", 2), "cid": ("pie", 3)}
    assert tables == ({"soup": ("bob",), "pie": ("cid",)}, {"s": Map(soup=True), "p": Map(pie=True)})
    assert bills == {"bob": 8, "cid": 21}
    restaurant.order({"bob": None, "cid": None})
    assert restaurant.state() == ({}, ({}, {}), {})
    assert not restaurant.reads()
    assert not restaurant.guests._parts
    assert not restaurant.engine.cells_read  # a leak would grow with every file that was ever there


def test_values_are_computed_a_few_at_a_time_where_that_is_asked_for(restaurant: Restaurant) -> None:
    restaurant.engine.set(restaurant.prices, {"soup": 8, "pie": 1})
    first = restaurant.engine.refresh(restaurant.bills, 2)
    assert len(first) == 2
    assert len(restaurant.bills.red) == 1
    assert sorted(first + restaurant.engine.refresh(restaurant.bills, 2)) == ["ann", "bob", "cid"]


def test_an_adopted_value_is_not_computed_but_turns_red_like_any_other(restaurant: Restaurant) -> None:
    restaurant.order({"fay": ("pie", 1)})
    restaurant.engine.refresh(restaurant.plates)
    before = restaurant.engine.revision
    restaurant.engine.adopt(
        restaurant.bills,
        {"fay": (3, [(restaurant.plates, ["fay"]), (restaurant.guests, ["pie"]), (restaurant.prices, ["pie"])])},
    )
    assert restaurant.bills.get("fay") == 3
    assert "fay" not in restaurant.bills.red
    restaurant.engine.set(restaurant.prices, {"pie": 9})
    restaurant.state()
    assert ("bill", "fay") in restaurant.computed(before)
    assert restaurant.bills.get("fay") == 4


def test_a_snapshot_keeps_its_values(restaurant: Restaurant) -> None:
    kept = restaurant.bills.values
    restaurant.engine.set(restaurant.prices, {"pie": 100})
    restaurant.state()
    assert (kept["cid"], restaurant.bills.values["cid"]) == (21, 300)
    assert isinstance(kept, Map)


def test_a_query_cannot_read_later_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctx_lsp.base.checks.broken_invariants", {})
    engine = Engine()
    late: list[Input[str, int, int]] = []
    early: Query[str, int, int] = engine.query("early", 0, lambda read, key: read(late[0], key))
    late.append(engine.input("late", 0))
    engine.want(early, ["x"])
    with pytest.raises(AssertionError, match="declared before"):
        engine.refresh(early)


def test_the_log_counts_everything_and_keeps_the_latest(restaurant: Restaurant) -> None:
    log = restaurant.engine.log
    assert log.counts["bill", "computed"] == 3
    for price in range(RECENT + 10):
        restaurant.engine.set(restaurant.prices, {"water": price + 1})
    events = log.since(0)
    assert len(events) == RECENT
    assert events[-1] == Event(restaurant.engine.revision, "changed", "price", "water")
    assert log.counts["price", "changed"] == RECENT + 12


def test_a_computation_that_raises_takes_nothing_from_the_others() -> None:
    engine = Engine()
    numbers: Input[str, int, int] = engine.input("number", 0)

    def inverted(read: Read, key: str) -> float:
        return 1 / read(numbers, key)

    inverses: Query[str, float, None] = engine.query("inverse", None, inverted)
    engine.set(numbers, {"a": 1, "b": 0, "c": 4})
    engine.want(inverses, ["a", "b", "c"])
    with pytest.raises(ZeroDivisionError):
        engine.refresh(inverses)
    assert dict(inverses.values) == {"a": 1.0}
    assert list(inverses.red) == ["b", "c"]
    engine.set(numbers, {"b": 2})
    engine.refresh(inverses)
    assert dict(inverses.values) == {"a": 1.0, "b": 0.5, "c": 0.25}


GUESTS = st.sampled_from("abcdef")
DISHES = st.sampled_from(("soup", "pie", "cake"))
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("price"), st.dictionaries(DISHES, st.one_of(st.none(), st.integers(1, 4)), max_size=2)),
        st.tuples(
            st.just("order"),
            st.dictionaries(GUESTS, st.one_of(st.none(), st.tuples(DISHES, st.integers(1, 5))), max_size=3),
        ),
        st.tuples(st.just("some"), st.integers(0, 3)),
        st.tuples(st.just("all"), st.none()),
    ),
    max_size=30,
)


@settings(max_examples=300, deadline=None)
@given(STEPS)
def test_after_any_steps_the_state_is_that_of_a_fresh_system(steps: list[tuple[str, object]]) -> None:
    lived = Restaurant()
    for step, given_ in steps:
        if step == "price":
            lived.engine.set(lived.prices, given_)  # type: ignore[arg-type]  # one list holds all kinds of steps
        elif step == "order":
            lived.order(given_)  # type: ignore[arg-type]  # the same
        else:
            lived.engine.refresh(lived.bills, given_)  # type: ignore[arg-type]  # the same
    fresh = Restaurant()
    fresh.engine.set(fresh.prices, dict(lived.prices.values))
    fresh.order(dict(lived.orders.values))
    assert lived.state() == fresh.state()
    assert lived.reads() == fresh.reads()
    assert lived.engine.cells_read == fresh.engine.cells_read


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 5), st.booleans()), max_size=20))
def test_a_table_holds_contributions_of_all_its_sources(changes: list[tuple[str, int, bool]]) -> None:
    engine, mute = Engine(), set[str]()
    source: Input[str, int, None] = engine.input("number", None)
    table = engine.table(
        "parities",
        (),
        source,
        lambda key, number: None if key in mute else {number % 2: number},
        lambda parts: tuple(sorted(parts.items())),
    )
    expected: dict[str, int] = {}
    for key, number, tells in changes:
        (mute.discard if tells else mute.add)(key)
        if engine.set(source, {key: number}):
            expected.pop(key, None)
            if tells:
                expected[key] = number
        held = {name: value for parity in (0, 1) for name, value in table.get(parity)}
        assert held == expected


def test_values_that_change_again_and_again_contribute_once_each() -> None:
    engine = Engine()
    asked: list[Order] = []

    def contributions(_: str, order: Order) -> Mapping[str, bool]:
        asked.append(order)
        return {order[0]: True}

    orders: Input[str, Order, None] = engine.input("order", None)
    dishes: Table[str, tuple[str, ...], tuple[str, ...]] = engine.table(
        "dishes", (), orders, contributions, lambda parts: tuple(sorted(parts))
    )
    for number, dish in enumerate(("soup", "pie", "soup")):
        engine.set(orders, {"Ann": (dish, number)})
        assert dict(dishes.values) == {dish: ("Ann",)}
    assert asked == [("soup", 0), ("pie", 1), ("soup", 2)]
    engine.set(orders, {"Bob": ("pie", 1)})
    engine.set(orders, {"Ann": ("pie", 1), "Bob": None})
    assert dict(dishes.values) == {"pie": ("Ann",)}
