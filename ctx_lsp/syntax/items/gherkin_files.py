"""Finds features, rules and scenarios in Gherkin files, with the official parser and in any language that it knows.

If a file has errors, the part that can be parsed is used. Steps are not items, but belong to the text of a scenario.
"""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate, pairwise
from typing import Any

from ctx_lsp.syntax.items.model import FoundItem
from ctx_lsp.syntax.items.shapes import one_line
from ctx_lsp.syntax.model import KEY, SymbolKind

MAX_BYTES = 500_000  # the parser takes a second for these; longer files are generated
_STORY = re.compile(r"\bas an? .{2,90}?\bI (?:want|need|can|would like|wish|should|must)\b", re.IGNORECASE | re.DOTALL)


def gherkin_items(data: bytes) -> Iterator[FoundItem]:
    """Yield the items in a feature file. A feature that is not a user story is yielded as a section (`String`)."""
    if len(data) > MAX_BYTES:
        return
    lines = data.splitlines(keepends=True)  # they end at LF, CRLF or CR; the parser knows only LF
    document = _parsed("\n".join(line.rstrip(b"\r\n").decode("utf-8", "replace") for line in lines))
    feature = document.get("feature") if document else None
    if feature:
        yield from _Feature(data, lines).items([feature], len(data))


def _parsed(text: str) -> Mapping[str, Any] | None:
    # Imported here because few repositories have such files.
    from gherkin.ast_builder import AstBuilder  # noqa: PLC0415
    from gherkin.errors import ParserError  # noqa: PLC0415
    from gherkin.parser import Parser  # noqa: PLC0415
    from gherkin.token_scanner import TokenScanner  # noqa: PLC0415

    scanner = TokenScanner("")
    scanner.io = io.StringIO(text)  # given as an argument, a text that is a path would be read from disk
    builder = AstBuilder()
    with suppress(ParserError):  # the builder holds what was read
        Parser(builder).parse(scanner)
    found = builder.get_result()
    return found if isinstance(found, dict) else None


class _Feature:
    """Finds the items in the syntax tree of one text, and their byte offsets in the text."""

    def __init__(self, data: bytes, lines: Sequence[bytes]) -> None:
        self._data = data
        self._starts = [0, *accumulate(map(len, lines))]

    def items(self, nodes: Sequence[Mapping[str, Any]], end: int) -> Iterator[FoundItem]:
        """Yield the items of sibling nodes, the last of which ends at `end`, and the items inside these nodes."""
        starts = [*(self._start(node) for node in nodes), end]
        for node, (start, following) in zip(nodes, pairwise(starts), strict=True):
            own_end = start + len(self._data[start:following].rstrip())
            children = [child for one in node.get("children", ()) for child in one.values()]
            if "steps" in node and "examples" not in node:  # a background
                continue
            if node.get("name") and (item := self._item(node, start, own_end)):
                yield item
            yield from self.items(children, own_end)

    def _start(self, node: Mapping[str, Any]) -> int:
        first: Mapping[str, int] = min(
            (one["location"] for one in (node, *node.get("tags", ()))), key=lambda place: place["line"]
        )
        start = self._starts[first["line"] - 1]
        lead = self._data[start : start + first["column"]]
        return start + len(lead) - len(lead.lstrip(b" \t"))

    def _item(self, node: Mapping[str, Any], start: int, end: int) -> FoundItem | None:
        number = node["location"]["line"]
        name = node["name"].encode()
        name_start = self._data.find(name, *self._starts[number - 1 : number + 1])
        if name_start < 0 or name_start + len(name) > end:
            return None
        is_scenario = "steps" in node
        kind: SymbolKind = "Criterion" if is_scenario else "String"
        if not is_scenario and _STORY.search(node.get("description") or ""):
            kind = "Story"
        return FoundItem(
            kind=kind,
            start=start,
            end=end,
            name_start=name_start,
            name_end=name_start + len(name),
            title=one_line(f"{node['keyword']}: {node['name']}"),
            shape=KEY,
        )
