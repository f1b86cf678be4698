"""The client of a session: open documents, workspace folders, settings, and the messages about them.

It follows the protocol as real editors do, including their bad habits: file events come late, in any order, more than
once, or only for a whole folder.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from tests.fuzz.server import WATCHING, Server
from tests.fuzz.texts import Splice, content_change, random_edit
from tests.fuzz.tree import Listing, Tree
from tests.protocol.wire import Json

CREATED, CHANGED, DELETED = 1, 2, 3  # types of file events
LANGUAGES = {".py": "python", ".ts": "typescript", ".go": "go", ".rb": "ruby", ".md": "markdown"}
HISTORY = 20  # texts that an undo can bring back


@dataclass(slots=True)
class Document:
    """An open document; `file` is None for one that was never saved."""

    uri: str
    file: Path | None
    language: str
    text: str
    version: int = 1
    history: list[str] = field(default_factory=list)

    def item(self) -> Json:
        """The document as a `TextDocumentItem`."""
        return {"uri": self.uri, "languageId": self.language, "version": self.version, "text": self.text}


class Editor:
    """The client's state. `server` is None while none runs; `watching`: the client reports changes on disk."""

    def __init__(self, tree: Tree, settings: dict[str, Json], rng: random.Random, *, watching: bool) -> None:
        self.tree = tree
        self.roots: list[Path] = [tree.alpha]
        self.settings = settings
        self.documents: dict[str, Document] = {}
        self.server: Server | None = None
        self.watching = watching
        self._rng = rng
        self.sent: list[Json] = []  # the latest events of the disk
        self._events: list[Json] = []
        self._seen: Listing = tree.listing()

    def start(self, log: Path) -> None:
        """Start a server and reopen the open documents."""
        self._seen, self._events = self.tree.listing(), []
        self.server = Server(self.roots, self.settings, log, capabilities=WATCHING if self.watching else {})
        self.server.initialized()
        for document in self.documents.values():
            self._did_open(document)

    # Documents

    def open(self, file: Path) -> Document | None:
        """Open a file as it is on disk; None if an editor would not show it as text."""
        try:
            text = file.read_bytes().decode()
        except UnicodeDecodeError:
            return None
        uri = file.as_uri() if self._rng.random() < 0.8 else f"file://{quote(str(file), safe='/_~')}"
        return self._take(Document(uri, file, LANGUAGES.get(file.suffix, "plaintext"), text.removeprefix("\ufeff")))

    def open_untitled(self) -> Document:
        """Open a new buffer without a file."""
        number = self._rng.randrange(4)
        language = self._rng.choice(("python", "typescript", "plaintext", "go"))
        text = self._rng.choice(("", "def untitled(): return helper()\n", "export class Untitled {}\n"))
        return self._take(Document(f"untitled:Untitled-{number}", None, language, text))

    def _take(self, document: Document) -> Document:
        key = str(document.file or document.uri)
        if key not in self.documents:
            self.documents[key] = document
            self._did_open(document)
        return self.documents[key]

    def open_all(self, server: Server) -> None:
        """Open the same documents in another server."""
        for document in self.documents.values():
            server.wire.notify("textDocument/didOpen", {"textDocument": document.item()})

    def _did_open(self, document: Document) -> None:
        document.version += 1
        self._notify("textDocument/didOpen", {"textDocument": document.item()})

    def edit(self, document: Document) -> None:
        """Make a random edit, in one or several messages."""
        earlier = self._rng.choice(document.history) if document.history else ""
        other = self.tree.some_file().read_bytes().decode("utf-8", "replace")
        splices = random_edit(document.text, earlier, other, self._rng)
        document.history = [*document.history, document.text][-HISTORY:]
        if self._rng.random() < 0.5:
            self._change(document, splices)
        else:
            for splice in splices:
                self._change(document, [splice])

    def _change(self, document: Document, splices: Sequence[Splice]) -> None:
        changes = []
        for splice in splices:
            changes.append(content_change(document.text, splice))
            document.text = splice.applied(document.text)
            if splice.start == 0 and len(document.text) == len(splice.text) and self._rng.random() < 0.5:
                changes[-1] = {"text": document.text}
        document.version += 1
        identifier = {"uri": document.uri, "version": document.version}
        self._notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": changes})

    def save(self, document: Document) -> None:
        """Write a document's file; an untitled document is closed and opened as a file."""
        if document.file is None:
            self.close(document)
            file = self.tree.alpha / f"saved{self._rng.randrange(3)}.py"
            if str(file) in self.documents or file.is_dir():
                return
            self.tree.write(file, document.text.encode())
            self.open(file)
        else:
            if not document.file.is_dir():
                self.tree.write(document.file, document.text.encode())
            self._notify("textDocument/didSave", {"textDocument": {"uri": document.uri}})

    def close(self, document: Document) -> None:
        """Close a document, saved or not."""
        self._notify("textDocument/didClose", {"textDocument": {"uri": document.uri}})
        del self.documents[str(document.file or document.uri)]

    # Files

    def note_events(self, folders: Sequence[Path]) -> None:
        """Queue events for changes on disk; `folders` were moved or removed as a whole."""
        before, self._seen = self._seen, self.tree.listing()
        types = _event_types(before, self._seen)
        if folders and self._rng.random() < 0.5:  # their contents go without saying
            kept = {file: kind for file, kind in types.items() if not any(file.is_relative_to(f) for f in folders)}
            types = {**kept, **{folder: CREATED if folder.exists() else DELETED for folder in folders}}
        self._events += [{"uri": file.as_uri(), "type": kind} for file, kind in types.items()]

    def flush_events(self) -> bool:
        """Send the queued events as one of several kinds of clients would; return whether there were any."""
        events, self._events = self._events, []
        self.sent = events
        if not events or not self.watching:
            return bool(events)
        if self._rng.random() < 0.5:
            self._rng.shuffle(events)
        if self._rng.random() < 0.3:
            events += self._rng.sample(events, k=self._rng.randint(1, len(events)))
        size = self._rng.choice((1, 7, len(events)))
        for start in range(0, len(events), size):
            self._notify("workspace/didChangeWatchedFiles", {"changes": events[start : start + size]})
        return True

    # The workspace

    def change_folders(self, added: Sequence[Path], removed: Sequence[Path]) -> None:
        """Change the workspace folders."""
        self.roots = [*(root for root in self.roots if root not in removed), *added]
        named = [[{"uri": root.as_uri(), "name": root.name} for root in roots] for roots in (added, removed)]
        event = {"added": named[0], "removed": named[1]}
        self._notify("workspace/didChangeWorkspaceFolders", {"event": event})

    def configure(self, section: str, values: Mapping[str, Json]) -> None:
        """Change the settings of one section."""
        self.settings = {**self.settings, section: {**self.settings[section], **values}}
        self._notify("workspace/didChangeConfiguration", {"settings": {"ctx-lsp": self.settings}})

    def _notify(self, method: str, params: Json) -> None:
        if self.server is not None:
            self.server.wire.notify(method, params)


def _event_types(before: Listing, after: Listing) -> dict[Path, int]:
    types = dict.fromkeys(before.keys() - after.keys(), DELETED)
    types |= dict.fromkeys(after.keys() - before.keys(), CREATED)
    types |= {file: CHANGED for file in before.keys() & after.keys() if before[file] != after[file]}
    return dict(sorted(types.items()))
