"""Writes text of others, such as the subject of a commit, in Markdown so that it is shown as it is.

Characters are escaped only where they would have a meaning, because some editors show the backslashes.
"""

from collections.abc import Iterator

from ctx_lsp.text.redaction import redacted

_SPACE = frozenset(("", " "))
_AFTER_ANGLE = frozenset("/!?")  # with letters and digits, the signs with which a tag of HTML or an address begins


def plain(text: str, limit: int = 0) -> str:
    """Write `text` in one line of Markdown; code between single backticks stays code.

    If `limit` is not 0, a text of more than `limit` characters is cut to that length and ends with "…". Likely secrets
    are redacted first, because nothing recognises half of one, or one with a backslash in it.
    """
    text = redacted(" ".join(text.split()))  # a carriage return would begin another paragraph
    if 0 < limit < len(text):
        text = f"{text[: limit - 1].rstrip()}…"
    return "".join(_pieces(text))


def _pieces(text: str) -> Iterator[str]:
    parts = text.split("`")
    has_code = len(parts) % 2 == 1 and all(parts[1:-1])
    has_links = "](" in text  # code may lie within the text of a link
    is_code = False
    for place, sign in enumerate(text):
        if sign == "`" and has_code:
            is_code = not is_code
        before, after = text[place - 1 : place], text[place + 1 : place + 2]
        has_meaning = {
            "\\": True,
            "`": not has_code,
            "*": not (before in _SPACE and after in _SPACE),
            "~": True,
            "[": has_links,
            "_": not (before.isalnum() and after.isalnum()),
            "<": after.isalnum() or after in _AFTER_ANGLE,
            "&": after.isalnum() or after == "#",
        }
        yield f"\\{sign}" if has_meaning.get(sign) and not is_code else sign
