"""The client capabilities that the server uses, and the server's own capabilities."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ctx_lsp.protocol.convert import Encoding, choose_encoding
from ctx_lsp.protocol.documents.uris import PACK_SCHEME
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.messages.common import PROTOCOL_VERSION
from ctx_lsp.text.notebook import NOTEBOOK_SUFFIX

# By notebook type, and by file name for editors with other types. Without a cell selector, Markdown cells are included.
NOTEBOOKS = (
    types.NotebookDocumentFilterWithNotebook(types.NotebookDocumentFilterNotebookType("jupyter-notebook")),
    types.NotebookDocumentFilterWithNotebook(types.NotebookDocumentFilterPattern(f"**/*{NOTEBOOK_SUFFIX}")),
)

FILE_OPERATIONS = types.FileOperationRegistrationOptions(
    [
        types.FileOperationFilter(types.FileOperationPattern("**", kind), scheme="file")
        for kind in (types.FileOperationPatternKind.File, types.FileOperationPatternKind.Folder)
    ]
)

DIAGNOSTICS = types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=False, identifier="ctx-lsp")


@dataclass(frozen=True, slots=True)
class ClientSupport:
    """Client capabilities that the server uses. By default, positions are in UTF-16 and all other features are off."""

    encoding: Encoding = Encoding.Utf16
    progress: bool = False
    watching: bool = False
    configuration: bool = False
    configuration_registration: bool = False
    markdown_hover: bool = False
    lens_refresh: bool = False
    pulls_diagnostics: bool = False  # supports pull diagnostics, and requests to refresh them after changes elsewhere
    symbol_tree: bool = False
    versioned_edits: bool = False  # applies workspace edits that name the version of a document
    applies_edits: bool = False  # supports requests to apply a workspace edit
    creates_files: bool = False  # applies workspace edits that create a file
    deletes_files: bool = False  # applies workspace edits that delete a file
    shows_documents: bool = False  # supports requests to open a document
    asks_with_actions: bool = False  # supports messages with actions
    reloads_files: bool = False  # reloads a document without unsaved edits as soon as its file has changed on disk
    sends_edits: bool = False  # answers `$/ctx-lsp/sendEdits`
    links: frozenset[str] = frozenset()  # methods that accept `LocationLink` answers


def _edits_files(workspace: types.WorkspaceClientCapabilities, operation: types.ResourceOperationKind) -> bool:
    edits = workspace.workspace_edit
    return bool(workspace.apply_edit and edits and operation in (edits.resource_operations or ()))


def client_support(capabilities: types.ClientCapabilities) -> ClientSupport:
    """Extract the capabilities that the server uses. A missing capability counts as unsupported."""
    workspace = capabilities.workspace or types.WorkspaceClientCapabilities()
    window = capabilities.window or types.WindowClientCapabilities()
    general = capabilities.general or types.GeneralClientCapabilities()
    document = capabilities.text_document or types.TextDocumentClientCapabilities()
    watching = workspace.did_change_watched_files
    changing = workspace.did_change_configuration
    outline = document.document_symbol
    formats = (document.hover.content_format if document.hover else None) or ()
    versioned_edits = bool(workspace.workspace_edit and workspace.workspace_edit.document_changes)
    return ClientSupport(
        encoding=choose_encoding(general.position_encodings),
        progress=bool(window.work_done_progress),
        watching=bool(watching and watching.dynamic_registration),
        configuration=bool(workspace.configuration),
        configuration_registration=bool(changing and changing.dynamic_registration),
        lens_refresh=bool(workspace.code_lens and workspace.code_lens.refresh_support),
        pulls_diagnostics=bool(document.diagnostic and workspace.diagnostics and workspace.diagnostics.refresh_support),
        markdown_hover=types.MarkupKind.Markdown in formats,
        links=frozenset(_linked(document)),
        reloads_files=_own(capabilities.experimental).get("reloadsFiles") is True,
        versioned_edits=versioned_edits,
        applies_edits=bool(workspace.apply_edit),
        # Neovim, which does not name `documentChanges`, leaves an empty file where the user gives a new one up.
        creates_files=versioned_edits and _edits_files(workspace, types.ResourceOperationKind.Create),
        deletes_files=_edits_files(workspace, types.ResourceOperationKind.Delete),
        shows_documents=bool(window.show_document and window.show_document.support),
        asks_with_actions=bool(window.show_message and window.show_message.message_action_item),
        symbol_tree=bool(outline and outline.hierarchical_document_symbol_support),
        sends_edits=_own(capabilities.experimental).get("sendEdits") is True,
    )


def _own(experimental: object) -> Mapping[str, object]:
    """Return the capabilities that only clients made for this server have; empty for any other client."""
    own = experimental.get("ctxLsp") if isinstance(experimental, Mapping) else None
    return own if isinstance(own, Mapping) else {}


def _linked(document: types.TextDocumentClientCapabilities) -> Iterator[str]:
    for method, asked in (
        (types.TEXT_DOCUMENT_DEFINITION, document.definition),
        (types.TEXT_DOCUMENT_DECLARATION, document.declaration),
        (types.TEXT_DOCUMENT_TYPE_DEFINITION, document.type_definition),
        (types.TEXT_DOCUMENT_IMPLEMENTATION, document.implementation),
    ):
        if asked and asked.link_support:
            yield method


def server_capabilities(support: ClientSupport, commands: Iterable[str]) -> types.ServerCapabilities:
    """Build the server's capabilities for the answer to `initialize`."""
    return types.ServerCapabilities(
        position_encoding=support.encoding,
        text_document_sync=types.TextDocumentSyncOptions(
            open_close=True, change=types.TextDocumentSyncKind.Incremental, save=types.SaveOptions(include_text=False)
        ),
        notebook_document_sync=types.NotebookDocumentSyncOptions(NOTEBOOKS, save=True),
        hover_provider=True,
        code_lens_provider=types.CodeLensOptions(resolve_provider=True),
        code_action_provider=types.CodeActionOptions([types.CodeActionKind.QuickFix]),
        diagnostic_provider=DIAGNOSTICS if support.pulls_diagnostics else None,
        definition_provider=True,
        declaration_provider=True,
        type_definition_provider=True,
        implementation_provider=True,
        references_provider=True,
        document_highlight_provider=True,
        call_hierarchy_provider=True,
        type_hierarchy_provider=True,
        document_symbol_provider=True,
        workspace_symbol_provider=True,
        experimental={"ctxLsp": {"protocolVersion": PROTOCOL_VERSION}},
        execute_command_provider=types.ExecuteCommandOptions(commands=list(commands)),
        workspace=types.WorkspaceOptions(
            workspace_folders=types.WorkspaceFoldersServerCapabilities(supported=True, change_notifications=True),
            file_operations=types.FileOperationOptions(
                did_create=FILE_OPERATIONS,
                will_rename=FILE_OPERATIONS,
                did_rename=FILE_OPERATIONS,
                did_delete=FILE_OPERATIONS,
            ),
            text_document_content=types.TextDocumentContentOptions([PACK_SCHEME]),
        ),
    )
