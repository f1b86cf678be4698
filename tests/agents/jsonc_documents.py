"""Random JSON files with comments, trailing commas and odd layouts, each with the value that it stands for."""

import json
from dataclasses import dataclass

from hypothesis import strategies as st

from ctx_lsp.agents.clients import SERVER

NAMES = st.sampled_from(["a", "mcpServers", SERVER, "ö", 'say "hi"', "//", "x,}", "\\", ""])


@dataclass(frozen=True, slots=True)
class Written:
    """A piece of a file, and its value."""

    text: str
    value: object


@dataclass(frozen=True, slots=True)
class Layout:
    """What may be between tokens, one strategy for a whole file."""

    gaps: st.SearchStrategy[str]
    has_trailing_commas: bool


def _gaps(newline: str, indent: str) -> st.SearchStrategy[str]:
    comments = ["/* c */", "/*, } */", f'/* "{newline} */', f"// it's{newline}", f'// {{ "mcpServers": [{newline}']
    blanks = ["", " ", newline, newline + indent, newline + 2 * indent, "\t", f"{newline}{newline}"]
    piece = st.sampled_from(blanks) | st.sampled_from(blanks) | st.sampled_from(comments)
    return st.just("") | st.lists(piece, max_size=3).map("".join)


LAYOUTS = st.builds(
    lambda newline, indent, is_tight, trailing: Layout(
        st.sampled_from(["", "", " "]) if is_tight else _gaps(newline, indent), trailing
    ),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["  ", "\t", "    ", ""]),
    st.booleans(),
    st.booleans(),
)


@st.composite
def _scalars(draw: st.DrawFn) -> Written:
    value = draw(st.none() | st.booleans() | st.integers() | st.text(max_size=8) | NAMES)
    return Written(json.dumps(value, ensure_ascii=draw(st.booleans())), value)


@st.composite
def _objects(draw: st.DrawFn, layout: Layout, depth: int, servers: str = "", without: str = "") -> Written:
    """A random object without the member `without`. The member `servers` is an object without our server's entry."""
    value: dict[str, object] = {}
    pieces: list[str] = []
    for name in draw(st.lists(NAMES, max_size=3, unique=True)):
        if name == without:
            continue
        if name == servers:
            member = draw(_objects(layout, depth - 1, without=SERVER))
        else:
            member = draw(_values(layout, depth - 1))
        value[name] = member.value
        quoted = json.dumps(name, ensure_ascii=draw(st.booleans()))
        gaps = [draw(layout.gaps) for _ in range(4)]
        pieces.append(f"{gaps[0]}{quoted}{gaps[1]}:{gaps[2]}{member.text}{gaps[3]}")
    comma = "," if pieces and layout.has_trailing_commas and draw(st.booleans()) else ""
    return Written("{" + ",".join(pieces) + comma + draw(layout.gaps) + "}", value)


@st.composite
def _lists(draw: st.DrawFn, layout: Layout, depth: int) -> Written:
    items = [draw(_values(layout, depth - 1)) for _ in range(draw(st.integers(0, 3)))]
    comma = "," if items and layout.has_trailing_commas and draw(st.booleans()) else ""
    texts = [draw(layout.gaps) + item.text + draw(layout.gaps) for item in items]
    return Written("[" + ",".join(texts) + comma + draw(layout.gaps) + "]", [item.value for item in items])


def _values(layout: Layout, depth: int) -> st.SearchStrategy[Written]:
    return st.one_of(_scalars(), _objects(layout, depth), _lists(layout, depth)) if depth > 0 else _scalars()


@st.composite
def documents(draw: st.DrawFn) -> Written:
    """A file without our server's entry; often it has the object `mcpServers`."""
    layout = draw(LAYOUTS)
    root = draw(_objects(layout, 3, servers="mcpServers"))
    mark = draw(st.sampled_from(["", "", "", "\ufeff"]))
    return Written(mark + draw(layout.gaps) + root.text + draw(layout.gaps), root.value)


@st.composite
def documents_with_entry(draw: st.DrawFn) -> Written:
    """A file in which `mcpServers` has a member for our server, whatever its value and its neighbours are."""
    layout = draw(LAYOUTS)
    gaps = [draw(layout.gaps) for _ in range(6)]
    before, after = (draw(_objects(layout, 1, without=SERVER)) for _ in range(2))
    known = draw(_values(layout, 2))
    assert isinstance(before.value, dict)
    assert isinstance(after.value, dict)
    after_value = {name: value for name, value in after.value.items() if name not in before.value}
    rest = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in after_value.items()]
    head = before.text.removesuffix("}")
    if before.value and not without_comments(head).rstrip().endswith(","):
        head += ","
    members = ",".join([f'{gaps[0]}"{SERVER}"{gaps[1]}:{gaps[2]}{known.text}{gaps[3]}', *rest])
    text = f'{gaps[4]}{{"mcpServers":{head}{members}{gaps[5]}}}}}'
    return Written(text, {"mcpServers": before.value | {SERVER: known.value} | after_value})


def without_comments(text: str) -> str:
    """Return `text` as plain JSON, character by character, and so otherwise than the product does it."""
    plain: list[str] = []
    offset = 0
    in_string = False
    text = text.removeprefix("\ufeff")
    while offset < len(text):
        two = text[offset : offset + 2]
        if in_string:
            taken = two if two[0] == "\\" else two[0]
            in_string = taken != '"'
            plain.append(taken)
            offset += len(taken)
        elif two == "//":
            offset = text.find("\n", offset) if "\n" in text[offset:] else len(text)
        elif two == "/*":
            offset = text.index("*/", offset + 2) + 2
        else:
            in_string = two[0] == '"'
            last = next((index for index in range(len(plain) - 1, -1, -1) if plain[index].strip()), None)
            if two[0] in "]}" and last is not None and plain[last] == ",":
                plain[last] = ""
            plain.append(two[0])
            offset += 1
    return "".join(plain)
