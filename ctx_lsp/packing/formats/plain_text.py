"""Writes text of others, such as the subject of a commit, in Markdown so that it is shown as it is.

Characters are escaped only where they would have a meaning, because some editors show the backslashes.
"""

from collections.abc import Iterator

_SPACE = frozenset(("", " "))
_AFTER_ANGLE = frozenset("/!?")  # letters apart, the signs with which a tag of HTML begins


def plain(text: str, limit: int = 0) -> str:
    """Escape one line of text for Markdown; code between single backticks stays code.

    Of a longer text than `limit` characters, if that is given, the beginning is taken.
    """
    if 0 < limit < len(text):
        text = f"{text[: limit - 1].rstrip()}…"
    parts = text.split("`")
    is_balanced = len(parts) % 2 == 1 and all(parts[1:-1])
    if is_balanced:
        return "`".join(part if place % 2 else _escaped(part) for place, part in enumerate(parts))
    return "\\`".join(map(_escaped, parts))


def _escaped(text: str) -> str:
    return "".join(_pieces(text, has_links="](" in text))


def _pieces(text: str, *, has_links: bool) -> Iterator[str]:
    for place, sign in enumerate(text):
        before, after = text[place - 1 : place], text[place + 1 : place + 2]
        has_meaning = {
            "\\": True,
            "*": not (before in _SPACE and after in _SPACE),
            "~": True,
            "[": has_links,
            "_": not (before.isalnum() and after.isalnum()),
            "<": after.isalpha() or after in _AFTER_ANGLE,
            "&": after.isalnum() or after == "#",
        }
        yield f"\\{sign}" if has_meaning.get(sign) else sign
