"""Chunks as text, so that a test can compare all chunks of a file at once."""

from textwrap import dedent

from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.syntax.model import chunk_text
from ctx_lsp.text.source import SourceText


def chunks(path: str, text: str) -> str:
    """Each chunk after a line `--- kind: qualified names`, without the common indentation of `text`."""
    source = SourceText(dedent(text).removeprefix("\n").encode())
    facts = file_facts(path, source)
    shown = []
    for chunk in facts.chunks:
        names = " ".join(facts.outline.symbols[index].qualname for index in chunk.symbols)
        shown.append(f"--- {chunk.kind}: {names}".rstrip() + "\n" + chunk_text(source, chunk))
    return "\n".join(shown)


def expected(text: str) -> str:
    """A text written in a test, in the form that `chunks` returns."""
    return dedent(text).removeprefix("\n").removesuffix("\n")
