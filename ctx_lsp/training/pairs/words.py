"""The word lists of the training scripts, from `words.toml` in this folder."""

import tomllib
from pathlib import Path


def word_list(name: str) -> frozenset[str]:
    """Read the word list `name`."""
    with Path(__file__).with_name("words.toml").open("rb") as stream:
        return frozenset(tomllib.load(stream)[name])
