"""Rendering of packs: elements shared by all formats, the interface of a format, and Markdown.

The other formats are in `formats`. The text of a pack consists of a header, one block per file, and a footer. Every
block ends with a line feed, and no block begins with white space or a slash. The tokenizer always splits between such
blocks, so their token counts add up exactly.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache

from ctx_lsp.graph.entry import qualname_of
from ctx_lsp.packing.formats.tokens import count_tokens
from ctx_lsp.packing.model import Excerpt, ExcerptSymbols, Role, Summary, TreeLine, Unresolved
from ctx_lsp.text.terminal import escaped

TITLE_TOKENS = 32  # maximum length of the question in the header; longer questions are truncated
CACHED_NAMES = 1 << 10  # number of names whose written form is cached; a pack has about that many
MAX_NAMES = 6  # maximum number of names listed for one role in one file
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_BACKTICKS = re.compile(r"`+")
_SPACES = re.compile(r"\s+")

ROLE_LABELS: Mapping[Role, str] = {
    "primary": "main",
    "related": "also",
    "dependency": "needed",
    "base": "base",
    "type": "type",
    "sibling": "variant",
    "caller": "caller",
    "test": "test",
    "style": "repository style",
}


class Format(ABC):
    """Interface of a pack format, with a method for each part of a pack.

    `quotes_lines` is true if the format writes lines of code as JSON strings.
    """

    quotes_lines = False

    @abstractmethod
    def head(self, summary: Summary) -> str:
        """Return the text before the excerpts."""

    @abstractmethod
    def tree_line(self, line: TreeLine) -> str:
        """Return one line of the tree."""

    @abstractmethod
    def advice_line(self, line: str) -> str:
        """Return one line of advice: a note, a pattern of the team, or commits."""

    @abstractmethod
    def excerpt(self, excerpt: Excerpt, text: str) -> str:
        """Return the block for one excerpt.

        `text` is the code of the excerpt. If it is empty, the block has only the path, the lines and the symbols.
        """

    @abstractmethod
    def missing(self, unresolved: Unresolved) -> str:
        """Return one line of the list of missing dependencies."""

    @abstractmethod
    def tail(self, missing: Sequence[str], unlisted: int) -> str:
        """Return the text after the excerpts: the `missing` dependencies, and how many more are `unlisted`."""

    def join(self, blocks: Sequence[str]) -> str:
        """Concatenate the blocks."""
        return "".join(blocks)


class Markdown(Format):
    """Markdown for people and models alike, with citations as headings and code in fences."""

    def head(self, summary: Summary) -> str:
        """Return the header: the question as a title, then the other parts of `summary`.

        Their order is: the corrections of misspelt words; the words of the question that the workspace never mentions;
        one line with readiness, confidence and token counts; the names of items sent before; the tree of packed symbols
        that use each other; and the lines of advice.
        """
        read_as = f"Read as: {title(summary.read_as)}\n\n" if summary.read_as else ""
        remark = f"{summary.remark}\n\n" if summary.remark else ""
        rest = f"{measures_line(summary)}\n\n{self._sent(summary)}{self._tree(summary)}{self._advice(summary)}"
        return f"# {title(summary.question)}\n\n{read_as}{remark}{rest}"

    def tree_line(self, line: TreeLine) -> str:
        """Return a line of the tree as an item of a nested list."""
        return f"{'  ' * line.depth}- {tree_label(line)}\n"

    def excerpt(self, excerpt: Excerpt, text: str) -> str:
        """Return a heading with the path and lines, a line with the symbols by role, and the code in a fence."""
        heading = f"## {code(f'{excerpt.path}:{excerpt.first}-{excerpt.last}')}\n"
        roles = roles_line(excerpt.mentions)
        listed = f"{roles}\n" if roles else ""
        return f"{heading}{listed}{fenced(text, excerpt.language) if text else ''}\n"

    def missing(self, unresolved: Unresolved) -> str:
        """Describe a missing symbol: its name, the symbol that needs it, and the reason why it is missing."""
        needed_by = code(qualname_of(unresolved.needed_by))
        return f"- {code(unresolved.symbol)}, needed by {needed_by} ({unresolved.reason})\n"

    def tail(self, missing: Sequence[str], unlisted: int) -> str:
        """Return the list of missing dependencies, or "" if nothing is missing."""
        if not missing and not unlisted:
            return ""
        more = f"- and {unlisted} more\n" if missing else f"- {unlisted} symbol{'' if unlisted == 1 else 's'}\n"
        return f"## Missing\n\n{''.join(missing)}{more if unlisted else ''}"

    def advice_line(self, line: str) -> str:
        """Return a line of advice as an item of a list."""
        return f"- {one_line(line)}\n"

    def _advice(self, summary: Summary) -> str:
        lines = "".join(self.advice_line(one.text) for one in summary.advice)
        return f"About this code:\n\n{lines}\n" if lines else ""

    def _tree(self, summary: Summary) -> str:
        return f"{self.join([self.tree_line(line) for line in summary.tree])}\n" if summary.tree else ""

    def _sent(self, summary: Summary) -> str:
        names = ", ".join(map(code, summary.sent))
        more = f"{'and ' if names else ''}{summary.more_sent} more" if summary.more_sent else ""
        return f"Sent before: {names}{' ' if names and more else ''}{more}\n\n" if names or more else ""


def measures_line(summary: Summary) -> str:
    """Return the measures in a pack's header as one line."""
    parts = [f"not ready: {one_line(summary.reason)}" if summary.reason else "ready"]
    if summary.indexing:
        parts.append(summary.indexing)
    if summary.confidence is not None:
        parts.append(f"confidence {summary.confidence:.2f}")
    if summary.main_of:
        parts.append(f"{summary.main} of {summary.main_of} results")
    if summary.needed and summary.score is not None:
        parts.append(f"{summary.present} of {summary.needed} dependencies")
    parts.append(f"{summary.used:,} / {summary.budget:,} tokens")
    return " · ".join(parts)


def tree_label(line: TreeLine) -> str:
    """Return the label of a tree line, such as `calls Cart.price`."""
    return one_line(f"{line.kind} {qualname_of(line.symbol)}")


@lru_cache(maxsize=CACHED_NAMES)
def roles_line(mentions: tuple[ExcerptSymbols, ...]) -> str:
    """Return the first few symbols of each role in one line, such as `main: A.b, A.c; needed: Rate`."""
    return "; ".join(f"{role}: {names}" for role, names in roles(mentions).items() if names)


def roles(mentions: Sequence[ExcerptSymbols]) -> dict[str, str]:
    """Return the first few symbols of each role as text, keyed by the role's label.

    The label ends with "(name only)" if no code of the symbols is shown.
    """
    return {f"{ROLE_LABELS[one.role]}{' (name only)' if one.named else ''}": _names(one.symbols) for one in mentions}


def _names(symbols: Sequence[str]) -> str:
    more = f" +{len(symbols) - MAX_NAMES}" if len(symbols) > MAX_NAMES else ""
    return ", ".join(map(one_line, symbols[:MAX_NAMES])) + more


def title(question: str) -> str:
    """Return the question as one printable line of at most `TITLE_TOKENS` tokens."""
    whole = one_line(question)
    text = whole[: TITLE_TOKENS * 8]
    while count_tokens(text) > TITLE_TOKENS:
        text = text[: len(text) * 9 // 10]
    return text if text == whole else f"{text.rstrip()}…"


@lru_cache(maxsize=CACHED_NAMES)
def one_line(text: str) -> str:
    """Convert `text` to one printable line, replacing line terminators and characters that cannot be encoded."""
    return escaped(_SPACES.sub(" ", _UNPRINTABLE.sub(" ", text.encode("utf-8", "replace").decode())).strip())


def code(text: str) -> str:
    """Convert `text` to Markdown inline code, delimited by more backticks than `text` has in a row."""
    line = one_line(text)
    ticks = "`" * (1 + longest_run(line)) if "`" in line else "`"
    padding = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{ticks}{padding}{line}{padding}{ticks}"


def fenced(text: str, language: str) -> str:
    """Put `text`, which must end with a line feed, into a code fence that is not closed by a line of `text`."""
    fence = "`" * max(3, 1 + longest_run(text))
    return f"{fence}{language}\n{text}{fence}\n"


def longest_run(text: str) -> int:
    """Return the length of the longest run of backticks in `text`."""
    return max((len(run) for run in _BACKTICKS.findall(text)), default=0)
