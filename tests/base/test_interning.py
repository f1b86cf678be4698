"""Interned strings are freed with their last use."""

import sys
import tracemalloc

from ctx_lsp.base.interning import intern

NAMES, ROUNDS = 20_000, 8


def test_strings_that_nobody_uses_are_freed() -> None:
    kept: list[int] = []
    tracemalloc.start()
    for round_ in range(ROUNDS):
        for number in range(NAMES):
            intern(f"name_{round_}_{number}")
        kept.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    a_round = NAMES * sys.getsizeof("name_1_10000")
    assert kept[-1] - kept[1] < a_round, "only the interpreter's own table grows, and in the first rounds"
