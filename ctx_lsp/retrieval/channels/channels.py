"""Candidate channels, each of which ranks units by one signal, independently of the others.

The channels for quoted phrases and for line numbers are in `verbatim` and `mentioned_lines`. `ranking.fusion` combines
the rankings of all channels.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile

from ctx_lsp.graph.entry import Definition, without_numbers
from ctx_lsp.graph.tables import initial
from ctx_lsp.lexical.index import Hit, LexicalView, Matches
from ctx_lsp.retrieval.channels.fuzzy import similar_names
from ctx_lsp.retrieval.channels.written_paths import written_paths
from ctx_lsp.retrieval.filters import Admission
from ctx_lsp.retrieval.question.analyse import last_part, name_parts
from ctx_lsp.retrieval.search_context import CHANNEL_DEPTH, SearchContext
from ctx_lsp.retrieval.units import Unit, unit_of
from ctx_lsp.syntax.items.identifiers import mentioned
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS, CONTENT_KINDS

ITEM = 2.0  # an item named by its identifier, in the measure of the parts of a qualified name
DEPTH_GROWTH = 4  # the search depth grows by this factor until it yields enough units of the requested kinds
MAX_NAMED = 500  # maximum number of definitions found by name: a name that thousands share does not distinguish them
PREFIX_NAMES = 50  # maximum number of names that begin with the name looked up
CLOSE_NAMES = 20  # maximum number of names similar to a name that does not exist
PATH_SYMBOLS = 10  # maximum number of definitions from a file whose path is in the question


@dataclass(frozen=True, slots=True)
class Ranking:
    """The candidates of one channel with the channel's own scores, best first."""

    name: str
    units: tuple[tuple[Unit, float], ...]


def bm25(context: SearchContext) -> Ranking:
    """Rank units by BM25 over the fields of their chunks."""
    return _ranked("bm25", context, context.matches) if context.term_weights else Ranking("bm25", ())


def summary(context: SearchContext) -> Ranking:
    """Rank units by BM25 over model-written summaries of their chunks. Without summaries, return no units."""
    if context.snapshot.summaries is None:
        return Ranking("summary", ())
    return _lexical("summary", context, context.snapshot.summaries, dict.fromkeys(context.query.terms, 1.0))


def _lexical(name: str, context: SearchContext, index: LexicalView, weights: Mapping[str, float]) -> Ranking:
    return _ranked(name, context, index.match(weights, context.token)) if weights else Ranking(name, ())


def _ranked(name: str, context: SearchContext, matches: Matches) -> Ranking:
    scored = _units_of(context, matches.top(CHANNEL_DEPTH, context.admits))
    if context.of_kinds:
        scored += _hits_of_kinds(context, matches, context.of_kinds)
    return Ranking(name, best_first(scored))


def _units_of(context: SearchContext, hits: Iterable[Hit]) -> list[tuple[Unit, float]]:
    return [(context.units.of(hit.path, hit.number), hit.score) for hit in hits]


def _hits_of_kinds(context: SearchContext, matches: Matches, of_kinds: Admission) -> list[tuple[Unit, float]]:
    """Return the best `CHANNEL_DEPTH` hits of the requested kinds, however far down the ranking they are."""
    depth = CHANNEL_DEPTH
    while True:
        context.token.check()
        hits = matches.top(depth, of_kinds.file_of_kinds)
        found = [(unit, score) for unit, score in _units_of(context, hits) if of_kinds(unit)]
        if len(found) >= CHANNEL_DEPTH or len(hits) < depth:
            return found[:CHANNEL_DEPTH]
        depth *= DEPTH_GROWTH


def dense(context: SearchContext) -> Ranking:
    """Rank units by the cosine similarity of their chunks to the question. Without a model, return no units."""
    snapshot = context.snapshot
    if snapshot.vectors is None or context.vector is None:
        return Ranking("dense", ())
    chunks, of_kinds = snapshot.chunks_by_key, context.of_kinds

    def is_of_kinds(key: bytes) -> bool:
        return of_kinds is not None and any(
            of_kinds.file_of_kinds(path) and of_kinds(context.units.of(path, number))
            for path, number in chunks.get(key, ())
        )

    nearest = dict(context.nearest)
    if of_kinds:
        nearest |= snapshot.vectors.search(context.vector, CHANNEL_DEPTH, is_of_kinds)
    found: list[tuple[Unit, float]] = []
    for key, cosine in nearest.items():
        context.token.check()
        for path, number in chunks[key]:
            found.append((context.units.of(path, number), cosine))
    return Ranking("dense", best_first(found))


def symbols(context: SearchContext) -> Ranking:
    """Rank the definitions whose names occur in the question, types first, and the items whose identifiers occur in it.

    If a name in the question is qualified, only the definitions that share the longest suffix with the name are ranked.
    """
    snapshot, query = context.snapshot, context.query
    found: list[tuple[Unit, float]] = []
    for written in query.symbols:
        parts = name_parts(written)
        named = [
            (definition, shared_end(definition.qualname.split("."), parts))
            for definition in context.named(last_part(written))
        ]
        most = max((matched for _, matched in named), default=0)
        best = (definition for definition, matched in named if matched == most)
        found.extend((unit_of(snapshot, one), most + prominence(one.kind, one.qualname)) for one in best)
    text = query.text.encode()
    for start, end in mentioned(text, hashes=True):
        items = snapshot.items(text[start:end].decode())
        admitted = (one for one in items if context.admits is None or context.admits(one.path))
        found.extend((unit_of(snapshot, one), ITEM) for one in admitted)
    return Ranking("symbol", best_first(found)[:MAX_NAMED])


def prefixes(context: SearchContext) -> Ranking:
    """Rank definitions whose names begin with the name looked up, ignoring case, shortest names first.

    The ranking is empty if the question is not a lookup of a name.
    """
    snapshot, query = context.snapshot, context.query
    if query.intent != "symbol" or not query.symbols:
        return Ranking("prefix", ())
    wanted = last_part(query.symbols[0]).lower()
    begin_alike = snapshot.initials.get(initial(wanted), ()) if len(wanted) > 1 else ()
    names = [name for name in begin_alike if name.lower().startswith(wanted)]
    names.sort(key=lambda name: (len(name), name))
    named = islice(_code_named(context, names), PREFIX_NAMES)
    found = ((unit_of(snapshot, one), -len(name)) for name, definitions in named for one in definitions)
    return Ranking("prefix", best_first(found)[:MAX_NAMED])


def fuzzy(context: SearchContext) -> Ranking:
    """Rank definitions with names similar to the unknown names in the question, most similar first."""
    snapshot, query = context.snapshot, context.query
    look_up = query.intent == "symbol"
    names = ((one, last_part(one)) for one in query.symbols)
    unknown = [last for whole, last in names if not (snapshot.names.get(whole) or snapshot.names.get(last))]
    found: list[tuple[Unit, float]] = []
    for written in unknown:
        context.token.check()
        close = similar_names(snapshot, written, look_up=look_up, lexical=context.lexical)
        for name, definitions in islice(_code_named(context, close), CLOSE_NAMES):
            found.extend((unit_of(snapshot, one), close[name]) for one in definitions)
    return Ranking("fuzzy", best_first(found)[:MAX_NAMED])


def _code_named(context: SearchContext, names: Iterable[str]) -> Iterator[tuple[str, list[Definition]]]:
    """Yield each of `names` that is defined in code, with its definitions in code."""
    for name in names:
        found = [definition for definition in context.named(name) if definition.kind not in CONTENT_KINDS]
        if found:
            yield name, found


def files(context: SearchContext) -> Ranking:
    """Rank the first definitions in the files whose full or partial path is written in the question."""
    snapshot, query = context.snapshot, context.query
    ends = {path.lower().removeprefix("./") for path in written_paths(query.text)}
    if not ends:
        return Ranking("file", ())
    named = [path for path in snapshot.files if not ends.isdisjoint(_ends(path.lower()))]
    found = (
        (Unit(path, index, -1), -float(position))
        for path in named
        for position, index in enumerate(snapshot.files[path].children.get(-1, ())[:PATH_SYMBOLS])
    )
    return Ranking("file", best_first(found))


def _ends(path: str) -> Iterator[str]:
    """Yield a path, and the rest of the path after each of its slashes."""
    yield path
    while path := path.partition("/")[2]:
        yield path


def shared_end(parts: Sequence[str], written: Sequence[str]) -> int:
    """Return how many trailing parts of a qualified name equal those of `written`, ignoring overload numbers."""
    pairs = zip(reversed(parts), reversed(written), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[1] in (pair[0], without_numbers(pair[0])), pairs))


def prominence(kind: str, qualname: str) -> float:
    """Return the score by which definitions with the same name are ranked: types first, then the least nested."""
    of_kind = 0.5 if kind in CONTAINER_KINDS else -0.5 if kind in CONTENT_KINDS else 0.0
    return of_kind - 0.01 * qualname.count(".")


def best_first(scored: Iterable[tuple[Unit, float]]) -> tuple[tuple[Unit, float], ...]:
    """Return each unit once with its best score, best first; equal scores are ordered by unit."""
    best: dict[Unit, float] = {}
    for unit, score in scored:
        if score > best.get(unit, float("-inf")):
            best[unit] = score
    return tuple(sorted(best.items(), key=lambda pair: (-round(pair[1], 6), pair[0])))


Channel = Callable[[SearchContext], Ranking]
