"""The word lists of the training data, from `words.toml` beside this file."""

import tomllib
from pathlib import Path


def word_list(name: str) -> frozenset[str]:
    """Read one list of words."""
    with Path(__file__).with_name("words.toml").open("rb") as stream:
        return frozenset(tomllib.load(stream)[name])
