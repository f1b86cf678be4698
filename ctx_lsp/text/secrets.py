"""What looks like a secret: keys, tokens and passwords in a text, and files that hold nothing else.

The rules are data (`secrets.toml`). A finding is a guess, made so that little is missed. Nothing is read from the
workspace here, and what is done about a secret is decided elsewhere.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import translate
from functools import cache
from importlib import resources
from math import log2

# Lines of a key below its first ones, quoted or not, and the line that ends it.
_ENCODED_LINES = re.compile(
    r"""(?:[ \t]*["']?[A-Za-z0-9+/=]{4,76}(?:\\[nr])*["']?[ \t,+\\;]*(?:\r?\n|$))*(?:[^\n]*-----END [A-Z ]+-----)?"""
)
_CLASSES = tuple(map(re.compile, ("[a-z]", "[A-Z]", "[0-9]", r"[^a-zA-Z0-9_.\-]")))


@dataclass(frozen=True, slots=True)
class _Rule:
    kind: str
    marks: tuple[str, ...]
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class _Rules:
    """The rules as `secrets.toml` has them."""

    rules: tuple[_Rule, ...]
    least_length: int
    least_entropy: float
    least_classes: int
    placeholder: re.Pattern[str]
    names: re.Pattern[str]
    exceptions: re.Pattern[str]
    folders: frozenset[str]

    def is_likely(self, value: str) -> bool:
        """Whether a value that stands where secrets stand looks like one."""
        if len(value) < self.least_length or self.placeholder.search(value):
            return False
        return len({c for c in _CLASSES if c.search(value)}) >= self.least_classes and (
            _entropy(value) >= self.least_entropy
        )


def is_secret(path: str, text: str) -> bool:
    """Whether `text`, a part of the file with this path, must not be shown to anyone."""
    return is_secret_file(path) or bool(secret_in(text))


def secret_in(text: str) -> str:
    """What sort of secret `text` seems to hold, in words ("a private key"); empty where it seems to hold none."""
    return next((kind for kind, _ in _findings(text)), "")


def secret_spans(text: str) -> list[tuple[int, int]]:
    """Where `text` seems to hold secrets: ranges of characters in order, which may overlap.

    Of keys that go over many lines, all lines count that are written like those that gave them away.
    """
    found = []
    lines_end = 0  # of the last one that goes over many lines
    for _, match in _findings(text):
        start, end = match.span()
        if "\n" in match[0].strip():
            if start < lines_end and end <= lines_end:
                continue
            following = _ENCODED_LINES.match(text, text.find("\n", end - 1) + 1)
            end = lines_end = following.end() if following else end
        found.append((start, end))
    return sorted(found)


def is_secret_file(path: str) -> bool:
    """Whether a file with this path (parts between slashes) is one that people keep secrets in."""
    rules = _load()
    *folders, name = path.lower().split("/")
    if rules.exceptions.fullmatch(name):
        return False
    return bool(rules.names.fullmatch(name)) or not rules.folders.isdisjoint(folders)


def _findings(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """What looks like a secret, with its kind."""
    rules = _load()
    lower = text.lower()
    for rule in rules.rules:
        if any(mark in lower for mark in rule.marks):
            for match in rule.pattern.finditer(text):
                value = match.groupdict().get("value")
                if value is None or rules.is_likely(value):
                    yield rule.kind, match


def _entropy(value: str) -> float:
    """Bits a character of `value`, taken as a random text over its own characters."""
    shares = [count / len(value) for count in Counter(value).values()]
    return -sum(share * log2(share) for share in shares)


@cache
def _load() -> _Rules:
    data = tomllib.loads(resources.files("ctx_lsp.text").joinpath("secrets.toml").read_text("utf-8"))
    values, files = data["values"], data["files"]
    return _Rules(
        rules=tuple(_Rule(rule["kind"], tuple(rule["marks"]), re.compile(rule["pattern"])) for rule in data["rule"]),
        least_length=values["least_length"],
        least_entropy=values["least_entropy"],
        least_classes=values["least_classes"],
        placeholder=re.compile(values["placeholder"]),
        names=_any_of(files["names"]),
        exceptions=_any_of(files["except"]),
        folders=frozenset(files["folders"]),
    )


def _any_of(globs: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(translate, globs)))
