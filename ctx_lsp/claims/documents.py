"""Which files are documents, and the sentences of each sort of file with the names in their scope."""

import re
from dataclasses import replace
from typing import NamedTuple

from ctx_lsp.base.lru import Lru
from ctx_lsp.claims.code_texts import documented_blocks, documented_fields
from ctx_lsp.claims.markdown import markdown_document
from ctx_lsp.claims.mention_shapes import written_name, written_path
from ctx_lsp.claims.modality import is_no_fact_document
from ctx_lsp.claims.model import Claim, CodeMention, Sentence
from ctx_lsp.claims.names import NameScope
from ctx_lsp.claims.occurrences import is_code
from ctx_lsp.claims.prose import sentences
from ctx_lsp.claims.restructured import restructured_document
from ctx_lsp.graph.entry import FileEntry, qualname_of
from ctx_lsp.syntax.symbol_kinds import TYPE_KINDS
from ctx_lsp.text.source import SourceText

KEPT_DOCUMENTS = 64  # documents whose sentences are kept, each in its last version
_MARKDOWN = frozenset({"markdown", "mdx"})
_WITHOUT_SUBJECT = re.compile(
    r"(?:also |then |internally |directly )?(?:calls|invokes|delegates to|raises|throws|overrides|wraps|"
    r"inherits|extends|implements|imports|subclasses|a subclass of|subclass of|called by|used by|tested by|"
    r"defined in|decorated with)\b",
    re.IGNORECASE,
)


class PlacedSentence(NamedTuple):
    """A sentence with the names in its scope."""

    sentence: Sentence
    scope: NameScope


class DocumentProse(NamedTuple):
    """The sentences of one document, and claims that follow from fields of docstrings."""

    sentences: tuple[PlacedSentence, ...]
    fields: tuple[tuple[Claim, NameScope], ...] = ()


def is_document(entry: FileEntry) -> bool:
    """Return whether a file is a document about the code: Markdown or reStructuredText outside of tests."""
    return entry.language in (*_MARKDOWN, "rst") and entry.role != "test"


def document_prose(path: str, source: SourceText, entry: FileEntry | None) -> DocumentProse:
    """Find the sentences of a document; `entry` is its index entry, if its text is `source`."""
    if entry is not None and is_code(entry):
        return _code_prose(entry)
    return _document_prose(path, source, is_rst=entry is not None and entry.language == "rst")


_kept: Lru[tuple[str, bool], tuple[SourceText, DocumentProse]] = Lru(KEPT_DOCUMENTS)


def _document_prose(path: str, source: SourceText, *, is_rst: bool) -> DocumentProse:
    known = _kept.get((path, is_rst))
    if known is None or known[0] != source:
        known = _kept.put((path, is_rst), (source, _read_document(path, source, is_rst=is_rst)))
    return known[1]


def _read_document(path: str, source: SourceText, *, is_rst: bool) -> DocumentProse:
    prose = restructured_document(source) if is_rst else markdown_document(source)
    scope = NameScope(path, local_names=prose.local_names)
    hedged = is_no_fact_document(path)
    found = (replace(one, hedged=True) if hedged and not one.hedged else one for one in sentences(prose.blocks))
    return DocumentProse(tuple(PlacedSentence(_with_subject(one, _titled(one)), scope) for one in found))


def _titled(sentence: Sentence) -> str:
    """Return the name that the innermost heading consists of; "" if it is no name."""
    title = sentence.headings[-1].strip("`* ") if sentence.headings else ""
    return title if written_name(title) is not None and written_path(title) is None else ""


def _code_prose(entry: FileEntry) -> DocumentProse:
    found = []
    for around, block, _ in documented_blocks(entry):
        scope = NameScope(entry.path, (entry.path,), around)
        for sentence in sentences([block]):
            found.append(PlacedSentence(_with_subject(sentence, qualname_of(around)), scope))
    fields = []
    types = {one.id for one in entry.definitions if one.kind in TYPE_KINDS}  # their parameters may be those of types
    for one in documented_fields(entry):
        qualname = qualname_of(one.around)
        detail = "listed" if one.kind == "signature" else ""
        if qualname and not (detail and one.around in types and "@param" in _line(entry.source, one.start)):
            fields.append((
                Claim("signature" if detail else "raises", one.start, one.end, one.name, qualname, one.name, detail,
                      target=(one.start, one.end)),
                NameScope(entry.path, (entry.path,), one.around),
            ))  # fmt: skip
    return DocumentProse(tuple(found), tuple(fields))


def _line(source: SourceText, offset: int) -> str:
    return source.slice(*source.line_range(source.line_at(offset)))


def _with_subject(sentence: Sentence, qualname: str) -> Sentence:
    """Add the documented symbol as the subject of a sentence without one, such as "Calls `send`"."""
    if not qualname or not _WITHOUT_SUBJECT.match(sentence.skeleton):
        return sentence
    number = len(sentence.mentions)
    subject = CodeMention(sentence.start, sentence.start, qualname, "code")
    skeleton = f"<{number}> {sentence.skeleton[0].lower()}{sentence.skeleton[1:]}"
    return replace(sentence, skeleton=skeleton, mentions=(*sentence.mentions, subject))
