"""Git-ignore rules: the patterns of an ignore file, and the rules in force in a folder. No files are read here.

As in git, entries are tested from the root down. The last matching pattern wins, and ignore files in a folder take
precedence over those in its parent folders. Nothing inside an ignored folder is tested, so a pattern has to match only
the entry that it names, not the entries below. `pathspec` translates patterns to regular expressions.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pathspec.patterns.gitignore import GitIgnorePatternError
from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

from ctx_lsp.text.generated import FOLDER_MARKS, METADATA, TEAM_TASKS, BuiltinReason, file_reason, folder_reason

RuleReason = Literal[BuiltinReason, "ignored", "excluded"]

GIT_IGNORE_FILE = ".gitignore"
OWN_IGNORE_FILE = ".ctxlspignore"
IGNORE_FILES = (GIT_IGNORE_FILE, OWN_IGNORE_FILE)
GIT_EXCLUDE_FILE = ".git/info/exclude"
"""A third ignore file, in the git repository of a root. Changes to it may go unnoticed if it is outside the root."""

_RULES_CACHE = 512  # parsed ignore files, keyed by content; a monorepo has hundreds, most of them identical

# The regular expressions backtrack: on an adversarial name of 255 characters, a pattern with four wildcards takes
# 0.2 s, and one with five takes 10 s. Wildcards that can match in only one way are not counted, such as a leading `**/`
# and a `*` that is a whole segment.
_MAX_WILDCARDS = 4
_WILDCARD = re.compile(r"\*\*/|(?<=[^/])\*|\*(?=[^/])")

# Character sets that Python's `re` reserves for future syntax and warns about. The warning cannot be suppressed without
# hiding the warnings of other threads, so such patterns are skipped.
_RESERVED_IN_SET = re.compile(r"\[(?:\[|[!^]?\]?[^][]*?([-&~|])\1)")


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """The patterns of an ignore file, last one first.

    Each pattern is a regular expression and a flag, which is true if the pattern ignores entries and false if it
    includes them again.
    """

    patterns: tuple[tuple[re.Pattern[str], bool], ...]

    def decide(self, path: str, is_folder: bool) -> bool | None:
        """Return whether an entry is ignored, or None if no pattern matches; `path` is relative to the ignore file."""
        entry = f"{path}/" if is_folder else path
        for regex, ignores in self.patterns:
            if regex.fullmatch(entry):
                return ignores
        return None

    def covers(self, path: str) -> bool:
        """Return whether the patterns select the file `path`, either directly or through a folder that contains it.

        A pattern that matches the file itself overrides patterns that match its folders, and a pattern for an inner
        folder overrides those for outer folders. A negated pattern (`!`) deselects what it matches.
        """
        verdict = self.decide(path, is_folder=False)
        while verdict is None and "/" in path:
            path = path.rpartition("/")[0]
            verdict = self.decide(path, is_folder=True)
        return verdict is True


@lru_cache(_RULES_CACHE)
def parse_rules(text: str) -> IgnoreRules:
    """Parse the text of an ignore file.

    Invalid patterns are skipped, as in git. Two kinds of valid patterns are skipped as well:
    - patterns with more than four wildcards that could match the same characters;
    - patterns with a character set that begins with `[` (`[[:alpha:]]`) or contains `--`, `&&`, `||` or `~~`.
    """
    patterns = map(_parse_pattern, reversed(text.removeprefix("\ufeff").split("\n")))
    return IgnoreRules(tuple(pattern for pattern in patterns if pattern))


def pattern_of(path: str) -> str:
    """Return the pattern that matches only the file or folder at `path`, which is relative to the ignore file."""
    return f"/{GitIgnoreSpecPattern.escape(path)}"


def _parse_pattern(line: str) -> tuple[re.Pattern[str], bool] | None:
    wildcards = _WILDCARD.findall(line.lstrip("!/").removeprefix("**/"))
    if len(wildcards) > _MAX_WILDCARDS or _RESERVED_IN_SET.search(line):
        return None
    # The library's expressions for these endings do not match the whole entry, but these equivalents do.
    line = re.sub(r"(^!?|/)\*\*(/?\s*)$", r"\1**/*\2", line)
    line = re.sub(r"(^!?|/)\*(/?\s*)$", r"\1?*\2", line)
    try:
        pattern = GitIgnoreSpecPattern(line)
    except (GitIgnorePatternError, re.error):
        return None
    return (pattern.regex, bool(pattern.include)) if pattern.regex else None


@dataclass(frozen=True, slots=True)
class IgnoreScope:
    """The ignore files in force inside a folder, innermost first, each with the length of its folder's path."""

    git: tuple[tuple[int, IgnoreRules], ...] = ()
    own: tuple[tuple[int, IgnoreRules], ...] = ()

    def enter(self, folder: str, git: IgnoreRules | None, own: IgnoreRules | None = None) -> "IgnoreScope":
        """Return the scope inside `folder`, which is `""` or ends in a slash, given the folder's own ignore files."""
        if not git and not own:
            return self
        base = len(folder)
        return IgnoreScope(
            ((base, git), *self.git) if git else self.git,
            ((base, own), *self.own) if own else self.own,
        )

    def reason(self, path: str, is_folder: bool, vendored: bool) -> RuleReason | None:
        """Return why the entry `path` is left out, or None if it is included.

        `.ctxlspignore` takes precedence over `.gitignore` and the built-in names, so it can re-include an entry. If
        `vendored` is true, the built-in names are not used. Folders of version control and the file of team tasks are
        always left out.
        """
        name = path.rpartition("/")[2]
        if name in METADATA or path == TEAM_TASKS:
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
        """Return why a folder is left out if `names`, its entries, include a marker file, else None.

        Returns None if `vendored` is true, or if a `.ctxlspignore` includes the folder again.
        """
        if vendored:
            return None
        reason = next((reason for name, reason in FOLDER_MARKS.items() if name in names), None)
        return None if reason and _decide(self.own, folder, True) is False else reason


def rules_may_change(path: str) -> bool:
    """Return whether the file at `path` may contain ignore rules.

    The rules apply only if the folder that contains the file is not left out.
    """
    return path.rpartition("/")[2] in IGNORE_FILES or f"/{path}".endswith(f"/{GIT_EXCLUDE_FILE}")


def _decide(files: Iterable[tuple[int, IgnoreRules]], path: str, is_folder: bool) -> bool | None:
    for base, rules in files:
        verdict = rules.decide(path[base:], is_folder)
        if verdict is not None:
            return verdict
    return None
