"""Notifications about open documents."""

from typing import Annotated

from ctx_lsp.protocol.messages.common import WireObject, doc

CHANGED_ON_DISK = "$/ctx-lsp/changedOnDisk"
"""Notification about an open document whose file has changed on disk, with `WireChangedOnDisk`."""


class WireChangedOnDisk(WireObject, frozen=True):
    """An open document without unsaved edits whose file has changed on disk. The client should reload it."""

    uri: Annotated[str, doc("The document.")]
