"""Topics and languages of a style document's sections, recognised by the words of their headings (`topics.toml`)."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Literal, get_args

from ctx_lsp.languages.table import all_languages, language_by_alias

Topic = Literal["reviewing", "commits", "other", "tests", "style"]
TOPICS: tuple[Topic, ...] = get_args(Topic)

_WORD = re.compile(r"[a-z][a-z'#+-]*")
_SHORT = 2  # minimum length of a language's name; the names C, R and D look like the numbering of headings


def topic_of(heading: str) -> Topic | None:
    """Return the topic of a heading, or None if it contains no word of any topic."""
    words = _WORD.findall(heading.lower().replace("\u2019", "'"))
    spoken = f" {' '.join(words)} "
    return next((topic for topic, terms in _terms().items() if any(f" {term} " in spoken for term in terms)), None)


def languages_in(heading: str) -> frozenset[str]:
    """Return the programming languages that a heading names.

    A name that is also an English word counts in headings such as "Go" and "Go Style", but not in "Go to a folder".
    """
    words = re.findall(r"[A-Za-z][\w#+]*", heading)
    return frozenset(
        found
        for place, word in enumerate(words)
        if len(word) >= _SHORT and (found := language_by_alias(word.lower())) in _programming()
        if found is not None and (found not in _table()["word_like"] or len(words) == 1 or _is_name(word, words, place))
    )


def _is_name(word: str, words: list[str], place: int) -> bool:
    """Return whether the word at index `place` names a language, like "Go" in "Go Style" but not in "Go to a folder".

    The word must be capitalised. The next word must be "code", "files" or a word of a topic except "other".
    """
    following = words[place + 1] if place + 1 < len(words) else ""
    return word[0].isupper() and (topic_of(following) not in (None, "other") or following.lower() in ("code", "files"))


def is_shell(name: str) -> bool:
    """Return whether a language is a shell. Examples of shell commands say nothing about the language of the code."""
    return name in _table()["shells"]


@cache
def _programming() -> frozenset[str]:
    return frozenset(one.name for one in all_languages() if one.category == "code")


@cache
def _terms() -> Mapping[Topic, tuple[str, ...]]:
    return {topic: tuple(_table()[topic]) for topic in TOPICS}


@cache
def _table() -> Mapping[str, Sequence[str]]:
    return tomllib.loads(resources.files("ctx_lsp.packing.guidance").joinpath("topics.toml").read_text("utf-8"))
