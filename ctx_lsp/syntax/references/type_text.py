"""The normal form of types: one notation for the type annotations of all languages.

For example, `list["Foo"] | None` becomes `list<Foo>`. A name is followed by its arguments in `<…>`. Parts of a name are
joined by dots, and alternatives by `|`.

Other forms are:
- `Array<T>`: a sequence in array notation, such as `T[]`;
- `tuple<A,B>`: several values;
- `Callable<P,R>`: a function with its parameters and its result;
- `@member<T,key>`: an indexed access type, `T["key"]`; for `T[number]`, the key is `@element`, and for `T[1]`, `@1`;
- `@shape<key,T,other,U>`: a type literal, `{ key: T; other: U }`;
- `"module".Name`: a type with its module, `import("module").Name`.

Tokens that do not affect members (references, pointers, `const`, `?`) are left out. Names are not resolved here;
`graph.resolution` does that.
"""

import re
from functools import lru_cache

from ctx_lsp.base.late_expressions import compile_late

LONGEST_TYPE = 4_000  # maximum characters, including comments
MAX_TYPE = 400  # maximum characters; longer types are literal shapes, which have no name
MAX_DEPTH = 20  # maximum depth of nested types; handwritten code stays below
MAX_INDEX = 99  # elements of a tuple with types of their own
MAX_DIGITS = len(str(MAX_INDEX))
ARRAY = "Array"
CALLABLE = "Callable"
TUPLE = "tuple"
NAMELESS = "unknown"
MEMBER = "@member"
ELEMENT, INDEX = "@element", "@"
SHAPE = "@shape"
TYPE_OF = "typeof"

_PART = compile_late(
    r"""(?P<name>[A-Za-z_$@\x80-\U0010ffff][\w$]*(?:(?:\.|::|\\)[A-Za-z_$][\w$]*)*)"""
    r"""|(?P<text>"[^"]*"|'[^']*'(?!\w)|`[^`]*`)|(?P<lifetime>'\w+)|(?P<arrow>=>|->)"""
    r"""|(?P<direction><-(?=\s*chan\b)|(?<=\bchan)<-)|(?P<number>\d\w*)|(?P<mark>\S)"""
)
_COMMENT = compile_late(r"/\*.*?(?:\*/|\Z)|//[^\n]*", re.DOTALL)
_SEPARATOR = compile_late(r"::|\\")
_NO_TYPES = frozenset({
    "const", "mut", "dyn", "impl", "readonly", "unsigned", "signed", "struct", "union", "enum", "class", "volatile",
    "final",
    "out", "ref", "in", "params", "some", "any", "inout", "unique", "unsafe", "extern", "typename", "async",
    "suspend", "vararg", "lateinit", "var", "val", "let", "static", "register", "restrict", "constexpr", "inline",
    "asserts", "infer", "abstract", "new", "open", "override", "private", "public", "protected", "internal",
    "implicit", "lazy", "opaque", "covariant", "required", "late", "global", "each", "extends", "super",
    "consuming", "borrowing", "sending", "isolated", "mutable", "friend", "virtual", "explicit", "auto",
})  # fmt: skip
_KEY = compile_late(r"[\w$-]+")
_MODULE = compile_late(r"[^\s\"<>|,{}]+")
_MAPPING = frozenset({"+", "-", "readonly", "["})
_LONGEST_MAPPED = 8  # maximum parts of a mapped type before the type whose members it has
_OPENING = {"<": ">", "[": "]", "(": ")", "{": "}"}

_CLOSING = frozenset(_OPENING.values())


@lru_cache(maxsize=4096)
def normal_type(text: str, has_members: bool = False) -> str:
    """Return the normal form of a type as written in code; "" if it has none (a computed type, for example).

    If `has_members` is set, a string in brackets after a type names a member (`Type["key"]`), and braces are read as
    shapes.
    """
    if len(text) > MAX_TYPE:
        text = _COMMENT.sub(" ", text[:LONGEST_TYPE])
    if len(text) > MAX_TYPE:
        return ""
    return _Reader(text, has_members).union()


class _Reader:
    """A recursive-descent reader of one type. It reads each part once, so its run time is linear in the text length."""

    def __init__(self, text: str, has_members: bool) -> None:
        self._has_members = has_members
        self._depth = 0
        self._parts = [(match.lastgroup or "", match[0]) for match in _PART.finditer(text)]
        self._at = 0
        self._commas = 0  # number of commas in the last list that was read

    def union(self) -> str:
        """Read a type with all of its alternatives, and return its normal form; "" if it has none.

        The parts of an intersection `A & B` are read like those of `A | B`, because it has the members of both. A
        conditional type `A extends B ? C : D` is read as `C | D`.
        """
        parts = [self._one()]
        is_condition = self._peek() == "extends" and not parts[0].startswith(CALLABLE)
        if is_condition and (begin := self._condition()):
            self._at = begin
            parts = [self.union()]
            if self._peek() == ":":
                self._at += 1
                parts.append(self.union())
        while self._peek() in ("|", "&", "with"):
            self._at += 1
            parts.append(self._one())
        return "|".join(dict.fromkeys(part for part in "|".join(parts).split("|") if part)) if any(parts) else ""

    def _condition(self) -> int:
        """Return the index of `C` in a conditional type `A extends B ? C : D`; 0 if the type is not conditional."""
        depth = 0
        for at in range(self._at, len(self._parts)):
            part = self._parts[at][1]
            depth += (part in _OPENING) - (part in _CLOSING)
            if depth < 0 or (not depth and part in (",", ";")):
                return 0
            if part == "?" and not depth:
                return at + 1
        return 0

    def _peek(self) -> str:
        return self._parts[self._at][1] if self._at < len(self._parts) else ""

    def _one(self) -> str:
        """Read one alternative. Returns "" if the alternative is nested deeper than `MAX_DEPTH`."""
        if self._depth == MAX_DEPTH:
            self._at = len(self._parts)
            return ""
        self._depth += 1
        found = self._read()
        self._depth -= 1
        return found

    def _read(self) -> str:
        """Read a name with its arguments, a quoted type or a bracketed type, with leading tokens and suffixes.

        Returns the normal form; "" if there is none.
        """
        while self._at < len(self._parts):
            kind, part = self._parts[self._at]
            if kind in ("lifetime", "direction") or part in "&*?!.@#:\\" or part in _NO_TYPES:
                self._at += 1
            elif part == "<":  # type parameters
                self._list(part)
            elif kind == "name":
                return self._suffixes(self._named())
            elif kind == "text":
                self._at += 1
                return self._suffixes(
                    normal_type(part[1:-1], self._has_members) if part[0] != "`" and part[1:-1] != part else ""
                )
            elif part in ("(", "[", "{"):
                return self._suffixes(self._bracketed(part))
            else:
                self._at += kind in ("number",)
                return ""
        return ""

    def _named(self) -> str:
        name = _SEPARATOR.sub(".", self._parts[self._at][1])
        self._at += 1
        if name == TYPE_OF and self._has_members and self._parts[self._at : self._at + 1]:
            inner = self._named() if self._parts[self._at][0] == "name" else self._one()
            return inner if not inner or inner.startswith('"') else f"typeof<{inner}>"
        if name in ("typeof", "chan", "keyof"):
            inner = self._one()
            return f"{name}<{inner}>" if inner and name != "keyof" else ""
        if name == "import" and self._peek() == "(":
            return self._imported()
        if name in ("func", "fn", "fun", "function") and self._peek() == "(":
            self._list("(")
            self._at += self._peek() in ("->", "=>", ":")
            return _generic(CALLABLE, [self._one()])
        arguments: list[str] = []
        while self._peek() == "<" or (self._peek() == "[" and not self._has_members and not self._is_array()):
            arguments += self._list(self._peek())
        if name.endswith(CALLABLE) and arguments and arguments[0].partition("<")[0] == ARRAY:  # `Callable[[A, B], R]`
            arguments[:1] = [argument for _, parameters in alternatives(arguments[0]) for argument in parameters]
        if name == "map" and len(arguments) == 1:  # `map[K]V`
            arguments.append(self._one())
        return _generic(name, arguments) if name not in ("None", "null", "undefined", "void", "nil") else ""

    def _imported(self) -> str:
        """Read `import("./module").Name`, starting at the opening bracket."""
        module = self._parts[self._at + 1 : self._at + 2]
        self._list("(")
        if not module or module[0][0] != "text" or not _MODULE.fullmatch(module[0][1][1:-1]):
            return ""
        name = f'"{module[0][1][1:-1]}"'
        while self._peek() == ".":
            self._at += 1
            name += f".{self._peek()}"
            self._at += 1
        return _generic(name, self._list("<") if self._peek() == "<" else [])

    def _is_array(self) -> bool:
        return self._peek() == "[" and self._parts[self._at + 1 : self._at + 2] in ([("mark", "]")], [])

    def _list(self, opening: str) -> list[str]:
        """Read the types between brackets, starting at the opening bracket."""
        closing = _OPENING[opening]
        self._at += 1
        found: list[str] = []
        commas = 0
        while self._at < len(self._parts) and self._peek() != closing:
            before = self._at
            part = self.union()
            is_named = opening != "[" or self._has_members  # `[name: Type]` is a tuple there, elsewhere a map
            if self._peek() in (":", "?", "=") and is_named:  # `(name: Type)`, `key?: Type`
                self._at += 1
                if part == "this" and opening == "(":  # the type of the receiver, not a parameter
                    self.union()
                    self._at += self._peek() == ","
                continue
            found.append(part)
            commas += self._peek() == ","
            if self._at == before or self._peek() in (",", ":", ";"):
                self._at += 1
        self._at += 1
        self._commas = commas
        return found

    def _bracketed(self, opening: str) -> str:
        if opening == "{":
            return self._braced()
        inner = self._list(opening)
        if opening == "(":
            if self._peek() in ("=>", "->", ":"):  # `(name: Type): Type` is a signature
                self._at += 1
                return _function(inner, self._one())
            if not inner[1:]:
                return inner[0] if inner else TUPLE
            return tuple_of(inner) if len(inner) in (self._commas, self._commas + 1) else ""
        if not any(inner) and self._at < len(self._parts):  # `[]T`, `[4]T`
            return _generic(ARRAY, [self._one()])
        is_tuple = self._has_members and len(inner) > 1 and len(inner) in (self._commas, self._commas + 1)
        return tuple_of(inner) if is_tuple else _generic(ARRAY, inner)

    def _braced(self) -> str:
        """Read a type in braces. Returns "" if the type has no normal form."""
        if self._is_mapped():
            return self._mapped()
        if self._has_members:
            return self._shape()
        self._list("{")
        return ""

    def _is_mapped(self) -> bool:
        """Return whether a mapped type follows, such as `{ [K in keyof T]: … }`."""
        parts = [part for _, part in self._parts[self._at : self._at + _LONGEST_MAPPED]]
        if "in" not in parts or parts[parts.index("in") + 1 : parts.index("in") + 2] != ["keyof"]:
            return False
        before = parts[1 : parts.index("in")]
        return "[" in before and all(part in _MAPPING for part in before[: before.index("[") + 1])

    def _mapped(self) -> str:
        """Read a mapped type `{ [K in keyof T]: … }`; return `T`, because both types have the same members."""
        here = self._at
        while self._peek() != "keyof":
            self._at += 1
        self._at += 1
        found = self._one()
        self._at = self._closing(here) + 1
        return found

    def _closing(self, at: int) -> int:
        """Return the index of the brace that closes the one at `at`, or the number of parts if it is never closed."""
        depth = 0
        for end in range(at, len(self._parts)):
            part = self._parts[end][1]
            depth += (part == "{") - (part == "}")
            if depth == 0:
                return end
        return len(self._parts)

    def _member(self, holder: str) -> str:
        """Read the brackets of an indexed access type, such as `holder["key"]` or `holder[1]`, and return the type."""
        kind, key = self._parts[self._at + 1] if self._at + 1 < len(self._parts) else ("", "")
        self._list("[")
        if kind == "text" and not _KEY.fullmatch(key[1:-1]):
            return ""
        is_index = kind == "number" and key.isdecimal() and len(key) <= MAX_DIGITS
        named = key[1:-1] if kind == "text" else f"{INDEX}{key}" if is_index else ELEMENT
        return f"{MEMBER}<{holder},{named}>" if holder else ""

    def _shape(self) -> str:
        """Read a shape `{ key: Type }`. Returns "" if none of its keys is a name."""
        self._at += 1
        found: list[str] = []
        while self._at < len(self._parts) and self._peek() != "}":
            before = self._at
            key = self._key()
            if self._peek() == "<":
                self._list("<")
            parameters = self._list("(") if self._peek() == "(" else None
            if self._peek() == ":":
                self._at += 1
                given = self.union()
                found += (key, given if parameters is None else _function(parameters, given)) if key else ()
            self._at += self._peek() in (",", ";") or self._at == before
        self._at += 1
        return f"{SHAPE}<{','.join(part or NAMELESS for part in found)}>" if found else ""

    def _key(self) -> str:
        """Read the key of a shape. Returns "" if the key is not a name."""
        if self._peek() == "readonly":
            self._at += 1
        kind, key = self._parts[self._at] if self._at < len(self._parts) else ("", "")
        if key == "[":
            self._list("[")
            return ""
        self._at += kind in ("name", "text")
        self._at += self._peek() == "?"
        key = key[1:-1] if kind == "text" else key
        return key if kind in ("name", "text") and _KEY.fullmatch(key) else ""

    def _suffixes(self, found: str) -> str:
        while (part := self._peek()) in ("[", "?", "!", "*", "&&", "...", "=>", "->", "lifetime"):
            if part in ("=>", "->"):
                self._at += 1
                return _generic(CALLABLE, [self._one()])
            if part == "[" and not self._is_array() and self._has_members:
                found = self._member(found)
            elif part == "[":
                found = _generic(ARRAY, [found]) if self._is_array() else ""
                self._list("[")
            else:
                self._at += 1
        return found


def tuple_of(parts: list[str]) -> str:
    """Return the text of a tuple type with the element types `parts`, in normal form; "" if all of them are unknown."""
    return f"{TUPLE}<{','.join(part or NAMELESS for part in parts)}>" if any(parts) else ""


def step_to(key: str) -> str:
    """Return the step to the member `key` of an indexed access type in normal form: `.key`, `[1]` or `[]`."""
    if not key.startswith(INDEX):
        return f".{key}"
    return "[]" if key == ELEMENT else f"[{key.removeprefix(INDEX)}]"


def _function(parameters: list[str], result: str) -> str:
    """Return the text of a function type.

    An unknown part is written as `unknown`, so that the others keep their positions.
    """
    return f"{CALLABLE}<{','.join(one or NAMELESS for one in (*parameters, result))}>"


def _generic(name: str, arguments: list[str]) -> str:
    known = [one for one in arguments if one]
    return f"{name}<{','.join(known)}>" if known else name


@lru_cache(maxsize=4096)
def alternatives(normal: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the alternatives of a type in normal form, each as its name and its arguments."""
    return tuple((name, arguments) for name, arguments in map(_name_and_arguments, _split(normal, "|")) if name)


def arguments_of(text: str) -> tuple[str, ...]:
    """Split a list of types, given as the text between `<` and `>`."""
    return tuple(_split(text, ","))


def without_shapes(normal: str) -> str:
    """Return a type in normal form without its shapes.

    Use this for a named type whose members are recorded as symbols, because its shape would only repeat them.
    """
    return "|".join(one for one in _split(normal, "|") if not one.startswith(SHAPE)) if SHAPE in normal else normal


def _name_and_arguments(one: str) -> tuple[str, tuple[str, ...]]:
    name, bracket, rest = one.partition("<")
    return name, tuple(_split(rest[:-1], ",")) if bracket else ()


def _split(text: str, separator: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter == "<") - (letter == ">")
        if letter == separator and not depth:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]
