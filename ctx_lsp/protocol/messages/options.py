"""Options for results (`Filter`) and for packs (`Options`).

Unknown fields are rejected, because a misspelt option would otherwise have no effect.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from ctx_lsp.protocol.messages.common import Auto, Name, Names, Revision, Words, doc

Format = Literal["markdown", "xml", "json", "compact"]


class Filter(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """A filter for results. An empty list sets no restriction."""

    languages: Annotated[Words, doc("Languages, as `ctx-lsp.status` names them.")] = ()
    kinds: Annotated[
        Words, doc("Kinds of symbols, by their names in LSP's `SymbolKind`, or kinds of items, such as `Requirement`.")
    ] = ()
    include: Annotated[Words, doc("Git-ignore patterns of the files to search.")] = ()
    exclude: Annotated[Words, doc("Git-ignore patterns of the files to leave out.")] = ()
    tests: Annotated[
        Auto, doc("false: no test code. true: test code ranks like other code. auto: as the question suggests.")
    ] = "auto"
    since: Annotated[
        Revision | UnsetType,
        doc("A Git revision, or a day (`2026-01-31`); only definitions that differ from it are results."),
    ] = UNSET
    roots: Annotated[
        Names,
        doc("Folders of the workspace to search, by the names with which their workspace paths begin (or their own)."),
    ] = ()


class Options(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Options for a pack. Options that are not given take their values from the settings."""

    max_tokens: Annotated[
        Annotated[int, Meta(ge=100, le=10_000_000)] | UnsetType,
        doc("The budget in tokens. It covers the whole rendered text."),
    ] = UNSET
    min_completeness: Annotated[
        Annotated[float, Meta(ge=0.0, le=1.0)] | UnsetType,
        doc("The completeness below which a pack is not ready (0–1)."),
    ] = UNSET
    dependency_depth: Annotated[
        Annotated[int, Meta(ge=0, le=10)] | UnsetType, doc("How many dependency edges to follow from a main result.")
    ] = UNSET
    include_tests: Annotated[
        Auto | UnsetType, doc("Whether tests are added. auto: if the question is about tests.")
    ] = UNSET
    rerank: Annotated[Auto | UnsetType, doc("Whether a reranking model orders the first results.")] = UNSET
    format: Annotated[Format | UnsetType, doc("The format of the rendered text.")] = UNSET
    filter: Annotated[Filter, doc("Which results are wanted.")] = Filter()
    pin: Annotated[
        Names,
        doc("Symbols that enter the pack before everything else. A path or `file:` URI stands for its files' symbols."),
    ] = ()
    exclude: Annotated[Names, doc("Symbols, paths or `file:` URIs of which no line is shown.")] = ()
    policy: Annotated[
        Literal["adaptive", "split", "signatures"],
        doc(
            "How the budget is spent. adaptive: by value per token. split: 60 % on main definitions, 30 % on other"
            " results, 10 % on dependencies. signatures: adaptive, but no body is shown in full."
        ),
    ] = "adaptive"
    cursor: Annotated[
        Literal["auto", "on", "off"],
        doc("Whether the symbol at the cursor counts. auto: if the question refers to it or names nothing."),
    ] = "auto"
    encoding: Annotated[Literal["o200k_base", "cl100k_base"], doc("The tokenizer that counts tokens.")] = "o200k_base"
    since: Annotated[
        Name | UnsetType, doc("The id of a pack that the caller has; what it shows is not shown again.")
    ] = UNSET
    tree: Annotated[bool, doc("Whether the head shows which symbols of the pack use which.")] = False
    guidance: Annotated[
        bool | UnsetType,
        doc(
            "Whether a pack for an edit quotes the style documents that apply, and names notes and the team's patterns."
        ),
    ] = UNSET
