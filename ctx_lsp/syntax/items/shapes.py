"""Recognises texts that define items: an identifier with a sentence, a user story, an acceptance criterion.

`documents` finds these texts in a document; this module does not know their positions.
"""

import re

from ctx_lsp.base.late_expressions import compile_late
from ctx_lsp.syntax.items.identifiers import SHAPE, names_standard
from ctx_lsp.syntax.items.words import item_words, modal_state
from ctx_lsp.syntax.model import SymbolKind

MAX_LINE = 240  # characters of a text that stands for an item
MAX_TITLE = 120  # characters of the name of an item without an identifier
MAX_SENTENCE = 400  # characters in which the verb of an item is looked for

HEAD = compile_late(rf"[*_`\[({{]{{0,4}}(?P<id>{SHAPE})(?![\w-])(?P<close>[*_`\])}}]{{0,4}})(?P<rest>.*)", re.DOTALL)
"""A text that begins with an identifier."""

SEPARATED = compile_late(
    r"\A\s*+(?:\([^()]{1,40}\)|\[[^\[\]]{1,20}\])?[*_]{0,2}\s*+(?::|—|–|-(?= )|\.(?= )|\||→)[*_]{0,2}"
)
"""What stands between an identifier and the text of its item."""

WORDS = compile_late(r"[^\W\d_]{2,}")
GIVEN = compile_late(r"\A[*_\s]*given\b[*_:]*\s+\S", re.IGNORECASE)
CRITERION = compile_late(r"\A[*_\s]*given\b(?>.*?\bwhen\b)(?>.*?\bthen\b)", re.IGNORECASE | re.DOTALL)
OPENING = compile_late(r"\A[*_\"“>\s]*(?:as an?|as the|given)\b", re.IGNORECASE)
"""The first words of a story or a criterion."""

_LINKED = compile_late(r"\s*\(")  # after `]`: a link, which mentions an item
_RANGE = compile_late(rf"\s*(?:to|through|until|and|or|bis|,|/|&|-|–|—|\.\.+|…)\s*[*_`\[(]{{0,4}}(?:{SHAPE}|\d+\b)")
_STORY = compile_late(
    r"[*_\"“>\s]*as (?:an?|the) (?P<role>[^.\n]{2,90}?)[,;]?[*_\s]{1,9}I(?:['’]d|['’]m)?[*_\s]{1,9}"
    r"(?:would[*_\s]{1,9}|also[*_\s]{1,9})?(?:want|need|can|like|wish|must|should|expect|am able|will)\b",
    re.IGNORECASE,
)
_NUMBERED_STORY = compile_late(r"(?:user )?story (?P<number>\d+(?:\.\d+)*)\b", re.IGNORECASE)
_PLACEHOLDER = compile_late(r"[*_\s]*[\[<{(]")
_SCENARIO = compile_late(r"(?:acceptance )?(?:scenario|example)(?: outline)?(?: \d+)?\s*[:—–-]\s*\S", re.IGNORECASE)
_ADDRESSES_READER = compile_late(r"\W*(?:you|your|we|please|if|to)\b", re.IGNORECASE)
_MARKUP = compile_late(r"[*`]{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)|\[([^\[\]]*)\]\([^()]*\)")


def one_line(text: str) -> str:
    """Return the beginning of a text on one line, without emphasis marks and link targets."""
    return " ".join(_MARKUP.sub(lambda match: match[1] or "", text[:MAX_LINE]).split())


def context_of(title: str) -> SymbolKind | None:
    """Return the kind of items that a heading or file called `title` announces; None if it announces none."""
    return next((kind for kind, pattern in item_words().contexts.items() if pattern.search(title)), None)


def kind_of(identifier: str, text: str, context: SymbolKind | None) -> SymbolKind | None:
    """Return the kind of item that `text` defines under `identifier`; None if nothing indicates an item.

    `context` is the kind that a heading, file name or table announces, if any.
    """
    if is_story(text):
        return "Story"
    prefixes = item_words().prefixes
    known = next((prefixes[part] for part in re.split(r"[-_ \d]", identifier) if part in prefixes), None)
    return known or context or ("Requirement" if is_demand(text) else None)


def kind_of_heading(title: str, body: str, context: SymbolKind | None) -> tuple[SymbolKind | None, str]:
    """Return the kind of the item that a heading defines, or None, and the item's identifier, or "".

    The identifier is the one in the heading, as written. A heading like "User Story 3" gives `US-3`. `body` is the
    paragraph below the heading, and `context` is the kind of items that the outer section or file announces, if any.
    """
    head = defining_head(title)
    if head:
        rest = SEPARATED.sub("", head["rest"], count=1).strip()
        return kind_of(head["id"], rest or body, context) or kind_of("", body, None), head["id"]
    numbered = _NUMBERED_STORY.match(title)
    if numbered and WORDS.search(title, numbered.end()):
        return "Story", f"US-{numbered[1]}"
    if is_story(title):
        return "Story", ""
    return ("Criterion", "") if _SCENARIO.match(title) else (None, "")


def defining_head(text: str) -> re.Match[str] | None:
    """Return the match of `HEAD` if a text begins with an identifier that the text can define, otherwise None.

    A link or a range of identifiers only refers to items, and the name of a standard is not an identifier.
    """
    head = HEAD.match(text)
    if head is None or names_standard(head["id"]) or _RANGE.match(head["rest"]):
        return None
    return None if "]" in head["close"] and _LINKED.match(head["rest"]) else head


def is_story(text: str) -> bool:
    """Return whether a text begins with a user story ("As a …, I want …") whose role is not a placeholder."""
    match = _STORY.match(text)
    return match is not None and not _PLACEHOLDER.match(match["role"])


def is_demand(sentence: str) -> bool:
    """Return whether a sentence makes a demand, with a modal verb like `must` or `should`."""
    return modal_state(sentence) in ("must", "should")


def demands_of_product(sentence: str) -> bool:
    """Return whether a sentence demands something of the product, not of its reader."""
    return is_demand(sentence) and not _ADDRESSES_READER.match(sentence)
