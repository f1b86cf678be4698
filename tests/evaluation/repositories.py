"""A git repository that a test makes commit by commit, with the installed git."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

_AUTHOR = ("-c", "user.name=Nobody", "-c", "user.email=nobody@example.org", "-c", "commit.gpgSign=false")


class Repository:
    """A repository in a temporary folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True)
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str, given: bytes = b"") -> str:
        """The output of git, with `given` on its standard input."""
        command = ["git", *_AUTHOR, *arguments]
        done = subprocess.run(command, cwd=self.folder, input=given, check=True, capture_output=True)
        return done.stdout.decode().strip()

    def commit(self, message: str, files: Mapping[str, str | None]) -> str:
        """Write files (None: delete one), commit everything, and return the commit's name."""
        for path, text in files.items():
            file = self.folder / path
            if text is None:
                file.unlink()
                if not any(file.parent.iterdir()):
                    file.parent.rmdir()
            else:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, "utf-8")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        return self.git("rev-parse", "HEAD")
