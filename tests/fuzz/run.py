"""A run: random steps with a real server, whose index is compared with a fresh build after each."""

import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ctx_lsp.models.embedder import load_embedder
from tests.fuzz.editor import Editor
from tests.fuzz.models import word_model
from tests.fuzz.oracle import Oracle, differences
from tests.fuzz.questions import compare_answers
from tests.fuzz.server import POLL_SECONDS, TIMEOUT_SECONDS
from tests.fuzz.steps import AT_ONCE, Session, some_kind
from tests.fuzz.tree import Tree

SEMANTIC_EVERY = 10  # steps after which all vectors are waited for and compared
FORGET_EVERY = 100  # steps after which the fresh build remembers nothing
ANSWERS_EVERY = 50  # steps after which answers are compared, too
QUESTIONS = 39  # at a time: three of each kind
NOTICING_SECONDS = 20.0  # for the server's own watching of the disk, on a busy machine


class DifferenceError(AssertionError):
    """The server's index differs from a fresh build."""


@dataclass(slots=True)
class Report:
    """The progress of a run."""

    seed: int
    steps: int = 0
    seconds: float = 0.0
    kinds: Counter[str] = field(default_factory=Counter)
    comparisons: Counter[str] = field(default_factory=Counter)  # at once, settled, semantic, answers

    def __str__(self) -> str:
        kinds = ", ".join(f"{name} {count}" for name, count in self.kinds.most_common())
        compared = ", ".join(f"{name} {count}" for name, count in self.comparisons.most_common())
        return f"seed {self.seed}: {self.steps} steps in {self.seconds:.0f} s; {kinds}; compared: {compared}"


class Run:
    """One run in an empty `folder`. Only the seed decides what happens.

    If the client does not watch the disk (`client_watches`), the server does, and gets time to notice.
    """

    def __init__(self, folder: Path, seed: int, *, client_watches: bool = True, model: str = "") -> None:
        """`model` is the embedding model's name or folder; without it, one of a few words is made."""
        folder = Path(os.path.realpath(folder))
        rng = random.Random(seed)  # noqa: S311  # a test's dice
        model = model or str(word_model(folder / "model"))
        settings = {
            "index": {},
            "model": {"embedding": model, "threads": 1},
            "cache": {"directory": str(folder / "cache")},
            "pack": {"feedback": False},  # with it, an answer follows from the packs and edits before it as well
        }
        editor = Editor(Tree(folder, rng), settings, rng, watching=client_watches)
        self.session = Session(editor, rng, folder / "server.log", model)
        self.report = Report(seed)
        self._oracle = Oracle(load_embedder(model))
        self._sees_all = False  # whether the last answer said so

    def steps(self, count: int, answers_every: int = ANSWERS_EVERY) -> Iterator[Report]:
        """Take steps, with a report after each. Raises `DifferenceError`."""
        started = time.monotonic()
        self.session.editor.start(self.session.log)
        self.check("start", at_once=False, semantic=True)
        for number in range(1, count + 1):
            self._step(number)
            if number % answers_every == 0:
                self.compare_answers(f"step {number}", QUESTIONS)
            self.report.steps, self.report.seconds = number, time.monotonic() - started
            yield self.report

    def close(self) -> None:
        """Stop the server."""
        server = self.session.editor.server
        if server is not None:
            server.kill()

    def _step(self, number: int) -> None:
        kind: Callable[[Session], None] = some_kind(self.session.rng)
        if number % FORGET_EVERY == 0:
            self._oracle.forget()
        kind(self.session)
        told = self.session.editor.flush_events()
        self.check(f"step {number} ({kind.__name__})", kind in AT_ONCE and not told, number % SEMANTIC_EVERY == 0)
        self.report.kinds[kind.__name__] += 1

    def compare_answers(self, what: str, count: int) -> None:
        """Compare answers to random questions with those of a server that was just started on the same texts.

        Raises `DifferenceError`.
        """
        dice = random.Random(f"{self.report.seed} {what}")  # noqa: S311  # of their own: the steps stay what they were
        editor, log = self.session.editor, self.session.log
        assert editor.server is not None
        editor.server.settled(semantic=True)
        found = list(compare_answers(editor, dice, log, count, lambda _: self.report.comparisons.update(["answers"])))
        if found:
            raise DifferenceError("\n  ".join([f"seed {self.report.seed}, {what}:", *found, *self._circumstances()]))

    def check(self, what: str, at_once: bool, semantic: bool) -> None:
        """Compare the next answer, or the index after all pending work.

        Raises `DifferenceError`. A server that says that it has not seen all the files is given time to see them, for
        its coverage is below 1; one that says it has must hold what a fresh build holds.
        """
        self.report.comparisons["semantic" if semantic else "at once" if at_once else "settled"] += 1
        noticed_by = time.monotonic() + (0.0 if self.session.editor.watching else NOTICING_SECONDS)
        seen_by = time.monotonic() + TIMEOUT_SECONDS
        while found := self._differences(at_once, semantic):
            now = time.monotonic()
            if now >= seen_by or (now >= noticed_by and self._sees_all):
                raise DifferenceError(
                    "\n  ".join([f"seed {self.report.seed}, {what}:", *found, *self._circumstances()])
                )
            time.sleep(POLL_SECONDS)

    def _differences(self, at_once: bool, semantic: bool) -> list[str]:
        server = self.session.editor.server
        assert server is not None
        server.wire.messages.clear()
        if semantic or not at_once:
            server.settled(semantic=semantic)
        asked = server.wire.begin("workspace/executeCommand", server.wire.command_params("ctx-lsp.dump"))
        expected = self._oracle.dump(self.session.editor)
        served = server.wire.answer(asked, TIMEOUT_SECONDS)
        self._sees_all = served["knownFiles"] <= len(served["files"])
        return differences(expected, served, semantic=semantic)

    def _circumstances(self) -> Iterator[str]:
        editor = self.session.editor
        yield f"folders: {', '.join(map(str, editor.roots))}"
        yield f"open: {', '.join(editor.documents)}"
        yield f"events of the step: {editor.sent}"
