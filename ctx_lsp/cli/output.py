"""Output of search results, packs, explanations and status, as text or JSON. `relations_output` prints dependencies.

`json_answers` converts answers to JSON. Answers go to standard output, so that a pipe carries nothing else; warnings
and other messages go to standard error.
"""

from collections.abc import Iterable, Mapping, Sequence

from ctx_lsp.base.percent import percent
from ctx_lsp.cli.json_answers.search import pack_json, search_json
from ctx_lsp.cli.json_answers.upkeep import status_json
from ctx_lsp.cli.printing import print_line, show_json, show_table, style
from ctx_lsp.packing.model import Pack
from ctx_lsp.protocol.answers.parts import wire_explanation
from ctx_lsp.retrieval.model import Item, SearchAnswer
from ctx_lsp.text.lines import line_numbers
from ctx_lsp.workspace import Analysis, CacheUse, Explanation, Status, SymbolCommit

Cycles = Sequence[Sequence[str]]

MEGABYTE = 1_000_000
SHOWN_IN_CYCLE = 3  # files of a cycle that the status names


def show_search(
    answer: SearchAnswer, analysis: Analysis, as_json: bool, commits: Mapping[str, Sequence[SymbolCommit]]
) -> None:
    """Print ranked results, two lines each, and the commits that changed their symbols.

    The second line is the signature. It is left out if the symbol's name ends with it, as a heading's name does.
    """
    if as_json:
        show_json(search_json(answer, analysis, commits))
        return
    _remark_reading(answer.query.read_as)
    if answer.query.remark:
        print_line(answer.query.remark, err=True)
    for rank, item in enumerate(answer.items, 1):
        print_line(f"{rank:>3}. {_place(item, analysis)}  {_title(item)}  {item.score:.3f}")
        if item.signature and not (item.symbol or "").endswith(item.signature):
            print_line(f"     {style(item.signature, dim=True)}")
        for commit in commits.get(item.symbol or item.path, ()):
            print_line(f"     {commit.short_name} {commit.subject} {style(f'({commit.author})', dim=True)}")
    print_warnings(answer.warnings, bool(answer.items))


def show_pack(pack: Pack, analysis: Analysis, as_json: bool) -> None:
    """Print a pack's text to standard output, and its token count and readiness to standard error."""
    if as_json:
        show_json(pack_json(pack, analysis))
        return
    print_line(pack.text)
    print_warnings(pack.warnings, bool(pack.items or pack.elsewhere))
    tokens = pack.tokens
    saved = f", {tokens.savings:.0%} less than the whole files" if tokens.savings > 0 else ""  # may cost more
    print_line(f"{tokens.used:,} of {tokens.budget:,} tokens{saved}; {_readiness(pack)}", err=True)


def _readiness(pack: Pack) -> str:
    """Describe a pack's readiness and its confidence, and how many main results and dependencies it shows.

    Dependencies are counted as in the pack's head, because the completeness score weighs them: a score of 0.00 beside
    "ready" looks like an error, and so does 1.00 where nothing has dependencies.
    """
    summary = pack.document.summary
    has_needs = summary.needed and pack.completeness.score is not None
    parts = [
        "ready" if pack.readiness.ready else f"not ready: {pack.readiness.reason}",
        *([] if pack.confidence is None else [f"confidence {pack.confidence:.2f}"]),
        *([f"{pack.shown.main} of {pack.shown.of} main results shown"] if pack.shown.of else []),
        *([f"{summary.present} of {summary.needed} dependencies shown"] if has_needs else []),
    ]
    return "; ".join(parts)


def show_explanation(explanation: Explanation, as_json: bool) -> None:
    """Print why a symbol was included or not, its patterns, the evidence from each channel and its score parts."""
    if as_json:
        show_json(wire_explanation(explanation))
        return
    _remark_reading(explanation.read_as)
    print_line(f"{style(explanation.symbol, fg='cyan')}\n{explanation.reason}\n")
    for one in explanation.patterns:
        print_line(f"{style(one.pattern, bold=True)} ({one.role}, {one.confidence:.0%}): {one.reason}")
    found = [(c.channel, str(c.rank or "-"), f"{c.score:.3f}", str(c.candidates)) for c in explanation.channels]
    show_table(("channel", "rank", "score", "of"), found)
    print_line()
    parts = [(name, f"{part:+.3f}") for name, part in explanation.parts.items()]
    show_table(("score part", "value"), [*parts, ("total", f"{explanation.score:+.3f}")])
    print_warnings(explanation.warnings)


def show_status(status: Status, as_json: bool, cycles: Cycles | None = None) -> None:
    """Print the state, counts of indexed and skipped files, import cycles, and the cache folder."""
    if as_json:
        show_json(status_json(status, cycles))
        return
    rows = {
        "state": status.state,
        **{name: f"{getattr(status, name):,}" for name in ("files", "symbols", "chunks", "edges")},
        "text indexed": percent(status.coverage.lexical),
        "embedded": percent(status.coverage.semantic),
        "languages": _counts(status.languages),
        "skipped": _counts(status.skipped) or "nothing",
        **({} if cycles is None else {"import cycles": _cycles(cycles)}),
        "model": status.model or "none",
        "reranker": status.reranker or "none",
        **({"shared": _shared(status.cache)} if status.cache.shared else {}),
        "cache": f"{status.cache.path} ({status.cache.bytes / MEGABYTE:.1f} MB)" if status.cache.path else "none",
        "memory": f"{status.memory_bytes / MEGABYTE:.0f} MB",
    }
    width = max(map(len, rows))
    for name, value in rows.items():
        print_line(f"{style(name.ljust(width), bold=True)}  {value}")
    print_warnings(status.warnings)


def _shared(use: CacheUse) -> str:
    return f"{use.shared} ({use.shared_found:,} rows found, {use.shared_missing:,} missing)"


def _place(item: Item, analysis: Analysis) -> str:
    if item.origin:
        place = f"{item.origin.repository}/{item.path}:{item.origin.first_line}-{item.origin.last_line}"
        return style(place, fg="magenta")
    first, last = line_numbers(analysis.source(item.path), item.start, item.end)
    return style(f"{item.path}:{first}-{last}", fg="cyan")


def _title(item: Item) -> str:
    name = item.symbol.partition("::")[2] if item.symbol else ""
    return f"{item.kind.lower()} {style(name, bold=True)}".rstrip()


def _cycles(cycles: Cycles) -> str:
    if not cycles:
        return "none"
    return f"{len(cycles)}, the largest of {len(cycles[0])} files: {' ↔ '.join(cycles[0][:SHOWN_IN_CYCLE])}"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def _remark_reading(read_as: str) -> None:
    """Print the corrections of misspelt words in the question, if any, to standard error."""
    if read_as:
        print_line(f"read as: {read_as}", err=True)


def print_warnings(warnings: Iterable[str], found: bool = True) -> None:
    """Print the warnings of an answer to standard error, followed by "nothing found" if `found` is false."""
    for warning in warnings:
        print_line(f"warning: {warning}", err=True)
    if not found:
        print_line("nothing found", err=True)
