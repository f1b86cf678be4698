"""Fast compression with zlib, and decompression with a limit. No other module compresses or decompresses with zlib.

Compressed bytes may come from a cache file or a shared cache that is damaged or hostile: a few kilobytes can decompress
to gigabytes. So every caller states how many bytes it expects at most.
"""

import zlib

_LEVEL = 1  # the fastest; about 200 MB/s


def compressed(data: bytes) -> bytes:
    """Return `data` as a zlib stream."""
    return zlib.compress(data, _LEVEL)


def decompressed(data: bytes, most: int) -> bytes | None:
    """Return the content of a zlib stream; None if it is damaged, followed by other bytes, or over `most` bytes."""
    reader = zlib.decompressobj()
    try:
        plain = reader.decompress(data, most + 1)  # 0 would mean no limit; one more byte shows that it is exceeded
    except zlib.error:
        return None
    return plain if len(plain) <= most and reader.eof and not reader.unused_data else None
