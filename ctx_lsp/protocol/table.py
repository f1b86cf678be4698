"""Table of all routes: standard methods with their parameters and handlers, and the custom commands of `commands`."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import NoneType
from typing import Any

from ctx_lsp.protocol.attach.sockets import PING
from ctx_lsp.protocol.commands import COMMANDS
from ctx_lsp.protocol.handlers import (
    claims,
    features,
    files,
    hierarchy,
    kept_packs,
    lenses,
    lifecycle,
    navigation,
    sync,
)  # fmt: skip
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.routes import InBackground, OnLoop, Route, analysis_now


@dataclass(frozen=True, slots=True)
class RouteTable:
    """Routes by the name of the method or command. Commands arrive in `workspace/executeCommand` requests."""

    requests: Mapping[str, Route]
    notifications: Mapping[str, OnLoop[Any]]
    commands: Mapping[str, Route]


PING_ROUTE = OnLoop(NoneType, lambda _, __: None)

TABLE = RouteTable(
    requests={
        types.INITIALIZE: OnLoop(types.InitializeParams, lifecycle.initialize),
        types.SHUTDOWN: OnLoop(NoneType, lifecycle.shutdown),
        PING: PING_ROUTE,
        types.TEXT_DOCUMENT_HOVER: InBackground(types.HoverParams, analysis_now, features.hover, "hover"),
        types.TEXT_DOCUMENT_CODE_LENS: InBackground(types.CodeLensParams, analysis_now, lenses.code_lens),
        types.TEXT_DOCUMENT_CODE_ACTION: InBackground(types.CodeActionParams, analysis_now, claims.code_action),
        types.TEXT_DOCUMENT_DIAGNOSTIC: InBackground(
            types.DocumentDiagnosticParams, claims.analysis_if_checked, claims.document_diagnostic
        ),
        types.CODE_LENS_RESOLVE: InBackground(types.CodeLens, analysis_now, lenses.resolve),
        types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: InBackground(
            types.DocumentSymbolParams, analysis_now, features.document_symbol
        ),
        types.TEXT_DOCUMENT_DEFINITION: InBackground(
            types.DefinitionParams, analysis_now, navigation.definition, "quick"
        ),
        types.TEXT_DOCUMENT_DECLARATION: InBackground(
            types.DeclarationParams, analysis_now, navigation.declaration, "quick"
        ),
        types.TEXT_DOCUMENT_TYPE_DEFINITION: InBackground(
            types.TypeDefinitionParams, analysis_now, navigation.type_definition, "quick"
        ),
        types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: InBackground(
            types.DocumentHighlightParams, analysis_now, navigation.highlight, "quick"
        ),
        types.TEXT_DOCUMENT_IMPLEMENTATION: InBackground(
            types.ImplementationParams, analysis_now, navigation.implementation
        ),
        types.TEXT_DOCUMENT_REFERENCES: InBackground(types.ReferenceParams, analysis_now, navigation.references),
        types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY: InBackground(
            types.CallHierarchyPrepareParams, analysis_now, hierarchy.prepare_calls, "quick"
        ),
        types.CALL_HIERARCHY_INCOMING_CALLS: InBackground(
            types.CallHierarchyIncomingCallsParams, analysis_now, hierarchy.incoming_calls
        ),
        types.CALL_HIERARCHY_OUTGOING_CALLS: InBackground(
            types.CallHierarchyOutgoingCallsParams, analysis_now, hierarchy.outgoing_calls
        ),
        types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY: InBackground(
            types.TypeHierarchyPrepareParams, analysis_now, hierarchy.prepare_types, "quick"
        ),
        types.TYPE_HIERARCHY_SUPERTYPES: InBackground(
            types.TypeHierarchySupertypesParams, analysis_now, hierarchy.supertypes
        ),
        types.TYPE_HIERARCHY_SUBTYPES: InBackground(
            types.TypeHierarchySubtypesParams, analysis_now, hierarchy.subtypes
        ),
        types.WORKSPACE_WILL_RENAME_FILES: OnLoop(types.RenameFilesParams, files.will_rename_files),
        types.WORKSPACE_SYMBOL: InBackground(types.WorkspaceSymbolParams, analysis_now, features.workspace_symbol),
        types.WORKSPACE_TEXT_DOCUMENT_CONTENT: InBackground(
            types.TextDocumentContentParams, analysis_now, kept_packs.text_document_content
        ),
    },
    notifications={
        types.INITIALIZED: OnLoop(NoneType, lifecycle.initialized),
        types.EXIT: OnLoop(NoneType, lifecycle.exit_server),
        types.SET_TRACE: OnLoop(types.SetTraceParams, lifecycle.set_trace),
        types.TEXT_DOCUMENT_DID_OPEN: OnLoop(types.DidOpenTextDocumentParams, sync.did_open),
        types.TEXT_DOCUMENT_DID_CHANGE: OnLoop(types.DidChangeTextDocumentParams, sync.did_change),
        types.TEXT_DOCUMENT_DID_SAVE: OnLoop(types.DidSaveTextDocumentParams, sync.did_save),
        types.TEXT_DOCUMENT_DID_CLOSE: OnLoop(types.DidCloseTextDocumentParams, sync.did_close),
        types.NOTEBOOK_DOCUMENT_DID_OPEN: OnLoop(types.DidOpenNotebookDocumentParams, sync.did_open_notebook),
        types.NOTEBOOK_DOCUMENT_DID_CHANGE: OnLoop(types.DidChangeNotebookDocumentParams, sync.did_change_notebook),
        types.NOTEBOOK_DOCUMENT_DID_SAVE: OnLoop(types.DidSaveNotebookDocumentParams, sync.did_save_notebook),
        types.NOTEBOOK_DOCUMENT_DID_CLOSE: OnLoop(types.DidCloseNotebookDocumentParams, sync.did_close_notebook),
        types.WORKSPACE_DID_CHANGE_WATCHED_FILES: OnLoop(
            types.DidChangeWatchedFilesParams, files.did_change_watched_files
        ),
        types.WORKSPACE_DID_CREATE_FILES: OnLoop(types.CreateFilesParams, files.did_create_files),
        types.WORKSPACE_DID_RENAME_FILES: OnLoop(types.RenameFilesParams, files.did_rename_files),
        types.WORKSPACE_DID_DELETE_FILES: OnLoop(types.DeleteFilesParams, files.did_delete_files),
        types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: OnLoop(
            types.DidChangeWorkspaceFoldersParams, lifecycle.did_change_workspace_folders
        ),
        types.WORKSPACE_DID_CHANGE_CONFIGURATION: OnLoop(
            types.DidChangeConfigurationParams, lifecycle.did_change_configuration
        ),
    },
    commands={one.name: one.route for one in COMMANDS},
)
