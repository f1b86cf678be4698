"""Recognises paths in questions, even if they contain route names such as `[id]`, `(group)`, `+page` and `$id`.

`channels` looks up the paths; `written_lines` recognises paths with line numbers.
"""

import re

_PLAIN = r"[\w@$./\\+-]{0,300}"
_BRACKETS = r"\[{1,2}[\w.=@-]{1,80}\]{1,2}(?=[/.\\-])"  # `[id]`, `[[...slug]]`, but not `[text](link)`
_PARENTHESES = r"\([\w.@-]{1,80}\)(?=/)"  # `(group)`, but no remark such as `(see src/app.py)`
PATH = rf"(?:{_PLAIN}(?:{_BRACKETS}|{_PARENTHESES})){{0,9}}{_PLAIN}(?:[\w$-]|(?<=\]))\.[A-Za-z]\w{{0,9}}"
"""A regular expression for a path that ends with the extension of a file, such as `src/users/[id].tsx`."""

_WORD = re.compile(rf"(?:.{{0,200}}\]\()?\W{{0,9}}?({PATH})\W{{0,9}}", re.DOTALL)


def written_paths(text: str) -> list[str]:
    """Return the words of a text that are paths, without the punctuation or link markup around them."""
    words = map(_WORD.fullmatch, text.split())
    return [match[1].replace("\\", "/") for match in words if match]
