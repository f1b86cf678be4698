"""Reads the forms of sentences, see `forms/README.md`."""

import tomllib
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import cast

from tests.claims_truth.model import Form, Markup

FOLDER = Path(__file__).with_name("forms")
HALVES = {False: "development", True: "held_out"}


@cache
def forms(*, held_out: bool) -> tuple[Form, ...]:
    """The forms of one half."""
    found = []
    for file in sorted((FOLDER / HALVES[held_out]).glob("*.toml")):
        for markup, texts in tomllib.loads(file.read_text("utf-8")).items():
            found += [Form(file.stem, cast("Markup", markup), text, held_out) for text in texts]
    return tuple(found)


def is_held_out(text: str) -> bool:
    """The half that a form belongs to, by its digest."""
    return bool(blake2b(text.encode(), digest_size=8).digest()[0] % 2)
