"""State of one connection: its phase, the client, the workspace and the open documents.

Handlers receive the session as an argument.
"""

import asyncio
from collections.abc import Callable
from typing import Literal

from ctx_lsp.monitoring.export import MetricsExport
from ctx_lsp.monitoring.monitor import Monitor
from ctx_lsp.protocol.attach.activity import AgentActivity
from ctx_lsp.protocol.capabilities import ClientSupport
from ctx_lsp.protocol.configuration import Configuration
from ctx_lsp.protocol.convert import PositionConverter
from ctx_lsp.protocol.diagnostics import Findings, PulledDiagnostics, PushedDiagnostics
from ctx_lsp.protocol.documents.document_names import DocumentNames
from ctx_lsp.protocol.documents.documents import Documents, OpenDocument
from ctx_lsp.protocol.documents.notebooks import Notebooks
from ctx_lsp.protocol.documents.open_hints import OpenHints
from ctx_lsp.protocol.documents.open_texts import OpenTexts
from ctx_lsp.protocol.documents.reloads import Reloads
from ctx_lsp.protocol.documents.roots import ClientRoots
from ctx_lsp.protocol.live_checks import CheckedText, LiveChecks
from ctx_lsp.protocol.log_outputs import LogOutputs
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.messages.common import plain_members
from ctx_lsp.protocol.messages.notes import PROPOSED, WireProposed
from ctx_lsp.protocol.progress import IndexProgress
from ctx_lsp.protocol.refresh import Refresh
from ctx_lsp.protocol.request_figures import RequestFigures
from ctx_lsp.protocol.save_hints import SaveHints
from ctx_lsp.protocol.transport.inbox import on_loop
from ctx_lsp.protocol.transport.lifeline import Lifeline
from ctx_lsp.protocol.transport.rpc import Client
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Workspace

SessionPhase = Literal["starting", "running", "ended"]
AGENTS_CHANGED = "$/ctx-lsp/agents"
"""Notification to the client after the answer of `ctx-lsp.agents` has changed. Clients may ignore names with `$/`."""


class Session:
    """The state of a connection. Only the loop thread changes it; workers read only the attributes set by `initialize`.

    The attributes declared below are set by `initialize`, which must be the first request.
    """

    workspace: Workspace
    texts: OpenTexts
    documents: Documents
    notebooks: Notebooks
    configuration: Configuration
    checks: LiveChecks
    reloads: Reloads

    def __init__(
        self,
        client: Client,
        loop: asyncio.AbstractEventLoop,
        commands: tuple[str, ...],
        leave: Callable[[int], None],
        lifeline: Lifeline,
    ) -> None:
        """Create a session in the phase "starting".

        `commands` are announced to the client. `leave`, which any thread may call, ends the connection.
        """
        self.client = client
        self.loop = loop
        self.commands = commands
        self.leave = leave
        self.lifeline = lifeline
        self.phase: SessionPhase = "starting"
        self.greeted = False  # `initialized` was received
        self.client_watches = False  # the client has agreed to watch files
        self.support = ClientSupport()
        self.roots = ClientRoots()
        self.monitor = Monitor()
        self.monitor.expect(commands)
        self.figures = RequestFigures(self.monitor)
        self._export = MetricsExport(self.monitor)
        self._log_outputs = LogOutputs()
        self.progress = IndexProgress(client, loop)
        self.lens_refresh = Refresh(loop, "lenses", client.workspace_code_lens_refresh)
        self.save_hints = SaveHints(client, loop)
        self.open_hints = OpenHints(loop, client.protocol.notify)
        self.diagnostic_refresh = Refresh(loop, "diagnostics", client.workspace_diagnostic_refresh)
        self.pulled = PulledDiagnostics(self.diagnostic_refresh.ask)
        self.trace_value = types.TraceValue.Off
        self.agents = AgentActivity(lambda: on_loop(loop, self._agents_changed))
        self.offer_to_agents: Callable[[], None] = lambda: None  # to call when folders or settings have changed

    @property
    def positions(self) -> PositionConverter:
        """The converter for the negotiated position encoding."""
        return PositionConverter(self.support.encoding)

    def open_workspace(self, workspace: Workspace) -> None:
        """Use `workspace` in this session, and create the registries of open texts and their live checks."""
        self.workspace = workspace
        send = self.client.text_document_publish_diagnostics
        display = self.pulled if self.support.pulls_diagnostics else PushedDiagnostics(self.positions, send)
        self.checks = LiveChecks(self.loop, self._checked_texts, workspace.analysis, display, self.lens_refresh.ask)
        self.checks.settings = self.configuration.settings
        self.reloads = Reloads(self.loop, workspace, self._notify)
        self.texts = self.reloads.texts = OpenTexts(workspace, self.roots, self._texts_changed)
        workspace.subscribe_outdated(self.reloads.outdated)
        self.documents = Documents(self.texts, self.positions)
        self.notebooks = Notebooks(self.texts, self.positions)
        self._use_outputs()

    def use_roots(self, roots: ClientRoots) -> None:
        """Change the workspace folders, and assign open documents to the new folders."""
        self.roots = roots
        self.workspace.set_roots(roots.folders)
        self.texts.use_roots(roots)
        self.offer_to_agents()

    def use_settings(self) -> None:
        """Apply the current configuration to the workspace, the checks, the log, the metrics and the agents' socket."""
        self.workspace.set_settings(self.configuration.settings)
        self.checks.settings = self.configuration.settings
        self.checks.changed()
        self.diagnostic_refresh.ask()
        self._use_outputs()
        self.offer_to_agents()

    def read_settings_again(self) -> None:
        """Read `ctx-lsp.toml` again, and apply its settings if they have changed."""
        if self.configuration.disk_changed():
            self.use_settings()

    def history_changed(self) -> None:
        """Check the open documents again, and let the client refresh code lenses about the history. Thread-safe."""
        on_loop(self.loop, self.checks.history_changed)
        if self.configuration.settings.history.lens:
            on_loop(self.loop, self.lens_refresh.ask)

    def _use_outputs(self) -> None:
        """Set up the log and the export of metrics according to the configuration."""
        settings = self.configuration.settings
        self._log_outputs.use(settings.log)
        self._export.use(settings.metrics.port, settings.metrics.textfile)

    def names(self) -> DocumentNames:
        """Return the current names of documents. Call this method on the loop thread only."""
        return self.texts.names()

    def _checked_texts(self) -> list[CheckedText]:
        """Return the open documents that have a path in the workspace."""
        documents = (one for one in self.texts.open_texts() if isinstance(one, OpenDocument) and one.path is not None)
        return [CheckedText(one.uri, one.path or "", one.version.number, one.source) for one in documents]

    def note_pulled(self, uri: str, source: SourceText, found: Findings) -> None:
        """Record the answer to a request for diagnostics, unless the document has been closed in the meantime."""
        if any(one.uri == uri for one in self._checked_texts()):
            self.pulled.answered(uri, source, found)

    def trace(self, message: str) -> None:
        """Send a message to the client's trace, if tracing is on."""
        if self.trace_value != types.TraceValue.Off:
            self.client.protocol.notify(types.LOG_TRACE, types.LogTraceParams(message))

    def _texts_changed(self) -> None:
        self.checks.changed()
        self.reloads.texts_changed()

    def _agents_changed(self) -> None:
        self._notify(AGENTS_CHANGED, {"attached": len(self.agents.attached())})

    def tell_proposed(self, proposed: WireProposed) -> None:
        """Tell the client, from any thread, that an agent proposes a note."""
        on_loop(self.loop, self._notify, PROPOSED, plain_members(proposed))

    def _notify(self, method: str, params: object) -> None:
        if self.greeted and self.phase == "running":
            self.client.protocol.notify(method, params)

    def close(self) -> None:
        """Stop everything that the session has started, promptly. May be called more than once."""
        self._export.close()
        self.save_hints.close()
        self.open_hints.close()
        if hasattr(self, "workspace"):
            self.checks.close()
            self.reloads.close()
            self.workspace.close()
        self._log_outputs.close()
