"""Adds our server's entry to JSON configuration files, updates it and removes it.

Adding and removing gives back the same bytes, without a record of what was there before: a list of servers or a file
that has, around our entry, exactly the form in which this module creates one is taken to be created by it. If an added
entry would give a list or file of the user's that form, the entry is written in another style.
"""

import json
from collections.abc import Mapping

from ctx_lsp.agents.clients import SERVER, not_servers
from ctx_lsp.agents.json_edits import (
    Style,
    line_indent,
    newline_of,
    starts_line,
    with_member,
    with_value,
    without_member,
    written_member,
)
from ctx_lsp.agents.json_text import BLANKS, JsonMember, JsonObject, JsonText

_STYLES: tuple[Style, ...] = ("lines", "one line", "compact")


def with_json_entry(text: str | None, servers: str, entry: Mapping[str, object]) -> str:
    """Return the file `text` with `entry` as our server's in the object `servers`; None stands for no file.

    Members of an existing entry that `entry` does not set are kept. Raises `ClientFileError`.
    """
    document = JsonText(text or "")
    if text is None or document.is_blank:
        indent = newline_of(text or "") + 4 * " "
        return _created(text, servers, written_member(SERVER, entry, "lines", indent))
    root = document.root
    listed = document.member(root, servers)
    if listed is None:
        return _restorable(document, root, servers, (servers, {SERVER: entry}))
    owner = document.object_of(listed)
    if owner is None:
        raise not_servers(servers, listed.value)
    known = document.member(owner, SERVER)
    if known is None:
        return _restorable(document, owner, servers, (SERVER, entry))
    if not isinstance(known.value, dict):
        return with_value(document, known, entry)
    return _updated(text, servers, entry)


def without_json_entry(text: str | None, servers: str) -> str | None:
    """Return the file `text` without our server's entry in the object `servers`, or None if there need be no file.

    Raises `ClientFileError` if the file is not JSON.
    """
    document = JsonText(text or "")
    place = None if document.is_blank else _place(document, servers)
    if text is None or place is None:
        return text
    listed, owner, known = place
    if len(owner.members) > 1 or not _is_created(document, listed, known):
        return without_member(document, owner, known)
    member = text[known.start : known.end]
    before = text[: document.root.start]
    left = (None, before, before.removesuffix(newline_of(text)))
    is_created = [text == _created(one, servers, member) for one in left]
    return left[is_created.index(True)] if any(is_created) else without_member(document, document.root, listed)


def _created(text: str | None, servers: str, member: str) -> str:
    """Return a file with only our entry, the text `member`, after white space and comments that `text` may have."""
    newline = newline_of(text or "")
    written = f"{{{newline}  {json.dumps(servers)}: {{{newline}    {member}{newline}  }}{newline}}}"
    if text is None:
        return written + newline
    is_comment_open = bool(text.strip(BLANKS)) and not text.endswith("\n")
    return text + newline + written + newline if is_comment_open else text + written


def _is_created(document: JsonText, listed: JsonMember, known: JsonMember) -> bool:
    """Return whether `listed`, the list of servers, looks as if this module had created it for the entry `known`."""
    text = document.text
    name, member = json.dumps(listed.name), text[known.start : known.end]
    is_spaced = member.startswith(json.dumps(SERVER) + ": ")
    outer, inner = (newline_of(text) + line_indent(text, one.start) for one in (listed, known))
    forms = [f"{name}: {{{inner}{member}{outer}}}"] if is_spaced else []
    if is_spaced != starts_line(text, listed.start):  # so that a list in lines that was empty gets a spaced entry
        forms.append(f"{name}: {{{member}}}" if is_spaced else f"{name}:{{{member}}}")
    return text[listed.start : listed.end] in forms


def _restorable(document: JsonText, owner: JsonObject, servers: str, member: tuple[str, object]) -> str:
    """Return the text with a new member of `owner`, in the first style from which removing it restores the text."""
    name, value = member
    siblings = [
        document.text[one.start : one.end] for one in owner.members if isinstance(one.value, dict) and one.value
    ]
    prefers_one_line = name == SERVER and siblings and "\n" not in siblings[-1]
    texts = [with_member(document, owner, name, value, style) for style in _STYLES[bool(prefers_one_line) :]]
    return next((text for text in texts if without_json_entry(text, servers) == document.text), texts[0])


def _updated(text: str, servers: str, entry: Mapping[str, object]) -> str:
    """Return the text with the members of the existing entry set to those of `entry`."""
    for name, value in entry.items():
        document = JsonText(text)
        place = _place(document, servers)
        inside = document.object_of(place[2]) if place else None
        if inside is None:
            return text
        member = document.member(inside, name)
        if member is None:
            text = with_member(document, inside, name, value, "lines")
        elif json.dumps(member.value) != json.dumps(value):
            text = with_value(document, member, value)
    return text


def _place(document: JsonText, servers: str) -> tuple[JsonMember, JsonObject, JsonMember] | None:
    """Return the list of servers as a member of the file, as an object, and our entry in it."""
    listed = document.member(document.root, servers)
    owner = document.object_of(listed) if listed else None
    known = document.member(owner, SERVER) if owner else None
    return (listed, owner, known) if listed and owner and known else None
