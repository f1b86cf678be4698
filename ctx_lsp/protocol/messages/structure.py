"""Messages of the commands `patterns`, `cycles` and `map`. The parameters of `patterns` are in `pointing`."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from ctx_lsp.protocol.messages.common import NameRange, Params, Uri, WireObject, doc


class MapParams(Params, frozen=True):
    """The parameters of `ctx-lsp.map`."""

    max_tokens: Annotated[
        Annotated[int, Meta(ge=100, le=100_000)], doc("The budget in tokens (o200k_base). It covers the whole text.")
    ] = 1_500


class WirePlacedPartner(WireObject, frozen=True):
    """Another symbol in a pattern, with its location."""

    symbol: Annotated[str, doc("The symbol.")]
    relation: Annotated[str, doc("Its role in the pattern (`interface`, `implementation`, …).")]
    uri: Uri
    range: NameRange | UnsetType = UNSET


class WireFoundPattern(WireObject, frozen=True):
    """A design pattern or framework role."""

    symbol: Annotated[str, doc("The symbol.")]
    pattern: Annotated[str, doc("The name of the pattern.")]
    role: Annotated[str, doc("The symbol's role in it.")]
    partners: Annotated[tuple[WirePlacedPartner, ...], doc("The other symbols in it.")]
    reason: Annotated[str, doc("The evidence, as a sentence.")]
    confidence: Annotated[float, doc("How sure the evidence makes the pattern (0–1).")]
    uri: Uri
    range: NameRange | UnsetType = UNSET


class WireAlternative(WireObject, frozen=True):
    """One way to do something, such as a library."""

    name: Annotated[str, doc("The alternative, such as `httpx`.")]
    files: Annotated[int, doc("The number of files that use it.")]
    share: Annotated[float, doc("Its share of the files that use any alternative of the category (0–1).")]
    trend: Annotated[
        Literal["rising", "declining"] | UnsetType,
        doc("How its share has changed in the last two years, if `trends` was set; absent if it is about the same."),
    ] = UNSET


class WireAdoption(WireObject, frozen=True):
    """The number of files of a language family that use each alternative of a category, such as HTTP libraries."""

    language: Annotated[str, doc("The family of languages, by the name of its main language.")]
    category: Annotated[str, doc("The category, such as `http`, `logging` or `tests`.")]
    files: Annotated[int, doc("The number of files that use any of its alternatives.")]
    alternatives: Annotated[tuple[WireAlternative, ...], doc("The alternatives in use, the most used one first.")]
    preferred: Annotated[str, doc("The alternative for new code; empty if none is usual.")]
    conflict: Annotated[
        tuple[str, ...], doc("Alternatives for the same purpose that are each used by more than a fifth of the files.")
    ]
    golden: Annotated[
        tuple[str, ...],
        doc("URIs of the files that show the preferred alternative best; files unchanged for a year come last."),
    ]


class WireDeparture(WireObject, frozen=True):
    """A changed line that uses a rare alternative where nearly all other files use another."""

    uri: Uri
    line: Annotated[int, doc("The line, counted from 0.")]
    category: Annotated[str, doc("The category.")]
    used: Annotated[str, doc("The alternative that the line uses.")]
    usual: Annotated[str, doc("The usual alternative.")]
    message: Annotated[str, doc("The departure as a sentence, with the number of files and an example.")]


class WirePatterns(WireObject, frozen=True):
    """Patterns of one symbol, or of the whole workspace."""

    symbol: Annotated[str | None, doc("The symbol; null for the whole workspace.")]
    revision: Annotated[int, doc("The revision of the index.")]
    patterns: Annotated[tuple[WireFoundPattern, ...], doc("The patterns.")]
    adoption: Annotated[
        tuple[WireAdoption, ...],
        doc("What the team usually does, by category; empty if a symbol or kinds were asked for."),
    ]
    departures: Annotated[
        tuple[WireDeparture, ...], doc("Rare alternatives in changed lines; empty unless `base` was given.")
    ]
    warnings: Annotated[tuple[str, ...], doc("Sentences about the limits of this answer.")]


class WireCycle(WireObject, frozen=True):
    """A group of files that import each other, directly or through other files in the group."""

    files: Annotated[tuple[str, ...], doc("URIs of the files.")]
    way: Annotated[tuple[str, ...], doc("URIs along a shortest cycle; the first and the last are the same.")]


class WireCycles(WireObject, frozen=True):
    """All import cycles of the workspace."""

    revision: Annotated[int, doc("The revision of the index.")]
    cycles: Annotated[tuple[WireCycle, ...], doc("The groups of files, the largest first.")]
    warnings: Annotated[tuple[str, ...], doc("Sentences about the limits of this answer.")]


class WireRepositoryMap(WireObject, frozen=True):
    """The folders of the workspace, and the definitions at the centre of its dependency graph."""

    revision: Annotated[int, doc("The revision of the index.")]
    tokens: Annotated[int, doc("The size of `text` in tokens (o200k_base).")]
    symbols: Annotated[tuple[str, ...], doc("The symbols that it shows, file by file, the most central first.")]
    text: Annotated[str, doc("The map as Markdown: folders, and definitions with lines and signatures.")]
    warnings: Annotated[tuple[str, ...], doc("Sentences about the limits of this answer.")]
