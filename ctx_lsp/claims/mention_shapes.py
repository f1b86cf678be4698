"""Parses mentions: paths, lines in files, dotted names, calls and literals. Nothing is looked up here."""

import re
from functools import lru_cache
from typing import NamedTuple

from ctx_lsp.base.late_expressions import compile_late
from ctx_lsp.languages.table import PLAIN_TEXT
from ctx_lsp.syntax.detection import language_of

_PATH = compile_late(
    r"(?P<path>(?:\.{0,2}/)?(?:[\w@+.\-]+/)*[\w@+\-.]*[\w\-]\.[A-Za-z][A-Za-z0-9]{0,9}|(?:\.{1,2}/)?(?:[\w@+.\-]+/)+[\w@+.\-]*)"
    r"(?:(?::|#L|:L)(?P<line>\d{1,6})(?:[-:–](?:L)?(?P<last>\d{1,6}))?)?"
)
_NAME = compile_late(
    r"@?(?P<name>~?[A-Za-z_$][\w$]*(?:(?:\.|::|#|->|\\)~?[A-Za-z_$][\w$]*[?]?)*[!?]?)"
    r"(?P<types>\[[\w\s,.|\[\]\"']{0,80}\]|<[\w\s,.|&?<>:]{0,80}>)?(?P<called>\((?P<arguments>[^()]*(?:\([^()]*\)[^()]*)*)\))?;?"
)
_LATIN, _EASTERN = compile_late(r"[A-Za-z]"), compile_late(r"[\u1100-\uffff]")
_SEPARATOR = compile_late(r"::|->|[.#\\]")
_NUMBER = r"[-+]?(?:0[xob][0-9A-Fa-f_]+|\d[\d_,]*(?:\.\d+)?(?:e[-+]?\d+)?)"
_LITERAL = compile_late(
    rf"(?:{_NUMBER}|\"[^\"]*\"|'[^']*'|true|false|none|null|nil|undefined|\[\]|\{{\}}|\(\))", re.IGNORECASE
)
_PLAIN_SUFFIXES = frozenset({"txt", "cfg", "conf", "lock", "env", "log", "csv", "png", "svg"})
_PLACEHOLDER = compile_late(
    r"\b(?:foo|bar|baz|qux|quux|spam|eggs|acme|example|yourapp|myapp|mymodule|mypackage|xyz|lorem|ipsum)\b"
    r"|_(?:foo|baz|qux|quux)(?:_|\b)|\b(?:foo|baz|qux|quux)_"
    r"|\b(?:my|your|some)(?:_|-|(?=[A-Z]))|path/to|\.\.\.|…|[<>*{}$%|]| \[\w+\]|\bxx+\b"
    # `ListX…`, `XxxParams`, `getFoo` and `FooBar`, but not `CXX` or `progressBar`
    r"|(?-i:X{3}|(?<=[a-z])XX\b|\bYYYY\b|\bNNN+\b|(?:\b|(?<=[a-z]))(?:Foo|Baz|Qux|Quux|Xxx+|Xyz)(?![a-z])|_XYZ(?![A-Za-z])|\bfoo(?=[A-Z]))",
    re.IGNORECASE,
)
_PLURALS = ("s", "es")  # endings in parentheses, as in `type(s)`
_PRODUCT = compile_late(r"[A-Z][A-Za-z]*\.(?:js|io)")
MAX_LENGTH = 160
# Words that only look like members: `Cart.class` in Java, `Cart.self` in Swift, `cart.await` in Rust, and `shop._`, the
# contents of a package in Scala.
LANGUAGE_MEMBERS = frozenset({"_", "await", "class", "constructor", "self", "super", "this", "Type"})


class WrittenPath(NamedTuple):
    """A path as written, with the first and last line that it names (counted from 1; 0 if it names none)."""

    path: str
    line: int
    last: int


class WrittenName(NamedTuple):
    """A dotted name as written, split at its separators.

    `arguments` is the text between the parentheses of a call, or None if the name is not written as a call.
    """

    parts: tuple[str, ...]
    arguments: str | None


def written_path(text: str) -> WrittenPath | None:
    """Parse a path with or without a line, such as `src/a.py:12`; return None if the text is not a path."""
    found = _PATH.fullmatch(text) if len(text) <= MAX_LENGTH else None
    if found is None or "//" in text or _is_version(found["path"]):
        return None
    if "/" not in text and not _is_file_name(found["path"]):
        return None
    line = int(found["line"] or 0)
    return WrittenPath(found["path"], line, int(found["last"] or 0) or line)


@lru_cache(maxsize=1 << 12)
def _is_file_name(name: str) -> bool:
    """Return whether a name without folders ends with a known file extension."""
    stem, _, suffix = name.rpartition(".")
    return stem not in ("self", "this", "cls") and (suffix in _PLAIN_SUFFIXES or language_of(name) != PLAIN_TEXT)


def _is_version(text: str) -> bool:
    return text.replace(".", "").isdigit()


def written_name(text: str) -> WrittenName | None:
    """Parse a name such as `Cart.total()` or `shop::Cart`; return None if the text is not a name."""
    found = _NAME.fullmatch(text.strip()) if len(text) <= MAX_LENGTH else None
    if found is None or (_LATIN.search(found["name"]) and _EASTERN.search(found["name"])):
        return None  # the end may be a particle, such as a Korean one
    parts = tuple(part for part in _SEPARATOR.split(found["name"].rstrip("!?").lstrip("~")) if part)
    if "prototype" in parts:
        parts = tuple(part for part in parts if part != "prototype")
    arguments = found["arguments"] if found["arguments"] not in _PLURALS else None
    return WrittenName(parts, arguments) if parts else None


def is_literal(text: str) -> bool:
    """Return whether `text` is a literal value, such as a number, a string, `true` or `null`."""
    return _LITERAL.fullmatch(text.strip()) is not None


def is_placeholder(text: str) -> bool:
    """Return whether `text` contains a placeholder for the reader to replace: `foo`, `<name>`, `path/to/file`."""
    return _PLACEHOLDER.search(text) is not None


def is_product(text: str) -> bool:
    """Return whether `text` may be the name of a product, such as `Express.js`, as well as that of a file."""
    return _PRODUCT.fullmatch(text) is not None


def has_code_shape(name: str) -> bool:
    """Return whether a word is written like an identifier: `snake_case`, `camelCase` or `CamelCase`, but not `HTTP`."""
    return "_" in name.strip("_") or (any(one.isupper() for one in name[1:]) and not name.isupper())
