"""The writer's part of summaries, step by step: the requested chunks, and the effect of changed settings."""

import threading
from collections.abc import Callable
from time import monotonic

import pytest

from ctx_lsp.base.gate import Gate
from ctx_lsp.cache.vector_store import VectorStore
from ctx_lsp.ingest import summarising
from ctx_lsp.ingest.summarising import SummaryBacklog
from ctx_lsp.models.providers.http import ProviderError
from ctx_lsp.snapshot.host import Host
from tests.workspaces import files_of

LONG = 20.0  # seconds; nothing here takes a tenth of it
BODY = "".join(f"    step_{n}(values, order, direction)\n" for n in range(5))


class Maker:
    """A summariser with a sentence for every text, except those that it refuses."""

    identity = "maker"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def summarise(self, text: str) -> str:
        """The sentence."""
        self.asked.append(text)
        if "refused" in text:
            raise ProviderError("no", rejected=True)
        return "A sentence."

    def close(self) -> None:
        """Nothing to end."""


class Setup:
    """A host without a store for sentences; the test takes the writer's steps."""

    def __init__(self) -> None:
        self.host = Host()
        self.ready = threading.Event()
        self.maker = Maker()
        self.backlog = SummaryBacklog(self.host, VectorStore(None), Gate(), self.ready.set)
        self.use()

    def use(self) -> None:
        self.backlog.use(self.maker, 6000)

    def define(self, path: str, *names: str) -> None:
        self.host.apply(files_of(f"=== {path}\n" + "".join(f"def {name}(values):\n{BODY}\n" for name in names)))

    def settle(self, condition: Callable[[], bool]) -> bool:
        end = monotonic() + LONG
        while not condition() and monotonic() < end:
            self.backlog.step({}, may_ask=True)
            self.ready.wait(0.05)
            self.ready.clear()
        return condition()


def test_texts_that_are_refused_do_not_hold_up_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summarising, "REQUESTED_AT_ONCE", 4)
    setup = Setup()
    setup.define("a.py", "one", "two")
    setup.define("b.py", *(f"refused_{n}" for n in range(4)))  # the latest, so that they come first
    assert setup.settle(lambda: setup.host.summaries.count == 2)
    setup.backlog.close()


def test_other_settings_of_the_same_maker_leave_its_sentences() -> None:
    setup = Setup()
    setup.define("a.py", "one", "two")
    assert setup.settle(lambda: setup.host.summaries.count == 2)
    setup.use()
    assert setup.host.summaries.count == 2
    setup.define("b.py", "three")
    assert setup.settle(lambda: setup.host.summaries.count == 3)
    assert len(setup.maker.asked) == 3
    setup.backlog.close()
