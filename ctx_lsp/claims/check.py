"""Checks documents: combines prose, extraction and verdicts, and keeps the results that an edit does not affect.

A sentence is judged again only if its text has changed, or if a lookup behind its verdicts now gives a different value.
So after an edit of the document or of the code, only the affected sentences are checked again.
"""

import re
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, cast

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.lru import Lru
from ctx_lsp.claims.code_texts import without_comments
from ctx_lsp.claims.documents import DocumentProse, DocumentReader, PlacedSentence, code_prose
from ctx_lsp.claims.examples import NO_EXAMPLE, outermost
from ctx_lsp.claims.extraction import claims_of
from ctx_lsp.claims.former import FormerLookup, NoFormerCode
from ctx_lsp.claims.index import ClaimIndex, DiskPaths, PathListing
from ctx_lsp.claims.mention_shapes import written_path
from ctx_lsp.claims.model import (
    MAY_BE_PLACEHOLDER,
    UNKNOWN,
    WHETHER_GONE,
    CheckedClaim,
    Claim,
    ClaimKind,
    Sentence,
    Verdict,
)
from ctx_lsp.claims.names import Names, NameScope
from ctx_lsp.claims.occurrences import Occurrences, contains_given, contains_key, is_code
from ctx_lsp.claims.reads import Cell, ReadLog
from ctx_lsp.claims.removal import SentenceSpan
from ctx_lsp.claims.verdicts import VerdictContext, judge
from ctx_lsp.claims.verdicts.membership import is_of_known_type
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText

KEPT_DOCUMENTS = 64  # documents whose verdicts are kept, each in its last version
MAX_LOOKUPS = 300_000  # lookups behind all kept verdicts; above this limit, all verdicts are dropped
MAX_KEPT_READS = 5_000  # lookups for one sentence; above this limit, its verdicts are not kept, to save memory
_WORD = re.compile(r"[A-Za-z_$][\w$]*")


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """The claims to check: all kinds if `kinds` is empty, and all lines if `lines` is None.

    `lines` holds ranges of line numbers, counted from 0; the end of a range is not included.
    """

    kinds: frozenset[ClaimKind] = frozenset()
    lines: tuple[tuple[int, int], ...] | None = None


@dataclass(frozen=True, slots=True)
class DocumentReport:
    """The claims of one document with their verdicts, in text order. `source` is the text that was checked.

    `sentences` holds the ranges of the sentences that make claims; it is empty for a file of code.
    """

    path: str
    source: SourceText
    claims: tuple[CheckedClaim, ...]
    sentences: tuple[SentenceSpan, ...] = ()

    def counts(self) -> Mapping[Verdict, int]:
        """Return the number of claims by verdict."""
        found: dict[Verdict, int] = {"confirmed": 0, "refuted": 0, "unknown": 0}
        for one in self.claims:
            found[one.judgement.verdict] += 1
        return found


class _Judged(NamedTuple):
    """The claims of a sentence with their verdicts, and the lookups behind them.

    Positions are relative to the beginning of the sentence.
    """

    claims: tuple[CheckedClaim, ...]
    reads: frozenset[Cell]


_Key = tuple[Sentence, NameScope, str]
"""A sentence with its scope, and its text in the document."""


@dataclass
class _KeptDocument:
    """The reader of a document, and the verdicts kept for the document."""

    reader: DocumentReader
    judged: dict[_Key, _Judged] = field(default_factory=dict)


@dataclass
class Checker:
    """A checker of documents against snapshots, which keeps verdicts from one check to the next. Not thread-safe."""

    disk: DiskPaths = field(default_factory=DiskPaths)
    former: FormerLookup = field(default_factory=NoFormerCode)
    judgements: int = 0  # number of sentences judged so far; kept verdicts do not count
    _kept: Lru[tuple[str, str], _KeptDocument] = field(default_factory=lambda: Lru(KEPT_DOCUMENTS))
    _log: ReadLog = field(default_factory=ReadLog)
    _words: Occurrences = field(default_factory=Occurrences)
    _keys: Occurrences = field(default_factory=lambda: Occurrences(contains_key))
    _given: Occurrences = field(default_factory=lambda: Occurrences(contains_given))
    _words_of_code: Occurrences = field(default_factory=Occurrences)  # without the comments that are checked
    _keys_of_code: Occurrences = field(default_factory=lambda: Occurrences(contains_key))
    _given_in_code: Occurrences = field(default_factory=lambda: Occurrences(contains_given))
    _paths: PathListing = field(default_factory=lambda: PathListing({}))
    _snapshot: Snapshot | None = None
    _former: FormerLookup | None = None
    _names: Names | None = None

    def check(
        self, snapshot: Snapshot, path: str, source: SourceText, options: CheckOptions, token: CancelToken
    ) -> DocumentReport:
        """Check the statements of a document, which need not exist as a file at `path`. Raises `Cancelled`."""
        names = self._names_in(snapshot)
        entry = snapshot.files.get(path)
        spans: tuple[SentenceSpan, ...] = ()
        if entry is not None and entry.source == source and is_code(entry):
            found = self._check_code(snapshot, entry, options, token)
        else:
            key = path, entry.language if entry is not None else ""
            is_test = entry is not None and entry.role == "test"
            kept = self._kept.get(key) or self._kept.put(key, _KeptDocument(DocumentReader(*key, is_test=is_test)))
            judged: dict[_Key, _Judged] = {}
            prose = kept.reader.read(source)
            found = list(self._claims(prose, kept.judged, judged, names, source, options, token))
            if options == CheckOptions():
                kept.judged = judged
            spans = tuple(_span(one) for one in prose.sentences if claims_of(one.sentence))
        return DocumentReport(path, source, tuple(_without_repeats(found)), spans)

    def look_at_disk_again(self) -> None:
        """Make the next check repeat its lookups even for the same snapshot, because files on disk have changed."""
        self._snapshot = None

    def _names_in(self, snapshot: Snapshot) -> Names:
        """Return the name lookups for a snapshot.

        Repeat the lookups behind the kept verdicts, and drop each verdict for which a lookup now has another result.
        """
        if self._names is not None and self._snapshot is snapshot and self._former == self.former:
            self._names.index.disk = self.disk  # it is set for each check
            return self._names
        if len(self._log) > MAX_LOOKUPS:
            self._log = ReadLog()
            self._kept = Lru(KEPT_DOCUMENTS)
        self._names = None  # until all lookups are repeated: one may fail
        self._snapshot, self._former = snapshot, self.former
        self._words.update(snapshot.files)
        self._keys.update(snapshot.files)
        self._given.update(snapshot.files)
        self._paths = self._paths.of(snapshot.files)
        index = ClaimIndex(
            snapshot, self._words, self._keys, self._given, self._paths, self.disk, self.former, self._log
        )
        changed = self._log.refresh(index.value)
        for key in self._kept.keys if changed else ():
            kept = self._kept.peek(key)
            if kept is not None:
                kept.judged = {one: each for one, each in kept.judged.items() if changed.isdisjoint(each.reads)}
        self._names = Names(index)
        return self._names

    def _claims(
        self,
        prose: DocumentProse,
        before: Mapping[_Key, _Judged],
        now: MutableMapping[_Key, _Judged],
        names: Names,
        source: SourceText,
        options: CheckOptions,
        token: CancelToken,
    ) -> Iterator[CheckedClaim]:
        """Yield the claims of a document that `options` select, with their verdicts.

        Verdicts found in `before` are reused. Verdicts to keep for the next check are put into `now`.
        """
        for start, sentence, scope in prose.sentences:
            claims = [one for one in claims_of(sentence) if one.start < one.end]
            if not any(_is_wanted(one, start, source, options) for one in claims):
                continue
            words = {word for one in claims for word in _WORD.findall(f"{one.subject} {one.object}")}
            local = prose.local_names & (words | {word.lstrip("_") for word in words})
            roots = frozenset(outermost(one.subject) for one in claims if one.kind in ("path", "line"))
            example = prose.example.about(frozenset(words), roots)
            has_local = local or example != NO_EXAMPLE
            full_scope = replace(scope, local_names=local, example=example) if has_local else scope
            # A sentence in changed lines is new, although the newest commit may have it.
            text = source.slice(start, start + sentence.end) if options.lines is None else ""
            key = sentence, full_scope, text
            judged = before.get(key)
            if judged is None:
                token.check()
                judged = self._judged(*key, claims, names)
            if len(judged.reads) <= MAX_KEPT_READS:
                now[key] = judged
            for one in judged.claims:
                if _is_wanted(one.claim, start, source, options):
                    yield _placed(one, start, source, names.snapshot.revision)

    def _judged(
        self, sentence: Sentence, scope: NameScope, text: str, claims: Iterable[Claim], names: Names
    ) -> _Judged:
        """Judge the claims of a sentence. `text` is what the document has in its place, or "" for a new sentence."""
        self.judgements += 1
        with names.index.log.recording() as reads:
            context = VerdictContext(names, _in_sentence(scope, sentence, names), text)
            found = (CheckedClaim(one, judge(one, context)) for one in claims)
            shown = tuple(one for one in found if _counts(one, context))
        return _Judged(shown, frozenset(reads))

    def _check_code(
        self, snapshot: Snapshot, entry: FileEntry, options: CheckOptions, token: CancelToken
    ) -> list[CheckedClaim]:
        """Check the comments and docstrings of a file against its code.

        All comments and docstrings are blanked out first, so that no claim is confirmed by its own words.
        """
        files = ChainMap({entry.path: without_comments(entry)}, cast("MutableMapping[str, FileEntry]", snapshot.files))
        self._words_of_code.update(files)
        self._keys_of_code.update(files)
        self._given_in_code.update(files)
        index = ClaimIndex(
            replace(snapshot, files=files),
            self._words_of_code,
            self._keys_of_code,
            self._given_in_code,
            self._paths,
            self.disk,
            self.former,
            ReadLog(),
        )
        names, prose = Names(index), code_prose(entry)
        found = list(self._claims(prose, {}, {}, names, entry.source, options, token))
        for claim, scope in prose.fields:
            token.check()
            if _is_wanted(claim, 0, entry.source, options):
                line = entry.source.line_range(entry.source.line_at(claim.start))
                text = entry.source.slice(*line) if options.lines is None else ""
                judgement = judge(claim, VerdictContext(names, scope, text))
                found.append(_placed(CheckedClaim(claim, judgement), 0, entry.source, snapshot.revision))
        return found


def _counts(one: CheckedClaim, context: VerdictContext) -> bool:
    """Return whether a statement counts, although its words may name nothing."""
    if one.claim.detail == MAY_BE_PLACEHOLDER:
        return is_of_known_type(one.claim, context)
    return one.is_false or one.claim.detail != WHETHER_GONE


def _in_sentence(scope: NameScope, sentence: Sentence, names: Names) -> NameScope:
    """Extend a scope by the files that the sentence or its headings name."""
    texts = [one.text for one in sentence.mentions if (path := written_path(one.text)) is not None and "." in path.path]
    texts += [word.strip("`") for title in sentence.headings for word in title.split() if "." in word]
    files = [path for text in texts for path in _files_ending(text, names)]
    return replace(scope, files=tuple(dict.fromkeys((*scope.files, *files)))) if files else scope


def _files_ending(text: str, names: Names) -> Iterable[str]:
    path = written_path(text)
    if path is None:
        return ()
    return names.ending_with(path.path)[:8]


def _span(one: PlacedSentence) -> SentenceSpan:
    start, sentence = one.start, one.sentence
    mentions = tuple((start + each.start, start + each.end) for each in sentence.mentions if each.start < each.end)
    return SentenceSpan(start, start + sentence.end, mentions)


def _is_wanted(claim: Claim, start: int, source: SourceText, options: CheckOptions) -> bool:
    """Return whether `options` select a claim. The claim's position is relative to the offset `start`."""
    if options.kinds and claim.kind not in options.kinds:
        return False
    if options.lines is None:
        return True
    first, last = source.line_at(start + claim.start), source.line_at(start + claim.end)
    return any(begin <= last and first < end for begin, end in options.lines)


def _placed(one: CheckedClaim, start: int, source: SourceText, revision: int) -> CheckedClaim:
    """Return a copy of a claim with positions in the document; its sentence begins at the offset `start`."""
    claim = one.claim
    first, last = claim.start + start, claim.end + start
    target = (claim.target[0] + start, claim.target[1] + start) if any(claim.target) else claim.target
    text = claim.text or source.slice(first, last)
    return CheckedClaim(replace(claim, start=first, end=last, target=target, text=text), one.judgement, revision)


def _without_repeats(found: Iterable[CheckedClaim]) -> Iterator[CheckedClaim]:
    """Yield each statement once. Of equal claims about the same range, one that is not "unknown" is preferred.

    A signature that is confirmed says that the function exists, so no other claim about its range says this again.
    """
    best: dict[tuple[int, int, str, str, str], CheckedClaim] = {}
    for one in found:
        key = (one.claim.start, one.claim.end, one.claim.kind, one.claim.subject, one.claim.object)
        known = best.get(key)
        if known is None or (known.judgement.verdict == UNKNOWN.verdict and one.judgement.verdict != UNKNOWN.verdict):
            best[key] = one
    confirmed = [one for one in best.values() if one.judgement.verdict == "confirmed"]
    signatures = {(one.claim.start, one.claim.end) for one in confirmed if one.claim.kind == "signature"}
    for one in sorted(best.values(), key=lambda one: (one.claim.start, one.claim.end, one.claim.kind)):
        is_implied = one.claim.kind == "symbol" and (one.claim.start, one.claim.end) in signatures
        if not is_implied:
            yield one
