"""Candidates for a pack: search results, and the related definitions ("partners") that the graph adds.

A candidate is primary if the pack is about it. Each candidate has a role and levels of detail. `selection` decides
which candidates are added to the pack.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.packing.assessment.completeness import find_needs
from ctx_lsp.packing.detail.growth import with_growth
from ctx_lsp.packing.detail.levels import (
    MAX_COST_SHARE,
    Rung,
    declaration_lines,
    first_readable,
    levels_of,
    levels_of_chunk,
)
from ctx_lsp.packing.detail.lines import Lines, byte_size, union, without
from ctx_lsp.packing.detail.redaction import Withholding
from ctx_lsp.packing.expansion import Partner, expand, relation_text
from ctx_lsp.packing.model import PackOptions, Role
from ctx_lsp.retrieval.filters import Admission
from ctx_lsp.retrieval.model import Item, ResultFilter
from ctx_lsp.retrieval.search import make_item
from ctx_lsp.retrieval.units import Unit
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import ITEM_KINDS, SECTION_KINDS

MAIN_SHARE = 0.5  # share of the best score; results with a lower score are not main results
MAX_MAIN = 10
HUNK_CONTEXT = 2  # lines shown around a changed line
MAX_HEADING = 60  # characters of a heading that serves as a label


@dataclass(frozen=True, slots=True)
class Candidate:
    """A search result or a partner that may be added to a pack.

    `key` is the symbol's id (for a chunk, its path and byte range), and `name` the symbol's label (`""` for a chunk).
    `relation` describes the graph path back to a primary definition, and `short_relation` is the same without file
    paths. `origins` holds the keys of the definitions on that graph path, nearest first; a search result has none.
    `relevance` is between 0 and 1. `core` is true for a primary definition, whose dependencies count for completeness.
    `need` is the completeness gained by showing the candidate. `ladder` holds its levels of detail, cheapest first.
    `context` holds lines that are shown together with any of the candidate's own lines. A `pinned` candidate is added
    before all unpinned ones. `known` is true if the client already has part of the candidate. A `named` candidate is a
    definition that the request names, by itself or by its file, so its body comes before all other candidates.
    """

    key: str
    name: str
    item: Item
    role: Role
    relation: str
    short_relation: str
    origins: tuple[str, ...]
    relevance: float
    core: bool
    need: float
    ladder: tuple[Rung, ...]
    context: Lines
    pinned: bool = False
    known: bool = False
    named: bool = False


CandidatesIn = Callable[[Collection[str]], Iterable[Candidate]]
"""A function that returns the candidates in the files at the given paths."""


@dataclass(frozen=True, slots=True)
class PackSeeds:
    """The definitions and changes that a pack is about, in addition to search results.

    `core` holds items that are primary whatever the search finds, most important first. `partners` holds definitions
    that belong to these items; only partners are filtered. `hunks` holds the changed lines of each file, which are
    shown before the other lines of a primary item. `empty_message` is the warning for an empty pack. `doubt` says why
    the code alone may not be enough to start work, or is empty.
    """

    core: tuple[Item, ...] = ()
    partners: tuple[Partner, ...] = ()
    hunks: Mapping[str, Lines] = field(default_factory=dict)
    empty_message: str = "No matching code found."
    doubt: str = ""


NO_SEEDS = PackSeeds()


def key_of(item: Item) -> str:
    """Return the key of an item: the symbol's id or, for a chunk, its path and byte range."""
    return item.symbol or f"{item.path}:{item.start}-{item.end}"


def label_of(definition: Definition) -> str:
    """Return the label of a definition: its qualified name or, for a section of a document, its own heading."""
    if definition.kind not in SECTION_KINDS:
        return definition.qualname
    heading = definition.name
    return heading if len(heading) <= MAX_HEADING else f"{heading[:MAX_HEADING].rstrip()}…"


def collect(
    snapshot: Snapshot, ranked: Sequence[Item], options: PackOptions, token: CancelToken, seeds: PackSeeds = NO_SEEDS
) -> list[Candidate]:
    """Collect the candidates for a pack, primary definitions first. Raises `Cancelled`."""
    results = _results(snapshot, ranked, options, seeds)
    admitted = admission(snapshot, options, results.core)
    definitions = [d for item in results.core if item.symbol and (d := snapshot.definition(item.symbol))]
    needs = find_needs(snapshot, definitions, options.dependency_depth, admitted)
    weights = needs.weights()
    core = {d.id: results.relevance[d.id] for d in definitions}
    expanded = expand(snapshot, core, options.dependency_depth, token)
    led_to = (partner for partner in (*expanded, *seeds.partners) if partner.definition.id not in core)
    partners = _surest(partner for partner in led_to if admitted(partner.definition))
    candidates = []
    for place, item in enumerate((*results.core, *results.others)):
        token.check()
        key = key_of(item)
        is_core = place < len(results.core)
        partner = None if is_core else partners.pop(key, None)
        made = make_candidate(snapshot, item, partner, results.relevance[key], core=is_core, need=weights.get(key, 0.0))
        if is_core and item.path in seeds.hunks:
            made = _with_hunks(snapshot.files[item.path], made, seeds.hunks[item.path])
        elif is_core and not seeds.hunks and options.policy != "signatures":
            made = replace(made, ladder=with_growth(snapshot.files[item.path].source, made.ladder), named=True)
        candidates.append(replace(made, pinned=True) if key in options.pin else made)
    for key, partner in partners.items():
        token.check()
        item = item_of(snapshot, partner.definition, {"graph": partner.relevance})
        candidates.append(make_candidate(snapshot, item, partner, 0.0, core=False, need=weights.get(key, 0.0)))
    return [_as_signature(one) for one in candidates] if options.policy == "signatures" else candidates


@dataclass(frozen=True, slots=True)
class _Results:
    """The search results, pinned symbols and seeds of a pack, without duplicates.

    `core` holds the primary items and `others` the rest. `relevance` maps the key of every item to its relevance (0–1).
    """

    core: Sequence[Item]
    others: Sequence[Item]
    relevance: Mapping[str, float]


def _results(snapshot: Snapshot, ranked: Sequence[Item], options: PackOptions, seeds: PackSeeds) -> _Results:
    """Merge the search results with the pinned symbols and the seeds.

    The primary items are the pinned symbols, then the seeds, then the results that score close to the best one.
    """
    withholding = Withholding(snapshot, options.exclude)
    hits = hits_of(snapshot, ranked, options, withholding)
    pinned = (item_of(snapshot, one, {"pinned": 1.0}) for one in map(snapshot.definition, options.pin) if one)
    first = {key_of(one): one for one in (*pinned, *seeds.core) if not withholding.excludes(one.symbol)}
    best = hits[0].score if hits else 0.0
    relevance = {key_of(item): max(0.0, item.score / best) if best > 0 else 1.0 for item in hits}
    core = first | {key_of(item): item for item in _core(hits) if key_of(item) not in first}
    others = [item for item in hits if key_of(item) not in core]
    return _Results(list(core.values()), others, relevance | dict.fromkeys(first, 1.0))


def hits_of(snapshot: Snapshot, ranked: Sequence[Item], options: PackOptions, withholding: Withholding) -> list[Item]:
    """Return the search results, leaving out duplicates and excluded symbols.

    If the options exclude tests, tests are dropped, unless all results are tests.
    """
    first: dict[str, Item] = {}
    for item in ranked:
        if not withholding.excludes(item.symbol):
            first.setdefault(key_of(item), item)
    hits = list(first.values())
    if options.include_tests is not False:
        return hits
    return [item for item in hits if snapshot.files[item.path].role != "test"] or hits


def item_of(snapshot: Snapshot, definition: Definition, parts: dict[str, float]) -> Item:
    """Build a search result for a definition; `parts` holds the named parts of its score."""
    return make_item(snapshot, Unit(definition.path, definition.index, -1), parts)


def admission(snapshot: Snapshot, options: PackOptions, core: Sequence[Item] = ()) -> Callable[[Definition], bool]:
    """Return a predicate that is true for the definitions that may be shown in addition to the results in `core`."""
    admission = Admission(snapshot, _filter_of_partners(snapshot, core, options))
    withholding = Withholding(snapshot, options.exclude)

    def admitted(definition: Definition) -> bool:
        return admission(Unit(definition.path, definition.index, -1)) and not withholding.excludes(definition.id)

    return admitted


def _with_hunks(entry: FileEntry, candidate: Candidate, hunks: Lines) -> Candidate:
    """Add an excerpt with the changed lines as the first readable level, if it is much smaller than the full level."""
    whole = candidate.ladder[-1]
    own = [(max(a, first), min(b, end)) for a, b in hunks for first, end in whole.lines if a < end and b > first]
    first_line, last_line = whole.lines[0][0], whole.lines[-1][1]
    around = union([((max(first_line, a - HUNK_CONTEXT), min(last_line, b + HUNK_CONTEXT)),) for a, b in own])
    inside = without(around, without(((0, entry.source.line_count),), whole.lines))
    definition = next((one for one in entry.definitions if one.id == candidate.key), None)
    if not inside or definition is None:
        return candidate
    shown = union((inside, declaration_lines(entry.source, entry.facts.spans[definition.index])))
    excerpt = Rung("excerpt", shown, byte_size(entry.source, shown))
    if excerpt.size > MAX_COST_SHARE * whole.size:
        return candidate
    return replace(
        candidate, ladder=(candidate.ladder[0], excerpt, Rung("full", union((whole.lines, shown)), whole.size))
    )


def _as_signature(candidate: Candidate) -> Candidate:
    """Drop the levels that show more than signatures, but always keep the first level that shows text."""
    first, _ = first_readable(candidate.ladder)
    levels = candidate.ladder[: first + 1] + tuple(r for r in candidate.ladder[first + 1 :] if r.level == "signature")
    return replace(candidate, ladder=levels)


def _filter_of_partners(snapshot: Snapshot, core: Sequence[Item], options: PackOptions) -> ResultFilter:
    """Return the filter of the request without its kinds, which restrict the search but not the dependencies.

    With `include_tests="auto"`, tests are accepted if the filter asks for tests, or if a core result is in a test file
    or is an item of a document, such as a requirement, because tests show whether the item is satisfied.
    """
    tests = options.include_tests
    if tests == "auto":
        tests = options.filter.tests is True or any(
            snapshot.files[item.path].role == "test" or item.kind in ITEM_KINDS for item in core
        )
    return replace(options.filter, kinds=(), tests=tests)


def _surest(partners: Iterable[Partner]) -> dict[str, Partner]:
    """Return the most relevant partner for each definition, keyed by definition id."""
    found: dict[str, Partner] = {}
    for partner in partners:
        known = found.get(partner.definition.id)
        if known is None or known.relevance < partner.relevance:
            found[partner.definition.id] = partner
    return found


def _core(hits: Sequence[Item]) -> list[Item]:
    if not hits:
        return []
    floor = MAIN_SHARE * hits[0].score
    core = []
    for item in hits[:MAX_MAIN]:
        if item.score < floor:
            break
        core.append(item)
    return core or [hits[0]]


def make_candidate(
    snapshot: Snapshot,
    item: Item,
    partner: Partner | None,
    relevance: float,
    *,
    core: bool,
    need: float,
    role: Role = "primary",
) -> Candidate:
    """Build the candidate for a search result, for a partner, or for a definition that is both.

    `relevance` is that of the search result, or 0 if the definition is only a partner. `core` and `need` are the fields
    of `Candidate`. `role` is the role of a search result that is no partner.
    """
    entry = snapshot.files[item.path]
    definition = snapshot.definition(item.symbol) if item.symbol else None
    levels = levels_of(entry, definition.index) if definition else levels_of_chunk(entry, item.start, item.end)
    relation = partner.relation if partner else ()
    return Candidate(
        key=key_of(item),
        name=label_of(definition) if definition else "",
        item=item,
        role=partner.role if partner else role,
        relation=relation_text(relation),
        short_relation=relation_text(relation, short=True),
        origins=() if relevance else tuple(hop.origin for hop in relation),
        relevance=1.0 - (1.0 - relevance) * (1.0 - partner.relevance) if partner else relevance,
        core=core,
        need=need,
        ladder=levels.ladder,
        context=levels.context,
    )
