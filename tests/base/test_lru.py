"""The bounded cache: which entries it evicts, by number and by weight."""

from ctx_lsp.base.lru import Lru


def test_the_entry_that_was_used_least_recently_is_evicted() -> None:
    cache: Lru[str, int] = Lru(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert cache.keys == ["a", "c"]
    assert cache.get("b") is None


def test_a_peek_is_no_use() -> None:
    cache: Lru[str, int] = Lru(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert (cache.peek("a"), cache.peek("x")) == (1, None)
    cache.put("c", 3)
    assert cache.keys == ["b", "c"]


def test_weights_bound_the_total_even_for_a_single_entry() -> None:
    cache: Lru[str, str] = Lru(9, 10, len)
    cache.put("a", "1234")
    cache.put("b", "1234")
    cache.put("c", "123456")
    assert cache.keys == ["b", "c"]
    cache.put("d", "12345678901")
    assert cache.keys == []


def test_an_entry_that_was_taken_out_no_longer_counts() -> None:
    cache: Lru[str, str] = Lru(9, 4, len)
    cache.put("a", "1234")
    assert (cache.pop("a"), cache.pop("a")) == ("1234", None)
    cache.put("b", "12")
    assert cache.keys == ["b"]


def test_a_replaced_entry_counts_with_its_new_weight() -> None:
    cache: Lru[str, str] = Lru(9, 4, len)
    for value in ("1234", "", "12", "1"):
        cache.put("a", value)
    cache.put("b", "123")
    assert cache.keys == ["a", "b"]


def test_a_value_is_weighed_once() -> None:
    weighed: list[str] = []
    cache: Lru[str, str] = Lru(9, 9, lambda value: weighed.append(value) or 1)  # type: ignore[func-returns-value]
    for key in "abcab":
        cache.put(key, key)
    assert weighed == list("abcab")
