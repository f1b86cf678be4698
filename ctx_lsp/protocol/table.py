"""The closed table of what the server does: every method and command, its parameters and how it runs."""

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from types import NoneType
from typing import Any

from lsprotocol import types

from ctx_lsp.protocol import messages
from ctx_lsp.protocol.handlers import (
    cache,
    commands,
    features,
    files,
    graph,
    hierarchy,
    lenses,
    lifecycle,
    navigation,
    packs,
    status,
    sync,
)
from ctx_lsp.protocol.routes import InBackground, OnLoop, Route
from ctx_lsp.protocol.session import Session
from ctx_lsp.workspace import Analysis


@dataclass(frozen=True, slots=True)
class RouteTable:
    """Routes by name. Commands arrive as `workspace/executeCommand`."""

    requests: Mapping[str, Route]
    notifications: Mapping[str, OnLoop[Any]]
    commands: Mapping[str, Route]


def _analysis(session: Session, _: object) -> "Future[Analysis]":
    """Capture the state that the request sees: every edit before it and none after it."""
    return session.workspace.analysis()


def _nothing(_: Session, __: object) -> "Future[None]":
    """Capture nothing, for what is about this moment and not about a revision."""
    done: Future[None] = Future()
    done.set_result(None)
    return done


TABLE = RouteTable(
    requests={
        types.INITIALIZE: OnLoop(types.InitializeParams, lifecycle.initialize),
        types.SHUTDOWN: OnLoop(NoneType, lifecycle.shutdown),
        types.TEXT_DOCUMENT_HOVER: InBackground(types.HoverParams, _analysis, features.hover, "quick"),
        types.TEXT_DOCUMENT_CODE_LENS: InBackground(types.CodeLensParams, _analysis, lenses.code_lens),
        types.CODE_LENS_RESOLVE: InBackground(types.CodeLens, _analysis, lenses.resolve),
        types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: InBackground(
            types.DocumentSymbolParams, _analysis, features.document_symbol
        ),
        types.TEXT_DOCUMENT_DEFINITION: InBackground(types.DefinitionParams, _analysis, navigation.definition, "quick"),
        types.TEXT_DOCUMENT_DECLARATION: InBackground(
            types.DeclarationParams, _analysis, navigation.declaration, "quick"
        ),
        types.TEXT_DOCUMENT_TYPE_DEFINITION: InBackground(
            types.TypeDefinitionParams, _analysis, navigation.type_definition, "quick"
        ),
        types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: InBackground(
            types.DocumentHighlightParams, _analysis, navigation.highlight, "quick"
        ),
        types.TEXT_DOCUMENT_IMPLEMENTATION: InBackground(
            types.ImplementationParams, _analysis, navigation.implementation
        ),
        types.TEXT_DOCUMENT_REFERENCES: InBackground(types.ReferenceParams, _analysis, navigation.references),
        types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY: InBackground(
            types.CallHierarchyPrepareParams, _analysis, hierarchy.prepare_calls, "quick"
        ),
        types.CALL_HIERARCHY_INCOMING_CALLS: InBackground(
            types.CallHierarchyIncomingCallsParams, _analysis, hierarchy.incoming_calls
        ),
        types.CALL_HIERARCHY_OUTGOING_CALLS: InBackground(
            types.CallHierarchyOutgoingCallsParams, _analysis, hierarchy.outgoing_calls
        ),
        types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY: InBackground(
            types.TypeHierarchyPrepareParams, _analysis, hierarchy.prepare_types, "quick"
        ),
        types.TYPE_HIERARCHY_SUPERTYPES: InBackground(
            types.TypeHierarchySupertypesParams, _analysis, hierarchy.supertypes
        ),
        types.TYPE_HIERARCHY_SUBTYPES: InBackground(types.TypeHierarchySubtypesParams, _analysis, hierarchy.subtypes),
        types.WORKSPACE_WILL_RENAME_FILES: OnLoop(types.RenameFilesParams, files.will_rename_files),
        types.WORKSPACE_SYMBOL: InBackground(types.WorkspaceSymbolParams, _analysis, features.workspace_symbol),
        types.WORKSPACE_TEXT_DOCUMENT_CONTENT: InBackground(
            types.TextDocumentContentParams, _analysis, packs.text_document_content
        ),
    },
    notifications={
        types.INITIALIZED: OnLoop(NoneType, lifecycle.initialized),
        types.EXIT: OnLoop(NoneType, lifecycle.leave),
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
    commands={
        "ctx-lsp.search": InBackground(messages.SearchParams, _analysis, commands.search),
        "ctx-lsp.query": InBackground(messages.QueryParams, _analysis, commands.query),
        "ctx-lsp.contextAt": InBackground(messages.ContextAtParams, _analysis, commands.context_at),
        "ctx-lsp.contextForFiles": InBackground(messages.ContextForFilesParams, _analysis, commands.context_for_files),
        "ctx-lsp.contextForDiff": InBackground(messages.ContextForDiffParams, _analysis, commands.context_for_diff),
        "ctx-lsp.packText": InBackground(messages.PackTextParams, _analysis, packs.pack_text),
        "ctx-lsp.packDiff": InBackground(messages.PackDiffParams, _analysis, packs.pack_diff),
        "ctx-lsp.explain": InBackground(messages.ExplainParams, _analysis, commands.explain),
        "ctx-lsp.impact": InBackground(messages.ImpactParams, _analysis, graph.impact),
        "ctx-lsp.graph": InBackground(messages.GraphParams, _analysis, graph.graph),
        "ctx-lsp.testScope": InBackground(messages.TestScopeParams, _analysis, graph.affected_tests),
        "ctx-lsp.patterns": InBackground(messages.PatternsParams, _analysis, graph.patterns),
        "ctx-lsp.cycles": InBackground(messages.CyclesParams, _analysis, graph.cycles),
        "ctx-lsp.map": InBackground(messages.MapParams, _analysis, graph.repository_map),
        "ctx-lsp.dump": InBackground(messages.DumpParams, _analysis, commands.dump),
        "ctx-lsp.status": InBackground(messages.StatusParams, _nothing, status.status, "quick"),
        "ctx-lsp.cache": InBackground(messages.CacheParams, _nothing, cache.cache),
        "ctx-lsp.feedback": InBackground(messages.FeedbackParams, _analysis, packs.feedback),
        "ctx-lsp.savings": InBackground(messages.SavingsParams, _nothing, packs.savings, "quick"),
        "ctx-lsp.reindex": InBackground(messages.ReindexParams, status.start_reindex, status.reindex),
    },
)
