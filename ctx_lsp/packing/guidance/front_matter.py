"""Front matter of editors' rule files. It states to which files a rule applies.

Each editor has its own keys: `globs` and `alwaysApply` (Cursor), `applyTo` (Copilot), `paths` (Claude), `trigger` and
`globs` (Windsurf), `inclusion` and `fileMatchPattern` (Kiro). Only the few forms of YAML that these files use are
parsed.
"""

import re
from typing import NamedTuple

from ctx_lsp.packing.guidance.globs import glob_matches
from ctx_lsp.text.source import SourceText

_FIELD = re.compile(r"([A-Za-z][\w-]{0,40})[ \t]{0,20}:(.*)")
_ITEM = re.compile(r"[ \t]{0,20}-[ \t]{1,20}(.*)")
_PATTERNS = frozenset({"globs", "applyto", "paths", "filematchpattern"})
_ALWAYS = frozenset({"alwaysapply:true", "trigger:always_on", "inclusion:always"})
_EVERYTHING = frozenset({"*", "**", "**/*"})
MAX_LINES = 1_000  # a rule may list many files; if its front matter is longer, the patterns read so far count


class RuleScope(NamedTuple):
    """The files that a rule applies to: all if `always`, otherwise those that match any of the `patterns`.

    `body` is the line after the front matter, where the rule's text begins.
    """

    patterns: tuple[str, ...]
    always: bool
    body: int

    def covers(self, path: str) -> bool:
        """Return whether the rule applies to a path that is relative to the folder of the rules."""
        return self.always or any(glob_matches(pattern, path) for pattern in self.patterns)


FOR_ALL = RuleScope((), True, 0)
"""The scope of a document without conditions."""


def rule_scope(source: SourceText) -> RuleScope:
    """Parse the front matter of a rule. A rule without front matter applies to all files."""
    lines = [line.decode("utf-8", "replace") for line in source.data.splitlines()[:MAX_LINES]]
    if not lines or lines[0].rstrip() != "---":
        return FOR_ALL
    end = next((n for n, line in enumerate(lines[1:], 1) if line.rstrip() in ("---", "...")), None)
    patterns: list[str] = []
    always, key = False, ""
    for line in lines[1:end]:
        field, item = _FIELD.match(line), _ITEM.match(line)
        if field is not None:
            key, value = field[1].lower(), field[2].split(" #")[0].strip()
            always = always or f"{key}:{_unquoted(value).lower()}" in _ALWAYS
            if key in _PATTERNS:
                patterns += _patterns(value)
        elif item is not None and key in _PATTERNS:
            patterns += _patterns(item[1])
    always = always or not _EVERYTHING.isdisjoint(patterns)
    return RuleScope(() if always else tuple(patterns), always, 0 if end is None else end + 1)


def _patterns(value: str) -> list[str]:
    """Split a list of patterns, with or without square brackets, at the commas outside braces."""
    inner = value.strip().removeprefix("[").removesuffix("]") if value.strip().startswith("[") else value
    parts, depth, current = [], 0, ""
    for character in inner:
        depth += (character == "{") - (character == "}")
        if character == "," and depth <= 0:
            parts.append(current)
            current = ""
        else:
            current += character
    return [pattern for part in (*parts, current) if (pattern := _unquoted(part.strip()))]


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
