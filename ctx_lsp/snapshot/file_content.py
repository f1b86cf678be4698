"""Digests by which the text of an open buffer is compared with its file. No files are read here."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ctx_lsp.base.digest import digest
from ctx_lsp.text.source import SourceText

Match = Literal[0, 1, 2]
"""How well a buffer matches a file: not at all, as far as one can tell without the file's encoding, or exactly."""

_DEPENDS_ON_ENCODING = bytes(range(0x40, 0x100))  # also letters: in Shift JIS or GBK, they can end another character


@dataclass(frozen=True, slots=True)
class FileContent:
    """The content of a file on disk as digests, or instead the reason why its text cannot be read.

    `common` is empty unless the encoding of the file is unknown. The editor may have decoded such a file differently,
    so `common` is a digest of only those characters that have the same bytes in all usual encodings: digits,
    punctuation and line breaks.
    """

    exact: bytes
    common: bytes = b""


class ComparedText:
    """A text with the digests by which it is compared; each is computed once.

    Line endings and the last line break do not count, because editors change them.
    """

    def __init__(self, source: SourceText) -> None:
        self._data = source.data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").removesuffix(b"\n")

    @cached_property
    def exact(self) -> bytes:
        """A digest of the text."""
        return digest(self._data)

    @cached_property
    def common(self) -> bytes:
        """A digest of the characters that do not depend on the encoding; see `FileContent`."""
        return digest(self._data.translate(None, _DEPENDS_ON_ENCODING))

    def match(self, content: FileContent | None) -> Match:
        """Return how well this text, of a buffer, matches the content of a file, which is None if there is no file."""
        if content is None:
            return 0
        if content.exact == self.exact:
            return 2
        return 1 if content.common and content.common == self.common else 0


def content_of(source: SourceText, *, is_guess: bool = False) -> FileContent:
    """Return the content of a file with the text `source`; `is_guess` says that its encoding is unknown."""
    text = ComparedText(source)
    return FileContent(text.exact, text.common if is_guess else b"")
