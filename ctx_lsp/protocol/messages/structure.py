"""Messages of the commands `patterns`, `cycles` and `map`. The parameters of `patterns` are in `pointing`."""

from typing import Annotated

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


class WirePatterns(WireObject, frozen=True):
    """Patterns of one symbol, or of the whole workspace."""

    symbol: Annotated[str | None, doc("The symbol; null for the whole workspace.")]
    revision: Annotated[int, doc("The revision of the index.")]
    patterns: Annotated[tuple[WireFoundPattern, ...], doc("The patterns.")]
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
