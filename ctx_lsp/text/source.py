"""Immutable source text as UTF-8 bytes with a line index.

Offsets are UTF-8 bytes and lines are zero-based throughout the package. A line ends at LF, CRLF or CR and at nothing
else: a form feed or U+2028 is an ordinary character, as the protocol demands. UTF-16 columns are not known here.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from ctx_lsp.base.digest import digest

_LINE_END = re.compile(rb"\r\n|\n|\r")


@dataclass(frozen=True)
class SourceText:
    """The text of one file or buffer; `data` is always valid UTF-8 without a byte-order mark.

    `language` is what an editor or a notebook says that the text is written in, "" where only the name tells. It
    belongs to the text: what is derived from equal bytes in another language is something else.
    """

    data: bytes
    language: str = ""

    @cached_property
    def digest(self) -> bytes:
        """The digest (16 bytes) of the content and the language."""
        return digest(self.data, self.language.encode()) if self.language else digest(self.data)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Byte offset of the start of each line; never empty, the first is 0."""
        return (0, *(match.end() for match in _LINE_END.finditer(self.data)))

    @property
    def line_count(self) -> int:
        """Number of lines; a trailing line end opens one more, empty line."""
        return len(self.line_starts)

    def line_at(self, offset: int) -> int:
        """The zero-based line that holds byte `offset`."""
        return bisect_right(self.line_starts, offset) - 1

    def line_range(self, line: int) -> tuple[int, int]:
        """Start and end offset of `line`, its line end left out; lines past the end are empty at the end."""
        if line >= self.line_count:
            return len(self.data), len(self.data)
        start = self.line_starts[line]
        end = self.line_starts[line + 1] if line + 1 < self.line_count else len(self.data)
        return start, start + len(self.data[start:end].rstrip(b"\r\n"))

    def text_start(self, line: int) -> int:
        """Where `line` begins behind its indentation; its end where it is blank."""
        start, end = self.line_range(line)
        return end - len(self.data[start:end].lstrip())

    def stripped_lines(self) -> list[str]:
        """The text of each line without the blanks around it."""
        return [self.slice(*self.line_range(line)).strip() for line in range(self.line_count)]

    def slice(self, start: int, end: int) -> str:
        """The text between two byte offsets; a cut inside a character gives U+FFFD rather than an error."""
        return self.data[start:end].decode("utf-8", "replace")
