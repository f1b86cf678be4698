"""Finds architecture decision records (ADR) in the form of MADR or of Nygard's template, and logs of decisions.

Outside the usual folders, more of the usual sections are needed to recognise a record. The first heading of a record
usually names the decision. The state is in the front matter, or in the section or line about the status.
"""

import re
from collections.abc import Iterator

from ctx_lsp.syntax.items.identifiers import identifier_of
from ctx_lsp.syntax.items.model import FoundItem
from ctx_lsp.syntax.items.shapes import one_line
from ctx_lsp.syntax.model import HEADING, KEY, FileFacts
from ctx_lsp.text.expressions import Expression

_FOLDERS = frozenset(
    [
        *("adr", "adrs", "decisions", "decision-records", "architecture-decisions", "architecture_decisions"),
        "architecture-decision-records",
    ]
)
_FILE = re.compile(r"(?:(?P<adr>adr)[-_]?)?(?P<number>\d{1,5})[-_ ].*\.(?:md|markdown|rst)", re.IGNORECASE)
_LOG = re.compile(
    r"(?:(?:architecture[-_ ])?decisions?(?:[-_ ](?:log|records?))?|adrs?)\.(?:md|markdown|rst)", re.IGNORECASE
)
_TITLED = re.compile(r"(?:(?P<adr>adr)[-_ ]?)?(?P<number>\d{1,5})\s*[.:—–-]\s*\S", re.IGNORECASE)
_SECTIONS = re.compile(
    r"(?:status|context\b.*|decision\b.*|decisions|consequences|considered options|decision drivers|alternatives.*|"
    r"pros and cons.*|rationale|positive consequences|negative consequences|problem|summary)",
    re.IGNORECASE,
)
# Marks, spaces and colons may follow one another in many ways, so these are expressions of the linear-time engine.
_STATES = r"(proposed|draft|accepted|approved|implemented|rejected|deprecated|superseded|superceded|pending)\b"
_STATE = Expression(r"(?mi)^(?:[-*] |\| )?[*_]*status[*_]*:?[*_]*\s*:?\s*\"?[*_`]*" + _STATES)
_STATE_BELOW = Expression(r"(?mi)^#+ *status[^\n]*\n\s*(?:[-*] )?[*_\[`]*" + _STATES)
_FRONT_TITLE = Expression(r"\A---[ \t]*\r?\n(?:[^\n]*\n)*?title:[ \t]*[\"']?([^\n\"']*[^\s\"'])")
_TEMPLATE = re.compile(r"[\[{<]|\btemplate\b|\bNNNN?\b", re.IGNORECASE)


def decision_items(path: str, data: bytes, facts: FileFacts) -> Iterator[FoundItem]:
    """Yield the decision that a document records, or the decisions in a log; nothing for other documents.

    If the first heading is only a section of the record, such as `Status`, the title is taken from the front matter.
    """
    *folders, name = path.split("/")
    symbols = facts.outline.symbols
    if not symbols or "template" in name.lower():
        return
    if _LOG.fullmatch(name):
        yield from _logged(facts)
        return
    file = _FILE.fullmatch(name)
    is_placed = any(folder.lower() in _FOLDERS for folder in folders) or bool(file and file["adr"])
    needed = 2 if is_placed else 4  # sections of the usual names, or a state in place of one
    parts = {one.name.strip().lower() for one in symbols if _SECTIONS.fullmatch(one.name.strip())}
    state = (_STATE.first(data) or _STATE_BELOW.first(data)) if len(parts) >= needed - 1 else None
    place = _titled_range(data, facts) if len(parts) + bool(state) >= needed else None
    title = data[place[2] : place[3]].decode("utf-8", "replace") if place else ""
    if place is None or _TEMPLATE.match(title):
        return
    numbered = file or _TITLED.match(title)
    yield FoundItem(
        kind="Decision",
        start=place[0],
        end=place[1],
        name_start=place[2],
        name_end=place[3],
        title=one_line(title),
        identifier=identifier_of(f"ADR-{numbered['number']}") if numbered else "",
        state=state[1].decode().lower() if state else "",
        shape=KEY,
    )


def _logged(facts: FileFacts) -> Iterator[FoundItem]:
    """Yield the decisions of a file that records several decisions, one for each numbered heading."""
    for symbol, span in zip(facts.outline.symbols, facts.spans, strict=True):
        numbered = _TITLED.match(symbol.name)
        if numbered:
            yield FoundItem(
                kind="Decision",
                start=span.start,
                end=span.end,
                name_start=span.name_start,
                name_end=span.name_end,
                title=one_line(symbol.name),
                identifier=identifier_of(f"ADR-{numbered['number']}"),
                shape=HEADING,
            )


def _titled_range(data: bytes, facts: FileFacts) -> tuple[int, int, int, int] | None:
    """Return the start and end of a record and of its title; None if it has no title."""
    first = facts.spans[0]
    if not _SECTIONS.fullmatch(facts.outline.symbols[0].name.strip()):
        return first.start, first.end, first.name_start, first.name_end
    front = _FRONT_TITLE.first(data[: first.start])
    return (0, len(data), *front.span(1)) if front else None
