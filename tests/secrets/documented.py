"""Made-up secrets in the lines that providers' documents and everyday files have: `documented.txt`.

The kinds are split in two halves by a digest of their names. The rules of `ctx_lsp.text` are completed with the first
half; the second is held out, to measure what the rules find of kinds that nobody looked at.
"""

import random
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from tests.secrets.shapes import FakeSecret, drawn

_TABLE = Path(__file__).with_name("documented.txt")


def documented_secrets(held_out: bool, seed: int = 17, each: int = 2) -> Iterator[FakeSecret]:
    """Some secrets for each line of one half of the table."""
    rng = random.Random(seed)  # noqa: S311  # for the look of it
    for row in _TABLE.read_text("utf-8").splitlines():
        if row.startswith("#"):
            continue
        kind, file, text = row.replace("\\|", "\0").split("|", 2)
        kind, file, text = kind.strip(), file.strip(), text[1:].replace("\0", "|")
        if is_held_out(kind) != held_out:
            continue
        for _ in range(each):
            made, _parts = drawn(rng, text)
            before, secret, after = _split(made)
            shown = "".join((before, secret, after)).replace("\\\\", "\0").replace("\\n", "\n").replace("\0", "\\")
            yield FakeSecret(kind, file, secret, secret, shown)


def is_held_out(kind: str) -> bool:
    """Whether a kind belongs to the held-out half."""
    return sha256(kind.encode()).digest()[0] % 2 == 1


def _split(made: str) -> tuple[str, str, str]:
    before, _, rest = made.partition("«")
    secret, _, after = rest.partition("»")
    return before, secret, after
