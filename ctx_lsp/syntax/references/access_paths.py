"""Access paths: expressions for values and for the receivers of members, read backwards from the text.

Expressions have one notation for all languages: a head, followed by any number of steps. `graph.resolution` evaluates
them.

The heads are:
- a name;
- `?`, an unknown value;
- `{T}`, a value of type `T` (in normal form, see `type_text`);
- `{}`, a value of a built-in type, such as a string or a list;
- `{"module"}`, a module that is loaded in place;
- `@self`, `@Self` and `@super`: the enclosing object, its type, and its base.

The steps are:
- `.member`, a member;
- `()`, the result of a call or construction;
- `{A,B}` and `{=T}`, before a call: its type arguments, and the type of its result;
- `[]`, an element, and `[0]`, the first one, which matters in a tuple;
- `%`, a sequence that has the value as an element;
- `^`, the value that a `with` statement binds;
- `(0)`, the argument for the first parameter;
- `;kind=circle`, the alternatives that remain under a condition (see `narrowing`).

A `!` at the end means that nothing is guessed if the value is unknown.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from functools import cache, cached_property

from ctx_lsp.syntax.references.type_text import MAX_DIGITS, alternatives, normal_type
from ctx_lsp.syntax.rows import ByteSpan

WINDOW = 400  # how many bytes before a name are read; an expression that reaches further back is unknown
UNKNOWN = "?"
LITERAL = "{}"
SURE = "!"
SELF, OWN_TYPE, SUPER = "@self", "@Self", "@super"
ROOT = "@root"
MAX_STEPS = 12  # maximum length of an expression; longer ones are unknown

_MARKS = ".()[]{}^%!?;"  # characters with a meaning in expressions

_NOTHING = frozenset({"None", "null", "undefined", "nil", "NULL", "nullptr"})
_CONSTANTS = frozenset({"True", "False", "true", "false", "TRUE", "FALSE", "YES", "NO"})

LONGEST_NAME = 100  # bytes
_ROOTED = frozenset({b"::", b"\\"})  # separators that may begin a fully qualified name
_CLOSING = b")]}>"
_BLANKS = b" \t\r\n"
_NAME = re.compile(rb"[\w$\x80-\xff]+(?:#(?=\.))?")  # matches the reversed text; `#` is for `this.#name`
_VALUE_PREFIX = re.compile(
    rb"(?:\s|\b(?:await|new|yield|from|mut|move|ref|try|return|box|const|unsafe|clone)\b|[&*!?@])*"
)
_RECEIVED = re.compile(rb"<-\s*")  # takes an element from a channel in Go
_LOADED = re.compile(rb"""\w+\s*\(\s*(["'`])([^"'`{}]+)\1""")  # `require("./module")`
_GENERIC = re.compile(r"([^\W\d][\w$]*)\{([^{}=]*)\}\(\)")  # `Type{Argument}()`
_BRACKETS = ("arguments", "()"), ("type.arguments", "")
"""Captures of brackets in a chain, each with its step in an expression."""


class _Separators:
    """The tokens between a receiver and a member in a language, such as `.` and `::`, in the forms for scanning.

    Languages with the same tokens share one object.
    """

    def __init__(self, separators: tuple[str, ...], may_be_spaced: bool) -> None:
        self.blanks = _BLANKS if may_be_spaced else b""
        self.longest_first = sorted((separator.encode() for separator in separators), key=len, reverse=True)
        self.last_bytes = frozenset(separator[-1] for separator in self.longest_first)
        self.before_name = self.last_bytes | frozenset(self.blanks)


_separators = cache(_Separators)


class ExpressionReader:
    """A reader of the expressions in a text.

    `separators` are the tokens between a receiver and a member: `.`, `::`, `?.`. With `may_be_spaced`, there may be
    white space on both sides of a separator. With `implicit_members`, a separator after a space has no receiver, as in
    `return .red`. `captured` maps captures of `references.scm` to the ranges of their nodes, such as brackets, literals
    and casts. `objects` maps the language's words for the enclosing object, such as `this`, to the words that replace
    them in access paths, such as `@self`. `comments` holds the ranges of comments. `member_types` is passed to
    `type_text.normal_type` as `has_members`.
    """

    def __init__(
        self,
        data: bytes,
        separators: tuple[str, ...],
        may_be_spaced: bool = True,
        captured: Mapping[str, Iterable[ByteSpan]] | None = None,
        objects: Mapping[str, str] | None = None,
        comments: Iterable[ByteSpan] = (),
        implicit_members: bool = False,
        member_types: bool = False,
    ) -> None:
        self._implicit_members = implicit_members
        self._member_types = member_types
        self._data = data
        self._objects = objects or {}
        self._own_mark = b"@" if "@" in self._objects else b""  # prefix of instance variables
        self._separators = _separators(separators, may_be_spaced)
        captured = captured or {}
        self._steps = {
            end: (start, step) for capture, step in _BRACKETS for start, end in captured.get(capture, ())
        }  # keyed by the end of the bracket
        self._indices = {end: start for start, end in captured.get("index", ())}
        self._slices = frozenset(end for _, end in captured.get("slice", ()))
        self._indexed: dict[int, list[int]] = {}  # ends of indexed expressions, keyed by their start
        for start, end in captured.get("indexed", ()):
            self._indexed.setdefault(start, []).append(end)
        self._literals = {end: start for start, end in captured.get("literal", ())}
        self._loaded = {end: start for start, end in captured.get("loaded", ())}
        groups = {end: start for start, end in captured.get("parenthesized", ())}
        self._own_types = {end: start for start, end in captured.get("own.type", ())}
        self._groups = groups | self._literals | self._loaded | self._own_types
        self._casts = sorted(captured.get("cast", ()))
        self._beginnings = frozenset(start for start, _ in captured.get("chain", ()))
        self._comments = {end: start for start, end in comments}

    def before(self, start: int) -> str:
        """Return the receiver of the name at `start`; "" for a bare name."""
        if self._own_mark and self._data.startswith(self._own_mark, start):
            return SELF
        if start == 0 or (self._data[start - 1] not in self._separators.before_name and start not in self._steps):
            return ""  # the usual case, decided without a search
        if start in self._beginnings:
            return ""
        end = start if self._data[start - 1] in self._separators.last_bytes else self._end_before(start)
        end = self._before_type_arguments(end)
        at = self._separated(end)
        if at < 0:
            return ""
        if head := ROOT if self._is_root(at, end) else self._implied(at):
            return head
        return self._chain(self._end_before(at), start - WINDOW)[0]

    def value(self, start: int, end: int) -> str:
        """Return the expression at `start`–`end`, as an access path.

        Returns `LITERAL` for a literal, and `UNKNOWN` for any other text that is not an access path, such as the empty
        text of a value that has not been written yet.
        """
        if not 0 < end - start <= WINDOW:
            return UNKNOWN
        if received := _RECEIVED.match(self._data, start, end):
            channel = self.value(received.end(), end)
            return UNKNOWN if channel in (LITERAL, UNKNOWN) else f"{channel}[]"
        expression, at = self._chain(end, start)
        if at < start or _VALUE_PREFIX.fullmatch(self._data, start, at) is None:
            return LITERAL if self._data[start] in b"\"'`[{0123456789" else UNKNOWN
        if expression in _NOTHING:
            return UNKNOWN
        if expression[0].isdigit() or expression in _CONSTANTS:
            return LITERAL
        return self._constructed(expression, start, at)

    def _constructed(self, expression: str, start: int, at: int) -> str:
        """Return the type `{Type<Argument>}` for `new Type<Argument>()`; return all other expressions unchanged.

        `start` is the offset of the leading words, such as `new`; `at` is the offset of the expression after them.
        """
        if not expression.endswith("()") or b"new" not in self._data[start:at].split():
            return expression
        if given := _GENERIC.fullmatch(expression):
            return f"{{{given[1]}<{given[2]}>}}"
        name = expression.removesuffix("()")
        arguments = at + len(name.encode())
        end_of_arguments = self.end_of_arguments(arguments)
        if end_of_arguments > arguments and name.isidentifier():
            return f"{{{self.type_at(at, end_of_arguments)}}}"
        return expression

    def type_at(self, start: int, end: int) -> str:
        """Return the text of the type at `start`–`end` in normal form."""
        return normal_type(self._data[start:end].decode("utf-8", "replace"), self._member_types)

    def word(self, name: str) -> str:
        """Return the word that stands for `name` in access paths, such as `@self` for Java's `this`.

        A name without a special meaning is returned unchanged.
        """
        return self._objects.get(name, name)

    def end_of_arguments(self, at: int) -> int:
        """Return the end of the type arguments that begin at `at`, or `at` if there are none."""
        return self._argument_ends.get(at, at)

    @cached_property
    def _argument_ends(self) -> dict[int, int]:
        indices = {ends[0]: end for end, start in self._indices.items() if (ends := self._indexed.get(start))}
        return indices | {start: end for end, (start, step) in self._steps.items() if not step}

    def _separated(self, at: int) -> int:
        """Return the start of the separator that ends at `at`; -1 if there is none."""
        if at == 0 or self._data[at - 1] not in self._separators.last_bytes:
            return -1
        for separator in self._separators.longest_first:
            start = at - len(separator)
            if start >= 0 and self._data.startswith(separator, start):
                is_range = separator == b"." and self._data[start - 1 : start] == b"."
                return -1 if is_range else start
        return -1

    def _before_type_arguments(self, at: int) -> int:
        """Return the start of the type arguments that end at `at` and follow a separator: `Type.<First>name`.

        Returns `at` if there are none.
        """
        start, step = self._steps.get(at, (at, ""))
        return start if not step and self._separated(start) >= 0 else at

    def _implied(self, at: int) -> str:
        """Return `UNKNOWN` if the separator at `at` has an implicit receiver, as in `return .red`, else ""."""
        if not self._implicit_members or self._data[at - 1] not in b" \t":
            return ""
        return UNKNOWN if self._data[max(0, at - WINDOW) : at].rstrip(b" \t")[-1:] not in b"\r\n" else ""

    def _is_root(self, start: int, end: int) -> bool:
        """Return whether the separator at `start`–`end` begins a fully qualified name, with nothing before it."""
        if self._data[start:end] not in _ROOTED:
            return False
        return start == 0 or not (self._data[start - 1] in _CLOSING or _NAME.match(self._data[start - 1 : start]))

    def _end_before(self, at: int) -> int:
        """Return the end of the last code before `at`, skipping white space and comments.

        Returns 0 if a comment remains that was not skipped, so that its words are never read as code.
        """
        blanks = self._separators.blanks
        limit = at - WINDOW
        while at > 0 and self._data[at - 1] in blanks:
            window = self._data[max(0, at - WINDOW) : at]
            at -= len(window) - len(window.rstrip(blanks))
            at = self._comments.get(at, at) if at > limit else at
        return 0 if at in self._comments else at  # never read the words of a comment as code

    def _chain(self, end: int, limit: int) -> tuple[str, int]:
        """Return the expression that ends at `end`, and its start, or -1 if the start is unknown.

        Text before `limit` is not read; a group that begins before it is `UNKNOWN`.
        """
        steps: list[str] = []
        at = end
        while len(steps) < MAX_STEPS and at > limit:
            start = self._groups.get(at, -1)
            bracketed = -1 if self._is_whole(start, at) else self._before_bracket(at, steps)
            if bracketed >= 0:
                at = bracketed
            elif start >= 0:
                inner = self._grouped(start, at) if start >= limit else UNKNOWN
                return inner + self._joined(steps), start
            else:
                name = _NAME.match(self._data[max(0, limit, at - LONGEST_NAME) : at][::-1])
                if name is None:
                    return self._unknown(at) + self._joined(steps), -1
                at -= name.end()
                text = name[0][::-1]
                if text[0] in self._separators.last_bytes and self._separated(at + 1) >= 0:  # `::$name`
                    at, text = at + 1, text[1:]
                marks = self._own_marks(at)
                steps.append((marks + text).decode("utf-8", "replace"))
                if marks:
                    return self._joined([*steps, ".", SELF]), at - len(marks)
                after = self._before_type_arguments(self._end_before(at))
                before = self._separated(after) if at not in self._beginnings else -1
                if before < 0:
                    return self._joined(steps), at
                steps.append(".")
                if head := ROOT if self._is_root(before, after) else self._implied(before):
                    steps.append(head)
                    return self._joined(steps), before
                at = self._end_before(before)
        return UNKNOWN + self._joined(steps), -1

    def _whole(self, end: int) -> str:
        """Return the expression for a literal, a word for the enclosing type, or a loaded module that ends at `end`.

        The word for the enclosing type gives `@Self`. A loaded module is a call such as `require("./module")`. Returns
        "" if none of these ends at `end`.
        """
        if end in self._literals:
            return LITERAL
        if end in self._own_types:
            return OWN_TYPE
        loaded = _LOADED.match(self._data, self._loaded[end], end) if end in self._loaded else None
        return f'{{"{loaded[2].decode("utf-8", "replace")}"}}' if loaded else ""

    def _own_marks(self, at: int) -> bytes:
        """Return the prefix (`@` or `@@`) of the instance or class variable whose name begins at `at`, if any."""
        before = self._data[max(0, at - 2) : at] if self._own_mark else b""
        return before[len(before.rstrip(self._own_mark)) :] if before else b""

    def _is_whole(self, start: int, end: int) -> bool:
        """Return whether the group `start`–`end` begins before the bracket at its end, as in `new(T)`."""
        return start >= 0 and end in self._steps and start < self._steps[end][0]

    def _before_bracket(self, at: int, steps: list[str]) -> int:
        """Return the end of the expression before the bracket or mark (`!` or `?`) that ends at `at`.

        Appends the step for a bracket to `steps`. Returns -1 if no such bracket or mark ends there.
        """
        last = self._data[at - 1]
        if last in b"!?":
            return at - 1
        if last not in _CLOSING:
            return -1
        if at in self._steps:
            start, step = self._steps[at]
            steps.append(step or self._type_arguments(start, at))
            before = -1 if step else self._separated(start)  # type arguments: `f::<T>()`
            return self._end_before(start) if before < 0 else before
        ends = self._indexed.get(self._indices.get(at, -1), [])  # empty in a text with errors
        if before := bisect_left(ends, at):
            steps.append("" if at in self._slices else self._element_step(ends[before - 1], at))
            return ends[before - 1]
        return -1

    def _element_step(self, start: int, end: int) -> str:
        """Return the step for an index in brackets, as in `[0]` or `?.[0]`, at `start`–`end`."""
        index = self._data[start : end - 1].partition(b"[")[2]
        return f"[{int(index)}]" if index.isdigit() and len(index) <= MAX_DIGITS else "[]"

    def _type_arguments(self, start: int, end: int) -> str:
        """Return the step for the type arguments in the brackets at `start`–`end`: `{First,Second}`.

        Returns "" if the arguments have no normal form, or if `member_types` is not set.
        """
        if not self._member_types:
            return ""
        name, *_ = alternatives(normal_type(f"T{self._data[start:end].decode('utf-8', 'replace')}", True)) or [("", ())]
        return f"{{{','.join(name[1])}}}" if name[1] else ""

    def _joined(self, reversed_steps: list[str]) -> str:
        steps = reversed_steps[::-1]
        if steps and steps[0] in self._objects:
            steps[0] = self._objects[steps[0]]
            if steps[0] == SUPER and steps[1:2] == ["()"]:
                del steps[1]
        return "".join(steps)

    def _unknown(self, at: int) -> str:
        return LITERAL if self._data[at - 1] in b"\"'`]}" else UNKNOWN

    def _grouped(self, start: int, end: int) -> str:
        """Return the expression for a group at `start`–`end`: parentheses, a cast, a literal or a loaded module."""
        if whole := self._whole(end):
            return whole
        for cast_start, cast_end in self._casts[bisect_left(self._casts, (start,)) :]:
            if cast_start >= end:
                break
            is_plain_cast = cast_end == end - 1 or cast_start <= start + 2  # `(value as Type)`, `((Type) value)`
            if is_plain_cast or self._is_whole(start, end):  # `cast<Type>(value)`
                named = self.type_at(cast_start, cast_end)
                return f"{{{named}}}" if named else UNKNOWN
        return self.value(start + 1, end - 1)


def member_step(name: str) -> str:
    """Return the step to the member `name`, which is `.name`.

    If `name` is empty or contains special characters, return the step to an element, `[]`. In `{ '(': value }`, for
    example, no type declares a member `(`, but a map type has an element for this key.
    """
    return "[]" if not name or any(mark in name for mark in _MARKS) else f".{name}"


def is_plain(expression: str) -> bool:
    """Return whether an expression consists only of names or is empty."""
    return not any(mark in expression for mark in "?{([%^;")
