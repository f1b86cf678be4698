"""Separates the members of a TypeScript type if a line begins with the type parameters of a call signature.

    interface Create { withTypes(): Create<Config>
      <Result>(name: string): Action<Result> }

TypeScript does not continue a type with type arguments on the next line, but the grammar does, and then cannot parse
the rest of the type or file. To prevent this, the space before `<` is replaced with a semicolon. Offsets stay valid;
only the parser sees the changed text.
"""

import re

_CANDIDATE = re.compile(rb"^[ \t]*([ \t])<\s*(?:const\s+)?[A-Za-z_$][\w$]*\s*(?:extends\b|[,=]|>\s*\()", re.MULTILINE)
_TOKEN = re.compile(
    rb"(?P<blank>\s+|//[^\n]*|/\*.*?(?:\*/|\Z))"
    rb"|(?P<text>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)"
    rb"|(?P<arrow>=>)|(?P<word>[\w$]+)|.",
    re.DOTALL,
)
_CLOSING = {b")": b"(", b"]": b"[", b"}": b"{"}
_ENDS = frozenset({b">", b")", b"]", b"}"})  # tokens that can end a type, as a name can
_TYPED = re.compile(rb"[:|&>]")  # precedes, on the same line, a name that ends a type, but not the name of a method


def end_members(data: bytes) -> bytes:
    """Return `data` with a semicolon in place of the space before each call signature that begins a line in braces.

    The space is replaced only if the code before it can end a type.
    """
    candidates = {match.start(1): match.end(1) for match in _CANDIDATE.finditer(data)}
    if not candidates:
        return data
    ended = bytearray(data)
    brackets: list[bytes] = []
    last, last_end, is_name = b"", 0, False  # the last token that is not whitespace or a comment
    for match in _TOKEN.finditer(data):
        token = match[0]
        if match["blank"]:
            continue
        if token == b"<" and match.start() - 1 in candidates and brackets[-1:] == [b"{"]:
            line = data[data.rfind(b"\n", 0, last_end) + 1 : last_end]
            if last in _ENDS or (is_name and _TYPED.search(line)):
                ended[match.start() - 1] = ord(";")
        if token in _CLOSING.values():
            brackets.append(token)
        elif token in _CLOSING and brackets[-1:] == [_CLOSING[token]]:
            brackets.pop()
        last, last_end, is_name = token, match.end(), bool(match["word"] or match["text"])
    return bytes(ended)
