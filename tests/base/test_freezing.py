"""Live objects that are frozen, in a process of their own: freezing cannot be undone for some of them alone."""

import subprocess
import sys


def test_frozen_objects_are_collected_before_unless_that_is_not_wanted() -> None:
    program = """
import gc, weakref
from ctx_lsp.base.memory import freeze_live_objects
class Ring: ...
for collect in (True, False):
    gc.disable()
    ring = Ring()
    ring.ring = ring
    left = weakref.ref(ring)
    del ring
    freeze_live_objects(collect=collect)
    gc.collect()
    print(left() is None, gc.get_freeze_count() > 1_000)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True", "False", "True"]
