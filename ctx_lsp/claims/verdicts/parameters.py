"""Parameters of functions, read from their signatures: names, defaults, and how many arguments a call may have.

This works for languages that write parameters in parentheses after the name. A signature that cannot be parsed gives
None.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.syntax.symbol_kinds import FUNCTION_KINDS

_OPENING, _CLOSING, _QUOTES = "([{<", ")]}>", "\"'`"
_NAME_FIRST = re.compile(r"(?P<name>[A-Za-z_$][\w$]*+)\s*+(?P<optional>\?)?\s*+(?::(?!:)|=(?!=)|$)")
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_MODIFIERS = re.compile(
    r"^(?:(?:public|private|protected|readonly|override|final|const|var|val|mut|ref|out|in|params|vararg|inline|noinline|crossinline|@\w+(?:\([^)]*\))?|#\[[^\]]*\])\s+)+"
)
_NEXT_LIST = re.compile(r"\) ?\(")  # a function may have several lists of parameters
_TYPE_OF_TYPES = re.compile(r"[\"']?(?:\w+\.)*[Tt]ype\b")  # such as `"typing.Type[T]"`
_RECEIVERS = frozenset({"self", "cls", "this", "&self", "&mut self", "mut self"})
_REST = ("*", "...", "&rest", "...$")
_COMMENT = re.compile(r"(?m)^[ \t]*+(?:#(?!\[)|//).*$|\s{2}(?:#(?!\[)|//) .*$")
_POINTER = re.compile(r"\([*^&]++\s*+(?:const )?(?P<name>\w+)")
_SIZE = re.compile(r"\[[^\[\]]*\]")
_TYPE_WORDS = frozenset(
    {"void", "char", "short", "int", "long", "float", "double", "bool", "signed", "unsigned", "const", "size_t"}
)
_QUALIFIED_END = re.compile(r"::\s*\w+\W*$")  # as in `std::string`, which is no name
_TYPE_KEYWORDS = frozenset({"struct", "enum", "union", "class", "const", "volatile"})
_ANGLE_OPERATORS = ("=>", "->")
_TYPE_BRACKETS = {"<": ">", "[": "]"}


class Parameter(NamedTuple):
    """A parameter of a function. `default` is the text of its default value, or None if it has none.

    `is_rest` is set if it takes all further positional arguments, and `is_keyword_rest` if it takes all further keyword
    arguments.
    """

    name: str
    default: str | None
    is_rest: bool
    is_keyword_rest: bool
    is_keyword_only: bool
    is_optional: bool


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters of a function, without the receiver, such as `self`."""

    all: tuple[Parameter, ...]

    @property
    def is_open(self) -> bool:
        """Whether the function accepts keyword arguments that are not in its signature."""
        return any(one.is_keyword_rest for one in self.all)

    def named(self, name: str) -> Parameter | None:
        """Return the parameter called `name`, ignoring a leading sign such as `$`; None if there is none."""
        return next((one for one in self.all if one.name.lstrip("$@&") == name.lstrip("$@&")), None)

    @property
    def most(self) -> int | None:
        """The largest number of arguments that a call may have; None if there is no limit."""
        return None if any(one.is_rest or one.is_keyword_rest for one in self.all) else len(self.all)

    @property
    def least(self) -> int:
        """The smallest number of arguments that a call may have."""
        return sum(
            1 for one in self.all if one.default is None and not (one.is_optional or one.is_rest or one.is_keyword_rest)
        )


def parameters_of(entry: FileEntry, definition: Definition) -> Parameters | None:
    """Parse the parameters of a function; return None if this is not possible with certainty."""
    if definition.kind not in FUNCTION_KINDS:
        return None
    span = entry.facts.spans[definition.index]
    declared = entry.source.slice(span.name_end, min(span.end, max(span.body, span.name_end + 1)))
    text = " ".join(_COMMENT.sub("", declared).split())
    opened = text.find("(", _type_parameters_end(text))
    between = text[:opened].strip()
    if opened < 0 or (between and not between.startswith(("<", "[", "=", ":"))):
        return None
    if _NEXT_LIST.search(text, opened) and entry.language == "scala":
        return None
    pieces = split_arguments(text, opened)
    return None if pieces is None else _read(pieces, entry.language)


def _type_parameters_end(text: str) -> int:
    """Return where leading type parameters end, as in `<F extends (x: T) => U>(f: F)`; 0 if there are none."""
    opening = text.lstrip()[:1]
    if opening not in _TYPE_BRACKETS:
        return 0
    closing, depth = _TYPE_BRACKETS[opening], 0
    for at, sign in enumerate(text):
        depth += (sign == opening) - (sign == closing and text[at - 1 : at + 1] not in _ANGLE_OPERATORS)
        if sign == closing and depth == 0:
            return at
    return 0


def split_arguments(text: str, opened: int) -> list[str] | None:
    """Return the comma-separated parts in the brackets that open at `opened`; None if they are not closed."""
    pieces: list[str] = []
    depth, start, quote = 0, opened + 1, ""
    for at in range(opened, len(text)):
        sign = text[at]
        if quote:
            quote = "" if sign == quote and text[at - 1] != "\\" else quote
        elif sign in _QUOTES and not (
            sign == "'"
            and text[at + 2 : at + 3] != "'"
            and text[at + 1 : at + 2].isalpha()
            and "'" not in text[at + 1 :]
        ):
            quote = sign
        elif text[at - 1 : at + 1] in _ANGLE_OPERATORS or text[at : at + 2] in _ANGLE_OPERATORS:
            continue
        elif sign in _OPENING:
            depth += 1
        elif sign in _CLOSING:
            depth -= 1
            if depth == 0:
                last = text[start:at].strip()
                return [*pieces, last] if last or pieces else []
        elif sign == "," and depth == 1:
            pieces.append(text[start:at].strip())
            start = at + 1
    return None


def _read(pieces: list[str], language: str) -> Parameters | None:
    found: list[Parameter] = []
    keyword_only = False
    for piece in pieces:
        if piece in ("", "/", "void"):
            continue
        if piece == "*":
            keyword_only = True
            continue
        if not found and _is_receiver(piece):
            continue
        one = _parameter(piece, language, keyword_only)
        if one is None:
            return None
        keyword_only = keyword_only or (one.is_rest and piece.startswith("*"))
        found.append(one)
    return Parameters(tuple(found))


def _is_receiver(piece: str) -> bool:
    """Return whether a first parameter is the receiver. `cls` may have no declared type except `type[…]`."""
    name, _, declared = (part.strip() for part in piece.partition(":"))
    return name in _RECEIVERS and (name != "cls" or not declared or _TYPE_OF_TYPES.match(declared) is not None)


def _parameter(piece: str, language: str, keyword_only: bool) -> Parameter | None:
    rest = piece.startswith(_REST) or "..." in piece or piece.startswith(("vararg ", "params "))
    keyword_rest = piece.startswith("**")
    bare = _MODIFIERS.sub("", piece.lstrip("*.&").strip())
    head, default = _halves(bare)
    if head.startswith(("{", "[", "(")):  # destructuring, whose inner names may be meant
        return None
    if writes_types_first(language) and _is_unnamed(head):
        return None
    named = _NAME_FIRST.match(bare)
    if named and (named.end() == len(bare) or ":" in head or default is not None or " " not in head.strip()):
        name, optional = named["name"], bool(named["optional"])
    elif writes_types_first(language):
        pointed = _POINTER.search(head)  # as in `void (*done)(int)`
        words = _WORD.findall(_SIZE.sub("", head))
        if not words or ("(" in head and pointed is None):
            return None
        name, optional = pointed["name"] if pointed else words[-1], False
    else:
        words = _WORD.findall(head)
        if not words:
            return None
        name, optional = words[0], False
    return Parameter(name, default, rest and not keyword_rest, keyword_rest, keyword_only, optional)


def _is_unnamed(head: str) -> bool:
    """Return whether a declaration that begins with a type may have no name after it, as in `f(int, char *)`."""
    declared = _SIZE.sub("", head)
    words = [one for one in _WORD.findall(declared) if one not in _TYPE_KEYWORDS]
    if "(" in head or not words or words[0].startswith("$"):
        return not words
    return len(words) == 1 or words[-1] in _TYPE_WORDS or _QUALIFIED_END.search(declared) is not None


def writes_types_first(language: str) -> bool:
    """Return whether declarations in a language put the type before the name."""
    return language in TYPES_FIRST


TYPES_FIRST = frozenset(
    {"java", "csharp", "c", "cpp", "dart", "php", "groovy", "cuda", "objc", "arduino", "d", "solidity"}
)


def _halves(piece: str) -> tuple[str, str | None]:
    """Split a parameter into its declaration and its default value, which is None if there is none."""
    depth = 0
    for at, sign in enumerate(piece):
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif (
            sign == "="
            and depth == 0
            and piece[at : at + 2] not in ("=>", "==")
            and piece[at - 1 : at] not in ("=", "!", "<", ">")
        ):
            return piece[:at].strip(), piece[at + 1 :].strip()
    return piece, None
