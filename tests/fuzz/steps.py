"""The kinds of steps of a run, and how often each occurs.

A step does something to a session; `run` compares the server's index afterwards. The server may still be busy with an
earlier action only within a step of several actions.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.editor import Document, Editor

MAX_OPEN = 6
EXCLUDES: tuple[list[str], ...] = ([], ["*.md"], ["web/"], ["_*.py"], ["**/asyncio"], ["tenacity", "!tenacity/wait.py"])
INCLUDES: tuple[list[str], ...] = ([], [], ["*.py"], ["*.ts", "*.go", "structlog/"])
SIZES = (1_000_000, 1_000_000, 3_000, 20_000)


@dataclass(slots=True)
class Session:
    """An editor, its server's log, and the random generator of the run."""

    editor: Editor
    rng: random.Random
    log: Path
    model: str

    def some_document(self) -> Document | None:
        """An open document; opens one if necessary."""
        if not self.editor.documents:
            return self.editor.open(self.editor.tree.some_file())
        return self.editor.documents[self.rng.choice(sorted(self.editor.documents))]


def edit(session: Session) -> None:
    document = session.some_document()
    if document is not None:
        for _ in range(session.rng.choice((1, 1, 1, 2, 4))):
            session.editor.edit(document)


def open_file(session: Session) -> None:
    if len(session.editor.documents) >= MAX_OPEN:
        close(session)
    session.editor.open(session.editor.tree.some_file())


def open_untitled(session: Session) -> None:
    session.editor.open_untitled()


def save(session: Session) -> None:
    document = session.some_document()
    if document is not None:
        session.editor.save(document)
        session.editor.note_events([])


def close(session: Session) -> None:
    document = session.some_document()
    if document is not None:
        session.editor.close(document)


def files(session: Session) -> None:
    """Make one or several changes on disk, with another step before the server is notified."""
    tree = session.editor.tree
    changes = (
        *(tree.create, tree.change, tree.change, tree.delete, tree.rename, tree.rename_folder, tree.delete_folder),
        *(tree.copy_folder, tree.swap_kinds, tree.link),
    )
    for _ in range(session.rng.choice((1, 1, 1, 2, 5))):
        session.editor.note_events(session.rng.choice(changes)())
        if session.rng.random() < 0.2:
            session.rng.choice((edit, open_file, close))(session)
    if session.rng.random() < 0.2:
        session.editor.flush_events()
        edit(session)


def branch(session: Session) -> None:
    session.editor.note_events(session.editor.tree.switch_branch())


def restore(session: Session) -> None:
    session.editor.note_events(session.editor.tree.restore())


def ignore(session: Session) -> None:
    session.editor.note_events(session.editor.tree.ignore())


def settings_file(session: Session) -> None:
    session.editor.note_events(session.editor.tree.settings_file())


def configure(session: Session) -> None:
    rng, editor = session.rng, session.editor
    what = rng.choice(("exclude", "include", "maxFileBytes", "vendored", "model"))
    if what == "model":
        editor.configure("model", {"embedding": rng.choice((session.model, session.model, "none"))})
    else:
        choices = {"exclude": EXCLUDES, "include": INCLUDES, "maxFileBytes": SIZES, "vendored": (True, False, False)}
        editor.configure("index", {what: rng.choice(choices[what])})


def folders(session: Session) -> None:
    """Add or remove a workspace folder; one always remains."""
    editor = session.editor
    folder = session.rng.choice((editor.tree.alpha, editor.tree.beta, editor.tree.beta, editor.tree.inner))
    if folder not in editor.roots:
        editor.change_folders([folder], [])
    elif len(editor.roots) > 1:
        editor.change_folders([], [folder])


def restart(session: Session) -> None:
    """Restart the server, by shutdown or SIGKILL, perhaps during work; files may change meanwhile."""
    editor = session.editor
    assert editor.server is not None
    if session.rng.random() < 0.5:
        session.rng.choice((edit, files, folders, branch))(session)
        editor.flush_events()
    if session.rng.random() < 0.5:
        editor.server.leave()
    else:
        editor.server.kill()
    editor.server = None
    for _ in range(session.rng.choice((0, 0, 1, 4))):
        session.rng.choice((files, branch, ignore))(session)
    editor.start(session.log)


KINDS: dict[Callable[[Session], None], int] = {
    edit: 400,
    open_file: 80,
    open_untitled: 15,
    save: 80,
    close: 60,
    files: 180,
    branch: 40,
    restore: 8,
    ignore: 20,
    settings_file: 6,
    configure: 15,
    folders: 15,
    restart: 12,
}
AT_ONCE = frozenset({edit, open_file, open_untitled, close})  # what these do is in the very next answer


def some_kind(rng: random.Random) -> Callable[[Session], None]:
    """A random kind of step, weighted by `KINDS`."""
    return rng.choices(list(KINDS), weights=list(KINDS.values()))[0]
