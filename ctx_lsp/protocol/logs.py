"""Log handler that sends warnings and errors to the client. Records also go to stderr (see `stderr_log`)."""

import logging

from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.transport.rpc import Client

LEVELS = {"ERROR": types.MessageType.Error, "CRITICAL": types.MessageType.Error, "WARNING": types.MessageType.Warning}


class ClientLog(logging.Handler):
    """A handler that sends warnings and errors as `window/logMessage`, one line each, without tracebacks."""

    def __init__(self, client: Client) -> None:
        super().__init__(logging.WARNING)
        self._client = client

    def emit(self, record: logging.LogRecord) -> None:
        """Send a record. May be called from any thread."""
        kind = LEVELS.get(record.levelname, types.MessageType.Info)
        message = f"{record.name}: {record.getMessage()}"
        if record.exc_info and record.exc_info[1] is not None:
            message += f" ({type(record.exc_info[1]).__name__}: {record.exc_info[1]})"
        self._client.window_log_message(types.LogMessageParams(kind, message))
