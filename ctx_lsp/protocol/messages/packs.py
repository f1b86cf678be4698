"""Messages of the commands that create a pack. The parameters of `query` and `contextAt` are in `pointing`."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from ctx_lsp.protocol.messages.common import FileUris, Params, Revision, WireObject, doc
from ctx_lsp.protocol.messages.options import Options
from ctx_lsp.protocol.messages.search import WireCoverage, WireItem, WireQueryAnalysis, WireSymbolCommit

PackRole = Literal["primary", "related", "dependency", "base", "type", "caller", "test", "sibling", "style"]
DetailLevel = Literal["full", "excerpt", "folded", "signature", "outline"]
DependencyKind = Literal[
    "imports", "calls", "inherits", "implements", "overrides", "decorates", "uses-type", "reads", "writes", "raises",
    "catches", "tests", "re-exports", "registers", "documents",
    "specifies", "satisfies", "mentions", "supersedes",
]  # fmt: skip


class ContextForFilesParams(Params, frozen=True):
    """The parameters of `ctx-lsp.contextForFiles`."""

    files: Annotated[FileUris, doc("URIs of files and folders.")]
    options: Annotated[Options, doc("How the pack is made.")] = Options()


class ContextForDiffParams(Params, frozen=True):
    """The parameters of `ctx-lsp.contextForDiff`."""

    base: Annotated[
        Revision | None, doc("The Git revision, or the day (`2026-01-31`), to compare with; default: `HEAD`.")
    ] = None
    diff: Annotated[
        Annotated[str, Meta(max_length=20_000_000)] | None, doc("A unified diff; cannot be combined with `base`.")
    ] = None
    options: Annotated[Options, doc("How the pack is made.")] = Options()


class WirePackTokens(WireObject, frozen=True):
    """Exact token counts."""

    used: Annotated[int, doc("Tokens of the rendered text.")]
    budget: Annotated[int, doc("The budget in tokens.")]
    baseline: Annotated[int, doc("Tokens of the packed files as a whole.")]
    savings: Annotated[float, doc("Share of `baseline` that was not needed; below 0 if the pack costs more.")]


class WireUnresolved(WireObject, frozen=True):
    """A symbol that the main results need but the pack lacks."""

    symbol: Annotated[str, doc("The missing symbol.")]
    needed_by: Annotated[str, doc("The symbol that needs it.")]
    reason: Annotated[
        Literal["budget", "unselected", "depth", "ambiguous", "filtered", "secret"],
        doc("Why it is missing. unselected: there was room, but it was not worth its tokens."),
    ]


class WireCompleteness(WireObject, frozen=True):
    """The share of the dependencies of shown code that the pack covers."""

    score: Annotated[float | None, doc("0.7 · `symbolResolution` + 0.3 · `dependencyCoverage`; null without bodies.")]
    symbol_resolution: Annotated[float, doc("Share of the symbols they refer to that is in the pack (0–1).")]
    dependency_coverage: Annotated[
        float, doc("The same share of bases, interfaces, declared types, decorators, called helpers (0–1).")
    ]
    unresolved: Annotated[tuple[WireUnresolved, ...], doc("The missing symbols.")]


class WireShown(WireObject, frozen=True):
    """The number of main results that the pack shows, in full or in excerpts, and their total number."""

    main: Annotated[int, doc("Main results that can be read.")]
    of: Annotated[int, doc("All main results.")]


class WirePackItem(WireItem, frozen=True):
    """One item of a pack: a result, why it was included, and its text."""

    role: Annotated[PackRole, doc("Why it is in the pack.")]
    relation: Annotated[str, doc("The edges that brought it (`calls ← app.py::main`); empty for a main result.")]
    level: Annotated[DetailLevel, doc("How much of it is shown.")]
    tokens: Annotated[int, doc("Tokens of `text` alone.")]
    text: Annotated[str, doc("The lines that are shown.")]


class WireRemotePiece(WireItem, frozen=True):
    """One piece of code from a published repository. Its URI opens the file at the revision that was indexed."""

    repository: Annotated[str, doc("The name of the published repository.")]
    revision: Annotated[str, doc("The revision of its index.")]
    tokens: Annotated[int, doc("Tokens of the piece as it is rendered.")]
    text: Annotated[str, doc("The lines that are shown.")]


class WirePackEdge(WireObject, frozen=True):
    """A dependency between two symbols of the pack."""

    source: Annotated[str, doc("The symbol that depends.")]
    target: Annotated[str, doc("The symbol that it depends on.")]
    kind: Annotated[DependencyKind, doc("The kind of dependency.")]
    confidence: Annotated[float, doc("How sure the dependency is (0–1).")]


class WireAdvice(WireObject, frozen=True):
    """A line of advice about the code of a pack. The rendered text contains the same line."""

    kind: Annotated[Literal["note", "pattern", "commits"], doc("A note, a pattern of the team, or commits of a file.")]
    text: Annotated[str, doc("The line.")]
    uri: Annotated[
        str | None, doc("URI of the note, of an example of the pattern, or of the changed file; null without a file.")
    ]


class WirePack(WireObject, frozen=True):
    """A context pack: the code that answers a question, within a token budget."""

    pack_id: Annotated[str, doc("The id of the pack; the same content has the same id.")]
    revision: Annotated[int, doc("The revision of the index.")]
    query: Annotated[WireQueryAnalysis, doc("How the question was understood.")]
    tokens: Annotated[WirePackTokens, doc("Exact token counts.")]
    completeness: Annotated[WireCompleteness, doc("How many dependencies of the shown bodies are in the pack.")]
    confidence: Annotated[
        float | None, doc("Chance that the pack shows the decisive lines (0–1); null without a question.")
    ]
    shown: Annotated[WireShown, doc("How many main results can be read.")]
    items: Annotated[tuple[WirePackItem, ...], doc("The pieces of the pack.")]
    elsewhere: Annotated[tuple[WireRemotePiece, ...], doc("The pieces of published repositories.")]
    edges: Annotated[tuple[WirePackEdge, ...], doc("Dependencies between symbols of the pack.")]
    coverage: Annotated[WireCoverage, doc("How much of the workspace the index covers.")]
    timings: Annotated[Mapping[str, float], doc("Milliseconds by stage.")]
    warnings: Annotated[tuple[str, ...], doc("Sentences about the limits of this pack.")]
    text: Annotated[str, doc("The rendered pack.")]
    commits: Annotated[
        Mapping[str, tuple[WireSymbolCommit, ...]],
        doc(
            "The commits since `filter.since`, or since the base of a change, that changed a shown symbol, newest"
            " first, by symbol."
        ),
    ]
    advice: Annotated[
        tuple[WireAdvice, ...],
        doc("Notes, the team's patterns (for an edit) and commits. Style sections are items with the role `style`."),
    ]
    ready: Annotated[bool, doc("Whether the pack is enough to start work on.")]
    reason: Annotated[str, doc("The one action that would help most; empty if the pack is ready.")]
