"""Messages of `check` and `dismiss`: whether statements about the code are true, and hints that are hidden."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.messages.common import FileUris, Name, Params, Uri, WireObject, WireRange, Words, doc

MAX_TEXT = 1_000_000  # characters of a draft or a diff


class EarlierClaim(Params, frozen=True):
    """A statement of an earlier answer, with only the fields that a comparison needs."""

    kind: Annotated[str, doc("Its kind.")]
    text: Annotated[str, doc("Its text.")]
    verdict: Annotated[str, doc("Its verdict.")] = "refuted"


class CheckParams(Params, frozen=True):
    """The parameters of `ctx-lsp.check`. Without any, all documents of the workspace are checked."""

    text: Annotated[Annotated[str, Meta(max_length=MAX_TEXT)] | None, doc("A draft in Markdown.")] = None
    text_document: Annotated[types.TextDocumentIdentifier | None, doc("A document, unsaved text included.")] = None
    files: Annotated[FileUris | None, doc("URIs of documents.")] = None
    diff: Annotated[
        Annotated[str, Meta(max_length=MAX_TEXT)] | None,
        doc("A unified diff; only statements in its changed lines are checked."),
    ] = None
    kinds: Annotated[Words, doc("Only statements of these kinds; default: all.")] = ()
    previous: Annotated[
        tuple[EarlierClaim, ...] | None, doc("The false statements of an earlier answer, to be compared.")
    ] = None


class WireProof(WireObject, frozen=True):
    """A place in the code that supports a verdict."""

    symbol: Annotated[str, doc("The symbol, or the path of a file.")]
    uri: Uri
    note: Annotated[str, doc("What was found there.")]
    range: Annotated[WireRange, doc("The range of the symbol's name; the top of a file.")] | UnsetType = UNSET


class WireClaim(WireObject, frozen=True):
    """A statement about code with its verdict."""

    kind: Annotated[str, doc("What is stated: `path`, `line`, `symbol`, `member`, `signature`, `calls`, …")]
    text: Annotated[str, doc("The statement as it is written.")]
    range: Annotated[WireRange, doc("The range in the document or draft.")]
    verdict: Annotated[str, doc("confirmed, refuted or unknown.")]
    severity: Annotated[
        str | None,
        doc("Of a false statement. high: the thing does not exist. medium: outdated or unsupported. low: incomplete."),
    ]
    message: Annotated[str, doc("The reason, as a sentence; empty for plain confirmations.")]
    nearest: Annotated[str | None, doc("The most similar text that would be true.")]
    evidence: Annotated[tuple[WireProof, ...], doc("The places in the code that the verdict rests on.")]
    uri: Uri | UnsetType = UNSET


class WireCheckSummary(WireObject, frozen=True):
    """Counts of statements."""

    documents: Annotated[int, doc("The documents that were checked.")]
    statements: Annotated[int, doc("All statements.")]
    confirmed: Annotated[int, doc("True statements.")]
    refuted: Annotated[int, doc("False statements.")]
    unknown: Annotated[int, doc("Statements that the code does not settle.")]


class WireCheckProgress(WireObject, frozen=True):
    """A comparison with the false statements of an earlier answer."""

    mended: Annotated[int, doc("Statements that were false and are gone or true now.")]
    remaining: Annotated[int, doc("Statements that are still false, or that cannot be judged now.")]
    added: Annotated[int, doc("False statements that the earlier answer did not have.")]


class WireCheck(WireObject, frozen=True):
    """Checked statements, document by document and in text order."""

    revision: Annotated[int, doc("The revision of the index.")]
    claims: Annotated[
        tuple[WireClaim, ...], doc("The statements; of more than 2,000, the false ones are kept before others.")
    ]
    summary: Annotated[WireCheckSummary, doc("How many there are.")]
    pack_symbols: Annotated[
        tuple[str, ...], doc("Symbols whose code would settle the unknown statements; pin them in a pack.")
    ]
    warnings: Annotated[tuple[str, ...], doc("Sentences about the limits of this answer.")]
    progress: Annotated[WireCheckProgress, doc("Only with `previous`.")] | UnsetType = UNSET


class DismissParams(Params, frozen=True):
    """The parameters of `ctx-lsp.dismiss`, as the code action sends them."""

    text_document: Annotated[types.TextDocumentIdentifier, doc("The document.")]
    category: Annotated[Name, doc("The category of the alternative, such as `http`.")]
    alternative: Annotated[Name, doc("The alternative that the document may use, such as `requests`.")]


class WireDismissal(WireObject, frozen=True):
    """The hints that stay hidden until the server ends."""

    category: Annotated[str, doc("The category.")]
    alternative: Annotated[str, doc("The alternative.")]
