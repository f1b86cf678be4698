"""Excludes the projects used for evaluation from the training data, by all the names they may have in registries.

`fingerprints` excludes projects by content, and so finds copies under other names.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from ctx_lsp.training.pairs.words import word_list

_SEPARATOR = re.compile(r"[^a-z0-9]+")
_AROUND = word_list("around_names")
_GLUED = re.compile(r"\A(?:lib|py)?(.*?)[0-9]*(?:js|py|rs|cpp)?\Z")


class ExcludedNames:
    """A matcher for the names of packages and folders that may belong to an excluded project or to a plugin for one."""

    def __init__(self, names: Iterable[str]) -> None:
        self._runs = frozenset(run for run in (_words(name) for name in names) if run)
        self._longest = max((len(run) for run in self._runs), default=0)

    def matches(self, package: str) -> bool:
        """Return whether a package name contains an excluded name, as in `python-NAME` or `NAME-plugin`."""
        words = tuple(word for word in _SEPARATOR.split(package.lower()) if word)
        plain = tuple(_GLUED.sub(r"\1", word) for word in words)
        return any(self._has_run(form) for form in (words, plain, _words(package)))

    def matches_folder(self, name: str) -> bool:
        """Return whether a folder has the name of an excluded project, ignoring punctuation and digits."""
        words = _words(name)
        return words in self._runs or tuple(_GLUED.sub(r"\1", word) for word in words) in self._runs

    def _has_run(self, words: tuple[str, ...]) -> bool:
        lengths = range(1, min(self._longest, len(words)) + 1)
        runs = (words[start : start + n] for n in lengths for start in range(len(words) - n + 1))
        return any(run in self._runs and (run == words or not _AROUND.issuperset(run)) for run in runs)


def read_names(files: Iterable[Path]) -> list[str]:
    """Read names from files, one per line; a `#` starts a comment."""
    lines = (line.partition("#")[0].strip() for file in files for line in file.read_text().splitlines())
    return [line for line in lines if line]


def _words(name: str) -> tuple[str, ...]:
    """Return the words of a name except names of languages and registries; if no words are left, return all words."""
    words = tuple(word for word in _SEPARATOR.split(name.lower()) if word)
    return tuple(word for word in words if word not in _AROUND) or words
