"""Messages of `ctx-lsp.search` and `ctx-lsp.explain`: ranked results, and the explanation of one result."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from ctx_lsp.protocol.messages.common import (
    AskedBy,
    Auto,
    Name,
    Names,
    Params,
    Placed,
    Question,
    ScopeWord,
    WireObject,
    doc,
)  # fmt: skip
from ctx_lsp.protocol.messages.options import Filter


class SearchParams(Params, frozen=True):
    """The parameters of `ctx-lsp.search`."""

    query: Annotated[Question, doc("A question, a name or an error message.")]
    limit: Annotated[
        Annotated[int, Meta(ge=1, le=200)] | UnsetType,
        doc("The maximum number of results; default: the setting `search.limit`."),
    ] = UNSET
    filter: Annotated[Filter, doc("Which results are wanted.")] = Filter()
    rerank: Annotated[
        Auto | UnsetType,
        doc("Whether a reranking model orders the first results; default: the setting `search.rerank`."),
    ] = UNSET
    hypothetical: Annotated[
        Question, doc("Your guess at the code that answers the question; the search looks for both.")
    ] = ""
    scope: Annotated[
        ScopeWord | Names | UnsetType,
        doc(
            "workspace; everywhere: also the repositories that are published at `sharing.repositories`; or the names of"
            " folders and published repositories to search. Default: the setting `search.scope`."
        ),
    ] = UNSET
    asked_by: AskedBy = ""


class PublishedTextParams(Params, frozen=True):
    """The parameters of `ctx-lsp.publishedText`: the same as the query parameters in a result's URI."""

    repository: Annotated[Name, doc("The name of the published repository.")]
    path: Annotated[Name, doc("The path of the file in it.")]
    revision: Annotated[str, doc("The revision of the result; the text of another one is not returned.")] = ""


class WirePublishedText(WireObject, frozen=True):
    """The text of a file in a published repository."""

    text: Annotated[str | None, doc("The text; null if there is none.")]
    problem: Annotated[str, doc("Why there is no text, as a sentence; empty if there is one.")]


class ExplainParams(Params, frozen=True):
    """The parameters of `ctx-lsp.explain`."""

    query: Annotated[Question, doc("The question.")]
    symbol: Annotated[Name, doc("The symbol to explain, or the end of its name, if unique.")]
    pack_id: Annotated[
        Name | None, doc("The pack in which the symbol is looked for; default: the one that the settings give.")
    ] = None


class WireQueryAnalysis(WireObject, frozen=True):
    """The analysis of a question."""

    text: Annotated[str, doc("The question as it was asked.")]
    intent: Annotated[
        Literal["symbol", "question", "change"],
        doc("symbol: a look-up of one name. change: an edit is given instead of words. question: everything else."),
    ]
    symbols: Annotated[tuple[str, ...], doc("The identifiers in the question.")]
    terms: Annotated[tuple[str, ...], doc("The index terms of the question.")]
    meant: Annotated[str, doc("The question with spelling corrected; empty if nothing was corrected.")]
    read_as: Annotated[str, doc("The corrections (`discuont → discount`); empty if there are none.")]
    unmentioned: Annotated[
        tuple[str, ...],
        doc("Words that no text of the workspace has in any form, without words of everyday speech."),
    ]
    remark: Annotated[str, doc('A sentence with the first of these words: `Nothing here mentions "S3".`')]
    code: Annotated[float, doc("To what degree the question is about code (0–1).")]


class WireItem(Placed, frozen=True):
    """One result: a symbol, or a piece of text outside all symbols."""

    symbol: Annotated[str | None, doc("The symbol as `path::Qualified.name`; null for text without one.")]
    kind: Annotated[str, doc("The name of an LSP `SymbolKind`, or a kind of item; `File` for text without a symbol.")]
    language: Annotated[str, doc("The language.")]
    signature: Annotated[str, doc("The declaration on one line; may be empty.")]
    score: Annotated[float, doc("The score; comparable within one answer only.")]
    scores: Annotated[Mapping[str, float], doc("The named parts that add up to `score`.")]


class WireCoverage(WireObject, frozen=True):
    """The share of the workspace that the index covers."""

    lexical: Annotated[float, doc("Share of the known files that text search covers (0–1).")]
    semantic: Annotated[float, doc("Share of the chunks of these files that have a vector (0–1).")]


class WireSymbolCommit(WireObject, frozen=True):
    """A commit that changed a definition."""

    commit: Annotated[str, doc("The full name of the commit.")]
    author: Annotated[str, doc("The name of its author.")]
    time: Annotated[int, doc("When the change was made, in seconds since 1970.")]
    subject: Annotated[str, doc("The first line of its message.")]


class WireSearchAnswer(WireObject, frozen=True):
    """Ranked results from one revision of the index."""

    revision: Annotated[int, doc("The revision of the index.")]
    query: Annotated[WireQueryAnalysis, doc("How the question was understood.")]
    items: Annotated[
        tuple[WireItem, ...],
        doc("The results, best first. The URI of one in a published repository begins with `ctx-lsp:`."),
    ]
    coverage: Annotated[WireCoverage, doc("How much of the workspace the index covers.")]
    timings: Annotated[Mapping[str, float], doc("Milliseconds by stage.")]
    warnings: Annotated[tuple[str, ...], doc("Sentences about the limits of this answer.")]
    commits: Annotated[
        Mapping[str, tuple[WireSymbolCommit, ...]],
        doc(
            "The commits since `filter.since` that changed a result, newest first, by symbol, or by URI for a result "
            "without a symbol; empty without `filter.since`."
        ),
    ]


class WireChannelEvidence(WireObject, frozen=True):
    """The rank and score of a symbol in one search channel."""

    channel: Annotated[str, doc("The name of the channel.")]
    rank: Annotated[int, doc("The rank among its candidates, counted from 1; 0: not a candidate.")]
    score: Annotated[float, doc("The channel's own score; 0 if the symbol is not a candidate.")]
    candidates: Annotated[int, doc("How many candidates the channel has.")]


class WirePartner(WireObject, frozen=True):
    """Another symbol in a design pattern."""

    symbol: Annotated[str, doc("The symbol.")]
    relation: Annotated[str, doc("Its role in the pattern (`interface`, `implementation`, …).")]


class WireMatch(WireObject, frozen=True):
    """A design pattern or framework role of a symbol."""

    pattern: Annotated[str, doc("The name of the pattern.")]
    role: Annotated[str, doc("The symbol's role in it.")]
    partners: Annotated[tuple[WirePartner, ...], doc("The other symbols in it.")]
    reason: Annotated[str, doc("The evidence, as a sentence.")]
    confidence: Annotated[float, doc("How sure the evidence makes the pattern (0–1).")]


class WireExplanation(WireObject, frozen=True):
    """An explanation of why a symbol is, or is not, in the answer to a question."""

    symbol: Annotated[str, doc("The symbol as `path::Qualified.name`.")]
    rank: Annotated[int, doc("The rank in the final order, counted from 1; 0: not a candidate.")]
    score: Annotated[float, doc("The score.")]
    parts: Annotated[Mapping[str, float], doc("The named parts that add up to `score`.")]
    channels: Annotated[tuple[WireChannelEvidence, ...], doc("The evidence of each search channel.")]
    role: Annotated[str, doc("The role in a pack of default options; empty if it is not in the pack.")]
    level: Annotated[str, doc("The level of detail in that pack; empty if it is not in the pack.")]
    relation: Annotated[str, doc("The edges that brought it into that pack; empty for a main result.")]
    reason: Annotated[str, doc("The reason, as a sentence.")]
    patterns: Annotated[tuple[WireMatch, ...], doc("Patterns of the symbol, whatever the question.")]
    warnings: Annotated[tuple[str, ...], doc("Sentences about the limits of this answer.")]
    read_as: Annotated[str, doc("Spelling corrections of the question; empty if there are none.")]
