"""Control of Python's garbage collector. `system` measures the memory of the process."""

import gc


def freeze_live_objects() -> None:
    """Freeze all live objects so that garbage collections skip them from now on.

    A full collection visits every object while all threads wait. It takes 0.7 s with an index of 10,000 files, and runs
    each time the index has grown by a quarter. Objects that are freed when their last reference disappears are not
    affected. Reference cycles created before this call are never freed, except those that have not yet survived two
    collections.
    """
    gc.collect(1)
    gc.freeze()
