"""Renders packs so that the header states the token count of the whole text. `packing.packer` decides the contents."""

from dataclasses import replace

from ctx_lsp.packing.formats.formats import FORMATS, body, closed, render
from ctx_lsp.packing.formats.tokens import begins_apart, count_by_lines
from ctx_lsp.packing.model import Document, Encoding, PackFormat


def counted(document: Document, form: PackFormat, encoding: Encoding) -> tuple[Document, str]:
    """Render a document whose header states the exact token count of its text; return the document and the text."""
    written = FORMATS[form]
    rest = closed(body(document, written))
    is_apart = begins_apart(rest)
    rest_tokens = count_by_lines(rest, encoding) if is_apart else 0
    used = 0
    while True:  # a wider number can raise the count, never lower it
        made = replace(document, summary=replace(document.summary, used=used))
        head = written.head(made.summary)
        if is_apart and head.endswith("\n"):
            tokens = count_by_lines(head, encoding) + rest_tokens
        else:
            tokens = count_by_lines(render(made, written), encoding)
        if tokens <= used:
            return made, closed(head + rest)
        used = tokens


def rendered(document: Document, form: PackFormat, encoding: Encoding) -> str:
    """Render a document with its exact token count, and return the text."""
    return counted(document, form, encoding)[1]
