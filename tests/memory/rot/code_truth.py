"""What became of a definition between two commits, found without the product's digests: by Pygments and Git's renames.

Code that only tests use may have moved into them. A directive of the C preprocessor, which is one token to Pygments, is
split into its words and signs, so that a macro can be found under another name.

The tokens of a definition, without white space, comments and docstrings, are looked for in the files of the later
commit. Only where the definition was comes from the product.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from pygments.lexers import get_lexer_for_filename
from pygments.token import Comment, String, Whitespace, _TokenType
from pygments.util import ClassNotFound

from ctx_lsp.graph.entry import FileEntry, path_of, qualname_of
from ctx_lsp.text.git import run_git
from ctx_lsp.text.git_log import RENAMED

MIN_TOKENS = 12  # of a definition that is recognised elsewhere: shorter ones look alike

_WORD_OR_SIGN = re.compile(r"\w+|[^\w\s]")
_LEFT_OUT = (Comment, Whitespace, String.Doc)


class Token(NamedTuple):
    """A token of code, and its offset in characters."""

    start: int
    text: str


@dataclass(frozen=True)
class Fate:
    """What became of a definition, and the paths and last names that it may have now.

    same: its tokens are in its file, as Git follows it. moved: they are in one other file only, or in its file under
    another name. changed: its name is still in its file. gone: it is not. unknown: it may have moved, but is too short,
    or has too many copies, to tell.
    """

    kind: Literal["same", "moved", "changed", "gone", "unknown"]
    path: str
    name: str


def renames(folder: Path, before: str, after: str) -> dict[str, str]:
    """Return the new path of each file that Git takes for renamed between two commits."""
    fields = run_git(folder, "diff-tree", "-r", "-z", "--name-status", "-l2000", RENAMED, before, after).split(b"\0")
    found: dict[str, str] = {}
    rest = iter(fields)
    for status in rest:
        if status[:1] == b"R":
            old, new = next(rest), next(rest)
            found[old.decode("utf-8", "replace")] = new.decode("utf-8", "replace")
        elif status:
            next(rest)
    return found


class CodeTruth:
    """The fates of definitions between two commits, given their files and Git's renames."""

    def __init__(
        self, before: Mapping[str, FileEntry], after: Mapping[str, FileEntry], renamed: Mapping[str, str]
    ) -> None:
        """Prepare for two commits; entries of both are keyed by path."""
        self._before, self._after, self._renamed = before, after, renamed
        self._changed = sorted(
            path for path, one in after.items()
            if one.role in ("source", "test") and (path not in before or before[path].source != one.source)
        )  # fmt: skip

    def fate(self, symbol: str) -> Fate:
        """Return what became of the definition with this id."""
        path, qualname = path_of(symbol), qualname_of(symbol)
        entry = self._before[path]
        definition = entry.by_qualname[qualname]
        name = definition.name
        now = path if path in self._after else self._renamed.get(path, path)
        tokens = code_tokens(path, _text_of(entry))
        span = entry.facts.spans[definition.index]
        start = len(entry.source.data[: span.start].decode("utf-8", "replace"))
        end = len(entry.source.data[: span.end].decode("utf-8", "replace"))
        own = [one.text for one in tokens if start <= one.start < end]
        if not own:
            return Fate("unknown", path, name)
        here = self._tokens(now)
        if occurs(own, here):
            return Fate("same" if now == path else "moved", now, name)
        copies = [one for one in self._changed if one != now and self._may_hold(one, name)]
        copies = [one for one in copies if occurs(own, self._tokens(one))]
        if len(copies) > 1 or (copies and len(own) < MIN_TOKENS):
            return Fate("unknown", now, name)
        if copies:
            return Fate("moved", copies[0], name)
        others = set(renamed_to(own, here, name)) - {name} if len(own) >= MIN_TOKENS else set()
        if len(others) == 1:
            return Fate("moved", now, others.pop())
        return Fate("changed" if name in here else "gone", now, name)

    def _may_hold(self, path: str, name: str) -> bool:
        return name.encode() in self._after[path].source.data

    def _tokens(self, path: str) -> Sequence[str]:
        entry = self._after.get(path)
        return _texts(path, _text_of(entry)) if entry else ()


def _text_of(entry: FileEntry) -> str:
    return entry.source.data.decode()


def occurs(wanted: Sequence[str], tokens: Sequence[str]) -> bool:
    """Return whether tokens follow one another among others."""
    return any(list(tokens[at : at + len(wanted)]) == list(wanted) for at in _starts(wanted[0], tokens))


def renamed_to(wanted: Sequence[str], tokens: Sequence[str], name: str) -> Iterator[str]:
    """Yield the names under which the tokens occur, with the own name replaced by one other everywhere."""
    first = next((number for number, one in enumerate(wanted) if one != name), None)
    if first is None or name not in wanted:
        return
    for at in _starts(wanted[first], tokens):
        found = tokens[max(0, at - first) : at - first + len(wanted)]
        if len(found) == len(wanted):
            names = {other for own, other in zip(wanted, found, strict=True) if own == name}
            rest = all(own in (other, name) for own, other in zip(wanted, found, strict=True))
            if rest and len(names) == 1 and (new := names.pop()).isidentifier():
                yield new


def _starts(first: str, tokens: Sequence[str]) -> Iterator[int]:
    return (number for number, one in enumerate(tokens) if one == first)


@lru_cache(maxsize=4_000)
def _texts(path: str, text: str) -> Sequence[str]:
    return tuple(one.text for one in code_tokens(path, text))


@lru_cache(maxsize=500)
def code_tokens(path: str, text: str) -> tuple[Token, ...]:
    """Return the tokens of a text of code, without white space, comments and docstrings; none if it has no lexer."""
    try:
        lexer = get_lexer_for_filename(path)
    except ClassNotFound:
        return ()
    found = ((start, kind, value) for start, kind, value in lexer.get_tokens_unprocessed(text) if _is_code(kind))
    return tuple(token for start, kind, value in found for token in _split(start, kind, value))


def _split(start: int, kind: _TokenType, value: str) -> Iterator[Token]:
    if kind in Comment.Preproc:
        yield from (Token(start + one.start(), one[0]) for one in _WORD_OR_SIGN.finditer(value))
    elif text := value.strip():
        yield Token(start, text)


@cache
def _is_code(kind: _TokenType) -> bool:
    return kind in Comment.Preproc or not any(kind in one for one in _LEFT_OUT)
