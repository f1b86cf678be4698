"""A pack's text with its own token count in its head. What a pack holds is decided in `packing.packer`."""

from dataclasses import replace

from ctx_lsp.packing.formats.formats import FORMATS, render
from ctx_lsp.packing.formats.tokens import count_by_lines
from ctx_lsp.packing.model import Document, Encoding, PackFormat


def counted(document: Document, form: PackFormat, encoding: Encoding) -> tuple[Document, str]:
    """The document whose head names the exact count of its text in a format, and that text."""
    used = 0
    while True:  # the figure's own width can change the count, and only upwards
        made = replace(document, summary=replace(document.summary, used=used))
        text = render(made, FORMATS[form])
        tokens = count_by_lines(text, encoding)
        if tokens <= used:
            return made, text
        used = tokens


def rendered(document: Document, form: PackFormat, encoding: Encoding) -> str:
    """The text of a pack in a format."""
    return counted(document, form, encoding)[1]
