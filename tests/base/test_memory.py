"""Free memory goes back to the system: in a process of its own, where nothing else takes or frees any."""

import platform
import subprocess
import sys

import pytest

PROGRAM = """
from ctx_lsp.base.system import resident_bytes, return_free_memory
blocks = [bytes(2_000) for _ in range(50_000)]
kept = blocks[::50]  # between the others, so that the library cannot return these by itself
del blocks
before = resident_bytes()
print(return_free_memory(), before - resident_bytes())
"""
RETURNED = 80_000_000  # bytes, of the hundred million that are free


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc holds and returns memory like this")
def test_what_is_free_between_blocks_in_use_is_returned() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, check=True)
    is_returned, size = done.stdout.split()
    assert is_returned == b"True"
    assert int(size) > RETURNED
