"""Shapes of secrets: their fixed and random parts. `<w24>` stands for 24 letters and digits.

Secrets are generated when the tests run, so none is written down. The alphabets of the random parts are below.
"""

import random
import re
import string
from dataclasses import dataclass

_ALPHABETS = {
    "w": string.ascii_letters + string.digits,
    "l": string.ascii_lowercase + string.digits,
    "h": "0123456789abcdef",
    "H": "0123456789ABCDEF",
    "u": string.ascii_uppercase + "234567",
    "U": string.ascii_uppercase + string.digits,
    "d": string.digits,
    "b": string.ascii_letters + string.digits + "+/",
    "n": string.ascii_letters + string.digits + "-_",
    "p": string.ascii_letters + string.digits + "!#%&*+",
}
_RANDOM_PART = re.compile(r"<([a-zA-Z])(\d+)>")


@dataclass(frozen=True, slots=True)
class FakeSecret:
    """A made-up secret in a line of a file of some type."""

    kind: str
    file: str
    secret: str
    core: str  # the part that must not be shown
    line: str


def drawn(rng: random.Random, shape: str) -> tuple[str, list[str]]:
    """Return a text of a shape, and its random parts in order."""
    parts = ["".join(rng.choices(_ALPHABETS[part[1]], k=int(part[2]))) for part in _RANDOM_PART.finditer(shape)]
    rest = iter(parts)
    return _RANDOM_PART.sub(lambda _: next(rest), shape), parts
