"""Recognises documents, and reads sentences and their scopes from Markdown, AsciiDoc, reStructuredText and code."""

import re
from dataclasses import replace
from functools import reduce
from typing import NamedTuple

from ctx_lsp.claims import asciidoc
from ctx_lsp.claims.code_texts import documented_blocks, documented_fields
from ctx_lsp.claims.examples import NO_EXAMPLE, ExampleCode
from ctx_lsp.claims.mention_shapes import written_name, written_path
from ctx_lsp.claims.modality import is_code_of_others, is_no_fact_document, is_record, is_title_of_parameters
from ctx_lsp.claims.model import Claim, CodeMention, Sentence
from ctx_lsp.claims.names import NameScope
from ctx_lsp.claims.prose import ProseDocument, sentences
from ctx_lsp.claims.restructured import restructured_document
from ctx_lsp.claims.sections import MarkdownSection, markdown_sections
from ctx_lsp.graph.entry import FileEntry, qualname_of, without_numbers
from ctx_lsp.syntax.symbol_kinds import TYPE_KINDS
from ctx_lsp.text.source import SourceText

_MARKDOWN = frozenset({"markdown", "mdx"})
_WITHOUT_SUBJECT = re.compile(
    r"(?:also |then |just |\w{2,15}ly )?(?:calls|invokes|delegates to|raises|throws|overrides|wraps|"
    r"inherits|extends|implements|imports|subclasses|a subclass of|subclass of|called by|used by|tested by|"
    r"defined in|decorated with|raised by|thrown by|extended by|implemented by|overridden by|imported by|unused\b|"
    r"defaults to|takes|accepts|argument <\d+>)(?!\w)",
    re.IGNORECASE,
)
_TOP = 8_000  # bytes at the top of a document that may hold the fields of a record
_ARGUMENT = re.compile(r"argument (?=<\d)", re.IGNORECASE)


class PlacedSentence(NamedTuple):
    """A sentence at a byte offset of a document, with the scope in which its names are looked up.

    Positions in `sentence` are relative to its beginning, so a sentence that only moves remains equal.
    """

    start: int
    sentence: Sentence
    scope: NameScope


class DocumentProse(NamedTuple):
    """The sentences of one document, and the claims made by docstring fields.

    `local_names` holds the words of code examples, which may define names of their own, and `example` their files and
    imports.
    """

    sentences: tuple[PlacedSentence, ...]
    fields: tuple[tuple[Claim, NameScope], ...] = ()
    local_names: frozenset[str] = frozenset()
    example: ExampleCode = NO_EXAMPLE


def is_document(entry: FileEntry) -> bool:
    """Return whether a file is a document about the code: Markdown or reStructuredText outside of tests."""
    return entry.language in (*_MARKDOWN, "rst") and entry.role != "test"


class DocumentReader:
    """A reader of successive versions of one document. In Markdown, it reads only the sections that have changed."""

    def __init__(self, path: str, language: str, *, is_test: bool = False) -> None:
        """Create the reader of a document in `language`; all languages but "rst" are read as Markdown.

        AsciiDoc is recognised by its path. If `is_test`, the document is a test fixture, so its sentences are not taken
        as statements about the code.
        """
        self._scope = NameScope(path)
        self._is_no_fact = is_test or is_no_fact_document(path)
        self._hedged = self._is_no_fact
        self._is_rst = language == "rst"
        self._is_asciidoc = path.endswith(asciidoc.SUFFIXES)
        self._sections: tuple[MarkdownSection, ...] = ()
        self._sentences: dict[int, tuple[PlacedSentence, ...]] = {}  # by the `id` of their section
        self._last: tuple[SourceText, DocumentProse] | None = None

    def read(self, source: SourceText) -> DocumentProse:
        """Return the sentences of a version of the document."""
        if self._last is None or self._last[0] != source:
            hedged = self._is_no_fact or is_record(source.data[:_TOP].decode("utf-8", "replace"))
            if hedged is not self._hedged:
                self._sentences.clear()
                self._hedged = hedged
            text = asciidoc.without_listings(source) if self._is_asciidoc else source
            self._last = source, self._restructured(text) if self._is_rst else self._markdown(text)
        return self._last[1]

    def _restructured(self, source: SourceText) -> DocumentProse:
        prose = restructured_document(source)
        return DocumentProse(self._placed(prose), local_names=prose.local_names, example=prose.example)

    def _markdown(self, source: SourceText) -> DocumentProse:
        self._sections = markdown_sections(source, self._sections)
        self._sentences = {
            id(one): known if (known := self._sentences.get(id(one))) is not None else self._placed(one.prose)
            for one in self._sections
        }
        found: list[PlacedSentence] = []
        start = 0
        for section in self._sections:
            known = self._sentences[id(section)]
            found += [PlacedSentence(at + start, sentence, scope) for at, sentence, scope in known]
            start += len(section.text)
        local = frozenset(name for one in self._sections for name in one.prose.local_names)
        example = reduce(ExampleCode.joined, (one.prose.example for one in self._sections), NO_EXAMPLE)
        return DocumentProse(tuple(found), local_names=local, example=example)

    def _placed(self, prose: ProseDocument) -> tuple[PlacedSentence, ...]:
        return tuple(self._placed_sentence(one) for one in sentences(prose.blocks))

    def _placed_sentence(self, sentence: Sentence) -> PlacedSentence:
        hedged = self._hedged or sentence.hedged
        return _at_start(replace(_with_subject(sentence, _titled(sentence)), hedged=hedged), self._scope)


def _at_start(sentence: Sentence, scope: NameScope) -> PlacedSentence:
    start = sentence.start
    mentions = tuple(one._replace(start=one.start - start, end=one.end - start) for one in sentence.mentions)
    return PlacedSentence(start, replace(sentence, mentions=mentions, start=0, end=sentence.end - start), scope)


def _titled(sentence: Sentence) -> str:
    """Return the innermost heading if it consists of a name, otherwise "".

    A heading such as "Parameters" does not count.
    """
    titles = [one for one in sentence.headings if not is_title_of_parameters(one)]
    title = titles[-1].strip("`* ") if titles else ""
    return title if written_name(title) is not None and written_path(title) is None else ""


def code_prose(entry: FileEntry) -> DocumentProse:
    """Return the sentences in the comments and docstrings of a file of code.

    Sentences in tests, templates and third-party code are marked as hedged. Docstring fields in tests are left out,
    because they may be wrong on purpose.
    """
    found = []
    is_test = entry.role == "test"
    is_hedged = is_test or is_code_of_others(entry.path)
    for around, block, _ in documented_blocks(entry):
        scope = NameScope(entry.path, (entry.path,), around)
        for sentence in sentences([block]):
            full = replace(_with_subject(sentence, qualname_of(around)), hedged=is_hedged or sentence.hedged)
            found.append(_at_start(full, scope))
    fields = []
    types = {one.id for one in entry.definitions if one.kind in TYPE_KINDS}  # `@param` may document a type parameter
    for one in documented_fields(entry) if not is_test else ():
        qualname = without_numbers(qualname_of(one.around))
        is_parameter = one.kind == "signature"
        if qualname and not (is_parameter and one.around in types and "@param" in _line(entry.source, one.start)):
            fields.append((
                Claim(one.kind, one.start, one.end, one.name, qualname, one.name, "listed",
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
    text = _ARGUMENT.sub("takes ", sentence.skeleton, 1)  # its name may be the document's own, so only a typo is wrong
    skeleton = f"<{number}> {text[0].lower()}{text[1:]}"
    return replace(sentence, skeleton=skeleton, mentions=(*sentence.mentions, subject))
