"""Names of functions in stack traces, as the runtimes of many languages write them beside a file and a line.

A trace often comes from another version of the code, with other lines, so the name says more than the line.
"""

import re
from collections.abc import Iterator

MAX_LINE = 500  # characters of a line that are read before and after the place of a frame

_NAME = r"[^\s()@][^\s()@]{0,200}"
# Between the start of the line and the place. Java, Node: `at Cart.total(`; .NET: `at Shop.Cart.Total(Int32 x) in `;
# GDB: `#1 0x5d in Cart::total (x=1) at `; Firefox: `total@http://`.
_BEFORE = (
    re.compile(rf"^\s*at\s(?:async\s|new\s)?({_NAME}(?:\s\[as\s\w+\])?)\s?\("),
    re.compile(rf"^\s*#\d+\s+(?:0x[0-9a-f]+\sin\s)?({_NAME})\s\("),
    re.compile(rf"^\s*({_NAME})@"),
)
# After the place. Python: `, in total`; Ruby: `:in 'block in Cart#total'`; Elixir: `: Shop.Cart.total/1`.
_AFTER = (
    re.compile(r"^,\sin\s(\S+)"),
    re.compile(r"^:in\s[`']([^'\n]{1,200})'"),
    re.compile(r"^:\s([A-Z][\w.]{0,200}\.\w{1,100}[?!]?)/\d"),
)
# The whole line before that of the place. Go: `shop.(*Cart).Total(0x1)`, `created by shop.run in goroutine 7`; Rust:
# `4: shop::cart::total`.
_LINE_BEFORE = (
    re.compile(r"^\s*\d{1,4}:\s+(?:0x[0-9a-f]+\s-\s)?(\S.{0,300}?)\s*$"),
    re.compile(r"^\s*created\sby\s(\S{1,300})"),
    re.compile(r"^\s*(\S{1,200}\.\S{1,200})\((?:[^()]|\(\))*\)\s*$"),
)
_LAST_BLOCK = re.compile(r"^.*\sin\s")  # `block (2 levels) in total`
_ALIAS = re.compile(r"\s\[as\s\w+\]$")
# `<Cart as Display>::fmt`
_QUALIFIED = re.compile(r"(?<![\w:])<(\w[\w:]*)(?:<[^<>]*>)?(?:\sas\s[^<>]*(?:<[^<>]*>)?)?>(?=::)")
_STATE_MACHINE = re.compile(r"<(\w+)>[a-z]__[\w|]*")  # `<TotalAsync>d__5` for `TotalAsync`
_ADDED = re.compile(r"\[[^\[\]]*\]|<[^<>]*>|\{[^{}]*\}")  # type arguments, `<module>`, `{{closure}}`
_WORD = re.compile(r"[^\W\d](?:[\w]|[!?](?=$))*")
_GENERATED = re.compile(r"lambda|func\d+|gowrap\d+|MoveNext|c?ctor|h[0-9a-f]{16}|impl|closure")


def function_at(text: str, start: int, end: int) -> tuple[str, ...]:
    """Return the parts of the name of the function whose frame contains the place `text[start:end]`.

    The parts are those of the qualified name; the result is empty if the place is not that of a frame, or if the code
    there has no name.
    """
    for written in _written(text, start, end):
        if parts := name_parts_of(written):
            return parts
    return ()


def _written(text: str, start: int, end: int) -> Iterator[str]:
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", end)
    before = text[line_start:start][-MAX_LINE:]
    after = text[end : line_end if line_end >= 0 else len(text)][:MAX_LINE]
    for pattern, part in [(one, before) for one in _BEFORE] + [(one, after) for one in _AFTER]:
        if match := pattern.match(part):
            yield match[1]
            return
    if before.strip() in ("", "at") and line_start:
        above = text[text.rfind("\n", 0, line_start - 1) + 1 : line_start - 1][:MAX_LINE]
        yield from (match[1] for pattern in _LINE_BEFORE if (match := pattern.match(above)))


def name_parts_of(written: str) -> tuple[str, ...]:
    """Return the parts of a function's name in a frame, without those that a compiler adds."""
    name = _LAST_BLOCK.sub("", _ALIAS.sub("", written))
    name = _STATE_MACHINE.sub(r"\1", _QUALIFIED.sub(r"\1", name))
    while (shorter := _ADDED.sub("", name)) != name:
        name = shorter
    words = (word for part in name.split("$") for word in _WORD.findall(part))
    return tuple(word for word in words if not _GENERATED.fullmatch(word))
