"""Errors injected into what is computed for one file, while a real workspace indexes it.

An injection makes one function raise for one file, however its text enters the index. Then the workspace must
hold what a fresh build holds under the same injection, every other file must be as it was, and the status must name
the file. Without the injection, the next text of the file must bring everything back.
"""

import importlib
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cache.records import FileRecord
from ctx_lsp.graph.entry import FileEntry, make_entry
from ctx_lsp.graph.lookups import Lookups
from ctx_lsp.lexical.terms import file_terms
from ctx_lsp.models.embedder import load_embedder
from ctx_lsp.protocol.answers.upkeep import wire_dump
from ctx_lsp.settings import load_settings
from ctx_lsp.snapshot.host import Host
from ctx_lsp.text.disk import Disk, Limits
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Status, Workspace
from ctx_lsp.workspace.dump import make_dump
from tests.fuzz.corpus import original_files
from tests.fuzz.models import word_model
from tests.fuzz.oracle import differences
from tests.protocol.wire import Json
from tests.protocol.wire_types import as_read

TIMEOUT_SECONDS = 120.0
QUOTED = "what the file says"  # in the message of every error that is injected: no report may quote it
ERRORS = (ValueError, KeyError, IndexError, ZeroDivisionError, RecursionError, MemoryError, AssertionError)
NO_TOKEN = CancelToken()

POINTS: Mapping[str, tuple[str, ...]] = {
    "reading": ("text.disk:decode",),
    "parse": ("syntax.facts:parse_repaired", "syntax.incremental.facts:parse_repaired"),
    "edited parse": ("syntax.incremental.facts:find_edit",),
    "definitions": ("syntax.parsed_facts:find_definitions",),
    "outline": ("syntax.parsed_facts:build_outline",),
    "references": ("syntax.parsed_facts:find_references", "syntax.incremental.symbols:revised_references"),
    "chunks": ("syntax.facts:chunk_definitions",),
    "all chunks": ("syntax.facts:chunk_slices", "syntax.facts:chunk_definitions"),
    "terms": ("snapshot.host:file_terms",),
    "table": ("graph.tables:head_of",),
    "resolve": ("graph.derivation:resolve_file", "graph.resolution.incremental:resolve_edited"),
    "edited resolve": ("graph.resolution.incremental:resolve_edited",),
    "resolve imports": ("graph.resolution.resolve:_import_edges",),
    "embedding texts": ("snapshot.host:embedding_texts",),
    "embed": ("models.embedder:OnnxEmbedder.embed",),
    "cache reading": ("cache.record_cache:_decoded",),
    "cache writing": ("snapshot.host:Host.edges_record",),
}
"""By stage: the functions that raise, as they are called where they are imported."""

LEAVES_OUTLINES = frozenset({"edited parse", "terms", "resolve", "edited resolve", "resolve imports",
                             "embedding texts", "embed", "cache reading", "cache writing"})  # fmt: skip
"""Stages that no other file depends on."""
OF_FILES, OF_BUFFERS = (
    frozenset({"reading", "cache reading", "cache writing"}),
    frozenset({"edited parse", "edited resolve"}),
)
TYPED = 0.4  # the share of the other injections that come with a text in the editor


@dataclass
class Fault:
    """The error of one injection: the function that raises it, the file, and how often it was raised."""

    stage: str
    path: str
    marker: str  # stands in the file's text, for functions that are given no path
    error: type[Exception]
    fired: int = 0

    def concerns(self, argument: object) -> bool:
        """Whether the arguments of a call show that it is about the file."""
        match argument:
            case FileEntry():
                return argument.path == self.path
            case Lookups():
                return argument.own.path == self.path
            case SourceText():
                return self.marker.encode() in argument.data
            case bytes():
                return self.marker.encode() in argument
            case str():
                return argument == self.path or self.marker in argument
        return getattr(argument, "path", None) == self.path


@dataclass
class Injector:
    """Makes the functions of `POINTS` raise while `fault` is set, in every thread."""

    patch: pytest.MonkeyPatch
    fault: Fault | None = None

    def __post_init__(self) -> None:
        for place in dict.fromkeys(place for places in POINTS.values() for place in places):
            module, _, name = place.partition(":")
            owner: Any = importlib.import_module(f"ctx_lsp.{module}")
            *holders, last = name.split(".")
            for holder in holders:
                owner = getattr(owner, holder)
            self.patch.setattr(owner, last, self._wrapped(place, getattr(owner, last)))

    def _wrapped(self, place: str, function: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **named: object) -> object:
            fault = self.fault
            if fault is not None and place in POINTS.get(fault.stage, ()) and any(map(fault.concerns, arguments)):
                fault.fired += 1
                raise fault.error(QUOTED)
            return function(*arguments, **named)

        return call


@dataclass
class Report:
    """The number of injections by stage, and how many of them raised."""

    injections: Counter[str] = field(default_factory=Counter)
    fired: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        stages = ", ".join(f"{stage} {self.fired[stage]}/{count}" for stage, count in sorted(self.injections.items()))
        return f"{self.injections.total()} injections, {self.fired.total()} raised: {stages}"


class Trial:
    """A workspace in an empty `folder`, and injections into it. The seed alone decides which."""

    def __init__(self, folder: Path, seed: int, patch: pytest.MonkeyPatch) -> None:
        folder = Path(os.path.realpath(folder))
        self._rng = random.Random(seed)  # noqa: S311  # a test's dice
        self._root = folder / "root"
        for file, data in original_files(self._root / "python", self._root / "polyglot").items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        model = str(word_model(folder / "model"))
        given = {"model": {"embedding": model, "threads": 1}, "cache": {"directory": str(folder / "cache")}}
        self._embedder = load_embedder(model)
        self._workspace = Workspace([self._root], load_settings(self._root, given, {}).settings)
        self._injector = Injector(patch)
        self._records: dict[tuple[str, SourceText], FileRecord] = {}
        self.report = Report()

    def injections(self, count: int) -> Iterator[Report]:
        """Make injections, with a report after each. Raises `AssertionError`."""
        self._workspace.start()
        self._texts = self._on_disk()
        self._paths = sorted(self._texts)
        self._healthy = self._check("at the start", Fault("", "", "", ValueError))
        stages = list(POINTS)
        for number in range(count):
            # Each stage gets its turn, for runs may be short.
            self._inject(number, stages[number % len(stages)])
            yield self.report

    def close(self) -> None:
        """Stop everything."""
        self._workspace.close()

    def _inject(self, number: int, stage: str) -> None:
        path = self._rng.choice(self._paths)
        before = self._texts[path]
        fault = Fault(stage, path, f"injected{number}", self._rng.choice(ERRORS))
        put = (
            self._type if (stage not in OF_FILES and self._rng.random() < TYPED) or stage in OF_BUFFERS else self._save
        )
        if put == self._type:
            for text in (before, _with_line(before, "typed = 1")):  # opened as it is, and edited
                put(path, text)
                assert self._workspace.wait_ready(TIMEOUT_SECONDS)
        self._injector.fault = fault
        put(path, _with_line(before, f"{fault.marker} = 1"))
        self._check(f"injection {number}", fault)
        self._injector.fault = None
        put(path, _with_line(before, f"mended{number} = 1"))
        self._check(f"after injection {number}", Fault("", "", "", ValueError))
        if put == self._type:
            self._workspace.close_document(path)
        self._save(path, before)
        self.report.injections[stage] += 1
        self.report.fired[stage] += bool(fault.fired)

    def _type(self, path: str, source: SourceText) -> None:
        self._workspace.set_document(path, source)
        self._texts[path] = source

    def _save(self, path: str, source: SourceText) -> None:
        if path.endswith(".ipynb"):  # its text on disk is another one than in the index
            self._type(path, source)
            return
        (self._root / path).write_bytes(source.data)
        self._workspace.files_changed([path])
        self._texts[path] = source

    def _check(self, when: str, fault: Fault) -> Json:
        """Compare the index with a fresh build, and the status with the injection."""
        what = f"{when}: {fault.error.__name__} in {fault.stage} of {fault.path}"
        assert self._workspace.wait_ready(TIMEOUT_SECONDS), what
        status = self._workspace.status()
        served = as_read(wire_dump(self._workspace.analysis().result().dump(None, NO_TOKEN)))
        self._check_status(what, status, fault)
        if not fault.fired:  # an edit that leaves the outline as it is takes over what would have failed
            self._injector.fault = None
        expected = self._fresh(fault)
        chunks = {key: (places, "") for key, (places, _) in served["vectors"].items()}
        assert differences(expected, {**served, "vectors": chunks}, semantic=True) == [], what
        if fault.stage:
            self._check_others(what, served["files"], fault)
        return served

    def _check_status(self, what: str, status: Status, fault: Fault) -> None:
        assert status.state == "ready", what
        assert {one.path for one in status.failures} == ({fault.path} if fault.fired else set()), what
        for one in status.failures:
            assert fault.error.__name__ in one.report, what
            assert QUOTED not in one.report, what
            assert str(self._root) not in one.report, what
        assert bool(status.warnings) == bool(fault.fired), what
        assert all(fault.path in warning for warning in status.warnings) or fault.stage == "embed", what

    def _check_others(self, what: str, files: Mapping[str, Mapping[str, str]], fault: Fault) -> None:
        """Check that all other files are unchanged, including their edges if these cannot depend on the fault."""
        parts = ["text", "outline", "places", "chunks"] + ["edges"] * (fault.stage in LEAVES_OUTLINES)
        for path, before in self._healthy["files"].items():
            if path != fault.path:
                assert {part: files[path][part] for part in parts} == {part: before[part] for part in parts}, what
        if fault.stage != "reading":
            assert fault.path in files, what

    def _fresh(self, fault: Fault) -> Json:
        """The dump of a fresh build of the current texts under the same injection."""
        texts = dict(self._texts)
        if fault.stage == "reading" and fault.fired:
            del texts[fault.path]
        host = Host()
        host.use_model(self._embedder.identity, self._embedder.dimensions)
        known = {path: self._record(path, source) for path, source in texts.items() if path != fault.path}
        host.apply(texts, known)
        host.resolve()
        return as_read(wire_dump(make_dump(host.snapshot(len(texts)), None, NO_TOKEN)))

    def _record(self, path: str, source: SourceText) -> FileRecord:
        if (path, source) not in self._records:
            entry = make_entry(path, source)
            self._records[path, source] = FileRecord(entry.facts, file_terms(entry))
        return self._records[path, source]

    def _on_disk(self) -> dict[str, SourceText]:
        texts = {}
        for found in Disk().walk(self._root, Limits(), NO_TOKEN):
            source = Disk().read(self._root, found.path, Limits())
            if isinstance(source, SourceText):
                texts[found.path] = source
        return texts


def _with_line(source: SourceText, line: str) -> SourceText:
    return SourceText(source.data + f"\n{line}\n".encode(), source.language)
