"""Text of a pack whose head states the token count of that text. `packing.packer` decides the contents."""

from dataclasses import replace

from ctx_lsp.packing.formats.formats import FORMATS, render
from ctx_lsp.packing.formats.tokens import count_by_lines
from ctx_lsp.packing.model import Document, Encoding, PackFormat


def counted(document: Document, form: PackFormat, encoding: Encoding) -> tuple[Document, str]:
    """Render the document with the exact token count of its text in the head; return both."""
    used = 0
    while True:  # a wider number can raise the count, never lower it
        made = replace(document, summary=replace(document.summary, used=used))
        text = render(made, FORMATS[form])
        tokens = count_by_lines(text, encoding)
        if tokens <= used:
            return made, text
        used = tokens


def rendered(document: Document, form: PackFormat, encoding: Encoding) -> str:
    """Return the text of a pack in a format."""
    return counted(document, form, encoding)[1]
