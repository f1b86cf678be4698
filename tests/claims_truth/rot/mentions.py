"""Code spans and links in documents that name a thing of the code, and what became of the thing between two trees.

Nothing of the checker is used: spans are found by patterns, and things by their tokens, as Pygments reads code.

- A *name* is an identifier in a code span, dotted or called, such as `Cart.total()`, or the target of a role of Sphinx.
  It is in a tree if each of its parts is a word of the tree's code, comments and docstrings excepted.
- A *path* is a code span or the target of a link that a file or folder of the older tree has as its path, seen from the
  top or from the document, or as the end of its path. It is in a tree by the same rule. Documents and pictures are no
  things of the code.

A mention is *rotten* if its thing is in the older tree and not in the newer one. Left out, because they may speak of
what is gone: documents whose path says so (`changelog`, `migration`, `roadmap` …), documents of tests and templates,
fenced blocks, and lines that say so themselves ("removed", "deprecated", "renamed", "no longer", "instead of" …).
"""

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tests.memory.rot.code_truth import code_tokens

DOCUMENTS = (".md", ".mdx", ".rst")
MAX_BYTES = 400_000  # of a file of code; larger ones are data
SHORTEST = 3  # letters of a name

_NO_CODE = (*DOCUMENTS, ".markdown", ".txt", ".adoc", ".svg", ".html", ".css", ".csv", ".po", ".lock", ".ipynb")
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".ico", ".webp", ".mp4", ".pdf")
_OTHER_TIMES = re.compile(
    r"(?:^|[/_.-])(?:changes|changelogs?|history|news|releases?|release[-_]?notes?|whats?[-_]?new|migrat\w*|upgrad\w*|"
    r"roadmap|todo|plans?|proposals?|rfcs?|adrs?|decisions|archived?|legacy|deprecat\w*|blog|posts|tests?|testdata|"
    r"fixtures?|specs?|templates?|vendor|third[-_]?party|node_modules)(?:[/_.-]|$)",
    re.IGNORECASE,
)
_SAYS_SO = re.compile(
    r"\b(?:removed?|removal|deprecat\w+|renamed?|no longer|instead of|replaced|formerly|previously|used to|was|were|"
    r"old|legacy|obsolete|before|prior|until|since|changed|migrat\w+|upgrad\w+)\b",
    re.IGNORECASE,
)
_FENCE = re.compile(r"^ {0,3}(```|~~~)")
_SPAN = re.compile(r"(?<!`)(`{1,2})(?!`)(?P<text>[^`\n]+)\1(?!`)(?!_)")
_ROLE = re.compile(r":(?:py:|js:|c:|cpp:)?(?:func|class|meth|attr|mod|exc|data|obj|const|file):$")
_TITLED = re.compile(r".*<(?P<target>[^<>]+)>", re.DOTALL)
_LINK = re.compile(r"\]\((?P<text>[^()\s#?]+)(?:#[^()\s]*)?\)")
_NAME = re.compile(r"[~@.]{0,2}(?P<name>[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)*)(?:\(.*\))?")
_RAW = re.compile(rb"[A-Za-z_$][\w$]*")
_PART = re.compile(r"[A-Za-z_$][\w$]*")
_PATH = re.compile(r"(?:\.{0,2}/)?[\w@+.\-]+(?:/[\w@+.\-]+)*/?")


class Mention(NamedTuple):
    """A code span or link in a document: its byte range without marks, its line from 0, its text, and the thing."""

    path: str
    start: int
    end: int
    line: int
    text: str
    thing: str
    is_path: bool


class TreeWords:
    """What a tree has: the words of its code, and its paths with all their folders."""

    def __init__(self, texts: Mapping[str, bytes]) -> None:
        """Prepare for the files of a tree; they are lexed only as far as words are asked for."""
        self._texts = texts
        self._words: dict[str, frozenset[str]] = {}
        self._files: dict[str, list[str]] = {}
        for path, data in texts.items():
            is_code = not path.endswith(_NO_CODE) and len(data) <= MAX_BYTES
            for word in set(_RAW.findall(data)) if is_code else ():
                self._files.setdefault(word.decode("ascii", "ignore"), []).append(path)
        paths = {path for path in texts if not path.endswith((*DOCUMENTS, *PICTURES))}
        self.paths = paths | {folder for path in paths for folder in _folders(path)}
        self._endings = {ending for path in self.paths for ending in _endings(path)}

    def has_word(self, word: str) -> bool:
        """Return whether a word is in the code, outside of comments and docstrings."""
        return any(word in self._words_of(path) for path in self._files.get(word, ()))

    def _words_of(self, path: str) -> frozenset[str]:
        known = self._words.get(path)
        if known is None:
            tokens = code_tokens(path, self._texts[path].decode("utf-8", "replace"))
            known = frozenset(word for token in tokens for word in _PART.findall(token.text))
            self._words[path] = known
        return known

    def has(self, one: Mention) -> bool:
        """Return whether the thing of a mention is in this tree."""
        if not one.is_path:
            return all(self.has_word(part) for part in _PART.findall(one.thing))
        path = one.thing.rstrip("/")
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(one.path), path))
        return beside in self.paths or posixpath.normpath(path) in self._endings


def _folders(path: str) -> Iterator[str]:
    while path := posixpath.dirname(path):
        yield path


def _endings(path: str) -> Iterator[str]:
    parts = path.split("/")
    yield from ("/".join(parts[start:]) for start in range(len(parts)))


def is_about_now(path: str) -> bool:
    """Return whether a path is that of a document about the present code."""
    return path.endswith(DOCUMENTS) and _OTHER_TIMES.search(path) is None


def mentions(path: str, data: bytes) -> Iterator[Mention]:
    """Yield the mentions of names and paths in a document."""
    fence, at = "", 0
    for number, raw in enumerate(data.decode("utf-8", "replace").split("\n")):
        start, at = at, at + len(raw.encode()) + 1
        found = _FENCE.match(raw)
        if found and (not fence or fence == found[1]):
            fence = "" if fence else found[1]
        if found or fence or _SAYS_SO.search(raw):
            continue
        for text, first in _spans(raw, is_rst=path.endswith(".rst")):
            thing = _thing(text)
            if thing is not None:
                begin = start + len(raw[:first].encode())
                yield Mention(path, begin, begin + len(text.encode()), number, text, *thing)


def _spans(line: str, *, is_rst: bool) -> Iterator[tuple[str, int]]:
    """Yield the texts of code spans, roles and links, each with its first character."""
    for one in _SPAN.finditer(line):
        if is_rst and len(one[1]) == 1 and not _ROLE.search(line[: one.start()]):
            continue  # a reference to a title or a site
        titled = _TITLED.fullmatch(one["text"]) if is_rst else None
        shown = (titled or one)["target" if titled else "text"]
        yield shown, one.start("text") + (titled.start("target") if titled else 0)
    for one in _LINK.finditer(line):
        if not is_rst and ":" not in one["text"]:
            yield one["text"], one.start("text")


def _thing(text: str) -> tuple[str, bool] | None:
    """Return what a span names, and whether that is a path; None if it is neither a path nor a name."""
    bare = text.strip()
    suffix = posixpath.splitext(bare.rstrip("/"))[1]
    if _PATH.fullmatch(bare) and ("/" in bare or (suffix and not bare.endswith(")"))):
        if suffix in (*DOCUMENTS, *PICTURES):
            return None
        if "/" in bare or suffix[1:].islower():
            return bare.strip(), True
    name = _NAME.fullmatch(bare)
    if name is None or len(_PART.findall(name["name"])[-1]) < SHORTEST:
        return None
    return name["name"], False
