"""An editor as a model: files on disk, open buffers, a notebook, and every notification that a real one would send.

It knows the texts that the server must have after each step: files on disk, replaced by open buffers.
"""

import json
import re
import shutil
from pathlib import Path
from random import Random

from tests.protocol.wire import Json, Wire

CODE = ("def made_up():\n    return helper(1)\n", "class Made:\n    size = 1\n")
PIECES = ("🦀", "é", "\r\n", "\n", "\r", "x", "'", *CODE)
MIN_FILES = 3  # with fewer, new ones are made first
CREATED, CHANGED, DELETED = 1, 2, 3


class Editor:
    """Random but repeatable editing of the folder `root`, which the client calls `named`."""

    def __init__(self, wire: Wire, root: Path, named: Path, seed: int) -> None:
        self._wire, self._root, self._named = wire, root, named
        self._random = Random(seed)  # noqa: S311  # it must be repeatable, not secret
        self._buffers: dict[str, str] = {}  # relative path -> text
        self._version = 0
        self._made = 0

    def step(self) -> str:
        """Do one random thing and return its name."""
        steps = (self.edit,) * 6 + (
            self.open, self.save, self.close, self.change_outside, self.create, self.delete, self.rename,
            self.rename_folder, self.untitled, self.notebook, self.look_at_history, self.repeat_events,
        )  # fmt: skip
        step = self._random.choice(steps) if len(self._files()) >= MIN_FILES else self.create
        step()
        return step.__name__

    def materialise(self, folder: Path) -> Path:
        """Write the files as the server should see them now: open buffers instead of saved files."""
        shutil.copytree(self._root, folder)
        for path, text in self._buffers.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(text.encode())
        return folder

    def close_all(self) -> None:
        """Close every buffer without saving."""
        for path in list(self._buffers):
            self._close(path)

    def open(self) -> None:
        closed = [path for path in self._files() if path not in self._buffers]
        if closed:
            self._open(self._random.choice(closed))

    def edit(self) -> None:
        if not self._buffers:
            self.open()
        if not self._buffers:
            return
        path = self._random.choice(sorted(self._buffers))
        text = self._buffers[path]
        changes: list[Json] = []
        for _ in range(self._random.choice((1, 1, 3))):
            start = self._boundary(text, self._random.randint(0, len(text)))
            end = self._boundary(text, min(len(text), start + self._random.choice((0, 0, 1, 40))))
            piece = self._random.choice(PIECES)
            span = {"start": _position(text, start), "end": _position(text, end)}
            changes.append({"range": span, "text": piece})
            text = text[:start] + piece + text[end:]
        if self._random.random() < 0.1:  # the whole text at once, as simple clients send it
            changes = [{"text": text}]
        self._buffers[path] = text
        self._version += 1
        document = {"uri": self._document(path), "version": self._version}
        self._wire.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def save(self) -> None:
        if self._buffers:
            path = self._random.choice(sorted(self._buffers))
            (self._root / path).parent.mkdir(parents=True, exist_ok=True)
            (self._root / path).write_bytes(self._buffers[path].encode())
            self._wire.notify("textDocument/didSave", {"textDocument": {"uri": self._document(path)}})

    def close(self) -> None:
        if self._buffers:
            self._close(self._random.choice(sorted(self._buffers)))

    def change_outside(self) -> None:
        path = self._random.choice(self._files())
        with (self._root / path).open("ab") as file:
            file.write(b"\ndef from_outside():\n    return 1\n")
        self._tell((path, CHANGED))

    def create(self) -> None:
        self._made += 1
        path = self._random.choice((f"new{self._made}.py", f"fresh{self._made}/deep/new.py"))
        (self._root / path).parent.mkdir(parents=True, exist_ok=True)
        (self._root / path).write_text(f"def new{self._made}():\n    return 1\n")
        self._wire.notify("workspace/didCreateFiles", {"files": [{"uri": self._uri(path.partition("/")[0])}]})

    def delete(self) -> None:
        path = self._random.choice(self._files())
        (self._root / path).unlink()
        self._tell((path, DELETED))

    def rename(self) -> None:
        closed = [path for path in self._files() if path not in self._buffers]
        if closed:
            self._made += 1
            old, new = self._random.choice(closed), f"renamed{self._made}.py"
            (self._root / old).rename(self._root / new)
            self._tell(*self._random.sample([(old, DELETED), (new, CREATED)], 2))

    def rename_folder(self) -> None:
        folders = [path.name for path in self._root.iterdir() if path.is_dir()]
        if not folders:
            return
        self._made += 1
        old, new = self._random.choice(folders), f"folder{self._made}"
        inside = {path: text for path, text in self._buffers.items() if path.startswith(f"{old}/")}
        for path in inside:
            self._close(path)
        (self._root / old).rename(self._root / new)
        for path, text in inside.items():
            self._open(new + path.removeprefix(old), text)
        names = {"oldUri": self._uri(old), "newUri": self._uri(new)}
        if self._random.random() < 0.5:
            self._wire.ask("workspace/willRenameFiles", {"files": [names]})
            self._wire.notify("workspace/didRenameFiles", {"files": [names]})
        else:
            self._tell((old, DELETED), (new, CREATED))

    def untitled(self) -> None:
        """Open a new buffer, type into it and discard it."""
        self._made += 1
        uri = f"untitled:Untitled-{self._made}"
        text = "def thrown_away():\n    return 1\n"
        self._open_uri(uri, text)
        [symbol] = self._wire.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        assert symbol["name"] == "thrown_away"
        self._wire.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def notebook(self) -> None:
        """Create a notebook on disk, open it, edit it and save it."""
        self._made += 1
        path = f"book{self._made}.ipynb"
        source = f"def in_cell{self._made}():\n    return 1"
        cells = [{"cell_type": "markdown", "source": "# Book"}, {"cell_type": "code", "source": source}]
        (self._root / path).write_text(json.dumps({"cells": cells}))
        self._tell((path, CREATED))
        uri = self._uri(path)
        texts = [
            {"uri": f"{uri}#{number}", "languageId": language, "version": 1, "text": text}
            for number, (language, text) in enumerate((("markdown", "# Book"), ("python", "typed = 1")))
        ]
        opened = [{"kind": kind, "document": text["uri"]} for kind, text in enumerate(texts, 1)]
        book = {"uri": uri, "notebookType": "jupyter-notebook", "version": 1, "cells": opened}
        self._wire.notify("notebookDocument/didOpen", {"notebookDocument": book, "cellTextDocuments": texts})
        content = {"document": {"uri": f"{uri}#1", "version": 2}, "changes": [{"text": "other = 2"}]}
        change = {"cells": {"textContent": [content]}}
        changed = {"notebookDocument": {"uri": uri, "version": 2}, "change": change}
        self._wire.notify("notebookDocument/didChange", changed)
        symbols = self._wire.ask("textDocument/documentSymbol", {"textDocument": {"uri": f"{uri}#1"}})
        assert [symbol["name"] for symbol in symbols] == ["other"]
        closed = [{"uri": text["uri"]} for text in texts]
        self._wire.notify("notebookDocument/didClose", {"notebookDocument": {"uri": uri}, "cellTextDocuments": closed})

    def look_at_history(self) -> None:
        """Open an older revision of a file in a diff view."""
        path = self._random.choice(self._files())
        uri = f"git:{self._root / path}?ref"
        self._open_uri(uri, "def long_ago(): ...\n")
        self._wire.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def repeat_events(self) -> None:
        """Send duplicate and false events, for open and closed files."""
        paths = [*self._random.sample(self._files(), MIN_FILES), "no/such/file.py", "."]
        self._tell(*((path, kind) for path in paths for kind in (CREATED, CHANGED, DELETED)))

    def _files(self) -> list[str]:
        return sorted(path.relative_to(self._root).as_posix() for path in self._root.rglob("*.py"))

    def _uri(self, path: str) -> str:
        """The URI of a path, in one of the spellings that clients use."""
        root = self._random.choice((self._root, self._named))
        return self._spelt(root / path)

    def _document(self, path: str) -> str:
        """The URI of an open document, in one of the spellings that clients use."""
        return self._spelt(self._named / path)

    def _spelt(self, file: Path) -> str:
        uri = file.as_uri()
        return self._random.choice((uri, uri.replace("_", "%5f"), f"file://localhost{uri.removeprefix('file://')}"))

    def _open(self, path: str, text: str | None = None) -> None:
        if text is None:
            text = (self._root / path).read_bytes().decode()
        self._buffers[path] = text
        self._open_uri(self._document(path), text)

    def _open_uri(self, uri: str, text: str) -> None:
        self._version += 1
        document = {"uri": uri, "languageId": "python", "version": self._version, "text": text}
        self._wire.notify("textDocument/didOpen", {"textDocument": document})

    def _close(self, path: str) -> None:
        del self._buffers[path]
        self._wire.notify("textDocument/didClose", {"textDocument": {"uri": self._document(path)}})

    def _tell(self, *events: tuple[str, int]) -> None:
        changes = [{"uri": self._uri(path), "type": kind} for path, kind in events]
        self._wire.notify("workspace/didChangeWatchedFiles", {"changes": changes})

    @staticmethod
    def _boundary(text: str, index: int) -> int:
        """`index`, or the next one if it is inside a line end."""
        return index + (text[index - 1 : index + 1] == "\r\n")


def _position(text: str, index: int) -> Json:
    """The protocol's position of an index, counted as a client does it."""
    before = re.split(r"\r\n|\r|\n", text[:index])
    return {"line": len(before) - 1, "character": len(before[-1].encode("utf-16-le")) // 2}
