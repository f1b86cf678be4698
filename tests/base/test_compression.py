"""Compression that reads back, and decompression that never yields more than its limit."""

import tracemalloc
import zlib

import pytest

from ctx_lsp.base.compression import compressed, decompressed


@pytest.mark.parametrize("data", [b"", b"x", bytes(range(256)) * 100])
def test_a_stream_decompresses_up_to_its_limit_and_not_below(data: bytes) -> None:
    stream = compressed(data)
    assert decompressed(stream, len(data)) == data
    assert decompressed(stream, len(data) + 1_000) == data
    if data:
        assert decompressed(stream, len(data) - 1) is None


def test_damaged_streams_are_not_believed() -> None:
    stream = compressed(b"one two three")
    for damaged in (stream[:-1], stream + b"x", stream[:-1] + bytes([stream[-1] ^ 1]), b"", b"one two three"):
        assert decompressed(damaged, 1_000) is None


def test_a_decompression_bomb_takes_no_more_memory_than_its_limit() -> None:
    bomb = zlib.compress(bytes(1 << 26), 9)
    tracemalloc.start()
    try:
        assert decompressed(bomb, 1 << 16) is None
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
