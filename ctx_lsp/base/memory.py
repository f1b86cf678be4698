"""Garbage collection: what of this process's memory is looked through. Its size is told by `system`."""

import gc


def keep_out_of_collections() -> None:
    """What there is now is meant to last: garbage collections leave it out from now on.

    A full collection looks at every object while all threads wait: 0.7 s with the index of 10,000 files, and again
    each time that the index has grown by a quarter. Nothing that is freed by its last reference is affected; cycles
    made before this call are never freed, but for those too young to have survived two collections.
    """
    gc.collect(1)
    gc.freeze()
