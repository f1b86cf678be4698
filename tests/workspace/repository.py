"""A real git repository on disk, with editor buffers over it, to ask about changes."""

import subprocess
from pathlib import Path

from ctx_lsp.snapshot.host import Host
from ctx_lsp.text.roots import Root, Roots
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Analysis
from tests.workspaces import files_of


class Repository:
    """A git repository with the files of a workspace, and editor buffers for some of them."""

    def __init__(self, folder: Path, text: str) -> None:
        self.folder = folder
        self.buffers: dict[str, str] = {}
        for path, source in files_of(text).items():
            self.write(path, source.data.decode())
        self.git("init", "--quiet")
        self.git("config", "user.email", "nobody@example.org")
        self.git("config", "user.name", "Nobody")
        self.commit()

    def git(self, *arguments: str) -> str:
        """The output of git."""
        command = ["git", *arguments]
        return subprocess.run(command, cwd=self.folder, check=True, capture_output=True).stdout.decode()

    def commit(self) -> None:
        """Commit all files on disk."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "x")

    def write(self, path: str, text: str) -> None:
        """Write a file to disk."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())

    def edit(self, path: str, old: str, new: str) -> None:
        """Replace a part of a file."""
        text = (self.folder / path).read_bytes().decode()
        assert old in text
        self.write(path, text.replace(old, new))

    def analysis(self, root: Path | None = None) -> Analysis:
        """An analysis of the files on disk and in buffers, with the root `root`."""
        root = root or self.folder
        paths = (file for file in root.rglob("*.py") if file.is_file())
        texts = {file.relative_to(root).as_posix(): file.read_bytes().decode() for file in paths} | self.buffers
        host = Host()
        host.apply({path: SourceText(text.encode()) for path, text in texts.items()})
        host.resolve()
        return Analysis(host.snapshot(len(texts)), None, Roots((Root(root, ""),)))
