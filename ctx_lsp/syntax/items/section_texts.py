"""The texts of the sections of a document, each without its subsections."""

from ctx_lsp.syntax.items.model import SectionText
from ctx_lsp.syntax.model import FileFacts


def section_texts(data: bytes, facts: FileFacts) -> list[SectionText]:
    """Return the texts of the sections of a document, in order; together they make up the whole text."""
    first, *ends = [*(span.start for span in facts.spans), len(data)]
    found = [SectionText(0, data[:first], -1, (0, 0), 0)]
    for index, (span, end) in enumerate(zip(facts.spans, ends, strict=True)):
        start = span.start
        name = (span.name_start - start, span.name_end - start)
        found.append(SectionText(start, data[start:end], index, name, span.body - start))
    return found
