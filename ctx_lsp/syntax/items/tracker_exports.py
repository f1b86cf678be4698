"""Reads work items from files that issue trackers export. To support another source, add a provider to `PROVIDERS`.

A provider reads the text of one file. There is one for CSV tables, and one for lists of JSON objects with an identifier
and a title, such as the exports from Jira, GitHub and Linear. Nothing is fetched from a tracker.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ctx_lsp.syntax.items.identifiers import SHAPE, identifier_of, names_standard
from ctx_lsp.syntax.items.model import FoundItem
from ctx_lsp.syntax.items.shapes import one_line
from ctx_lsp.syntax.items.words import item_words, modal_state
from ctx_lsp.syntax.model import KEY, SymbolKind
from ctx_lsp.text.decode import encodable

MAX_BYTES = 4_000_000
MAX_ITEMS = 5_000
_SNIFFED = 4_096  # bytes in which the keys of the first object must be

Provider = Callable[[bytes], Iterator[FoundItem]]
"""A reader of the work items in the text of one file; it yields none for a file of another sort."""

_KEY_NAMES = ("key", "identifier", "number", "id", "iid")
_TITLE_NAMES = ("summary", "title", "name")
_BODY_NAMES = ("description", "body", "text", "statement", "status", "state", "url", "html_url")
_LIST_NAMES = ("issues", "items", "requirements", "stories", "tickets", "nodes", "workItems", "data")
_EXPORTED = re.compile(rb"\A\s*(?:\[|\{[^\[]{0,300}\"(?:%s)\"\s*:\s*\[)\s*\{" % "|".join(_LIST_NAMES).encode())
_IDENTIFIER = re.compile(rf"(?:{SHAPE}|#\d+)")
_CODE = re.compile(r"[A-Za-z]{1,12}[-_.]?\d[\w.-]*")
_FIELDS = {
    mark: re.compile(rb'(?:"((?:[^"]++|"")*+)"|([^%s\r\n]*+))(%s|\r?\n|\Z)' % (mark, mark))
    for mark in (b",", b"\t", b";")
}  # by the mark between cells
_NUMBERED = re.compile(r"\b(?:issues?|tickets?|work ?items?|bugs?|defects?|stor(?:y|ies)|tasks?)\b")  # headers of keys
_TRACKED = frozenset({"state", "status", "labels", "html_url", "url", "issuetype"})  # keys that tell a work item
_KINDS: Mapping[str, SymbolKind] = {"story": "Story", "user story": "Story", "requirement": "Requirement"}


def json_items(data: bytes) -> Iterator[FoundItem]:
    """Yield the work items in a JSON list, up to the first element that is not a work item.

    A work item is an object with an identifier, a title, and at least one other typical field, such as a description
    or a state.
    """
    begin = _EXPORTED.match(data[:_SNIFFED]) if len(data) <= MAX_BYTES else None
    if begin is None:
        return
    text = data.decode("utf-8", "replace")
    at, offset = len(data[: begin.end() - 1].decode("utf-8", "replace")), begin.end() - 1
    decoder = json.JSONDecoder()
    for _ in range(MAX_ITEMS):
        try:
            record, after = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            return
        end = offset + len(text[at:after].encode())
        item = _record_item(data, record, offset, end) if isinstance(record, dict) else None
        if item is None:
            return
        yield item
        gap = re.compile(r"\s*,\s*").match(text, after)
        if gap is None:
            return
        offset, at = end + len(gap[0].encode()), gap.end()


def _record_item(data: bytes, record: Mapping[str, Any], start: int, end: int) -> FoundItem | None:
    inner = record.get("fields") if isinstance(record.get("fields"), dict) else {}
    values = {**record, **(inner or {})}
    name = next((one for one in _KEY_NAMES if _is_key(one, record.get(one), values)), None)
    title = next((values[one] for one in _TITLE_NAMES if isinstance(values.get(one), str) and values[one]), None)
    if name is None or title is None or not any(one in values for one in _BODY_NAMES):
        return None
    if title == values.get("name") and not _TRACKED & values.keys():
        return None  # a product, a person…
    key = str(record[name])
    place = re.compile(rb'"%s"\s*:\s*"?(%s)' % (name.encode(), re.escape(key.encode()))).search(data, start, end)
    if place is None:
        return None
    written = f"#{key}" if key.isdigit() else key
    kind = _kind(_named(values.get("issuetype") or values.get("type")), is_requirement=False)
    return _item(kind, (start, end), place.span(1), written, title, _named(values.get("status") or values.get("state")))


def _is_key(name: str, value: object, values: Mapping[str, Any]) -> bool:
    if isinstance(value, str):
        return _IDENTIFIER.fullmatch(value) is not None and not names_standard(value)
    is_number = isinstance(value, int) and not isinstance(value, bool) and name in ("number", "iid")
    return is_number and bool(_TRACKED & values.keys())


def _named(value: object) -> str:
    if isinstance(value, dict):
        value = value.get("name")
    return value.lower() if isinstance(value, str) else ""


def csv_items(data: bytes) -> Iterator[FoundItem]:
    """Yield the work items in a CSV table with a column for identifiers and one for titles or descriptions."""
    if len(data) > MAX_BYTES:
        return
    rows = _rows(data)
    header = [one_line(_text(data, cell)).lower() for cell in next(rows, [])]
    columns = item_words().columns
    key = next((number for number, name in enumerate(header) if columns["identifier"].search(name)), None)
    titles = [number for number, name in enumerate(header) if columns["title"].search(name)]
    texts = [number for number, name in enumerate(header) if columns["text"].search(name)]
    if key is None or not (set(titles) | set(texts)) - {key}:
        return
    status = next((number for number, name in enumerate(header) if columns["status"].search(name)), -1)
    sort = next((number for number, name in enumerate(header) if columns["type"].search(name)), -1)
    is_numbered = status >= 0 and _NUMBERED.search(header[key]) is not None  # other tables number their rows as well
    is_about_requirements = any("requirement" in name or name.startswith("req") for name in header)
    for cells in rows:
        if len(cells) != len(header):
            continue
        written = _text(data, cells[key])
        title = next((text for one in (*titles, *texts) if one != key and (text := _text(data, cells[one]))), "")
        if not title or not _is_code(written, is_numbered=is_numbered):
            continue
        statement = " ".join(_text(data, cells[one]) for one in texts)
        demand = modal_state(statement)
        kind = _kind(
            _text(data, cells[sort]).lower() if sort >= 0 else "",
            is_requirement=demand == "must" or is_about_requirements,
        )
        state = _text(data, cells[status]).lower() if status >= 0 else ""
        if not state and kind == "Requirement":
            state = demand
        name = f"#{written}" if written.isdigit() else written
        yield _item(kind, (cells[0][0], cells[-1][1]), cells[key], name, title, state)


def _is_code(written: str, *, is_numbered: bool) -> bool:
    if written.isdigit():
        return is_numbered
    return bool(_IDENTIFIER.fullmatch(written) or _CODE.fullmatch(written)) and not names_standard(written)


def _kind(sort: str, *, is_requirement: bool) -> SymbolKind:
    return _KINDS.get(sort, "Requirement" if is_requirement else "Issue")


def _item(
    kind: SymbolKind, span: tuple[int, int], name: tuple[int, int], written: str, title: str, state: str
) -> FoundItem:
    return FoundItem(
        kind=kind,
        start=span[0],
        end=span[1],
        name_start=name[0],
        name_end=name[1],
        title=encodable(one_line(f"{written}: {title}")[:200]),
        identifier=identifier_of(written),
        state=encodable(state),
        shape=KEY,
    )


def _rows(data: bytes) -> Iterator[list[tuple[int, int]]]:
    """Yield the records of a CSV table, each as the byte ranges of its cells without the quotes around them.

    Records with a single cell, such as blank lines, are left out.
    """
    row: list[tuple[int, int]] = []
    at = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    first = max(0, data.find(b"\n")) or len(data)
    mark = max(_FIELDS, key=lambda one: data.count(one, 0, first))
    field = _FIELDS[mark]
    while at < len(data):
        match = field.match(data, at)
        if match is None:
            return
        row.append(match.span(1) if match[1] is not None else match.span(2))
        at = match.end()
        if match[3] != mark:
            if len(row) > 1:
                yield row
            row = []


def _text(data: bytes, cell: tuple[int, int]) -> str:
    return data[cell[0] : cell[1]].decode("utf-8", "replace").replace('""', '"').strip()


PROVIDERS: Mapping[str, Sequence[Provider]] = {"json": (json_items,), "csv": (csv_items,), "tsv": (csv_items,)}
"""The providers by the language of a file."""
