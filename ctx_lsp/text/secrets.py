"""Detects likely secrets: keys, tokens and passwords in texts, and files that consist of secrets.

The results are guesses that favour recall over precision. The rules are in `secret_rules`. Callers decide what to do
about a secret.
"""

import re
from collections.abc import Iterator
from typing import Any

from ctx_lsp.text.expressions import Expression
from ctx_lsp.text.secret_rules import FIRST_GROUP, Allowlist, Rule, entropy, load_rules

# The lines of a key after its first line, quoted or not, and its closing line.
_ENCODED_LINES = Expression(
    r"""(?:[ \t]*["']?[A-Za-z0-9+/=]{4,76}(?:\\[nr])*["']?[ \t,+\\;]*(?:\r?\n|\z))*(?:[^\n]*-----END [A-Z ]+-----)?"""
)
# A rule may match only the beginning of a token; this matches the rest.
_REST = re.compile(rb"[\w+/=~-]{0,1000}")

Span = tuple[int, int]


def is_secret(path: str, text: str) -> bool:
    """Return whether `text`, which is part of the file at `path`, may hold a secret and must not be shown."""
    return is_secret_file(path) or bool(secret_in(text))


def secret_in(text: str) -> str:
    """Return the kind of secret that `text` seems to hold, such as "a private key", or "" if there is none."""
    return next((kind for kind, _, _ in _findings(text.encode("utf-8", "replace"))), "")


def secret_spans(data: bytes) -> list[Span]:
    """Return the byte ranges of likely secrets in order; ranges may overlap.

    The range of a multi-line key includes all following lines of encoded text.
    """
    found = []
    lines_end = 0  # the end of the last multi-line key
    for _, start, end in _findings(data):
        last = end
        if b"\n" in data[start:end].strip():
            if start < lines_end and end <= lines_end:
                continue
            following = _ENCODED_LINES.match_at(data, data.find(b"\n", end - 1) + 1)
            last = lines_end = following.end() if following else end
        rest = _REST.match(data, last)
        found.append((start, rest.end() if rest else last))
    return sorted(found)


def is_secret_file(path: str) -> bool:
    """Return whether the file name or a folder in `path` shows that the file usually holds secrets."""
    rules = load_rules()
    *folders, name = path.lower().split("/")
    if rules.exceptions.fullmatch(name):
        return False
    return bool(rules.names.fullmatch(name)) or not rules.folders.isdisjoint(folders)


def _findings(data: bytes) -> Iterator[tuple[str, int, int]]:
    """Yield the kind, start and end of each likely secret."""
    rules = load_rules()
    for rule in rules.applicable(data):
        for match in rule.expression.matches(data):
            start, end = _secret_of(rule, match)
            value = data[start:end]
            if not value or (rule.guessed and not rules.looks_random(value, rule.bare)):
                continue
            if rule.entropy and entropy(value) < rule.entropy:
                continue
            if not any(_allows(allowlist, data, value, match) for allowlist in rule.exceptions):
                yield rule.kind, start, end


def _secret_of(rule: Rule, match: Any) -> Span:  # noqa: ANN401  # RE2's library has no types
    """Return the range of the secret in a match."""
    if rule.group == FIRST_GROUP:
        groups = range(1, len(match.groups()) + 1)
        start, end = next((match.span(number) for number in groups if match.group(number)), match.span())
    else:
        start, end = match.span(rule.group)
    return start, end


def _allows(allowlist: Allowlist, data: bytes, value: bytes, match: Any) -> bool:  # noqa: ANN401  # as above
    target = value
    if allowlist.target == "match":
        target = match.group()
    elif allowlist.target == "line":
        end = data.find(b"\n", match.end())
        target = data[data.rfind(b"\n", 0, match.start()) + 1 : len(data) if end < 0 else end]
    lower = value.lower()
    return any(word in lower for word in allowlist.stop_words) or any(
        regex.occurs(target) for regex in allowlist.expressions
    )
