"""Git-ignore rules as values: patterns of one file, and the scope they form in a folder. Nothing is read here.

Git decides entry by entry, on the way down: the last pattern that matches an entry wins, deeper files before higher
ones, and inside an ignored folder nothing is looked at. So a pattern here matches exactly the entry it names, never
what lies below; the walk does the rest.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ctx_lsp.text.generated import FOLDER_MARKS, METADATA, BuiltinReason, file_reason, folder_reason
from ctx_lsp.text.wildmatch import translate

RuleReason = Literal[BuiltinReason, "ignored", "excluded"]

GIT_IGNORE_FILE = ".gitignore"
OWN_IGNORE_FILE = ".ctxlspignore"
IGNORE_FILES = (GIT_IGNORE_FILE, OWN_IGNORE_FILE)
"""Names of the files whose change can change what is found."""

_RULES_CACHE = 512  # parsed ignore files kept, by content: a monorepo has hundreds, most of them alike


@dataclass(frozen=True, slots=True)
class _Pattern:
    """`on_name`: held against the last segment of a path alone."""

    regex: re.Pattern[str]
    on_name: bool
    negated: bool
    folders_only: bool


class Rules:
    """The patterns of one ignore file; immutable."""

    __slots__ = ("_any_name", "_any_path", "_patterns")

    def __init__(self, patterns: Iterable[_Pattern]) -> None:
        self._patterns = tuple(patterns)[::-1]  # the last one that matches decides
        self._any_name = _union(pattern for pattern in self._patterns if pattern.on_name)
        self._any_path = _union(pattern for pattern in self._patterns if not pattern.on_name)

    def decide(self, path: str, is_folder: bool) -> bool | None:
        """Whether the entry `path` (relative to the ignore file) is ignored; None where no pattern names it."""
        name = path.rpartition("/")[2]
        if not (self._any_name.fullmatch(name) or self._any_path.fullmatch(path)):
            return None
        for pattern in self._patterns:
            if (is_folder or not pattern.folders_only) and pattern.regex.fullmatch(name if pattern.on_name else path):
                return not pattern.negated
        return None

    def covers(self, path: str) -> bool:
        """Whether the patterns name the file `path` or a folder above it; the nearest entry that is named decides."""
        verdict = self.decide(path, is_folder=False)
        while verdict is None and "/" in path:
            path = path.rpartition("/")[0]
            verdict = self.decide(path, is_folder=True)
        return verdict is True


@lru_cache(_RULES_CACHE)
def parse_rules(text: str) -> Rules:
    """The rules of an ignore file's text; a line that is no valid pattern is passed over, as git does."""
    lines = (line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n"))
    return Rules(pattern for pattern in map(_parse_pattern, lines) if pattern)


def _union(patterns: Iterable[_Pattern]) -> re.Pattern[str]:
    """One expression for all: most entries match no pattern, and learn it in one step."""
    return re.compile("|".join(pattern.regex.pattern for pattern in patterns) or "(?!)")


def _parse_pattern(line: str) -> _Pattern | None:
    glob = _strip_trailing_spaces(line)
    if glob.startswith("#"):
        return None
    negated = glob.startswith("!")
    glob = glob.removeprefix("!")
    folders_only = glob.endswith("/")
    glob = glob.removesuffix("/")
    regex = translate(glob.removeprefix("/"))
    if not glob or regex is None:
        return None
    return _Pattern(re.compile(regex), "/" not in glob, negated, folders_only)


def _strip_trailing_spaces(line: str) -> str:
    stripped = line.rstrip(" ")
    escapes = len(stripped) - len(stripped.rstrip("\\"))
    return stripped + " " if escapes % 2 and len(stripped) < len(line) else stripped


@dataclass(frozen=True, slots=True)
class Scope:
    """The ignore files in force inside a folder, deepest first, each with the length of its folder's path."""

    git: tuple[tuple[int, Rules], ...] = ()
    own: tuple[tuple[int, Rules], ...] = ()

    def enter(self, folder: str, git: Rules | None, own: Rules | None = None) -> "Scope":
        """The scope inside `folder` (`""` or a path that ends in a slash), given its own ignore files."""
        if not git and not own:
            return self
        base = len(folder)
        return Scope(
            ((base, git), *self.git) if git else self.git,
            ((base, own), *self.own) if own else self.own,
        )

    def reason(self, path: str, is_folder: bool, vendored: bool) -> RuleReason | None:
        """Why the entry `path` is left out, or None.

        `.ctxlspignore` goes before `.gitignore` and the built-in names, so that it can also bring an entry back.
        `vendored` lets the built-in names in.
        """
        name = path.rpartition("/")[2]
        if name in METADATA:
            return "ignored"
        own = _decide(self.own, path, is_folder)
        if own is not None:
            return "ignored" if own else None
        if _decide(self.git, path, is_folder):
            return "ignored"
        if vendored:
            return None
        return folder_reason(name) if is_folder else file_reason(name)

    def mark_reason(self, folder: str, names: Collection[str], vendored: bool) -> RuleReason | None:
        """Why a folder with entries of these names is left out for what it holds, or None."""
        if vendored:
            return None
        reason = next((reason for name, reason in FOLDER_MARKS.items() if name in names), None)
        return None if reason and _decide(self.own, folder, True) is False else reason


def _decide(files: Iterable[tuple[int, Rules]], path: str, is_folder: bool) -> bool | None:
    for base, rules in files:
        verdict = rules.decide(path[base:], is_folder)
        if verdict is not None:
            return verdict
    return None
