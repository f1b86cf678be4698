"""Recognises records of a proposal or decision by the fields at their top, such as "Status: Draft" and "Created: 2013".

What such a document says about code was planned or true at its time.
"""

import re

_LINES = 40  # lines at the top of a document that may hold the fields
_FIELD = re.compile(r"[\s|:*_>#-]{0,8}(?P<name>[A-Za-z][A-Za-z -]{1,24}?)[*_]{0,2}(?:[:|]|\s{2,}|\t)(?P<value>.*)")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+status\s*#*", re.IGNORECASE)
_STATUS = re.compile(
    r"[\s|:*_`\"'\[-]{0,8}(?:draft|proposed|proposal|pending|provisional|accepted|approved|adopted|final|implemented|"
    r"completed?|rejected|declined|deferred|withdrawn|abandoned|superseded|replaced|obsoleted?|"
    r"in (?:progress|review|discussion)|under (?:review|discussion)|decided)\b"
    r"(?:\s+(?:by|on|in|since)\b.*|\s*[(\[].*|[^A-Za-z]*)\Z",
    re.IGNORECASE | re.DOTALL,
)
_OTHER_FIELDS = frozenset({
    "author", "authors", "champion", "champions", "decider", "deciders", "decision makers", "post history", "replaces",
    "resolution", "reviewers", "discussions to", "shepherd", "superseded by", "supersedes", "tracking issue",
})  # fmt: skip
_DATES = frozenset({"created", "date", "decision date", "last modified", "start date", "started", "updated"})
_FENCE = re.compile(r"\s{0,3}(?:```|~~~)")


def is_record(text: str) -> bool:
    """Return whether the top of a document has the status of a proposal or decision, and another field of a record."""
    has_status, others, is_below, is_code = False, 0, False, False
    for line in text.split("\n", _LINES)[:_LINES]:
        is_code ^= _FENCE.match(line) is not None
        if is_code:
            continue
        if is_below and line.strip():
            has_status, is_below = has_status or _STATUS.match(line) is not None, False
        is_below = is_below or _HEADING.fullmatch(line.rstrip()) is not None
        field = _FIELD.match(line)
        name = re.sub(r"[\s-]+", " ", field["name"].strip().lower()) if field else ""
        if field is not None and name == "status":
            has_status = has_status or _STATUS.match(field["value"]) is not None
        value = field["value"].strip() if field is not None else ""
        others += bool(value) and (name in _OTHER_FIELDS or (name in _DATES and any(map(str.isdigit, value))))
    return has_status and others > 0
