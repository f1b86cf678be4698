"""A pack as text. Here: what every format shows, the interface of a format, and Markdown. The others are in `formats`.

A text is a head, one block an excerpt, and a tail. Every block ends with a line feed and the next begins with neither
white space nor a slash; there the vocabulary's own splitting always cuts, so that tokens of blocks add up exactly.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from ctx_lsp.index.entry import qualname_of
from ctx_lsp.packing.layout import Excerpt, Mention
from ctx_lsp.packing.model import Unresolved
from ctx_lsp.packing.tokens import count_tokens

TITLE_TOKENS = 32  # of the question in the head; the rest of a longer one is cut
CACHED_NAMES = 1 << 13  # names and relations as they are written out
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_BACKTICKS = re.compile(r"`+")
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures in a pack's head: of the `needed` symbols that the primary ones refer to, `present` are here.

    `sent` are names of what is left out because it was sent before, `more_sent` how many more there are.
    """

    question: str
    used: int
    budget: int
    score: float
    present: int
    needed: int
    files: int
    sent: tuple[str, ...] = ()
    more_sent: int = 0


class Format(ABC):
    """How the parts of a pack are written."""

    @abstractmethod
    def head(self, summary: Summary) -> str:
        """What comes before the excerpts."""

    @abstractmethod
    def excerpt(self, excerpt: Excerpt, text: str) -> str:
        """One block; `text` are the excerpt's lines, `""` for none."""

    @abstractmethod
    def missing(self, unresolved: Unresolved) -> str:
        """One line of the list of what is missing."""

    @abstractmethod
    def tail(self, missing: Sequence[str], unlisted: int) -> str:
        """What comes after the excerpts: the list of what is missing, and how many more there are than are listed."""

    def join(self, blocks: Sequence[str]) -> str:
        """The blocks one after the other."""
        return "".join(blocks)


class Markdown(Format):
    """For people and models alike: headings that cite, fenced code, a list of what is missing."""

    def head(self, summary: Summary) -> str:
        """The question as title, then the figures in one line."""
        return f"# {title(summary.question)}\n\n{self._figures(summary)}\n\n{self._sent(summary)}"

    def excerpt(self, excerpt: Excerpt, text: str) -> str:
        """A heading with the citation, the symbols with their roles, and the lines in a fence that no line ends."""
        citation = code(f"{excerpt.path}:{excerpt.first}-{excerpt.last}")
        notes = [_note(group) for group in _by_reason(excerpt.mentions)]
        heading = f"## {citation} {notes[0]}\n" if len(notes) == 1 else f"## {citation}\n"
        listed = "".join(f"- {note}\n" for note in notes) if len(notes) > 1 else ""
        if not text:
            return f"{heading}{listed}\n"
        return f"{heading}{listed}\n{fenced(text, excerpt.language)}\n"

    def missing(self, unresolved: Unresolved) -> str:
        """The symbol, who needs it and why it is not here."""
        needed_by = code(qualname_of(unresolved.needed_by))
        return f"- {code(unresolved.symbol)}, needed by {needed_by} ({unresolved.reason})\n"

    def tail(self, missing: Sequence[str], unlisted: int) -> str:
        """The list of what is missing, if anything is."""
        if not missing and not unlisted:
            return ""
        more = f"- and {unlisted} more\n" if missing else f"- {unlisted} symbol{'' if unlisted == 1 else 's'}\n"
        return f"## Missing\n\n{''.join(missing)}{more if unlisted else ''}"

    def _sent(self, summary: Summary) -> str:
        names = ", ".join(map(code, summary.sent))
        more = f"{'and ' if names else ''}{summary.more_sent} more" if summary.more_sent else ""
        return f"Sent before: {names}{' ' if names and more else ''}{more}\n\n" if names or more else ""

    def _figures(self, summary: Summary) -> str:
        complete = "Nothing else is needed" if summary.files else "Nothing new" if summary.sent else "Nothing to show"
        if summary.needed:
            complete = f"Completeness {summary.score:.2f} ({summary.present} of {summary.needed} needed symbols)"
        files = f"{summary.files} file{'' if summary.files == 1 else 's'}"
        return f"{complete} · {files} · {summary.used:,} / {summary.budget:,} tokens"


def title(question: str) -> str:
    """The question in one printable line of at most `TITLE_TOKENS` tokens."""
    whole = one_line(question)
    text = whole[: TITLE_TOKENS * 8]
    while count_tokens(text) > TITLE_TOKENS:
        text = text[: len(text) * 9 // 10]
    return text if text == whole else f"{text.rstrip()}…"


@lru_cache(maxsize=CACHED_NAMES)
def one_line(text: str) -> str:
    """The text with nothing in it that ends a line or cannot be encoded."""
    return _SPACES.sub(" ", _UNPRINTABLE.sub(" ", text.encode("utf-8", "replace").decode())).strip()


@lru_cache(maxsize=CACHED_NAMES)
def code(text: str) -> str:
    """The text as inline code that nothing in it ends."""
    line = one_line(text)
    ticks = "`" * (1 + longest_run(line)) if "`" in line else "`"
    padding = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{ticks}{padding}{line}{padding}{ticks}"


def fenced(text: str, language: str) -> str:
    """The text, which ends a line, in a fence that nothing in it ends."""
    fence = "`" * max(3, 1 + longest_run(text))
    return f"{fence}{language}\n{text}{fence}\n"


def longest_run(text: str) -> int:
    """Length of the longest run of backticks."""
    return max((len(run) for run in _BACKTICKS.findall(text)), default=0)


def _by_reason(mentions: Iterable[Mention]) -> list[list[Mention]]:
    """Mentions with the same reason together, in the order in which each reason first occurs."""
    first: dict[tuple[str, str, str], int] = {}
    for mention in mentions:
        first.setdefault(_reason(mention), len(first))
    in_order = sorted(mentions, key=lambda mention: first[_reason(mention)])
    return [list(group) for _, group in groupby(in_order, key=_reason)]


def _reason(mention: Mention) -> tuple[str, str, str]:
    return mention.role, mention.relation, mention.level


def _note(mentions: Sequence[Mention]) -> str:
    """`name`, `other`: role, relation, level. A whole definition is the rule, so that level is not mentioned."""
    role, relation, level = _reason(mentions[0])
    names = ", ".join(code(mention.symbol) for mention in mentions if mention.symbol)  # none for text without a symbol
    details = [role, one_line(relation), "" if level == "full" else "name only" if level == "outline" else level]
    reason = ", ".join(detail for detail in details if detail)
    return f"{names or 'text'}: {reason}"
