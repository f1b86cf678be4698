"""A dict whose keys change keeps its size in memory."""

import sys
from random import Random

from ctx_lsp.base.compact_dict import CompactDict

KEYS = 30_000  # of a plain dict with this many keys, the size doubles in the end
CHANGES = 60_000


def test_changing_keys_take_no_more_memory() -> None:
    plain: dict[int, int] = {}
    compact: CompactDict[int, int] = CompactDict()
    for key in range(KEYS):
        plain[key] = compact[key] = -key
    first = sys.getsizeof(compact)
    rng, keys = Random(1), list(range(KEYS))  # noqa: S311 - repeatable keys
    for new in range(KEYS, KEYS + CHANGES):
        place = rng.randrange(KEYS)
        old, keys[place] = keys[place], new
        del plain[old]
        compact.discard(old)
        plain[new] = compact[new] = -new
    assert list(compact.items()) == list(plain.items()), "in the same order"
    assert sys.getsizeof(compact) <= first
    assert sys.getsizeof(plain) > 1.5 * first, "the reason for it"


def test_removing_all_keys() -> None:
    compact: CompactDict[str, int] = CompactDict()
    compact.update({str(number): number for number in range(1_000)})
    full = sys.getsizeof(compact)
    for number in reversed(range(1_000)):
        compact.discard(str(number))
        compact.discard("absent")
        assert len(compact) == number
    assert sys.getsizeof(compact) < full / 4
