"""Random JSON for the parameters of a method: valid by its type, or corrupted in one place.

The types come from the server's table, so new methods are fuzzed as well. `message_kinds` makes messages of these
values.
"""

import enum
import random
import types as python_types
import typing
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import attrs
import msgspec

from tests.protocol.wire import Json

DEEPEST = 7  # levels of nested types; below them whatever may be left out is left out
HUGE_NUMBERS = (2**31, 2**53 + 1, 10**30, -1, -(2**63), 1e308, -0.5)
HUGE_LENGTHS = (5_000, 50_000, 400_000)
LONE_SURROGATES = ("\ud800", "\udfffx", "a\ud83d", "\udc00\ud800")  # `json.dumps` writes them as escapes
ODD_WORDS = ("", " ", "\0", "é", "😀", "*", "[", "(?:", "../..", "a" * 300, "%", "\u2028", "::", "'; --")
SIGNS = (" = ", "(", ")", " ", "\n", "\n\ndef ", ": ")
URIS = ("uri", "files", "old_uri", "new_uri", "target_uri", "scope_uri", "root_uri")
LANGUAGES = ("python", "typescript", "go", "markdown", "", "no such language")
DIFF = "--- a/{path}\n+++ b/{path}\n@@ -1,2 +1,2 @@\n-{word}\n+{word} = 1\n {word}\n"
ALTERNATIVES = (typing.Union, python_types.UnionType)


class Values:
    """Values by type and by the name of the field; `root` is the workspace folder, `paths` are its files."""

    def __init__(self, rng: random.Random, root: Path, paths: Sequence[str], words: Sequence[str]) -> None:
        self._rng = rng
        self._root, self._paths, self._words = root, paths, words

    def of(self, kind: object, name: str = "", depth: int = 0) -> Json:
        """A valid value for a field called `name` of the type `kind`."""
        origin, arguments = typing.get_origin(kind), typing.get_args(kind)
        if origin is typing.Annotated:
            return self.of(arguments[0], name, depth)
        if origin in ALTERNATIVES:
            arms = [arm for arm in arguments if arm not in (python_types.NoneType, msgspec.UnsetType)]
            return self.of(self._rng.choice(arms), name, depth)
        if origin is typing.Literal:
            return self._rng.choice(arguments)
        if isinstance(origin, type):
            count = 0 if depth > DEEPEST else self._rng.choice((0, 1, 1, 2, 3))
            items = [self.of(arguments[0], name, depth + 1) for _ in range(count)]
            return {} if issubclass(origin, Mapping) else items
        return self._of_class(kind, name, depth) if isinstance(kind, type) else self.rubbish(depth)

    def _of_class(self, kind: type, name: str, depth: int) -> Json:
        if issubclass(kind, enum.Enum):
            return self._rng.choice(list(kind)).value
        if attrs.has(kind) or issubclass(kind, msgspec.Struct):
            return self._of_fields(kind, depth)
        if kind is bool:
            return self._rng.random() < 0.5
        if kind is int:
            return self._rng.choice((0, 1, 2, 3, 10, 40, 1_000))
        if kind is float:
            return self._rng.choice((0, 0.5, 1.0))
        return self._text(name) if kind is str else self.rubbish(depth)

    def _of_fields(self, kind: type, depth: int) -> Json:
        hints = typing.get_type_hints(kind, include_extras=True)
        return {
            _camel(name): self.of(hint, name, depth + 1)
            for name, hint in hints.items()
            if not _is_optional(kind, name) or (depth < DEEPEST and self._rng.random() < 0.4)
        }

    def _text(self, name: str) -> str:
        rng = self._rng
        made: Mapping[str, Callable[[], str]] = {
            **dict.fromkeys(URIS, self.uri),
            **dict.fromkeys(("symbol", "pin", "exclude"), lambda: rng.choice((self.word(), self._symbol()))),
            "paths": lambda: rng.choice(self._paths),
            "diff": lambda: DIFF.format(path=rng.choice(self._paths), word=self.word()),
            "base": lambda: rng.choice(("HEAD", "HEAD~1", self.word())),
            "language_id": lambda: rng.choice(LANGUAGES),
            "text": lambda: self.code(12),
        }
        return made.get(name, lambda: " ".join(self.word() for _ in range(rng.randint(1, 5))))()

    def _symbol(self) -> str:
        return f"{self._rng.choice(self._paths)}::{self.word()}"

    def word(self) -> str:
        """A name from the workspace, or something odd."""
        return self._rng.choice(self._words if self._rng.random() < 0.9 else ODD_WORDS)

    def code(self, words: int) -> str:
        """Names and punctuation: a text that hardly parses."""
        return "".join(self.word() + self._rng.choice(SIGNS) for _ in range(words))

    def uri(self) -> str:
        """The URI of a document in the workspace, outside it, missing, or not a file."""
        inside = (self._root / self._rng.choice(self._paths)).as_uri()
        others = (
            *(f"{self._root.as_uri()}/not_there.py", self._root.as_uri(), "untitled:Untitled-1", "git:/a.py?ref"),
            *("file:///no/such/folder/a.py", "no uri", "file:", inside.replace("_", "%5f"), "ctx-lsp-pack:/1.md"),
        )
        return inside if self._rng.random() < 0.7 else self._rng.choice(others)

    def rubbish(self, depth: int = 0) -> Json:
        """A value of any type and of any size."""
        rng = self._rng
        if depth < DEEPEST and rng.random() < 0.3:
            if rng.random() < 0.5:
                return [self.rubbish(depth + 2) for _ in range(rng.randint(0, 3))]
            return {self.word(): self.rubbish(depth + 2) for _ in range(rng.randint(0, 3))}
        if rng.random() < 0.02:
            return rng.choice(("x", "x ", "é(", "\n")) * rng.choice(HUGE_LENGTHS)
        scalars = (None, True, False, 0, 1, 7, 2.5, *HUGE_NUMBERS, *LONE_SURROGATES, *ODD_WORDS, self.word())
        return rng.choice(scalars)

    def spoilt(self, value: Json) -> Json:
        """The value with one part removed, added, doubled or of another type."""
        rng = self._rng
        if isinstance(value, dict) and value and rng.random() < 0.9:
            key = rng.choice(sorted(value))
            how = rng.random()
            if how < 0.15:
                return {name: part for name, part in value.items() if name != key}
            if how < 0.25:
                return {**value, self.word(): self.rubbish()}
            return {**value, key: self.spoilt(value[key])}
        if isinstance(value, list) and value and rng.random() < 0.9:
            place = rng.randrange(len(value))
            if rng.random() < 0.1:
                return value * rng.choice((2, 300))
            return [*value[:place], self.spoilt(value[place]), *value[place + 1 :]]
        return self.rubbish()


def _camel(name: str) -> str:
    head, *tail = name.rstrip("_").split("_")
    return head + "".join(part.capitalize() for part in tail)


def _is_optional(kind: type, name: str) -> bool:
    if attrs.has(kind):
        return attrs.fields_dict(kind)[name].default is not attrs.NOTHING
    field = next(one for one in msgspec.structs.fields(kind) if one.name == name)
    return not field.required
