"""Conditions in headings of style documents: "When changing the API" applies only to files about the API.

The condition of such a heading is the noun at the end of each phrase after its verbs. A file is about a noun if
the noun matches a word in the file's path or in the name of an outermost definition of the file.
"""

import re
from collections.abc import Iterable, Iterator

from ctx_lsp.graph.entry import FileEntry, qualname_of
from ctx_lsp.packing.guidance.topics import languages_in, topic_of
from ctx_lsp.syntax.words import stem, terms

_WORD = re.compile(r"[^\W\d_][\w'-]*|[,/]")
_LOOSE = frozenset({"when", "while", "you", "you're", "are", "or", "and", "on", "with", "in", ",", "/"})
_ARTICLES = frozenset({"a", "an", "the", "any", "this", "our", "your", "new", "existing"})
_END = frozenset({"of", "in", "for", "from", "to", "on", "with", "at", "by", "inside", "under", "that", "which"})
_BETWEEN = frozenset({"or", "and", ",", "/"})
_PRONOUNS = frozenset({"something", "anything", "nothing", "everything", "it", "us"})
_GENERAL = _PRONOUNS | {
    "code", "codebase", "repository", "repo", "project", "file", "files", "thing", "things",
    "change", "changes", "feature", "features", "functionality", "task", "tasks",
}  # fmt: skip
_SHORTEST = 4  # minimum length of a word that may be the beginning of another one, such as `config`


def condition_of(heading: str) -> frozenset[str]:
    """Return the condition that a heading states, as the stems of the nouns in it.

    For example, "When adding or changing a parser" makes "parser" a condition. The result is empty for a heading that
    states no condition. It is also empty if the condition is about code in general, a programming language, commits or
    another known topic, as in "When writing tests".
    """
    words = _WORD.findall(heading.lower().replace("\u2019", "'"))
    if not words or not (words[0] in ("when", "while") or words[:2] in (["working", "on"], ["working", "with"])):
        return frozenset()
    start = next((n for n, word in enumerate(words) if not _is_before_object(word)), len(words))
    if not any(word.endswith("ing") for word in words[:start]):
        return frozenset()
    nouns = tuple(_nouns(words[start:]))
    if topic_of(heading) == "commits" or any(map(_is_general, nouns)):
        return frozenset()
    return frozenset(map(stem, nouns))


def _is_before_object(word: str) -> bool:
    return word in _LOOSE or (word.endswith("ing") and word not in _PRONOUNS)


def _is_general(noun: str) -> bool:
    return noun in _GENERAL or topic_of(noun) is not None or bool(languages_in(noun.capitalize()))


def _nouns(words: Iterable[str]) -> Iterator[str]:
    """Yield the last word of each phrase before the first preposition. Phrases are separated by "or", "and" or a comma.

    Articles and adverbs do not count.
    """
    last = ""
    for word in words:
        if word in _END:
            break
        if word in _BETWEEN:
            if last:
                yield last
            last = ""
        elif word not in _ARTICLES and not word.endswith("ly"):
            last = word
    if last:
        yield last


def words_of(path: str, entry: FileEntry | None) -> frozenset[str]:
    """Return the index terms of a path and of the names of the file's outermost definitions."""
    names = {qualname_of(one.id).partition(".")[0] for one in entry.definitions} if entry is not None else set()
    return frozenset(terms(" ".join((path, *names))))


def is_met(condition: frozenset[str], words: Iterable[str]) -> bool:
    """Return whether one of `words` matches a noun of the condition: they are equal, or one begins with the other."""
    return any(_is_same(word, noun) for word in words for noun in condition)


def _is_same(word: str, noun: str) -> bool:
    short, long = sorted((word, noun), key=len)
    return short == long or (len(short) >= _SHORTEST and long.startswith(short))
