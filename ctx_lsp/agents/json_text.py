"""Positions of the members of JSON objects, in files that may have comments and trailing commas.

Comments and trailing commas become spaces, so that Python's own parser reads the rest and its positions are those of
the file. `json_edits` uses the positions to change single members.
"""

import re
from dataclasses import dataclass
from json import JSONDecodeError, JSONDecoder

from ctx_lsp.agents.clients import ClientFileError

BLANKS = " \t\r\n"  # all that JSON takes for white space

# Each alternative also matches what is left open, so that a malformed file is read only once.
_COMMENT = re.compile(r'"(?:[^"\\\r\n]|\\.)*+"?|//[^\r\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_TRAILING_COMMA = re.compile(r'"(?:[^"\\\r\n]|\\.)*+"?|[\[{,:][ \t\r\n]*,|,(?=[ \t\r\n]*[\]}])', re.DOTALL)
_VISIBLE = re.compile(r"[^\r\n]")
_BLANK = re.compile(r"[ \t\r\n]*")
_DECODER = JSONDecoder()


@dataclass(frozen=True, slots=True)
class JsonMember:
    """A member of an object: it starts at the quote of its name and ends after its value."""

    name: str
    value: object
    start: int
    value_start: int
    end: int


@dataclass(frozen=True, slots=True)
class JsonObject:
    """An object: it starts at its opening brace and ends after the closing one."""

    start: int
    end: int
    members: tuple[JsonMember, ...]


class JsonText:
    """A JSON file that may have comments and trailing commas. Raises `ClientFileError` if it holds no JSON object.

    `bare` is the text with spaces instead of comments and trailing commas. `is_blank` says that nothing else is there.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.bare = _COMMENT.sub(_without_comment, text)
        self._line_comments = [found for found in _COMMENT.finditer(text) if found[0].startswith("//")]
        self._strict = _TRAILING_COMMA.sub(lambda found: " " if found[0] == "," else found[0], self.bare)
        self.is_blank = not self.bare.strip(BLANKS)
        if not self.is_blank and not isinstance(self._parsed(), dict):
            raise ClientFileError("the file holds no JSON object")

    @property
    def root(self) -> JsonObject:
        """The object that the file holds."""
        return self._object(self.skipped(0))

    def member(self, owner: JsonObject, name: str) -> JsonMember | None:
        """Return the member `name` of `owner`. Raises `ClientFileError` if there are several."""
        found = [member for member in owner.members if member.name == name]
        if len(found) > 1:
            lines = ", ".join(str(self.text.count("\n", 0, member.start) + 1) for member in found)
            raise ClientFileError(f"`{name}` is there more than once (lines {lines})")
        return found[0] if found else None

    def object_of(self, member: JsonMember) -> JsonObject | None:
        """Return the value of `member` if it is an object."""
        return self._object(member.value_start) if isinstance(member.value, dict) else None

    def skipped(self, offset: int) -> int:
        """Return the first offset from `offset` on that is neither white space nor in a comment."""
        found = _BLANK.match(self.bare, offset)
        return found.end() if found else offset

    def is_in_line_comment(self, offset: int) -> bool:
        """Return whether `offset` is in a comment that ends with its line."""
        return any(found.start() < offset <= found.end() for found in self._line_comments)

    def token_end(self, offset: int) -> int:
        """Return where the last token or comment before `offset` ends."""
        return len(self.text[:offset].rstrip(BLANKS))

    def _parsed(self) -> object:
        try:
            return _DECODER.decode(self._strict)
        except JSONDecodeError as error:
            raise ClientFileError(
                f"line {error.lineno}, column {error.colno} is not JSON: {error.msg.removesuffix(' at')}"
            ) from error
        except RecursionError as error:
            raise ClientFileError("the file is nested too deeply") from error
        except ValueError as error:  # a number with more digits than Python converts
            raise ClientFileError("the file has a number that is too long") from error

    def _object(self, start: int) -> JsonObject:
        members = []
        offset = self.skipped(start + 1)
        while self._strict[offset] == '"':
            name, end = _DECODER.raw_decode(self._strict, offset)
            value_start = self.skipped(self.skipped(end) + 1)
            value, end = _DECODER.raw_decode(self._strict, value_start)
            members.append(JsonMember(name, value, offset, value_start, end))
            offset = self.skipped(end)
            if self.bare[offset] == ",":
                offset = self.skipped(offset + 1)
        return JsonObject(start, offset + 1, tuple(members))


def _without_comment(found: re.Match[str]) -> str:
    is_comment = found[0].startswith("//") or (found[0].startswith("/*") and found[0].endswith("*/"))
    return _VISIBLE.sub(" ", found[0]) if is_comment else found[0]
