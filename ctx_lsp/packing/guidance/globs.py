"""Glob patterns of EditorConfig and of editors' rules, matched against paths in linear time.

`*`, `**`, `?`, `[…]`, `{a,b}` and `{1..9}` have their usual meaning. A pattern without a slash matches the name of a
file in any folder. Patterns in ignore files differ from these; `text.ignore` handles them.
"""

import re
from functools import lru_cache

from ctx_lsp.text.expressions import Expression

MAX_PATTERN = 500  # maximum length in characters; longer patterns match nothing
_SYMBOL = re.compile(r"/\*\*/|\*\*/?|\*|\?|\[!?[^\]/]{1,99}\]|\{-?\d{1,9}\.\.-?\d{1,9}\}|[{},]|\\?.", re.DOTALL)


def glob_matches(pattern: str, path: str) -> bool:
    """Return whether a pattern matches a path, relative to the pattern's folder. Malformed patterns match nothing."""
    expression = _compiled(pattern.strip())
    return expression is not None and expression.occurs(path.encode("utf-8", "replace"))


@lru_cache(maxsize=1 << 10)
def _compiled(pattern: str) -> Expression | None:
    if not pattern or len(pattern) > MAX_PATTERN:
        return None
    anchor = "^" if "/" in pattern.rstrip("/") else "(?:^|/)"
    whole = pattern.lstrip("/").removeprefix("./") + ("**" if pattern.endswith("/") else "")
    has_pairs = whole.count("{") == whole.count("}")
    depth, parts = 0, []
    for match in _SYMBOL.finditer(whole):
        symbol = match[0]
        if symbol == "{" and has_pairs:
            depth += 1
            parts.append("(?:")
        elif symbol == "}" and depth:
            depth -= 1
            parts.append(")")
        elif symbol == "," and depth:
            parts.append("|")
        else:
            parts.append(_translated(symbol))
    expression = Expression(f"{anchor}(?:{''.join(parts)})$")
    return expression if not depth and expression.is_valid else None


def _translated(symbol: str) -> str:
    known = {"/**/": "/(?:.*/)?", "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    if symbol in known:
        return known[symbol]
    if symbol.startswith("[") and symbol.endswith("]"):
        inner = symbol[1:-1]
        negated = "^" * inner.startswith("!")
        characters = "".join(one if one == "-" else re.escape(one) for one in inner.removeprefix("!"))
        return f"[{negated}{characters}]"
    if symbol.startswith("{") and len(symbol) > 1:
        return r"-?\d+"
    return re.escape(symbol.removeprefix("\\") or symbol)
