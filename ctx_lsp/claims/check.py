"""Checks documents: joins prose, extraction and verdicts, and keeps what an edit does not change.

The result of a claim is kept until something that it was judged by may have changed: the sentence, or the snapshot.
"""

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field, replace
from typing import cast

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.claims.code_texts import without_comments
from ctx_lsp.claims.documents import document_prose
from ctx_lsp.claims.extraction import claims_of
from ctx_lsp.claims.mention_shapes import written_path
from ctx_lsp.claims.model import UNKNOWN, CheckedClaim, Claim, ClaimKind, Sentence, Verdict
from ctx_lsp.claims.names import Names, NameScope
from ctx_lsp.claims.occurrences import Occurrences, is_code
from ctx_lsp.claims.verdicts import Exists, VerdictContext, judge
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """Which claims to check: all kinds if `kinds` is empty, and all lines if `lines` is None.

    `lines` holds ranges of lines of the document, counted from 0, the last one not included.
    """

    kinds: frozenset[ClaimKind] = frozenset()
    lines: tuple[tuple[int, int], ...] | None = None


@dataclass(frozen=True, slots=True)
class DocumentReport:
    """The claims of one document with their verdicts, in text order. `source` is the text that was checked."""

    path: str
    source: SourceText
    claims: tuple[CheckedClaim, ...]

    def counts(self) -> Mapping[Verdict, int]:
        """Return the number of claims by verdict."""
        found: dict[Verdict, int] = {"confirmed": 0, "refuted": 0, "unknown": 0}
        for one in self.claims:
            found[one.judgement.verdict] += 1
        return found


@dataclass
class Checker:
    """Checks documents against snapshots. Not thread-safe."""

    exists: Exists = lambda _: False
    _occurrences: Occurrences = field(default_factory=Occurrences)
    _names: Names | None = None

    def check(
        self, snapshot: Snapshot, path: str, source: SourceText, options: CheckOptions, token: CancelToken
    ) -> DocumentReport:
        """Check the statements of a document at a workspace path, which need not exist. Raises `Cancelled`."""
        entry = snapshot.files.get(path)
        prose = document_prose(path, source, entry if entry is not None and entry.source == source else None)
        names = self._names_of(snapshot)
        if entry is not None and is_code(entry):
            files = ChainMap({path: without_comments(entry)}, cast("MutableMapping[str, FileEntry]", snapshot.files))
            names = Names(replace(snapshot, files=files), self._occurrences)
            self._occurrences.update(files)
        found: list[CheckedClaim] = []

        def add(claim: Claim, scope: NameScope) -> None:
            if _is_wanted(claim, source, options):
                found.append(_checked(claim, VerdictContext(names, scope, self.exists), source, snapshot.revision))

        try:
            for sentence, scope in prose.sentences:
                token.check()
                claims = claims_of(sentence)
                around = _in_sentence(scope, sentence, names) if claims else scope
                for claim in claims:
                    if claim.start < claim.end:
                        add(claim, around)
            for claim, scope in prose.fields:
                token.check()
                add(claim, scope)
        finally:  # the next check must not see the code without its comments
            self._occurrences.update(snapshot.files)
        return DocumentReport(path, source, tuple(_without_repeats(found)))

    def _names_of(self, snapshot: Snapshot) -> Names:
        if self._names is None or self._names.snapshot is not snapshot:
            self._occurrences.update(snapshot.files)
            self._names = Names(snapshot, self._occurrences)
        return self._names


def _in_sentence(scope: NameScope, sentence: Sentence, names: Names) -> NameScope:
    """Add the files that a sentence or its headings name to its scope."""
    texts = [one.text for one in sentence.mentions if (path := written_path(one.text)) is not None and "." in path.path]
    texts += [word.strip("`") for title in sentence.headings for word in title.split() if "." in word]
    files = [path for text in texts for path in _files_ending(text, names)]
    return replace(scope, files=tuple(dict.fromkeys((*scope.files, *files)))) if files else scope


def _files_ending(text: str, names: Names) -> Iterable[str]:
    path = written_path(text)
    if path is None:
        return ()
    return names.ending_with(path.path)[:8]


def _is_wanted(claim: Claim, source: SourceText, options: CheckOptions) -> bool:
    if options.kinds and claim.kind not in options.kinds:
        return False
    if options.lines is None:
        return True
    first, last = source.line_at(claim.start), source.line_at(claim.end)
    return any(start <= last and first < end for start, end in options.lines)


def _checked(claim: Claim, context: VerdictContext, source: SourceText, revision: int) -> CheckedClaim:
    judgement = judge(claim, context)
    if not claim.text:
        claim = replace(claim, text=source.slice(claim.start, claim.end))
    return CheckedClaim(claim, judgement, revision)


def _without_repeats(found: list[CheckedClaim]) -> Iterator[CheckedClaim]:
    """Yield each statement once: of equal claims about the same range, the one with a verdict."""
    best: dict[tuple[int, int, str, str, str], CheckedClaim] = {}
    for one in found:
        key = (one.claim.start, one.claim.end, one.claim.kind, one.claim.subject, one.claim.object)
        known = best.get(key)
        if known is None or (known.judgement.verdict == UNKNOWN.verdict and one.judgement.verdict != UNKNOWN.verdict):
            best[key] = one
    yield from sorted(best.values(), key=lambda one: (one.claim.start, one.claim.end, one.claim.kind))
