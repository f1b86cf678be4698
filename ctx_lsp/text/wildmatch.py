"""Git's globs as regular expressions for `fullmatch`. Which entries a glob is held against is not decided here.

`?`, `*` and sets stay inside one path segment; `**` between slashes, or at an end, spans any number of segments.
Unlike git, `?` and sets take any Unicode character as one.

The expressions do not backtrack without bound, whatever the glob: a wildcard that is followed by another one stops
for good at the first place that fits (an atomic group), since no later place could let the rest match more.
"""

import re
from itertools import groupby

_ANY, _STAR, _DEEP, _REST = "[^/]", "*", "**/", ".+"  # tokens; those that are expressions already stand for themselves
_NEVER = "(?!)"

_SET = re.compile(r"\[(?P<negated>[!^])?+(?P<body>\]?+(?:\[:[^\]]*:\]|\\.|[^\]\\])*+)\]", re.DOTALL)
_MEMBER = re.compile(
    r"\[:(?P<named>[^\]]*):\]|(?:\\(?=.))?(?P<low>.)-(?:\\(?=.))?(?P<high>.)|(?:\\(?=.))?(?P<single>.)", re.DOTALL
)
_CLASSES = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": r"\x21-\x7e",
    "lower": "a-z",
    "print": r"\x20-\x7e",
    "punct": r"\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e",
    "space": r"\x20\t-\r",
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
}


def translate(glob: str) -> str | None:
    """The expression (it captures no group) of a glob without its `!` and outer slashes; None if it is malformed."""
    tokens = _tokens(glob)
    if tokens is None:
        return None
    runs = ["".join(_run(list(run))) for is_deep, run in groupby(tokens, _DEEP.__eq__) if not is_deep]
    if not runs:
        return _NEVER
    anchored = tokens[0] != _DEEP
    *inner, last = runs
    floating = "(?:[^/]+/)*" if inner or not anchored else ""
    heads = (f"(?>{run})" if anchored and not i else f"(?>(?:[^/]+/)*?{run})" for i, run in enumerate(inner))
    return f"(?s:{''.join(heads)}{floating}{last})"


def _run(tokens: list[str]) -> list[str]:
    """The expression of tokens between two `**`, in parts."""
    first, *rest = ["".join(piece) for piece in _split(tokens)]
    if not rest:
        return [first]
    *inner, last = rest
    return [first, *(f"(?>[^/]*?{piece})" for piece in inner if piece), f"[^/]*{last}"]


def _split(tokens: list[str]) -> list[list[str]]:
    pieces: list[list[str]] = [[]]
    for token in tokens:
        if token == _STAR:
            pieces.append([])
        else:
            pieces[-1].append(token)
    return pieces


def _tokens(glob: str) -> list[str] | None:
    tokens = []
    at = 0
    while at < len(glob):
        token, at = _token(glob, at)
        if token is None:
            return None
        tokens.append(token)
    return tokens


def _token(glob: str, at: int) -> tuple[str | None, int]:
    """The token at `at`, None if malformed, and the index after it."""
    match glob[at]:
        case "*":
            return _stars(glob, at)
        case "?":
            return _ANY, at + 1
        case "[":
            found = _SET.match(glob, at)
            return (_set(found["body"], bool(found["negated"])), found.end()) if found else (None, at)
        case "\\":
            escaped = glob[at + 1 : at + 2]
            return re.escape(escaped) if escaped else None, at + 2
        case char:
            return re.escape(char), at + 1


def _stars(glob: str, at: int) -> tuple[str, int]:
    end = at + 1
    while glob[end : end + 1] == "*":
        end += 1
    if end - at > 1 and (at == 0 or glob[at - 1] == "/"):
        if end == len(glob):
            return _REST, end
        if glob[end] == "/":
            return _DEEP, end + 1
    return _STAR, end


def _set(body: str, negated: bool) -> str | None:
    """The expression of a set; None if it names an unknown class."""
    members = []
    for member in _MEMBER.finditer(body):
        named, low, high, single = member.group("named", "low", "high", "single")
        if named is not None and named not in _CLASSES:
            return None
        if named is not None:
            members.append(_CLASSES[named])
        elif single is not None:
            members.append(re.escape(single))
        elif low <= high:  # an inverted range holds nothing
            members.append(f"{re.escape(low)}-{re.escape(high)}")
    if negated:
        return f"[^/{''.join(members)}]"
    return f"(?!/)[{''.join(members)}]" if members else _NEVER
