"""An edit reaches the writer with few function calls."""

import threading
from pathlib import Path
from types import FrameType

from lsprotocol import types

from ctx_lsp.ingest.writer import Writer
from ctx_lsp.protocol.dispatch import Dispatcher
from ctx_lsp.protocol.table import TABLE
from tests.protocol.asking import found, ready
from tests.protocol.conftest import Start

MAX_CALLS = 8  # from the dispatcher, which takes the decoded message, to the writer's queue, both included


class Watch:
    """Counts calls up to the writer's queue, on threads that start inside the `with` block."""

    def __init__(self) -> None:
        self.ways: list[list[str]] = []

    def __enter__(self) -> "Watch":
        threading.setprofile(self._called)
        return self

    def __exit__(self, *_: object) -> None:
        threading.setprofile(None)

    def _called(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call" or frame.f_code is not Writer.put.__code__:
            return
        way = [frame]
        while way[0].f_code is not Dispatcher.notification.__code__ and way[0].f_back is not None:
            way.insert(0, way[0].f_back)
        self.ways.append([caller.f_code.co_qualname for caller in way])


def test_an_edit_reaches_the_writer_in_few_calls(start_server: Start, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("def before(): pass\n")
    document = {"uri": (tmp_path / "one.py").as_uri(), "languageId": "python", "version": 1, "text": "x = 1\n"}
    with Watch() as watch:
        server = start_server(TABLE)
    server.open(tmp_path)
    ready(server)
    server.wire.notify(types.TEXT_DOCUMENT_DID_OPEN, {"textDocument": document})
    changed = {"uri": document["uri"], "version": 2}
    changes = [{"text": "def after(): pass\n"}]
    server.wire.notify(types.TEXT_DOCUMENT_DID_CHANGE, {"textDocument": changed, "contentChanges": changes})
    assert found(server, "after") == [document["uri"]]

    [way] = [way for way in watch.ways if "did_change" in way]
    assert way[0] == Dispatcher.notification.__qualname__
    assert len(way) <= MAX_CALLS, way
