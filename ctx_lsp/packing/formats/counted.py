"""Renders packs so that the header states the token count of the whole text. `packing.packer` decides the contents."""

from dataclasses import replace

from ctx_lsp.packing.formats.formats import FORMATS, render
from ctx_lsp.packing.formats.tokens import count_by_lines
from ctx_lsp.packing.model import Document, Encoding, PackFormat


def counted(document: Document, form: PackFormat, encoding: Encoding) -> tuple[Document, str]:
    """Render a document whose header states the exact token count of its text; return the document and the text."""
    used = 0
    while True:  # a wider number can raise the count, never lower it
        made = replace(document, summary=replace(document.summary, used=used))
        text = render(made, FORMATS[form])
        tokens = count_by_lines(text, encoding)
        if tokens <= used:
            return made, text
        used = tokens


def rendered(document: Document, form: PackFormat, encoding: Encoding) -> str:
    """Render a document with its exact token count, and return the text."""
    return counted(document, form, encoding)[1]
