"""Git-ignore rules as values: patterns of one file, and the scope they form in a folder. Nothing is read here.

Git decides entry by entry, on the way down: the last pattern that matches an entry wins, deeper files before higher
ones, and inside an ignored folder nothing is looked at. So a pattern here matches exactly the entry it names, never
what lies below; the walk does the rest. What a pattern means is not known here: `pathspec` translates them.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pathspec.patterns.gitignore import GitIgnorePatternError
from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

from ctx_lsp.text.generated import FOLDER_MARKS, METADATA, BuiltinReason, file_reason, folder_reason

RuleReason = Literal[BuiltinReason, "ignored", "excluded"]

GIT_IGNORE_FILE = ".gitignore"
OWN_IGNORE_FILE = ".ctxlspignore"
IGNORE_FILES = (GIT_IGNORE_FILE, OWN_IGNORE_FILE)
GIT_EXCLUDE_FILE = ".git/info/exclude"
"""As the names above; in the repository of a root alone, or in the one around it, whose changes nobody may notice."""

_RULES_CACHE = 512  # parsed ignore files kept, by content: a monorepo has hundreds, most of them alike

# The expressions backtrack: a name of 255 characters made for it takes 0.2 s with four wildcards, ten with five. Not
# counted are those that leave no choice: the `**/` in front, and a `*` that is a whole segment.
_MAX_WILDCARDS = 4
_WILDCARD = re.compile(r"\*\*/|(?<=[^/])\*|\*(?=[^/])")

# In a set, `re` keeps these for a later meaning, and warns; the warning cannot be caught without hiding those of other
# threads.
_RESERVED_IN_SET = re.compile(r"\[(?:\[|[!^]?\]?[^][]*?([-&~|])\1)")


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """The patterns of one ignore file, the last first: each one's expression, and whether it ignores or keeps."""

    patterns: tuple[tuple[re.Pattern[str], bool], ...]

    def decide(self, path: str, is_folder: bool) -> bool | None:
        """Whether the entry `path` (relative to the ignore file) is ignored; None where no pattern names it."""
        entry = f"{path}/" if is_folder else path
        for regex, ignores in self.patterns:
            if regex.fullmatch(entry):
                return ignores
        return None

    def covers(self, path: str) -> bool:
        """Whether the patterns name the file `path` or a folder above it; the nearest entry that is named decides."""
        verdict = self.decide(path, is_folder=False)
        while verdict is None and "/" in path:
            path = path.rpartition("/")[0]
            verdict = self.decide(path, is_folder=True)
        return verdict is True


@lru_cache(_RULES_CACHE)
def parse_rules(text: str) -> IgnoreRules:
    """The rules of an ignore file's text.

    A line that is no valid pattern is passed over, as git does. So is one with more than four wildcards that could
    take from each other, and one with a set that begins with `[` (`[[:alpha:]]`) or holds `--`, `&&`, `||` or `~~`.
    """
    patterns = map(_parse_pattern, reversed(text.removeprefix("\ufeff").split("\n")))
    return IgnoreRules(tuple(pattern for pattern in patterns if pattern))


def _parse_pattern(line: str) -> tuple[re.Pattern[str], bool] | None:
    wildcards = _WILDCARD.findall(line.lstrip("!/").removeprefix("**/"))
    if len(wildcards) > _MAX_WILDCARDS or _RESERVED_IN_SET.search(line):
        return None
    # At the end, these have expressions that do not reach the end of the entry; spelt so, they mean the same and do.
    line = re.sub(r"(^!?|/)\*\*(/?\s*)$", r"\1**/*\2", line)
    line = re.sub(r"(^!?|/)\*(/?\s*)$", r"\1?*\2", line)
    try:
        pattern = GitIgnoreSpecPattern(line)
    except (GitIgnorePatternError, re.error):
        return None
    return (pattern.regex, bool(pattern.include)) if pattern.regex else None


@dataclass(frozen=True, slots=True)
class IgnoreScope:
    """The ignore files in force inside a folder, deepest first, each with the length of its folder's path."""

    git: tuple[tuple[int, IgnoreRules], ...] = ()
    own: tuple[tuple[int, IgnoreRules], ...] = ()

    def enter(self, folder: str, git: IgnoreRules | None, own: IgnoreRules | None = None) -> "IgnoreScope":
        """The scope inside `folder` (`""` or a path that ends in a slash), given its own ignore files."""
        if not git and not own:
            return self
        base = len(folder)
        return IgnoreScope(
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


def rules_may_change(path: str) -> bool:
    """Whether a file of that path can have rules in it that say what is left out; it counts where the walk comes to."""
    return path.rpartition("/")[2] in IGNORE_FILES or f"/{path}".endswith(f"/{GIT_EXCLUDE_FILE}")


def _decide(files: Iterable[tuple[int, IgnoreRules]], path: str, is_folder: bool) -> bool | None:
    for base, rules in files:
        verdict = rules.decide(path[base:], is_folder)
        if verdict is not None:
            return verdict
    return None
