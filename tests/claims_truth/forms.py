"""Reads the forms of sentences, see `forms/README.md`."""

import tomllib
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import cast

from tests.claims_truth.model import Form, Half, Markup

FOLDER = Path(__file__).with_name("forms")
FOLDERS: dict[Half, str] = {"development": "development", "held_out": "held_out", "more": "more", "more_kept": "more"}


@cache
def forms(half: Half) -> tuple[Form, ...]:
    """The forms of one half."""
    found = []
    for file in sorted((FOLDER / FOLDERS[half]).glob("*.toml")):
        for markup, texts in tomllib.loads(file.read_text("utf-8")).items():
            found += [Form(file.stem, cast("Markup", markup), text, half) for text in texts if _is_of(text, half)]
    return tuple(found)


def _is_of(text: str, half: Half) -> bool:
    """Whether a form of the folder belongs to the half: `more` and `more_kept` share one."""
    return half not in ("more", "more_kept") or is_kept(text) is (half == "more_kept")


def is_kept(text: str) -> bool:
    """Whether a form belongs to the half that is looked at only at the end, by its digest."""
    return bool(blake2b(text.encode(), digest_size=8).digest()[0] % 2)
