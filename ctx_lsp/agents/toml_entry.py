"""Adds our server's entry to TOML configuration files, updates it and removes it.

A new entry is a table at the end of the file, after an empty line, so that no other line changes and removing it gives
back the same bytes. Where the file does not write its servers as tables, tomlkit changes it, which keeps comments.
Each result is parsed again: nothing but the entry may differ.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from functools import partial
from itertools import pairwise

import tomlkit
from tomlkit.exceptions import TOMLKitError

from ctx_lsp.agents.clients import SERVER, ClientFileError, not_servers

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
# Strings (longest quotes first), comments, brackets and line ends. Strings and comments may contain brackets.
_TOKEN = re.compile(
    r'''"""(?:[^"\\]|\\.|"(?!""))*+"{3,5}|"(?:[^"\\\n]|\\.)*+"'''
    r"""|'''(?:[^']|'(?!''))*+'{3,5}|'[^'\n]*'|\#[^\n]*|[\[\]{}\n]""",
    re.DOTALL,
)
_NO_VALUE = re.compile(r"[ \t]*(?:#[^\n]*)?\r?\n?")


def with_toml_entry(text: str | None, servers: str, entry: Mapping[str, object]) -> str:
    """Return the file `text` with `entry` as our server's in the table `servers`; None stands for no file.

    Members of an existing entry that `entry` does not set are kept. Raises `ClientFileError`.
    """
    document = _parsed(text or "")
    listed = document.get(servers, {})
    if not isinstance(listed, dict):
        raise not_servers(servers, listed)
    known = listed.get(SERVER)
    kept = known if isinstance(known, dict) else {}
    if known == kept | dict(entry):
        return text or ""
    wanted = document | {servers: listed | {SERVER: kept | dict(entry)}}
    attempts = [_updated]
    if isinstance(known, dict) or SERVER not in listed:
        attempts.insert(0, _extended if isinstance(known, dict) else _appended)
    return _first_equal([partial(attempt, text, servers, entry) for attempt in attempts], wanted)


def without_toml_entry(text: str | None, servers: str) -> str | None:
    """Return the file `text` without our server's entry in the table `servers`, or None if there need be no file.

    Raises `ClientFileError` if the file is not TOML.
    """
    document = _parsed(text or "")
    listed = document.get(servers)
    if text is None or not isinstance(listed, dict) or SERVER not in listed:
        return text
    wanted = document | {servers: {name: value for name, value in listed.items() if name != SERVER}}
    attempts = [partial(attempt, text, servers) for attempt in (_without_tables, _without_key)]
    left = _first_equal(attempts, wanted, servers)
    return left if left or not text.endswith("\n") else None


def _parsed(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ClientFileError(f"the file is not TOML: {error}") from error
    except RecursionError as error:
        raise ClientFileError("the file is nested too deeply") from error
    except ValueError as error:  # a number with more digits than Python converts
        raise ClientFileError("the file has a number that is too long") from error


def _first_equal(attempts: Iterable[Callable[[], str]], wanted: Mapping[str, object], emptied: str = "") -> str:
    """Return the first text that means `wanted`, whether or not the table `emptied` is there if it is empty."""
    for attempt in attempts:
        try:
            text = attempt()
            document = tomllib.loads(text)
        except (TOMLKitError, tomllib.TOMLDecodeError):
            continue
        if {emptied: {}, **document} == {emptied: {}, **wanted}:
            return text
    raise ClientFileError("the entry cannot be changed without changing other parts of the file")


def _appended(text: str | None, servers: str, entry: Mapping[str, object]) -> str:
    """Return the text with a table at the end. As the text before, it may end without a line end."""
    document = tomlkit.document()
    document.add(servers, tomlkit.table(is_super_table=True).add(SERVER, dict(entry)))
    table = tomlkit.dumps(document)
    newline = "\r\n" if text and "\r\n" in text else "\n"
    if text is not None and not text.endswith("\n"):
        table = table.removesuffix("\n")
        text += newline if text else ""
    return (text + newline if text else "") + table.replace("\n", newline)


def _extended(text: str | None, servers: str, entry: Mapping[str, object]) -> str:
    """Return the text with new members of our table after its last one, before the comments of the next table."""
    document = tomllib.loads(text or "")
    known = document[servers][SERVER]
    new = tomlkit.dumps({name: value for name, value in entry.items() if name not in known})
    changed = _updated(text, servers, {name: value for name, value in entry.items() if name in known})
    newline = "\r\n" if "\r\n" in changed else "\n"
    lines: list[str] = []
    for is_ours, values, rest in _sections(changed, servers):
        is_extended = is_ours and bool(new) and "." not in values[0].partition(SERVER)[2].partition("]")[0]
        added = ["" if values[-1].endswith("\n") else newline, new.replace("\n", newline)] if is_extended else []
        lines += [*values, *added, *rest]
    return "".join(lines)


def _updated(text: str | None, servers: str, entry: Mapping[str, object]) -> str:
    document = tomlkit.parse(text or "")
    listed = document.setdefault(servers, tomlkit.table(is_super_table=True))
    known = listed.get(SERVER)
    if isinstance(known, MutableMapping):
        known.update({name: value for name, value in entry.items() if known.get(name) != value})
    else:
        listed[SERVER] = dict(entry)
    return tomlkit.dumps(document)


def _sections(text: str, servers: str) -> Iterator[tuple[bool, list[str], list[str]]]:
    """Yield for each table whether it is ours, its lines, and the empty lines and comments after them."""
    ours = re.compile(rf"""[ \t]*\[[ \t]*["']?{servers}["']?[ \t]*\.[ \t]*["']?{SERVER}["']?[ \t]*[.\]]""")
    for start, end in pairwise([0, *_headers(text), len(text)]):
        lines = _LINE.findall(text, start, end)
        values = list(lines)
        while values and _NO_VALUE.fullmatch(values[-1]):
            values.pop()
        yield bool(values and ours.match(values[0])), values, lines[len(values) :]


def _headers(text: str) -> Iterator[int]:
    """Yield where the lines begin that are headers of tables, and not part of a value of several lines."""
    depth = line_start = 0
    for token in _TOKEN.finditer(text):
        if token[0] in ("[", "{"):
            if not depth and not text[line_start : token.start()].strip(" \t"):
                yield line_start
            depth += 1
        elif token[0] in ("]", "}"):
            depth -= 1
        elif token[0] == "\n":
            line_start = token.end()


def _without_tables(text: str, servers: str) -> str:
    """Return the text without our tables and the empty line before each. Comments after them stay."""
    kept: list[str] = []
    for is_ours, values, rest in _sections(text, servers):
        if is_ours and kept and not kept[-1].strip():
            kept.pop()
        kept += rest if is_ours else values + rest
    left = "".join(kept)
    return left if text.endswith("\n") else left.removesuffix("\n").removesuffix("\r")


def _without_key(text: str, servers: str) -> str:
    document = tomlkit.parse(text)
    listed = document[servers]
    if isinstance(listed, MutableMapping):
        del listed[SERVER]
    return tomlkit.dumps(document)
