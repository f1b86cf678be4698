"""The heaps of the C library: in processes of their own, where nothing else takes or frees memory."""

import platform
import subprocess
import sys

import pytest

from ctx_lsp.base.system import HEAPS

PROGRAM = """
from ctx_lsp.base.system import resident_bytes, return_free_memory
blocks = [bytes(2_000) for _ in range(50_000)]
kept = blocks[::50]  # between the others, so that the library cannot return these by itself
del blocks
before = resident_bytes()
print(return_free_memory(), before - resident_bytes())
"""
RETURNED = 80_000_000  # bytes, of the hundred million that are free
THREADS = """
import ctypes, sys, threading
from ctx_lsp.base.system import share_heaps
if sys.argv[1:]:
    assert share_heaps()
library, started = ctypes.CDLL(None), threading.Barrier(7)
def allocate():
    library.malloc(1_000)
    started.wait()
threads = [threading.Thread(target=allocate) for _ in range(6)]
for thread in threads:
    thread.start()
started.wait()
library.malloc_info(0, ctypes.c_void_p.in_dll(library, "stdout"))
"""
only_glibc = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc holds memory like this")


@only_glibc
def test_what_is_free_between_blocks_in_use_is_returned() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, check=True)
    is_returned, size = done.stdout.split()
    assert is_returned == b"True"
    assert int(size) > RETURNED


@only_glibc
def test_threads_share_few_heaps() -> None:
    assert _heaps() > HEAPS
    assert _heaps("share") <= HEAPS


def _heaps(*options: str) -> int:
    """Return how many heaps seven threads use."""
    done = subprocess.run([sys.executable, "-c", THREADS, *options], capture_output=True, check=True)
    return done.stdout.count(b"<heap ")
