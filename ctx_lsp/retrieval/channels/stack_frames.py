"""Names of functions in stack traces, as the runtimes of many languages write them beside a file and a line.

A trace often comes from another version of the code, with other lines, so the name says more than the line.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

MAX_LINE = 500  # characters of a line that are read before and after the place of a frame

_NAME = r"[^\s()@][^\s()@]{0,200}"
# What loggers, `docker compose` and quotations write before each line: `app-1  | `, `[ERROR] `, `> `, a time.
_LOGGED = re.compile(
    r"(?:[\w.:/+-]{1,60}[ ]{0,20}\|\s|>\s?|\[(?=[^\]\n]{0,60}[A-Za-z])[^\]\n]{1,60}\]\s|\d[\d:.,TZ+-]{6,40}\s+){0,4}"
)
# The last of several frames in one line. Java, Node: `at Cart.total(`; .NET: `at Shop.Cart.Total(Int32 x) in `.
_AT = re.compile(r"(?:^|[\s|>])at\s(?:(?:async|new|get|set)\s)?(?=[^\s()])")
_CALL = re.compile(rf"({_NAME}(?:\s\[as\s\w+\])?)\s?\(")
# Between the start of the line and the place. GDB: `#1 0x5d in Cart::total (x=1) at `, and Dart and sanitizers alike;
# Firefox: `total@http://`; Vitest: an arrow and `Cart.total `; OCaml: `Called from Shop.total in file "`.
_BEFORE = (
    re.compile(rf"^\s*#\d+\s+(?:0x[0-9a-f]+\sin\s)?(?:new\s)?({_NAME}(?:\sclosure>)?)(?:\([^()]*\))?(?:\sconst)?\s"),
    re.compile(rf"^\s*({_NAME})@"),
    re.compile(rf"^\s*\u276f\s({_NAME})\s$"),
    re.compile(rf"^\s*(?:Called\sfrom|Raised\sat|Re-raised\sat)\s({_NAME})\sin\sfile\s\"$"),
)
# After the place. Python: `, in total`, pytest: `: in total`; Ruby: `:in 'block in Cart#total'`; Lua: `: in function
# 'total'`; Elixir: `: Shop.Cart.total/1`; Zig: `:5: 0x1 in total (cart)`.
_AFTER = (
    re.compile(r"^,\sin\s+(\S+)"),
    re.compile(r"^:in\s[`']([^'\n]{1,200})'"),
    re.compile(r"^(?::\d{1,6})?:?\sin\s(?:(?:function|method|local|upvalue|field)\s)?'([^'\n]{1,200})'"),
    re.compile(r"^:\sin\s([^\s'<]\S{0,200})\s*$"),
    re.compile(r"^\sin\s([^\s'<]\S{0,200})"),
    re.compile(r"^(?::\d{1,6})?:\s(?:anonymous\sfn/\d+\sin\s)?([A-Z][\w.]{0,200}\.\"?\w{1,100}[?!]?\"?)/\d"),
    re.compile(r"^:\d{1,6}:\s0x[0-9a-f]+\sin\s(\S{1,200})\s\("),
)
# The whole line before that of the place. Go: `shop.(*Cart).Total(0x1)`, `created by shop.run in goroutine 7`; Rust:
# `4: shop::cart::total`; Julia: `[1] total(x::Int64)`.
_LINE_BEFORE = (
    re.compile(r"^\s*\d{1,4}:\s+(?:0x[0-9a-f]+\s-\s)?(\S.{0,300}?)\s*$"),
    re.compile(r"^\s*created\sby\s(\S{1,300})"),
    re.compile(r"^\s*(\S{1,200}\.\S{1,200})\((?:[^()]|\(\))*\)\s*$"),
    re.compile(rf"^\s*\[\d{{1,4}}\]\s({_NAME})"),
)
_ALONE = re.compile(r"\s*(?:at\s*|@\s(?:\w+\s)?~?)?")  # what stands before the place, if its name is in the line before
_UNFINISHED = ("(", " in")  # ends of the line before, if a line was wrapped: `at Cart.total(`, `Total() in`
# The line after that of the place. PHP names what a frame calls, so the function is what the next frame calls:
# `#1 /shop/run.php(3): Shop\Cart->total()`.
_PHP = re.compile(r"[ \t]{0,20}#\d{1,4}\s")
_LINE_AFTER = re.compile(
    r"[ \t]{0,20}#\d{1,4}\s(?:\[internal\sfunction\]|[^\n:]{1,300}(?::[\\/][^\n:]{1,300})?\(\d+\)):\s([^\s(]+)\("
)

_LAST_BLOCK = re.compile(r"^.*\sin\s")  # `block (2 levels) in total`
_ALIAS = re.compile(r"\s\[as\s\w+\]$")
# `<Cart as Display>::fmt`
_QUALIFIED = re.compile(r"(?<![\w:])<(\w[\w:]*)(?:<[^<>]*>)?(?:\sas\s[^<>]*(?:<[^<>]*>)?)?>(?=::)")
_STATE_MACHINE = re.compile(r"<(\w+)>[a-z]__[\w|]*")  # `<TotalAsync>d__5` for `TotalAsync`
_CLOSURE_CLASS = re.compile(r"<>c(?:__DisplayClass\w*)?\.")  # `Cart.<>c.<Total>b__0`
_ACCESSOR = re.compile(r"(?<=\.)[gs]et_(?=[A-Z])")  # `Shop.Cart.get_Total`
# `Cart.access$000`, `CartKt.total$default`, `CartKt$total$1.invokeSuspend`, `shop.cart$total.invokeStatic`
_JVM = re.compile(r"\baccess\$(?=\d)|\$(?:default|anonfun)(?![^$.])|(?<=\$)(\w+)\.(?:invoke\w*|doInvoke)$")
_ADDED = re.compile(r"\[[^\[\]]*\]|<[^<>]*>|\{[^{}]*\}")  # type arguments, `<module>`, `{{closure}}`
_WORD = re.compile(r"[^\W\d](?:[\w]|[!?](?=$))*")
_GENERATED = re.compile(r"lambda|func\d+|gowrap\d+|MoveNext|c?ctor|h[0-9a-f]{16}|impl|closure")


def function_at(text: str, start: int, end: int, after: int = 0) -> tuple[str, ...]:
    """Return the parts of the name of the function whose frame contains the place `text[start:end]`.

    The frame begins after the offset `after`, because one line may hold several frames. The parts are those of the
    qualified name; the result is empty if the place is not that of a frame, or if the code there has no name.
    """
    for written in _written(text, start, end, after):
        if parts := name_parts_of(written):
            return parts
    return ()


def _written(text: str, start: int, end: int, after: int) -> Iterator[str]:
    line_start = text.rfind("\n", 0, start) + 1
    above = _line(text, text.rfind("\n", 0, max(0, line_start - 1)) + 1) if line_start else ""
    before = unlogged(text[max(line_start, after) : start][-MAX_LINE:])
    if line_start > after and not before.strip() and above.rstrip().endswith(_UNFINISHED):
        before = above + before
    rest = _line(text, end)
    below = _line(text, end + len(rest) + 1)
    if rest.rstrip().endswith(", in"):
        rest = f"{rest} {below}"
    if found := _in_line(before, rest):
        yield found
    elif _PHP.fullmatch(before):
        yield from _matches([_LINE_AFTER], below)
    elif _ALONE.fullmatch(before):
        yield from _matches(_LINE_BEFORE, above)


def _line(text: str, start: int) -> str:
    """Return the rest of a line, at most `MAX_LINE` characters, without what a logger writes at its beginning."""
    end = text.find("\n", start, start + MAX_LINE)
    return unlogged(text[start : end if end >= 0 else start + MAX_LINE].removesuffix("\r"))


def unlogged(line: str) -> str:
    """Return a line without what a logger writes at its beginning."""
    prefix = _LOGGED.match(line)
    return line[prefix.end() :] if prefix else line


def _in_line(before: str, after: str) -> str | None:
    """Return the name in the line of a place, which is between `before` and `after`."""
    starts = [match.end() for match in _AT.finditer(before)]
    if starts and (call := _CALL.match(before, starts[-1])):
        return call[1]
    return next(chain(_matches(_BEFORE, before), _matches(_AFTER, after)), None)


def _matches(patterns: Sequence[re.Pattern[str]], line: str) -> Iterator[str]:
    return (match[1] for pattern in patterns if (match := pattern.match(line)))


def name_parts_of(written: str) -> tuple[str, ...]:
    """Return the parts of a function's name in a frame, without those that a compiler adds."""
    name = _LAST_BLOCK.sub("", _ALIAS.sub("", written)).replace('"', "")
    name = _STATE_MACHINE.sub(r"\1", _QUALIFIED.sub(r"\1", _CLOSURE_CLASS.sub("", name)))
    name = _ACCESSOR.sub("", _JVM.sub(r"\1", name))
    while (shorter := _ADDED.sub("", name)) != name:
        name = shorter
    words = (word for part in name.split("$") for word in _WORD.findall(part))
    return tuple(word for word in words if not _GENERATED.fullmatch(word))
