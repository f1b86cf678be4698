"""All formats have the same contents, and no file content can be mistaken for markup."""

import json
import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.packing.formats.formats import FORMATS, render
from ctx_lsp.packing.formats.render import MAX_NAMES, code, roles_line, title
from ctx_lsp.packing.model import Document, Excerpt, ExcerptSymbols, PackFormat, Summary, Unresolved
from ctx_lsp.text.generated import is_pack

PIECES = [
    "`",
    "```",
    "~~~~",
    "]]>",
    "</excerpt>",
    "<!--",
    "&",
    '"',
    "'",
    "@9 a:1-2 x",
    "! x",
    "},",
    "]",
    "\\",
    "# ",
    " ",
]
PIECES += ["\t", "a", "\x00", "\x0c", "\u2028", "…"]
FIGURES = " · ".join([
    "not ready: name a symbol", "confidence 0.25", "1 of 3 results", "1 of 2 dependencies",
    "10 / 1,000 tokens",
])  # fmt: skip
ROLES = "main: f, Rate.add; needed (name only): f"
hostile = st.lists(st.sampled_from(PIECES), max_size=8).map("".join)
bodies = st.lists(hostile, min_size=1, max_size=6).map(lambda found: "".join(f"{line}\n" for line in found))


def document(name: str, text: str, label: str = "f", question: str = "Why?", reason: str = "name a symbol") -> str:
    """A pack of two excerpts with the same text, and one missing symbol."""
    form = FORMATS[name]  # type: ignore[index]  # one of the names
    mentions = (ExcerptSymbols("primary", False, (label, "Rate.add")), ExcerptSymbols("dependency", True, (label,)))
    excerpts = tuple((Excerpt(f"{label}.py", "python", n, n + 1, ((n, n + 1),), mentions), text) for n in (1, 5))
    summary = Summary(question, 10, 1000, 0.5, 1, 2, 2, 0.25, 1, 3, reason)
    return render(Document(summary, excerpts, (Unresolved(f"{label}::g", f"{label}::f", "budget"),), 3), form)


@given(bodies, hostile)
def test_nothing_breaks_out_of_xml(text: str, label: str) -> None:
    pack = ElementTree.fromstring(document("xml", text, label))  # noqa: S314  # the texts are our own
    excerpts = pack.findall("excerpt")
    assert len(excerpts) == 2
    for excerpt in excerpts:
        assert not list(excerpt)
        assert (excerpt.text or "").strip("\n") == re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f]", "\ufffd", text).strip("\n")


@given(bodies, hostile)
def test_nothing_breaks_out_of_json(text: str, label: str) -> None:
    pack = json.loads(document("json", text, label))
    assert [excerpt["text"] for excerpt in pack["excerpts"]] == [text.split("\n")[:-1]] * 2
    assert len(pack["missing"]) == 1
    assert pack["unlisted"] == 3


@given(bodies, hostile)
def test_nothing_breaks_out_of_a_markdown_fence(text: str, label: str) -> None:
    assert list(fenced(document("markdown", text, label))) == [text, text]


def fenced(markdown: str) -> Iterator[str]:
    """The contents of fenced blocks by the rules of CommonMark."""
    fence, block = "", ""
    for line in markdown.split("\n"):
        if fence and re.fullmatch(r" {0,3}`+[ \t]*", line) and line.strip(" \t").count("`") >= len(fence):
            yield block
            fence, block = "", ""
        elif fence:
            block += f"{line}\n"
        elif opened := re.match(r" {0,3}(`{3,})[^`]*$", line):
            fence = opened[1]


@given(bodies, hostile)
def test_nothing_breaks_out_of_the_compact_format(text: str, label: str) -> None:
    lines = document("compact", text, label).removesuffix("\n").split("\n")
    assert lines[0] == "? Why?"
    assert lines[1] == f"= {FIGURES}"
    texts, place = [], 2
    while (header := re.match(r"@(\d+) ", lines[place])) is not None:
        count = int(header[1])
        texts.append("".join(f"{line}\n" for line in lines[place + 1 : place + 1 + count]))
        place += 1 + count
    assert texts == [text, text]
    assert [line[:2] for line in lines[place:]] == ["! ", "! "]


@given(st.text(max_size=200))
def test_a_question_stays_one_line(question: str) -> None:
    for name in ("markdown", "compact"):
        assert document(name, "x\n", question=question).split("\n", 1)[1] == document(name, "x\n").split("\n", 1)[1]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("markdown", "# Why?\n\nRead as: waht → what\n\n"),
        ("xml", '<pack question="Why?" read-as="waht → what" tokens='),
        ("json", '{"question":"Why?","readAs":"waht → what","tokens":'),
        ("compact", "? Why?\n> waht → what\n= "),
    ],
)
def test_the_head_says_which_words_were_read_as_others(name: PackFormat, expected: str) -> None:
    summary = Summary("Why?", 10, 1000, 0.5, 1, 2, 2, 0.25, 1, 3, read_as="waht → what")
    assert FORMATS[name].head(summary).startswith(expected)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("markdown", '# Why?\n\nNothing here mentions "S3".\n\n'),
        ("xml", """<pack question="Why?" remark='Nothing here mentions "S3".' tokens="""),
        ("json", '{"question":"Why?","remark":"Nothing here mentions \\"S3\\".","tokens":'),
        ("compact", '? Why?\n- Nothing here mentions "S3".\n= '),
    ],
)
def test_the_head_says_which_words_nothing_mentions(name: PackFormat, expected: str) -> None:
    summary = Summary("Why?", 10, 1000, 0.5, 1, 2, 2, 0.25, 1, 3, remark='Nothing here mentions "S3".')
    assert FORMATS[name].head(summary).startswith(expected)


def test_a_long_question_is_cut() -> None:
    assert title("How?") == "How?"
    assert title(" two\n\nlines\ud800 ") == "two lines?"
    cut = title("why " * 500)
    assert cut.startswith("why why")
    assert cut.endswith("…")
    assert len(cut) < 200


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a", "`a`"), ("`", "`` ` ``"), ("a``b", "```a``b```"), ("`x", "`` `x ``"), ("a\nb", "`a b`")],
)
def test_inline_code(text: str, expected: str) -> None:
    assert code(text) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "markdown",
            f"# Why?\n\n{FIGURES}\n\n"
            f"## `f.py:1-2`\n{ROLES}\n```python\nx\n```\n\n"
            f"## `f.py:5-6`\n{ROLES}\n```python\nx\n```\n\n"
            "## Missing\n\n- `f::g`, needed by `f` (budget)\n- and 3 more\n",
        ),
        (
            "xml",
            '<pack question="Why?" tokens="10" budget="1000" reason="name a symbol" confidence="0.25" main="1/3" '
            'dependencies="1/2">\n'
            f'<excerpt path="f.py" lines="1-2" roles="{ROLES}">\n<![CDATA[\nx\n]]>\n</excerpt>\n'
            f'<excerpt path="f.py" lines="5-6" roles="{ROLES}">\n<![CDATA[\nx\n]]>\n</excerpt>\n'
            '<missing symbol="f::g" needed-by="f::f" reason="budget"/>\n<missing more="3"/>\n</pack>\n',
        ),
        (
            "json",
            '{"question":"Why?","tokens":10,"budget":1000,"reason":"name a symbol","confidence":0.25,"main":"1/3",'
            '"dependencies":"1/2","excerpts":[\n'
            f'{{"path":"f.py","lines":"1-2","roles":"{ROLES}","text":["x"]}},\n'
            f'{{"path":"f.py","lines":"5-6","roles":"{ROLES}","text":["x"]}}\n'
            '],"missing":[\n{"symbol":"f::g","neededBy":"f::f","reason":"budget"}\n],"unlisted":3}\n',
        ),
        (
            "compact",
            f"? Why?\n= {FIGURES}\n@1 f.py:1-2 {ROLES}\nx\n@1 f.py:5-6 {ROLES}\nx\n! f::g < f::f budget\n! +3 more\n",
        ),
    ],
)
def test_each_format_as_a_whole(name: str, expected: str) -> None:
    assert document(name, "x\n") == expected


@pytest.mark.parametrize("name", FORMATS)
def test_a_ready_pack_is_marked_ready(name: str) -> None:
    text = document(name, "x\n", reason="")
    mark = {"xml": 'ready="yes"', "json": '"ready":"yes"'}.get(name, "ready · confidence 0.25")
    assert mark in text
    assert "not ready" not in text
    assert "reason=" not in text.partition("\n")[0]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("reason", ["", "name a symbol"])
def test_a_pack_that_was_saved_in_the_workspace_is_recognised(name: str, reason: str) -> None:
    text = document(name, "x\n", reason=reason)
    assert is_pack(text.encode())
    assert is_pack(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())  # as Windows may save it
    assert not is_pack(f"A page that shows a pack:\n\n{text}".encode())


@pytest.mark.parametrize("name", FORMATS)
def test_so_is_one_that_says_how_its_question_was_read(name: PackFormat) -> None:
    summary = Summary(
        "Why?", 1234, 4096, 1.0, 0, 0, 0, None, 0, 0, read_as="retyr → retry", remark="No file mentions “foo”."
    )
    assert is_pack(render(Document(summary, (), (), 0), FORMATS[name]).encode())


def test_roles_name_the_first_few_symbols() -> None:
    many = tuple(f"f{number}" for number in range(MAX_NAMES + 2))
    assert roles_line((ExcerptSymbols("primary", False, many),)) == "main: f0, f1, f2, f3, f4, f5 +2"
    assert (
        roles_line((ExcerptSymbols("primary", False, ()), ExcerptSymbols("sibling", True, ("A",))))
        == "variant (name only): A"
    )
