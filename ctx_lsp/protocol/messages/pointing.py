"""Parameters of the commands that can point into a document: `query`, `contextAt`, `graph`, `impact`, `patterns`.

Only these parameters need lsprotocol's types, which take long to import. They are in a separate module so that the
command line, which does not use them, starts without that import.
"""

from typing import Annotated, Literal

from msgspec import UNSET, UnsetType

from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.messages.common import (
    AskedBy,
    Depth,
    FileUris,
    Name,
    Names,
    Params,
    Question,
    ScopeWord,
    Words,
    doc,
)
from ctx_lsp.protocol.messages.options import Options


class SymbolOrPositionParams(Params, frozen=True):
    """Parameters with the name or the position of a symbol."""

    symbol: Annotated[Name | None, doc("The symbol, or the end of its name, if unique.")] = None
    text_document: Annotated[
        types.TextDocumentIdentifier | None, doc("The document of `position`; used if `symbol` is missing.")
    ] = None
    position: Annotated[types.Position | None, doc("A position on the name of the symbol.")] = None


class QueryParams(Params, frozen=True):
    """The parameters of `ctx-lsp.query`."""

    query: Annotated[Question, doc("A question, a name or an error message.")]
    text_document: Annotated[
        types.TextDocumentIdentifier | None, doc("The document that the question is asked from.")
    ] = None
    position: Annotated[types.Position | None, doc("The cursor in that document.")] = None
    selection: Annotated[
        types.Range | None, doc("The selection in that document; it takes precedence over `position`.")
    ] = None
    options: Annotated[Options, doc("How the pack is made.")] = Options()
    hypothetical: Annotated[
        Question, doc("Your guess at the code that answers the question; the search looks for both.")
    ] = ""
    scope: Annotated[
        ScopeWord | Names | UnsetType,
        doc(
            "workspace; everywhere: also published repositories; or the names of folders and published repositories. "
            "Default: the setting `search.scope`."
        ),
    ] = UNSET
    asked_by: AskedBy = ""


class ContextAtParams(SymbolOrPositionParams, frozen=True):
    """The parameters of `ctx-lsp.contextAt`."""

    options: Annotated[Options, doc("How the pack is made.")] = Options()


class GraphParams(SymbolOrPositionParams, frozen=True):
    """The parameters of `ctx-lsp.graph`. A document without a position means the whole file."""

    direction: Annotated[Literal["out", "in", "both"], doc("out: what it depends on. in: what depends on it.")] = "both"
    kinds: Annotated[Words | None, doc("The kinds of edges to follow; default: all but `contains`.")] = None
    depth: Annotated[Depth, doc("How many edges to follow.")] = 1


class ImpactParams(SymbolOrPositionParams, frozen=True):
    """The parameters of `ctx-lsp.impact`: a symbol, a position, or files."""

    files: Annotated[FileUris | None, doc("URIs of files and folders; not with a symbol or a position.")] = None
    depth: Annotated[Depth, doc("How many edges to follow.")] = 2
    asked_by: AskedBy = ""


class PatternsParams(SymbolOrPositionParams, frozen=True):
    """The parameters of `ctx-lsp.patterns`. By default, all patterns of the workspace are listed."""

    kinds: Annotated[
        Words | None, doc("The names of patterns; default: all. If empty, only what the team usually does.")
    ] = None
    base: Annotated[
        str | None, doc("A Git revision: rare alternatives in lines that changed since are `departures`.")
    ] = None
    trends: Annotated[
        bool,
        doc("Whether to tell from the Git history which alternatives are rising or declining. Takes seconds once."),
    ] = False
