"""Tuning of Python's garbage collector. `system` measures how much memory the process uses."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG_OBJECTS = 20_000  # new objects before a collection; an edit reaches the default of 700 about a hundred times
COLLECTIONS = (20, 50)  # collections of one generation before a collection of the next; the defaults are 10 and 10


def collect_seldom() -> None:
    """Run the garbage collector less often in this process.

    Facts and edges are built from hundreds of thousands of tuples without reference cycles. At the default rate,
    garbage collection takes a seventh of the time of an edit, and a collection of the oldest generation noticeably
    delays a single edit.
    """
    gc.set_threshold(YOUNG_OBJECTS, *COLLECTIONS)


@contextmanager
def collections_paused() -> Iterator[None]:
    """Do not run the garbage collector in this process until the end of the `with` statement.

    An edit of a large file replaces a hundred thousand objects without reference cycles. The collections in between
    visit all of them, and find nothing.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def freeze_live_objects(*, collect: bool = True) -> None:
    """Freeze all live objects so that later garbage collections skip them.

    By default, garbage among young objects is collected first. Otherwise, garbage in cycles is frozen as well, and
    never freed.

    A full collection visits every object while all threads wait. It takes 0.7 s with an index of 10,000 files, and runs
    each time the index has grown by a quarter. Frozen objects are still freed when their last reference disappears.
    Frozen reference cycles are never freed.
    """
    if collect:
        gc.collect(1)
    gc.freeze()
