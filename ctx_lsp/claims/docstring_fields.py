"""Finds docstring fields that name a parameter or an error, in the notations of common documentation tools.

The notations are `:param name:`, `@param name`, `\\param name`, `<param name="…">`, and lists below "Args:" or
"Parameters". `code_texts` finds the docstrings.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

# A type in square brackets, as in YARD, begins with a capital or is a value. In JSDoc, `[name]` is an optional
# parameter.
_NAMED = re.compile(
    r"^[ \t*#/!\"'-]{0,80}(?:(?::param(?:eter)?|:arg(?:ument)?|:keyword)(?: [\w.\[\], |]{1,60}?)? |"
    r"[@\\]param(?:\[[a-z, ]{1,12}\])?(?: \{[^}\n]{1,80}\}| \[(?:[A-Z#:<(]|nil|true|false)[^\]\n]{0,80}\])? )"
    r"(?P<name>\w+)(?=:| |$)",
    re.MULTILINE,
)
# As in PHP: the type comes first, with spaces only after commas and colons, and the name begins with `$`.
_TYPED = re.compile(
    r"^[ \t*#/!]{0,80}@param (?:(?:[\w\\|?<>\[\]{}&()-]|[,:] ?){1,120} {1,80})?[&.]{0,4}\$(?P<name>\w+)(?=\s|$)",
    re.MULTILINE,
)
_ELEMENT = re.compile(r"<param name=\"(?P<name>\w{1,80})\"")
# The comment describes signatures that are not in the code.
_OTHER_SIGNATURE = re.compile(
    r"[@\\](?:overload|callback|typedef|event|name|fn|def|method|function)\b|[@\\](?:class|struct|interface) \w|@!"
)
_RAISES = re.compile(r"(?::raises?|@throws|@exception)(?: \{)? ?(?P<name>[\w.]+)")
_LIST_HEAD = re.compile(r"(?:Args|Arguments|Parameters|Keyword Args|Keyword Arguments):\s*")
_LIST_ITEM = re.compile(r"(?P<name>[A-Za-z_]\w{0,60})(?: \([^()\n]{1,80}\))?:(?= |$)")
_TABLE_ITEM = re.compile(r"(?P<name>[A-Za-z_]\w{0,60}) : \S")

FieldKind = Literal["signature", "raises"]


class DocstringField(NamedTuple):
    """A field that names a parameter ("signature") or an error ("raises"); `start` is an offset in the docstring."""

    kind: FieldKind
    name: str
    start: int


# Titles of other sections, which also stand at the indentation of the items.
_SECTION = re.compile(r"(?:Notes?|Warnings?|Examples?|Returns?|Yields?|Raises|See Also|References|Attributes|Todo):")


def docstring_fields(text: str, *, is_doc: bool) -> Iterator[DocstringField]:
    """Yield the fields of a docstring or comment. Parameters are included only if `is_doc` is true.

    A text that documents another signature, for example with `@callback`, has no fields.
    """
    if _OTHER_SIGNATURE.search(text):
        return
    if is_doc:
        named = _TYPED if _TYPED.search(text) else _NAMED
        for pattern in (named, _ELEMENT):
            for found in pattern.finditer(text):
                yield DocstringField("signature", found["name"], found.start("name"))
        yield from _listed(text)
    for found in _RAISES.finditer(text):
        yield DocstringField("raises", found["name"], found.start("name"))


def _listed(text: str) -> Iterator[DocstringField]:
    """Yield the parameters that are listed below an underlined "Parameters", or indented below "Args:"."""
    item: re.Pattern[str] | None = None
    head = body = 0  # the indentation of the list's title, and that of its items
    before, offset = "", 0
    for line in text.splitlines(keepends=True):
        words = line.strip()
        indent = len(line) - len(line.lstrip())
        if before == "Parameters" and words and set(words) == {"-"}:
            item, body = _TABLE_ITEM, indent
        elif _LIST_HEAD.fullmatch(words):
            item, head, body = _LIST_ITEM, indent, 0
        elif item is not None and words:
            if item is _LIST_ITEM and not body:
                body = indent
            is_outside = body <= head if item is _LIST_ITEM else set(words) == {"-"}
            if indent < body or is_outside or _SECTION.match(words):
                item = None
            elif indent == body and (found := item.match(words)) is not None:
                yield DocstringField("signature", found["name"], offset + indent)
        before, offset = words, offset + len(line)
