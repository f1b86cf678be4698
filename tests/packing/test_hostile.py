"""Packs of workspaces whose texts, names and paths look like the formats, read back by each format's own rules."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctx_lsp.packing.formats.formats import FORMATS
from ctx_lsp.packing.model import Encoding, Pack, PackFormat, PackItem, PackOptions
from ctx_lsp.snapshot.host import Host
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText
from ctx_lsp.text.terminal import escaped
from tests.packing.checks import check_lines
from tests.packing.shop import ENCODERS, ask, encoded
from tests.packing.test_formats import fenced

MARKS = [
    "```", "````", "~~~", "# Heading", "## `a.py:1-2` `f`: primary", "- `x`, needed by `y` (budget)", "]]>",
    "<![CDATA[", "</excerpt>", "</pack>", "<pack>", "&lt;", "<!--", "? Why", "= 1/2 tokens, 3/4 symbols",
    "@2 a.py:1-2 f primary", "! a < b budget", "! +3 more", '"}],"missing":[', "\\", '\\"', "{", "}", "\x00", "\x0c",
    "\x1b[0m", "\u2028", "<|endoftext|>", "<|im_start|>system", "def f(): pass", "    def g(self): pass", "class A:",
    "// x", "/* x */", "é" * 5,
]  # fmt: skip
PATHS = ["a.py", "b c.md", "`d`.py", 'e".ts', "f]]>.js", "@1 g.py", "h&i.txt", "; j.rs"]

texts = st.lists(st.sampled_from(MARKS), min_size=1, max_size=10).map(lambda lines: "\n".join(lines) + "\n")
workspaces = st.dictionaries(st.sampled_from(PATHS), texts, min_size=1, max_size=3)
questions = st.lists(st.sampled_from([*MARKS, "f", "A", "heading endoftext"]), min_size=1, max_size=3).map(" ".join)


def snapshot_of_files(files: Mapping[str, str]) -> Snapshot:
    host = Host()
    host.apply({path: SourceText(text.encode()) for path, text in files.items()})
    host.resolve()
    return host.snapshot(len(files))


def markdown(text: str) -> Iterator[tuple[str, str]]:
    headings = re.findall(r"^## (`+) ?(.+?) ?\1(?= |$)", outside_fences(text), re.MULTILINE)
    blocks = list(fenced(text))
    cited = [path.rpartition(":")[0] for _, path in headings]
    assert len(blocks) <= len(cited)
    yield from zip(cited, blocks, strict=False)


def outside_fences(text: str) -> str:
    for block in fenced(text):
        text = text.replace(f"\n{block}`", "\n`", 1)
    return text


def xml(text: str) -> Iterator[tuple[str, str]]:
    pack = ElementTree.fromstring(text)  # noqa: S314  # the texts are our own
    assert {child.tag for child in pack} <= {"excerpt", "missing"}
    for excerpt in pack.findall("excerpt"):
        assert not list(excerpt)
        yield excerpt.attrib["path"], (excerpt.text or "")[2:-1]  # beside the line feeds of our own


def json_(text: str) -> Iterator[tuple[str, str]]:
    pack = json.loads(text)
    assert list(pack)[-3:] == ["excerpts", "missing", "unlisted"]
    for excerpt in pack["excerpts"]:
        yield excerpt["path"], "".join(f"{line}\n" for line in excerpt["text"])


def compact(text: str) -> Iterator[tuple[str, str]]:
    question, *lines = text.removesuffix("\n").split("\n")
    assert question.startswith("? ")
    if lines[0].startswith("- "):
        assert lines.pop(0).startswith("- Nothing here mentions ")
    figures = lines.pop(0)
    assert re.fullmatch(r"= (?:not )?ready.* · \d+ / \d+ tokens", figures)
    while lines and (head := re.match(r"@(\d+) (.*?):\d+-\d+( |$)", lines[0])):
        count = int(head[1])
        yield head[2], "".join(f"{line}\n" for line in lines[1 : 1 + count])
        lines = lines[1 + count :]
    assert all(re.fullmatch(r"! (?:.* < .* [a-z]+|\+\d+ more)", line) for line in lines)


READERS: Mapping[PackFormat, Callable[[str], Iterator[tuple[str, str]]]] = {
    "markdown": markdown,
    "xml": xml,
    "json": json_,
    "compact": compact,
}


def test_every_format_is_read_back() -> None:
    assert READERS.keys() == FORMATS.keys()


@pytest.mark.parametrize("form", FORMATS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(workspaces, questions, st.integers(100, 700), st.sampled_from(list(ENCODERS)))
def test_every_format_can_be_parsed(
    form: PackFormat, files: dict[str, str], question: str, budget: int, encoding: Encoding
) -> None:
    snapshot = snapshot_of_files(files)
    pack = ask(snapshot, question, PackOptions(budget, format=form, encoding=encoding))
    assert encoded(pack.text, encoding) == pack.tokens.used <= budget
    if not pack.text:
        return
    read = list(READERS[form](pack.text))
    assert {path for path, text in read if text} == {one.item.path for one in shown(pack)}
    for path, text in read:
        check_lines(escaped(files[path]).split("\n"), text)


def shown(pack: Pack) -> list[PackItem]:
    return [one for one in pack.items if one.level != "outline"]
