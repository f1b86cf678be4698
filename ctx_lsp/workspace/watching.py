"""Switches the server's file watcher on or off, depending on the settings and on whether the client watches files.

`text.watch` implements the watcher.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from ctx_lsp.text.watch import Watcher

FilesListener = Callable[[], None]


class ServerWatcher:
    """The workspace's own watcher, which may be switched off.

    The thread that walks the folders calls `enter`. Any thread may call `report_now`. The owner of the workspace calls
    all other methods, one at a time.
    """

    def __init__(self, on_changes: Callable[[Sequence[Path]], None], on_lost: Callable[[], None]) -> None:
        self._on_changes, self._on_lost = on_changes, on_lost
        self._watcher: Watcher | None = None
        self._allowed = False
        self._client_watches: bool | None = False
        self._listener: FilesListener = lambda: None

    def allow(self, client_watches: bool | None, listener: FilesListener) -> None:
        """Allow file watching, which starts with the next call to `use`.

        `client_watches` is None until the client has answered. Until then, the server watches, so that no change is
        missed. `listener` is called when files may have changed.
        """
        self._allowed, self._client_watches, self._listener = True, client_watches, listener

    def use(self, setting: Literal["auto"] | bool, roots: Sequence[Path]) -> None:
        """Start or stop watching below `roots`, as `setting` says. The next scan adds the folders to watch.

        "auto" means to watch unless the client does. Nothing is watched before `allow` is called.
        """
        wanted = self._allowed and (self._client_watches is not True if setting == "auto" else setting)
        if self._watcher is not None and wanted:
            self._watcher.set_roots(roots)
        elif self._watcher is not None:
            self._watcher.finish()
            self._watcher = None
        elif wanted:
            self._watcher = Watcher(roots, self._changed, self._lost)

    def _changed(self, files: Sequence[Path]) -> None:
        self._on_changes(files)
        self._listener()

    def _lost(self) -> None:
        self._on_lost()
        self._listener()

    @property
    def active(self) -> bool:
        """Whether a watcher is running."""
        return self._watcher is not None

    def report_now(self) -> None:
        """Report the changes so far, so that an answer asked for after them includes them."""
        watcher = self._watcher
        if watcher is not None:
            watcher.report_now()

    def enter(self, folder: str) -> None:
        """Watch a folder that is about to be listed."""
        watcher = self._watcher
        if watcher is not None:
            watcher.follow(folder)

    @property
    def sees_all(self) -> bool:
        """Whether a watcher is running and sees every change."""
        watcher = self._watcher
        return watcher is not None and not watcher.warning

    @property
    def warning(self) -> str:
        """A warning if the watcher may miss changes; otherwise an empty string."""
        watcher = self._watcher
        return watcher.warning if watcher is not None and self._client_watches is not None else ""

    def close(self) -> None:
        """Stop watching promptly."""
        watcher, self._watcher = self._watcher, None
        if watcher is not None:
            watcher.close()
