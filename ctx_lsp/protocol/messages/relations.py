"""Messages of the commands about dependencies. The parameters of `graph` and `impact` are in `pointing`."""

from typing import Annotated, Literal

from msgspec import UNSET, UnsetType

from ctx_lsp.protocol.messages.common import (
    FileUris,
    NameRange,
    Params,
    Placed,
    Revision,
    Uri,
    WireObject,
    doc,
)  # fmt: skip
from ctx_lsp.protocol.messages.packs import DependencyKind


class TestScopeParams(Params, frozen=True):
    """The parameters of `ctx-lsp.testScope`: either `files` or `base`."""

    files: Annotated[FileUris | None, doc("URIs of files and folders; everything in them counts as changed.")] = None
    base: Annotated[Revision | None, doc("A Git revision; what differs from it counts as changed.")] = None


class WireGraphNode(Placed, frozen=True):
    """A symbol or a file. For a file, `kind` is `File` and `symbol` is the path of the file."""

    symbol: Annotated[str, doc("The symbol as `path::Qualified.name`.")]
    kind: Annotated[str, doc("The name of an LSP `SymbolKind`, or a kind of item.")]
    signature: Annotated[str, doc("The declaration on one line; may be empty.")]
    role: Annotated[str, doc("The role of its file (`source`, `test`, …).")]
    distance: Annotated[int, doc("How many edges away from the root it is.")]


class WireGraphEdge(WireObject, frozen=True):
    """An edge between two nodes of the same answer."""

    source: Annotated[str, doc("The symbol that depends on `target`, or contains it.")]
    target: Annotated[str, doc("The other symbol.")]
    kind: Annotated[str, doc("The kind of edge.")]
    confidence: Annotated[float, doc("How sure the edge is (0–1).")]
    through: Annotated[str | None, doc("The symbol that the code of `source` names, if `target` may run in its place.")]


class WireNeighbourhood(WireObject, frozen=True):
    """A part of the dependency graph around one node."""

    root: Annotated[str, doc("The symbol or path at the centre.")]
    revision: Annotated[int, doc("The revision of the index.")]
    nodes: Annotated[tuple[WireGraphNode, ...], doc("The nodes, by distance and name.")]
    edges: Annotated[tuple[WireGraphEdge, ...], doc("The edges between these nodes.")]
    warnings: Annotated[tuple[str, ...], doc("Sentences about the limits of this answer.")]


class WireImpactNode(WireObject, frozen=True):
    """A symbol or file that depends on the subject of the request."""

    symbol: Annotated[str, doc("The symbol, or the path of a file's top level.")]
    distance: Annotated[int, doc("How many edges away it is, at least 1.")]
    kind: Annotated[str, doc("The kind of the edge to `via`.")]
    relation: Annotated[
        Literal["caller", "overrider", "subclass", "importer", "test", "user"], doc("Its relation to `via`.")
    ]
    via: Annotated[str, doc("The symbol one step closer.")]
    confidence: Annotated[float, doc("How sure it is that a change reaches it (0–1).")]
    test: Annotated[bool, doc("Whether it is test code.")]
    through: Annotated[str | None, doc("The symbol that its code names, if `via` may run in its place.")]
    uri: Uri
    range: NameRange | UnsetType = UNSET


class WireFilePartner(WireObject, frozen=True):
    """A file outside the request's subject that usually changes together with a file of the subject."""

    uri: Uri
    path: Annotated[str, doc("The file, as a workspace path.")]
    of: Annotated[str, doc("The file of the subject, as a workspace path.")]
    together: Annotated[int, doc("In how many commits of `of` the file changed too.")]
    changes: Annotated[int, doc("How many commits of `of` count: those of at most 30 files.")]
    hidden: Annotated[bool, doc("Whether no edge of the graph joins the two files.")]


class WireDefinitionPartner(WireObject, frozen=True):
    """A definition that often changes together with the request's symbol."""

    symbol: Annotated[str, doc("The definition.")]
    together: Annotated[int, doc("How many of the known commits that changed the request's symbol changed both.")]
    changes: Annotated[int, doc("How many known commits changed the request's symbol.")]
    uri: Uri
    range: NameRange | UnsetType = UNSET


class WireImpact(WireObject, frozen=True):
    """The dependants of a symbol, of files, or of a module outside the workspace."""

    symbol: Annotated[str | None, doc("The symbol; null for files and modules.")]
    files: Annotated[tuple[str, ...], doc("URIs of the files; empty for a symbol.")]
    revision: Annotated[int, doc("The revision of the index.")]
    dependants: Annotated[tuple[WireImpactNode, ...], doc("The dependants by distance, surest first.")]
    warnings: Annotated[tuple[str, ...], doc("Sentences about the limits of this answer.")]
    external: Annotated[str | None, doc("The module outside the workspace, if no code has the name.")]
    partners: Annotated[
        tuple[WireFilePartner, ...],
        doc(
            "Files that usually change with the subject, by the Git history, likeliest first. Until the history has"
            " been read after a start, there are none, and `warnings` says so."
        ),
    ]
    definitions: Annotated[
        tuple[WireDefinitionPartner, ...],
        doc(
            "Definitions that often change with the symbol, by the Git history, likeliest first; none for files."
            " The first answer after a start may wait 10 seconds for Git."
        ),
    ]


class WireChange(WireObject, frozen=True):
    """A symbol, or a file's code outside all symbols, that has changed since an older revision."""

    symbol: Annotated[str, doc("The symbol, or the path of the file.")]
    change: Annotated[Literal["added", "changed", "removed"], doc("How it differs.")]
    uri: Uri
    range: NameRange | UnsetType = UNSET


class WirePathStep(WireObject, frozen=True):
    """One node on the path from a test to a change."""

    symbol: Annotated[str, doc("The symbol.")]
    kind: Annotated[
        DependencyKind | Literal["contains"] | None, doc("The kind of the edge to the next step; null at the change.")
    ]
    through: Annotated[str | None, doc("The symbol that its code names, if the next step may run in its place.")]


class WireReachingTest(WireObject, frozen=True):
    """A test, or the top level of a test file, that reaches a change."""

    symbol: Annotated[str, doc("The test, or the path of the test file.")]
    distance: Annotated[int, doc("How many edges away the change is; 0: the test itself has changed.")]
    confidence: Annotated[float, doc("How sure it is that the test reaches the change (0–1).")]
    way: Annotated[tuple[WirePathStep, ...], doc("The path from the test to the change.")]
    run: Annotated[
        str | None, doc("The shell command that runs it alone, in its workspace folder; null if the runner is unknown.")
    ]
    uri: Uri
    range: NameRange | UnsetType = UNSET


class WireFileTests(WireObject, frozen=True):
    """A file with tests that reach a change."""

    path: Annotated[str, doc("The workspace path of the file.")]
    tests: Annotated[int, doc("How many of its tests reach the change; 0: only its top level does.")]
    run: Annotated[
        str | None, doc("The shell command that runs the file's tests, in its workspace folder; null if unknown.")
    ]


class WireAffectedTests(WireObject, frozen=True):
    """The tests that reach a change."""

    revision: Annotated[int, doc("The revision of the index.")]
    changed: Annotated[tuple[WireChange, ...], doc("What has changed since `base`; empty for `files`.")]
    tests: Annotated[tuple[WireReachingTest, ...], doc("The tests, nearest first.")]
    files: Annotated[tuple[str, ...], doc("URIs of the test files.")]
    warnings: Annotated[tuple[str, ...], doc("Sentences about the limits of this answer.")]
    unchanged: Annotated[bool, doc("Whether everything was compared with `base` and nothing has changed.")]
    groups: Annotated[tuple[WireFileTests, ...], doc("The test files, those with the nearest tests first.")]
