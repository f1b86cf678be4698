"""Searches the code of a workspace for words: the last check before a name is considered missing.

A word that occurs anywhere in code, even in a string, may be defined in a way that outlines do not show.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.languages.table import language

MAX_WORDS = 10_000  # words whose answers are kept; above this limit, all are dropped
_BEFORE_KEYS = (b'"', b"'", b"-D")
_OWN_OBJECTS = frozenset({b"self", b"this", b"cls", b"exports"})
_NO_WORD = re.compile(rb"\W")
_NAME_LENGTH = 80  # bytes of the name of a variable
# A call of a method that may add members to its object, up to one of its keywords.
_GIVING = rb"\.(?:add|assign|decorate|extend|mixin|provide|register|set|update)\w{0,20}\([^()]{0,400}"
_WORD_BYTES = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$")


def has_word(data: bytes, word: str, start: int = 0, end: int | None = None) -> bool:
    """Return whether `word` occurs in a range of `data` as a whole word."""
    wanted = word.encode()
    last = len(data) if end is None else end
    at = data.find(wanted, start, last)
    while at >= 0:
        after = at + len(wanted)
        before_is_word = at > start and data[at - 1] in _WORD_BYTES
        if not before_is_word and (after >= last or data[after] not in _WORD_BYTES):
            return True
        at = data.find(wanted, at + 1, last)
    return False


def is_code(entry: FileEntry) -> bool:
    """Return whether a file is code, rather than prose or data."""
    return language(entry.language).category == "code"


def contains_word(entry: FileEntry, word: str) -> bool:
    """Return whether `word` occurs in a file as a whole word."""
    return has_word(entry.source.data, word)


def contains_key(entry: FileEntry, key: str) -> bool:
    """Return whether a file contains a dotted key, such as a configuration key or the name of an event.

    In code, only a string or a system property that begins with the key counts.
    """
    if not is_code(entry):
        return contains_word(entry, key)
    data, wanted = entry.source.data, key.encode()
    at = data.find(wanted)
    while at >= 0:
        after = at + len(wanted)
        if data[max(at - 2, 0) : at].endswith(_BEFORE_KEYS) and (after >= len(data) or data[after] not in _WORD_BYTES):
            return True
        at = data.find(wanted, at + 1)
    return False


def contains_given(entry: FileEntry, name: str) -> bool:
    """Return whether a file gives a name to an object: as an attribute of a variable, or by a method such as `extend`.

    The object may get a member of that name at run time: `app.extend(render=…)`. `self` and the like do not count.
    """
    data, wanted = entry.source.data, re.escape(name.encode())
    if name.encode() not in data or not is_code(entry):
        return False
    for found in re.finditer(rb"\." + wanted + rb"\s{0,8}=(?![=>~])", data):
        owner = _NO_WORD.split(data[max(found.start() - _NAME_LENGTH, 0) : found.start()])[-1]
        if owner and owner not in _OWN_OBJECTS:
            return True
    return re.search(_GIVING + rb"\b" + wanted + rb"=(?![=>~])", data) is not None


@dataclass
class Occurrences:
    """A search for words in the files of a workspace, except prose. Not thread-safe.

    `is_in` decides whether a file contains a word. Answers are kept between revisions: a word that was found is first
    looked for in the same file, and a word that was not found is searched for only in changed files.
    """

    is_in: Callable[[FileEntry, str], bool] = contains_word
    version: int = 0  # increases when any text changes
    _files: Mapping[str, FileEntry] = field(default_factory=dict)
    _holder: dict[str, str] = field(default_factory=dict)
    _missing: set[str] = field(default_factory=set)

    def update(self, files: Mapping[str, FileEntry]) -> None:
        """Switch to the files of another revision."""
        if files is self._files:
            return
        before = self._files
        changed = [entry for path, entry in files.items() if before.get(path) is not entry and _counts(entry)]
        self._files = files
        if changed or any(path not in files for path in before):
            self.version += 1
        for word in tuple(self._missing):
            for entry in changed:
                if self.is_in(entry, word):
                    self._missing.discard(word)
                    self._holder[word] = entry.path
                    break

    def holder(self, word: str) -> str:
        """Return the path of a file that contains the word; "" if there is none."""
        if word in self._missing:
            return ""
        known = self._files.get(self._holder.get(word, ""))
        if known is not None and self.is_in(known, word):
            return known.path
        for entry in self._files.values():
            if _counts(entry) and self.is_in(entry, word):
                self._make_room()
                self._holder[word] = entry.path
                return entry.path
        self._make_room()
        self._holder.pop(word, None)
        self._missing.add(word)
        return ""

    def _make_room(self) -> None:
        if len(self._holder) + len(self._missing) >= MAX_WORDS:
            self._holder.clear()
            self._missing.clear()


def _counts(entry: FileEntry) -> bool:
    return language(entry.language).category != "prose"
