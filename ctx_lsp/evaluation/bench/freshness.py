"""How long an edit takes until answers show it: the answer from text and graph, and the one by meaning.

Beside it stands what a parse of the edited file alone costs. The edits are made in `edits`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter, process_time, sleep

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.bench.edits import NONSENSE, SampleEdit
from ctx_lsp.evaluation.bench.figures import Spread, ratio, spread
from ctx_lsp.retrieval.model import Item, ResultFilter
from ctx_lsp.syntax.languages import language
from ctx_lsp.syntax.parser import parse
from ctx_lsp.workspace import Analysis, Workspace

EVERY_RESULT = 200  # the most that a search gives; after an edit the question is what is indexed, not how it ranks
TEXT_SCORE, MEANING_SCORE = "bm25", "dense"  # the parts of a score that come from the text and from the vectors
ASKED_BYTES = 400  # of the edited text that the question by meaning repeats; more is not embedded
PATIENCE = 10.0  # seconds for the vectors of one edit; a machine that needs longer is not measured any better
OPENED_SECONDS = 0.3  # between opening a document and the first letter typed into it; real ones are longer
PARSES = 3  # of each text, the median counts

_ANYWHERE = ResultFilter(tests=True)


@dataclass(frozen=True, slots=True)
class Timed:
    """One edit. Milliseconds: until the index had it, until an answer from text and graph showed it, the processor's
    time until then, until the answer by meaning showed it (None: not asked), one parse of the file. Whether each answer
    did show it."""

    kind: str
    applied: float
    lexical: float
    processor: float
    semantic: float | None
    parse: float
    fresh: bool
    nearest: bool


@dataclass(frozen=True, slots=True)
class Freshness:
    """Many edits summed up, in milliseconds; `lines` are the sizes of the edited files.

    `stale` counts answers from text and graph that did not show the edit, of which there must be none; `elsewhere`
    those by meaning, all vectors made, that found something nearer. `to_parse` is the median over the edits of the
    time to a fresh answer, in parses of the edited file. `applied` is the part of `lexical` before the search.
    """

    lines: Spread
    applied: Spread
    lexical: Spread
    processor: Spread
    semantic: Spread
    parse: Spread
    to_parse: float
    by_kind: dict[str, Spread]
    stale: int
    elsewhere: int


def freshness(workspace: Workspace, edits: Sequence[SampleEdit], semantic: bool, token: CancelToken) -> Freshness:
    """Make each edit in an open buffer, ask, and take it back. With `semantic`, wait for vectors too."""
    timed = [_timed(workspace, edit, semantic, token) for edit in edits]
    kinds = dict.fromkeys(one.kind for one in timed)
    return Freshness(
        lines=spread([float(edit.lines) for edit in edits]),
        applied=spread([one.applied for one in timed]),
        lexical=spread([one.lexical for one in timed]),
        processor=spread([one.processor for one in timed]),
        semantic=spread([one.semantic for one in timed if one.semantic is not None]),
        parse=spread([one.parse for one in timed]),
        to_parse=spread([ratio(one.lexical, one.parse) for one in timed]).p50,
        by_kind={kind: spread([one.lexical for one in timed if one.kind == kind]) for kind in kinds},
        stale=sum(not one.fresh for one in timed),
        elsewhere=sum(not one.nearest for one in timed),
    )


def _timed(workspace: Workspace, edit: SampleEdit, semantic: bool, token: CancelToken) -> Timed:
    _open(workspace, edit.path)
    begin, processor = perf_counter(), process_time()
    workspace.set_document(edit.path, edit.source)
    analysis = workspace.analysis().result()
    applied = perf_counter() - begin
    found = analysis.search(edit.word or NONSENSE, EVERY_RESULT, _ANYWHERE, "auto", token).items
    lexical, used = perf_counter() - begin, process_time() - processor
    fresh = _shows(analysis, found, edit)
    nearest = True
    until: float | None = None
    if semantic:
        nearest = _by_meaning(workspace, edit, token)
        until = 1000 * (perf_counter() - begin)
    parsed = _parse(edit)
    workspace.close_document(edit.path)
    workspace.wait_ready(PATIENCE, semantic)
    workspace.analysis().result()  # so that the next edit does not wait for this one to be taken back
    return Timed(edit.kind, 1000 * applied, 1000 * lexical, 1000 * used, until, parsed, fresh, nearest)


def _open(workspace: Workspace, path: str) -> None:
    """Open a document as it is, and leave the server the moment that it takes a hand to reach for the keys."""
    source = workspace.analysis().result().source(path)
    if source is not None:
        workspace.set_document(path, source)
        workspace.wait_ready(PATIENCE, semantic=False)
        sleep(OPENED_SECONDS)


def _shows(analysis: Analysis, found: Sequence[Item], edit: SampleEdit) -> bool:
    """Whether a search came upon the new word, or, where there is none, the index has the new text."""
    if not edit.word:
        source = analysis.source(edit.path)
        return source is not None and source.data == edit.source.data
    return any(item.path == edit.path and item.scores.get(TEXT_SCORE) for item in found)


def _by_meaning(workspace: Workspace, edit: SampleEdit, token: CancelToken) -> bool:
    """Ask for the edited text by meaning until an answer has all vectors; whether it is then the nearest."""
    begin = perf_counter()
    line = edit.source.line_starts[edit.source.line_at(edit.at)]
    text = edit.source.data[line : line + ASKED_BYTES].decode(errors="ignore")
    while True:
        answer = workspace.analysis().result().search(f"{edit.path}\n{text}", EVERY_RESULT, _ANYWHERE, "auto", token)
        nearest = max(answer.items, key=lambda item: item.scores.get(MEANING_SCORE, 0.0), default=None)
        if answer.coverage.semantic >= 1 or perf_counter() - begin > PATIENCE:
            return nearest is not None and nearest.path == edit.path
        workspace.wait_ready(PATIENCE)


def _parse(edit: SampleEdit) -> float:
    """Milliseconds of one parse of the edited text; 0 where the language has no grammar."""
    grammar = language(edit.language).grammar
    times = []
    for _ in range(PARSES if grammar else 0):
        begin = perf_counter()
        parse(grammar, edit.source.data)
        times.append(1000 * (perf_counter() - begin))
    return spread(times).p50
