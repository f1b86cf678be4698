"""Handlers for the lifecycle of a connection, for tracing, for workspace folders and for settings."""

import logging
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

import ctx_lsp
from ctx_lsp.protocol.capabilities import client_support, server_capabilities
from ctx_lsp.protocol.configuration import SECTION, Configuration
from ctx_lsp.protocol.documents.roots import initial_roots
from ctx_lsp.protocol.handlers.watching import allow_watching, ask_to_watch
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.session import Session
from ctx_lsp.workspace import Workspace

SERVER_NAME = "ctx-lsp"
CLEAN_EXIT, ABRUPT_EXIT = 0, 1  # as the protocol requires: 0 only if `shutdown` came before `exit`

CONFIGURATION_ID = "ctx-lsp-settings"

log = logging.getLogger(__name__)


def initialize(session: Session, params: types.InitializeParams) -> types.InitializeResult:
    """Handle `initialize`: open the workspace and start indexing immediately."""
    session.support = client_support(params.capabilities)
    session.save_hints.can_show = session.support.asks_with_actions and session.support.shows_documents
    session.trace_value = params.trace or types.TraceValue.Off
    session.roots = initial_roots(params)
    session.configuration = Configuration(session.roots.folders, params.initialization_options)
    session.open_workspace(Workspace(session.roots.folders, session.configuration.settings, session.monitor))
    session.workspace.subscribe(session.progress.listen)
    session.workspace.subscribe(session.lens_refresh.listen)
    session.workspace.subscribe(session.checks.listen)
    session.workspace.subscribe(session.open_hints.listen)
    session.workspace.subscribe_history(session.history_changed)
    session.phase = "running"
    allow_watching(session, None if session.support.watching else False)
    session.workspace.start()
    session.offer_to_agents()
    if params.process_id is not None:
        session.lifeline.watch_client(params.process_id, lambda: session.leave(ABRUPT_EXIT))
    session.loop.call_soon(session.lifeline.start)  # after the answer
    return types.InitializeResult(
        server_capabilities(session.support, session.commands),
        types.ServerInfo(SERVER_NAME, ctx_lsp.__version__),
    )


def initialized(session: Session, _: None) -> None:
    """Handle `initialized`: register capabilities with the client, and ask for its settings."""
    if session.greeted:  # a repeated notification must not repeat the registrations
        return
    session.greeted = True
    if session.support.progress:
        session.progress.allow()
    if session.support.lens_refresh:
        session.lens_refresh.allow()
    if session.support.pulls_diagnostics:
        session.diagnostic_refresh.allow()
    if session.support.watching:
        ask_to_watch(session)
    if session.support.configuration_registration:
        # A separate request, because one refused registration makes all others in its request fail.
        registration = types.Registration(CONFIGURATION_ID, types.WORKSPACE_DID_CHANGE_CONFIGURATION)
        session.client.client_register_capability(types.RegistrationParams([registration]))
    _ask_for_settings(session)


def shutdown(session: Session, _: None) -> None:
    """Handle `shutdown`: accept no more requests. The dispatcher cancels those that are still open."""
    session.phase = "ended"


def exit_server(session: Session, _: None) -> None:
    """Handle `exit`: end the connection. The exit is clean only after `shutdown`."""
    session.leave(CLEAN_EXIT if session.phase == "ended" else ABRUPT_EXIT)


def set_trace(session: Session, params: types.SetTraceParams) -> None:
    """Handle `$/setTrace`: store the trace level."""
    session.trace_value = params.value


def did_change_workspace_folders(session: Session, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Handle `workspace/didChangeWorkspaceFolders`: update the folders, and use the settings file of the first one."""
    event = params.event
    roots = session.roots.changed([folder.uri for folder in event.added], [folder.uri for folder in event.removed])
    if roots == session.roots:
        return
    session.use_roots(roots)
    if session.configuration.roots_changed(roots.folders):
        session.use_settings()


def did_change_configuration(session: Session, params: types.DidChangeConfigurationParams) -> None:
    """Handle `workspace/didChangeConfiguration`: apply the reported settings, and request the complete settings."""
    _use_settings(session, changed=session.configuration.pushed(params.settings))
    _ask_for_settings(session)


def _ask_for_settings(session: Session) -> None:
    """Ask the client for its settings, if the client supports such requests. The answer arrives on the loop thread."""
    if not session.support.configuration:
        return

    def take(answer: "Future[Any]") -> None:
        given = None if answer.cancelled() or answer.exception() else answer.result()
        match given:
            case [Mapping() as settings]:
                _use_settings(session, changed=session.configuration.answered(settings))
            case None | [] | [None]:
                pass  # the client has no settings, or failed to answer
            case _:
                log.warning("workspace/configuration: the answer is ignored, because it is not a list of one object")

    items = [types.ConfigurationItem(section=SECTION)]
    asked: Future[Any] = session.client.workspace_configuration(types.ConfigurationParams(items))
    asked.add_done_callback(take)


def _use_settings(session: Session, *, changed: bool) -> None:
    if changed:
        session.use_settings()
        session.lens_refresh.ask()
