"""Ends a member of a TypeScript type where the next line begins with the type parameters of a call signature.

    interface Create { withTypes(): Create<Config>
      <Result>(name: string): Action<Result> }

TypeScript takes no type arguments from another line, but the grammar does: it would lose the rest of the type, or of
the file. A semicolon in place of the blank before `<` says what is meant. Every offset holds; the text itself is never
changed.
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
_ENDS = frozenset({b">", b")", b"]", b"}"})  # of a type; a name may end one, too
_TYPED = re.compile(rb"[:|&>]")  # on the line of a name that ends a type; a method's name has nothing before it


def end_members(data: bytes) -> bytes:
    """Return `data` with a semicolon in front of call signatures that begin a line inside braces."""
    candidates = {match.start(1): match.end(1) for match in _CANDIDATE.finditer(data)}
    if not candidates:
        return data
    ended = bytearray(data)
    brackets: list[bytes] = []
    last, last_end, is_name = b"", 0, False  # the token before that is no blank
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
