"""Detects likely secrets: keys, tokens and passwords in texts, and files that consist of secrets.

The results are guesses that favour recall over precision. The rules are in `secret_rules`. Callers decide what to do
about a secret.
"""

import re
from collections.abc import Iterator
from typing import Any

from ctx_lsp.text.expressions import Expression
from ctx_lsp.text.random_values import entropy
from ctx_lsp.text.secret_rules import FIRST_GROUP, Allowlist, Rule, SecretRules, load_rules

# All lines of a key after its first line, quoted or not, including the `END` line.
_ENCODED_LINES = Expression(
    r"""(?:[ \t]*["']?[A-Za-z0-9+/=]{4,76}(?:\\[nr])*["']?[ \t,+\\;]*(?:\r?\n|\z))*(?:[^\n]*-----END [A-Z ]+-----)?"""
)
# A rule may match only the beginning of a token or of an unquoted password; these match the rest.
_REST = re.compile(rb"[\w+/=~-]{0,1000}")
_BARE_REST = re.compile(rb"[^\s\"'`]{0,200}")
# A `BEGIN` line and the Base64 and header lines after it, as in a certificate or a signature.
_BLOCK = Expression(
    r"""-----BEGIN [A-Z0-9 ]{3,40}-----(?:[\s"'`+,;]|\\[nr]|[A-Z][A-Za-z-]{2,20}: [^\n]{0,80}\n|[A-Za-z0-9+/=]{4,})*"""
)
_LONGEST_BLOCK = 20_000  # bytes
_AROUND = 200  # bytes on either side of a value that are searched for words typical of secrets
_NEAR = 60  # the same for words typical of digests; few, so that a digest does not hide a distant secret

Span = tuple[int, int]


def is_secret(path: str, text: str) -> bool:
    """Return whether `text`, which is part of the file at `path`, may hold a secret and must not be shown."""
    return is_secret_file(path) or bool(secret_in(text))


def secret_in(text: str) -> str:
    """Return the kind of secret that `text` seems to hold, such as "a private key", or "" if there is none."""
    return next((rule.kind for rule, _, _ in _findings(text.encode("utf-8", "replace"))), "")


def secret_spans(data: bytes) -> list[Span]:
    """Return the byte ranges of likely secrets in order; ranges may overlap.

    The range of a multi-line key includes all of its encoded lines.
    """
    found = []
    lines_end = 0  # the end of the last multi-line key
    for rule, start, end in _findings(data):
        last = end
        if b"\n" in data[start:end].strip():
            if start < lines_end and end <= lines_end:
                continue
            following = _ENCODED_LINES.match_at(data, data.find(b"\n", end - 1) + 1)
            last = lines_end = following.end() if following else end
        rest = (_BARE_REST if rule.bare else _REST).match(data, last)
        found.append((start, rest.end() if rest else last))
    return sorted(found)


def is_secret_file(path: str) -> bool:
    """Return whether the file name or a folder in `path` is typical of files that hold secrets."""
    rules = load_rules()
    *folders, name = path.lower().split("/")
    if rules.exceptions.fullmatch(name):
        return False
    return bool(rules.names.fullmatch(name)) or not rules.folders.isdisjoint(folders)


def _findings(data: bytes) -> Iterator[tuple[Rule, int, int]]:
    """Yield the rule, start and end of each likely secret."""
    rules = load_rules()
    for rule in rules.applicable(data):
        for match, start, end in _matches(rule, data):
            value = data[start:end]
            if not value or (rule.needs and not rules.randomness.has(rule.needs, value, rule.bare)):
                continue
            if rule.nameless and not _is_beside_words(rules, data, start, end):
                continue
            if (rule.encoded or rule.nameless) and _is_public(data, start):
                continue
            if rule.entropy and entropy(value) < rule.entropy:
                continue
            if not any(_allows(allowlist, data, value, match) for allowlist in rule.exceptions):
                yield rule, start, end


def _matches(rule: Rule, data: bytes) -> Iterator[tuple[Any, int, int]]:
    """Yield each match with the start and end of its secret.

    The search continues after the secret, not after the match, because the character that ends one match may begin the
    next.
    """
    if rule.group == 0:  # the secret is the match
        for match in rule.expression.all(data):
            yield match, *match.span()
        return
    position = 0
    while (match := rule.expression.first(data, position)) is not None:
        start, end = _secret_of(rule, match)
        yield match, start, end
        position = max(end, match.start() + 1)


def _is_beside_words(rules: SecretRules, data: bytes, start: int, end: int) -> bool:
    """Return whether a value without a name counts as a secret, judging by the value and the words around it."""
    if rules.digests.occurs(_line(data, start, end, _NEAR)):
        return False
    is_unmistakable = rules.randomness.has("unmistakable", data[start:end], is_bare=False)
    return is_unmistakable or rules.context.occurs(_line(data, start, end, _AROUND))


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
        target = _line(data, match.start(), match.end(), len(data))
    lower = value.lower()
    return any(word in lower for word in allowlist.stop_words) or any(
        regex.occurs(target) for regex in allowlist.expressions
    )


def _line(data: bytes, start: int, end: int, most: int) -> bytes:
    """Return the line around a range. Of a long line, return at most `most` bytes on either side of the range."""
    first, last = max(0, start - most), min(len(data), end + most)
    before = data.rfind(b"\n", first, start) + 1
    after = data.find(b"\n", end, last)
    return data[before or first : last if after < 0 else after]


def _is_public(data: bytes, start: int) -> bool:
    """Return whether an offset is inside a public encoded block: a certificate, a public key or a signature."""
    begin = data.rfind(b"-----BEGIN ", max(0, start - _LONGEST_BLOCK), start)
    if begin < 0 or b"PRIVATE" in data[begin : begin + 60]:
        return False
    block = _BLOCK.match_at(data, begin)
    return block is not None and block.end() > start
