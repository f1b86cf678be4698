"""Blanks out C and C++ macros that the grammars cannot parse.

`UV_HANDLE_FIELDS` alone on a line, `class API Name {` or `API int f() NOEXCEPT;` breaks parsing for the rest of a
structure or file. Only names in capitals are treated as macros. Two consecutive names are a type and a declared name,
so a third name is a macro. A name before a keyword that begins a declaration, or after parameters, is a macro as well.

Each macro is replaced with spaces, so offsets stay valid. Only the parser sees the changed text.
"""

import re
from collections.abc import Iterable, Sequence

from ctx_lsp.syntax.preprocessing.c_tokens import Token, blank, tokens

_CAPITALS = re.compile(rb"[A-Z][A-Z0-9_]{2,}")
_SHORTEST_ALONE = 4  # minimum letters for a macro alone on its line
_WORD = re.compile(rb"[A-Za-z_]\w*")
_STATEMENT_ENDS = frozenset({b"", b";", b"{", b"}"})
_CONTINUATIONS = frozenset(b"{ = , ) | & && ? : :: . -> + - * / < > ( [ ;".split())  # tokens that may follow an operand
_TYPE_KEYS = frozenset({b"class", b"struct", b"union", b"enum"})
_HOLDERS = frozenset({b"class", b"struct", b"union", b"namespace", b"extern"})  # their braces hold declarations
_TYPE_WORDS = frozenset(b"auto bool char double float int long short signed unsigned void wchar_t".split())
_STARTS = _TYPE_WORDS | _TYPE_KEYS | frozenset(
    b"constexpr consteval constinit decltype explicit extern friend inline mutable namespace static template"
    b" thread_local typedef typename using virtual".split()
)  # fmt: skip
_QUALIFIERS = frozenset({b"const", b"volatile", b"noexcept", b"override", b"final"})
_ACCESS = frozenset({b"public", b"protected", b"private"})
_KEYWORDS = _STARTS | _QUALIFIERS | _ACCESS | frozenset(
    b"alignas alignof and break case catch co_await co_return co_yield const_cast continue default delete do"
    b" dynamic_cast else false for goto if new not nullptr operator or reinterpret_cast requires return sizeof"
    b" static_assert static_cast switch this throw true try typeid while".split()
)  # fmt: skip
_AFTER_PARAMETERS = _QUALIFIERS | frozenset({b";", b"{", b"=", b":", b"->", b"try"})
_LONGEST_TYPE = 60  # tokens
_MAX_QUALIFIERS = 20  # maximum between parameters and a macro
_DEEPEST_ARGUMENTS = 2  # maximum depth of argument lists in the parameters of a template
_ENUM_HEAD = 8  # maximum number of tokens between `enum` and its brace


def blank_macros(data: bytes, code: bytes) -> tuple[bytes, bytes]:
    """Return `data` and `code`, both with spaces in place of the macros that break parsing.

    `code` is `data` with everything but code blanked out (see `read_code`).
    """
    if not _CAPITALS.search(code):
        return data, code
    blanked, bare = bytearray(data), bytearray(code)
    for start, end in _Macros(code).ranges():
        blank(blanked, start, end)
        blank(bare, start, end)
    return bytes(blanked), bytes(bare)


class _Macros:
    """The tokens of a text, from which macros are removed one by one.

    Positions are token indices. `_left` and `_right` hold the neighbours of each token, skipping removed tokens.
    """

    def __init__(self, code: bytes) -> None:
        self._code = code
        self._tokens: Sequence[Token] = list(tokens(code))
        self._partner = _partners(self._tokens)
        self._declares = _declarative(self._tokens)
        self._left = list(range(-1, len(self._tokens) - 1))
        self._right = list(range(1, len(self._tokens) + 1))
        self._ranges: list[tuple[int, int]] = []

    def ranges(self) -> Iterable[tuple[int, int]]:
        """Return the byte range of each macro. If a macro is used as a type, the range covers only its arguments.

        A macro around a type or the head of a function has two ranges: before and after the text that it encloses.
        """
        named = [i for i, token in enumerate(self._tokens) if _CAPITALS.fullmatch(token.text)]
        for i in named:
            if self._is_label(i):
                self._take(i, i + 1)
            elif self._wraps_declaration(i):
                self._unwrap(i)
            elif self._is_alone(i):
                self._take(i, self._end(i))
        self._take_parameters()
        for i in reversed(named):
            if not self._is_taken(i):
                self._take_prefix(i)
        for i in named:
            if not self._is_taken(i) and self._is_suffix(i):
                self._take(i, self._end(i))
        return self._ranges

    # Tokens

    def _text(self, i: int) -> bytes:
        return self._tokens[i].text if 0 <= i < len(self._tokens) else b""

    def _is_name(self, i: int) -> bool:
        text = self._text(i)
        return bool(_WORD.fullmatch(text)) and text not in _KEYWORDS

    def _end(self, i: int) -> int:
        """Return the last token of the macro at `i`: its name, or the bracket that closes its arguments."""
        return self._partner.get(i + 1, i) if self._text(i + 1) == b"(" else i

    def _breaks(self, i: int, j: int) -> bool:
        """Return whether a line ends between two tokens, or one of the tokens is outside the text."""
        if i < 0 or j >= len(self._tokens):
            return True
        return self._code.find(b"\n", self._tokens[i].end, self._tokens[j].start) >= 0

    def _is_taken(self, i: int) -> bool:
        return self._right[i] < 0

    def _take(self, first: int, last: int) -> None:
        """Remove the tokens from `first` to `last`, inclusive, and record their range."""
        left, right = self._left[first], self._right[last]
        for i in range(first, last + 1):
            self._right[i] = -1
        if left >= 0:
            self._right[left] = right
        if right < len(self._tokens):
            self._left[right] = left
        self._ranges.append((self._tokens[first].start, self._tokens[last].end))

    # Macros

    def _is_alone(self, i: int) -> bool:
        """Return whether a macro is between statements or members without being part of them."""
        end, before = self._end(i), self._left[i]
        if self._is_taken(i) or len(self._text(i)) < _SHORTEST_ALONE:
            return False
        if self._text(before) not in _STATEMENT_ENDS and not self._ends_label(before):
            return False
        following = self._text(self._right[end])
        if following == b";" and end > i:
            return self._is_member(i, end)
        if following == b"{":
            return not self._declares[i] and self._opens_block(i, end)
        has_line = self._breaks(i - 1, i) and self._breaks(end, end + 1)
        return has_line and not self._is_needed(i, end)

    def _is_needed(self, i: int, end: int) -> bool:
        """Return whether a macro on its own line is part of an expression, a type, an enumerator or a statement."""
        before, after = self._left[i], self._right[end]
        following = self._text(after)
        if following in _CONTINUATIONS and not (following == b"[" and self._text(after + 1) == b"["):
            return True
        if end > i:  # in a body, calls in the arguments matter more than the parse error
            return not self._declares[i] and any(self._text(inner) == b"(" for inner in range(i + 2, end))
        is_type = self._is_name(after) and self._text(after + 1) == b"(" and following.upper() != following
        return is_type or (following == b"}" and self._text(before) == b"{" and self._is_enum(before))

    def _is_member(self, i: int, end: int) -> bool:
        """Return whether a macro is a member whose arguments cannot be parameters: `PROPERTY(int, "name");`."""
        inside = {self._text(inner) for inner in range(i + 2, end)}
        return bool(self._declares[i]) and b'"' in inside and b"=" not in inside

    def _opens_block(self, i: int, end: int) -> bool:
        """Return whether a macro takes the place of `try` or `catch (…)` before a block."""
        inside = [token.text for token in self._tokens[i + 2 : end]]
        return not inside or inside[0] in (b".", b"const") or b"&" in inside[-2:]

    def _is_label(self, i: int) -> bool:
        """Return whether a macro is an access label in a type: `PRIVATE_UNLESS_TESTED:`."""
        starts = self._breaks(i - 1, i) and self._text(self._left[i]) in _STATEMENT_ENDS
        return starts and bool(self._declares[i]) and self._text(i + 1) == b":" and self._breaks(i + 1, i + 2)

    def _ends_label(self, i: int) -> bool:
        return self._text(i) == b":" and self._text(i - 1) in _ACCESS

    def _is_enum(self, brace: int) -> bool:
        return any(self._text(i) == b"enum" for i in range(max(0, brace - _ENUM_HEAD), brace))

    def _take_parameters(self) -> None:
        """Remove the parts of template parameters that the grammar cannot parse.

        These are the arguments of macros (`template <class T, ENABLE_IF(…)>`), references to arrays, and deeply nested
        arguments. While parsing deeply nested arguments, the parser would drop one of its alternative parses, possibly
        the right one.
        """
        passed = -1
        for i, token in enumerate(self._tokens):
            if token.text != b"template" or i < passed or self._text(i + 1) != b"<":
                continue
            passed = self._template_end(i + 1)
            depth = 0
            for j in range(i + 2, passed):
                text = self._text(j)
                if self._is_taken(j):
                    continue
                if text == b"<" and depth == _DEEPEST_ARGUMENTS:
                    self._take(j, self._template_end(j))
                elif text == b"(" and self._text(j + 1) in (b"&", b"&&") and self._text(j + 3) == b"[":
                    self._take(
                        j, j + 5 if self._text(j + 5) == b"]" else j + 2
                    )  # a reference to an array: `typename Array = T (&)[N]`
                elif text in (b"<", b">"):
                    depth += 1 if text == b"<" else -1
                elif self._text(j - 1) in (b",", b"<") and _CAPITALS.fullmatch(text) and self._end(j) > j:
                    self._take(j + 1, self._end(j))

    def _take_prefix(self, i: int) -> None:
        """Remove the macro at `i` if it stands before a declaration or in the head of one.

        If the macro with its arguments stands for the type of a function, only the arguments are removed. However, if
        its argument is a type, this type is kept instead: `EXPORT(int) f()` becomes `int f()`.
        """
        end, before = self._end(i), self._left[i]
        after = self._right[end]
        following, second = self._text(after), self._text(self._next(after))
        if self._text(before) in (b".", b"->", b"::"):
            return
        if self._text(before) in _TYPE_KEYS | {b"namespace"}:
            if following == b"[" and second == b"[":
                self._take(i, end)
                return
            is_head = self._is_name(after) and (second in (b":", b"{", b"<", b"::", b"final") or end > i)
            if is_head or self._is_declared(after):
                self._take(i, end)
        elif following in _STARTS or (following == b"operator" and self._is_conversion(after)):
            self._take(i, end)
        elif not self._is_name(after):
            return
        elif self._is_declared(after) or self._is_within_type(before, i, end) or self._is_constructor(after):
            self._take(i, end)
        elif end > i and second == b"(" and self._text(before) in (*_STATEMENT_ENDS, b">", *_STARTS):
            if self._is_type(i + 2, end):
                self._unwrap(i)
            else:
                self._take(i + 1, end)

    def _unwrap(self, i: int) -> None:
        """Remove a macro and its brackets, but keep the tokens that the brackets enclose."""
        end = self._end(i)
        self._take(i, i + 1)
        self._take(end, end)

    def _wraps_declaration(self, i: int) -> bool:
        """Return whether the argument of a macro is the head of a function: `UNUSED(static int f(int a)) { … }`."""
        end = self._end(i)
        opening = self._partner.get(end - 1, i) if self._text(end - 1) == b")" else i
        named = opening - 1
        is_head = named > i + 2 and self._is_name(named) and self._is_type(i + 2, named)
        return is_head and bool(self._declares[i]) and self._text(self._right[end]) in (b";", b"{")

    def _is_type(self, first: int, end: int) -> bool:
        """Return whether the tokens `first`–`end` are written like a type (`const item *`) and are not just macros."""
        texts = [self._text(i) for i in range(first, end)]
        is_written = all(_WORD.fullmatch(text) or text in (b"*", b"&", b"::") for text in texts)
        return is_written and any(_WORD.fullmatch(text) and not _CAPITALS.fullmatch(text) for text in texts)

    def _next(self, i: int) -> int:
        return self._right[i] if 0 <= i < len(self._tokens) else i

    def _is_conversion(self, i: int) -> bool:
        """Return whether the operator at `i` is a conversion: `operator bool()`."""
        target = self._text(self._next(i))
        return bool(_WORD.fullmatch(target)) and target not in (b"new", b"delete", b"co_await")

    def _is_declared(self, i: int) -> bool:
        """Return whether a type begins at `i`, followed by a name: `std::vector<int>& name`."""
        at, passed = i, 0
        while passed < _LONGEST_TYPE:
            passed += 1
            text = self._text(at)
            if text == b"<":
                end = self._template_end(at)
                if end == at:
                    return False
                passed, at = passed + end - at, end
            elif text not in (b"::", b"*", b"&", b"&&", b"const") and not self._is_name(at):
                return False
            at = self._next(at)
            if (self._is_name(at) or self._text(at) == b"operator") and text != b"::":
                return text != b"const" or self._is_name(at)
        return False

    def _is_within_type(self, before: int, i: int, end: int) -> bool:
        """Return whether a macro is between a type and a declared name: `int CALL f(void)`, `char* NONNULL s`."""
        if end > i or self._breaks(before, i):
            return False
        return self._text(before) in _TYPE_WORDS | {b"*", b"&", b"&&"} or self._is_name(before)

    def _is_constructor(self, i: int) -> bool:
        """Return whether a constructor or destructor begins at `i`.

        It looks like `Name(…) : …` or, outside of its type, like `Name::Name` or `Name<T>::~Name`.
        """
        at, holder, passed = i, b"", 0
        while self._text(self._next(at)) in (b"<", b"::"):
            holder = self._text(at)
            at = self._next(at)
            if self._text(at) == b"<":
                end = self._template_end(at)
                if end == at:
                    return False
                passed, at = passed + end - at, self._next(end)
            at = self._next(at)
            passed += 2
            if passed > _LONGEST_TYPE:
                return False
            if self._text(at) == b"~":
                return True
        opening = self._next(at)
        end = self._partner.get(opening, opening) if self._text(opening) == b"(" else opening
        return end > opening and (self._text(at) == holder or self._text(self._next(end)) == b":")

    def _is_suffix(self, i: int) -> bool:
        """Return whether a macro comes after parameters, a declared name, or the name in the head of a type."""
        end, before = self._end(i), self._left[i]
        following = self._text(self._right[end])
        for _ in range(_MAX_QUALIFIERS):
            if self._text(before) not in _QUALIFIERS:
                break
            before = self._left[before]
        holder = self._left[before] if before >= 0 else -1
        if self._text(before) == b")":
            is_followed = following in _AFTER_PARAMETERS or bool(_CAPITALS.fullmatch(following))
            return is_followed and self._ends_parameters(before)
        if not self._is_name(before):
            return False
        if self._text(holder) in _TYPE_KEYS:
            return following in (b":", b"{")
        if self._text(holder) == b"namespace":
            return following == b"{"
        has_type = self._is_name(holder) or self._text(holder) in _TYPE_WORDS | {b">", b"*", b"&"}
        return has_type and following in (b";", b"=", b"{") and not self._breaks(holder, before)

    def _ends_parameters(self, i: int) -> bool:
        """Return whether the bracket at `i` closes the parameters of a function that is not declared by a macro."""
        start = self._partner.get(i, -1)
        named = self._left[start] if start >= 0 else -1
        text = self._text(named)
        return text == b"noexcept" or (self._is_name(named) and not _CAPITALS.fullmatch(text))

    def _template_end(self, i: int) -> int:
        """Return the index of the `>` that closes the `<` at `i`, or `i` itself if the bracket is never closed."""
        depth = 0
        for j in range(i, min(i + 4 * _LONGEST_TYPE, len(self._tokens))):
            text = self._text(j)
            depth += (text == b"<") - (text == b">")
            if depth == 0:
                return j
            if text in (b";", b"{", b"}"):
                break
        return i


def _declarative(found: Sequence[Token]) -> bytearray:
    """Return a flag (1 or 0) for each token: whether it is at declaration level.

    Such a token is outside all braces, or only inside braces of types and namespaces.
    """
    inside = bytearray(len(found))
    around = [True]
    head = 0  # index of the first token of the statement
    for i, (text, _, _) in enumerate(found):
        inside[i] = around[-1]
        if text == b"{":
            words = {token.text for token in found[head:i]}
            around.append(found[i - 1].text != b")" and not words.isdisjoint(_HOLDERS) and b"=" not in words)
        elif text == b"}" and len(around) > 1:
            around.pop()
        if text in (b";", b"{", b"}"):
            head = i + 1
    return inside


def _partners(found: Sequence[Token]) -> dict[int, int]:
    """Map each parenthesis to its matching one, by index, unless a statement ends between the two."""
    partners: dict[int, int] = {}
    waiting: list[int] = []
    for i, (text, _, _) in enumerate(found):
        if text == b"(":
            waiting.append(i)
        elif text == b")" and waiting:
            start = waiting.pop()
            partners[start], partners[i] = i, start
        elif text in (b";", b"{", b"}"):
            waiting.clear()
    return partners
