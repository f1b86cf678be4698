"""Measures how soon lexical search and semantic search reflect an edit.

For comparison, the time to parse only the edited file is measured too. `edits` builds the edits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter, process_time, sleep

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.bench.edits import NONSENSE_WORD, SampleEdit
from ctx_lsp.evaluation.bench.figures import Spread, ratio, spread
from ctx_lsp.languages.table import language
from ctx_lsp.retrieval.model import Item, ResultFilter, SearchRequest
from ctx_lsp.syntax.parser import parse
from ctx_lsp.workspace import Analysis, Workspace

EVERY_RESULT = 200  # the maximum for a search: an edit must be found, whatever its rank
TEXT_SCORE, MEANING_SCORE = "bm25", "dense"  # the score parts that come from the text and from the vectors
QUERY_BYTES = 400  # bytes of the edited text in the semantic query; more would not be embedded
VECTOR_TIMEOUT = 10.0  # seconds to wait for the vectors of one edit, even on a slower machine
OPENED_SECONDS = 0.3  # seconds between opening a document and the first edit; people take longer
PARSES = 3  # parses of each text; their median counts

_ANYWHERE = ResultFilter(tests=True)


@dataclass(frozen=True, slots=True)
class TimedEdit:
    """One measured edit: times in milliseconds, and whether search results reflected the edit.

    `applied` is the time until the index contained the edit. `lexical` is the time until a search of text and graph was
    answered, and `processor` is the CPU time used until then. `semantic` is the time until a semantic search was
    answered, or None if none was requested. `parse` is the time to parse the file once. `fresh` says whether the search
    of text and graph found the edit, and `nearest` whether the semantic search ranked the edited file first.
    """

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
    """A summary of many measured edits: times in milliseconds, and the line counts of the edited files in `lines`.

    `stale` counts the searches of text and graph that did not find the edit; it must be 0. `elsewhere` counts the
    semantic searches that ranked another file first. `to_parse` is the median ratio of `lexical` to `parse`. `applied`
    is the part of `lexical` before the search.
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
    """Apply each edit in an open buffer, search for it, and undo it; if `semantic` is set, also wait for vectors."""
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


def _timed(workspace: Workspace, edit: SampleEdit, semantic: bool, token: CancelToken) -> TimedEdit:
    _open(workspace, edit.path)
    begin, processor = perf_counter(), process_time()
    workspace.set_document(edit.path, edit.source)
    analysis = workspace.analysis().result()
    applied = perf_counter() - begin
    found = analysis.search(SearchRequest(edit.word or NONSENSE_WORD, EVERY_RESULT, _ANYWHERE), token).items
    lexical, used = perf_counter() - begin, process_time() - processor
    fresh = _shows(analysis, found, edit)
    nearest = True
    until: float | None = None
    if semantic:
        nearest = _by_meaning(workspace, edit, token)
        until = 1000 * (perf_counter() - begin)
    parsed = _parse(edit)
    workspace.close_document(edit.path)
    workspace.wait_ready(VECTOR_TIMEOUT, semantic)
    workspace.analysis().result()  # so that the next edit does not wait for the undo of this one
    return TimedEdit(edit.kind, 1000 * applied, 1000 * lexical, 1000 * used, until, parsed, fresh, nearest)


def _open(workspace: Workspace, path: str) -> None:
    """Open a document unchanged, and wait for about as long as a user would wait before typing."""
    source = workspace.analysis().result().source(path)
    if source is not None:
        workspace.set_document(path, source)
        workspace.wait_ready(VECTOR_TIMEOUT, semantic=False)
        sleep(OPENED_SECONDS)


def _shows(analysis: Analysis, found: Sequence[Item], edit: SampleEdit) -> bool:
    """Return whether a search found the inserted word.

    If no word was inserted, return whether the index has the new text.
    """
    if not edit.word:
        source = analysis.source(edit.path)
        return source is not None and source.data == edit.source.data
    return any(item.path == edit.path and item.scores.get(TEXT_SCORE) for item in found)


def _by_meaning(workspace: Workspace, edit: SampleEdit, token: CancelToken) -> bool:
    """Search for the edited text until all vectors are available; return whether the edited file then ranks first.

    The search is repeated for at most `VECTOR_TIMEOUT` seconds.
    """
    begin = perf_counter()
    line = edit.source.line_starts[edit.source.line_at(edit.at)]
    text = edit.source.data[line : line + QUERY_BYTES].decode(errors="ignore")
    request = SearchRequest(f"{edit.path}\n{text}", EVERY_RESULT, _ANYWHERE)
    while True:
        answer = workspace.analysis().result().search(request, token)
        nearest = max(answer.items, key=lambda item: item.scores.get(MEANING_SCORE, 0.0), default=None)
        if answer.coverage.semantic >= 1 or perf_counter() - begin > VECTOR_TIMEOUT:
            return nearest is not None and nearest.path == edit.path
        workspace.wait_ready(VECTOR_TIMEOUT)


def _parse(edit: SampleEdit) -> float:
    """Return the median time to parse the edited text, in milliseconds; 0 if the language has no grammar."""
    grammar = language(edit.language).grammar
    times = []
    for _ in range(PARSES if grammar else 0):
        begin = perf_counter()
        parse(grammar, edit.source.data)
        times.append(1000 * (perf_counter() - begin))
    return spread(times).p50
