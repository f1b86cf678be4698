"""The expected index: a dump of an index built from the current texts alone.

Nothing here is incremental. Data that follows from one file's path and text is cached between builds, because
it is a pure function; `forget` ends that.
"""

from collections.abc import Iterator, Mapping

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.digest import digest
from ctx_lsp.cache.records import FileRecord
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.lexical.terms import file_terms
from ctx_lsp.models.embedder import Embedder
from ctx_lsp.models.model_files import ModelError
from ctx_lsp.protocol.answers.upkeep import wire_dump
from ctx_lsp.protocol.documents.uris import unsaved_path
from ctx_lsp.settings import Settings, load_settings
from ctx_lsp.snapshot.host import Host
from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.text.decode import from_str
from ctx_lsp.text.disk import Disk, Limits, Skipped
from ctx_lsp.text.notebook import readable
from ctx_lsp.text.roots import Roots
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace.dump import make_dump
from tests.fuzz.editor import Editor
from tests.protocol.wire import Json
from tests.protocol.wire_types import as_read

Texts = Mapping[str, SourceText]


class Oracle:
    """Builds dumps. `embedder` is the model in the settings of the run, if any."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._records: dict[tuple[str, SourceText], FileRecord] = {}
        self._rows: dict[bytes, str] = {}

    def forget(self) -> None:
        """Clear the cached data."""
        self._records.clear()
        self._rows.clear()

    def dump(self, editor: Editor) -> Json:
        """The dump of a fresh build of the files on disk and the open buffers."""
        with_model = settings_of(editor).model.embedding != "none"
        return self.dump_of(texts_of(editor), with_model=with_model)

    def dump_of(self, texts: Texts, *, with_model: bool) -> Json:
        """The dump of a fresh build of some texts, in its wire form."""
        host = Host()
        if with_model:
            host.use_model(self._embedder.identity, self._embedder.dimensions)
        host.apply(texts, {path: self._record(path, source) for path, source in texts.items()})
        host.resolve()
        missing = dict(host.missing)
        dump = as_read(wire_dump(make_dump(host.snapshot(len(texts)), None, CancelToken())))
        vectors = {key: (chunks, self._row(key, missing)) for key, (chunks, _) in dump.pop("vectors").items()}
        return {**dump, "vectors": vectors}

    def _record(self, path: str, source: SourceText) -> FileRecord:
        key = path, source
        if key not in self._records:
            facts = file_facts(path, source)
            terms = file_terms(FileEntry(path, source, facts, file_role(path)))
            self._records[key] = FileRecord(facts, terms)
        return self._records[key]

    def _row(self, key: str, texts: Mapping[bytes, str]) -> str:
        """The vector digest of a text in a dump; empty if the model gives none."""
        name = bytes.fromhex(key)
        if name not in self._rows:
            self._rows[name] = self._embedded(name, texts[name])
        return self._rows[name]

    def _embedded(self, key: bytes, text: str) -> str:
        host = Host()  # a table of one row: how it is scaled is the index's business
        host.use_model(self._embedder.identity, self._embedder.dimensions)
        try:
            vector = self._embedder.embed(text)
        except ModelError:
            return ""
        table = host.snapshot(0).vectors
        assert table is not None
        row = table.with_vectors({key: vector}).row(key)
        assert row is not None
        return digest(row.tobytes())[:8].hex()


def settings_of(editor: Editor) -> Settings:
    """The settings in force."""
    return load_settings(editor.roots[0], editor.settings, {}).settings


def texts_of(editor: Editor) -> dict[str, SourceText]:
    """The texts to index, by workspace path: files by the current ignore rules, replaced by open buffers."""
    index, disk = settings_of(editor).index, Disk()
    limits = Limits(
        max_file_bytes=index.max_file_bytes, include=index.include, exclude=index.exclude, vendored=index.vendored
    )
    roots = Roots.of(editor.roots, disk.holds)
    texts = dict(_on_disk(roots, disk, limits))
    for document in editor.documents.values():
        file = document.file
        path = unsaved_path(document.uri) if file is None else roots.workspace_path(file)
        if path is None:
            continue
        hint = document.language if file is None and document.language != "plaintext" else ""
        source = readable(path, SourceText(from_str(document.text).data, hint))
        texts.pop(path, None)
        if len(source.data) <= limits.max_file_bytes:
            texts[path] = source
    return texts


def _on_disk(roots: Roots, disk: Disk, limits: Limits) -> Iterator[tuple[str, SourceText]]:
    for root in roots.all:
        inner = roots.inner(root)
        for found in disk.walk(root.directory, limits, CancelToken()):
            if isinstance(found, Skipped) or found.path.startswith(inner):
                continue
            source = disk.read(root.directory, found.path, limits)
            if not isinstance(source, Skipped):
                yield root.prefix + found.path, source


def differences(expected: Json, served: Json, *, semantic: bool) -> list[str]:
    """The differences between the actual and the expected dump, part by part; empty if there are none.

    Without `semantic`, vectors may be missing, but existing ones must be right.
    """
    found = [f"{part}: {expected[part]} is served as {served[part]}" for part in expected if part not in _SPECIAL
             and expected[part] != served[part]]  # fmt: skip
    found += _by_key("file", expected["files"], served["files"])
    rows, given = ({key: tuple(row) for key, row in dump["vectors"].items()} for dump in (expected, served))
    if semantic:
        return found + _by_key("vector", rows, given)
    if served["unkeyed"] == 0:
        found += _by_key("vector", {k: row[0] for k, row in rows.items()}, {k: row[0] for k, row in given.items()})
    wrong = {key: row for key, row in given.items() if row[1] and (key not in rows or rows[key][1] != row[1])}
    return found + [f"vector {key}: {rows.get(key)} is served as {row}" for key, row in wrong.items()]


_SPECIAL = ("revision", "files", "vectors", "unkeyed")


def _by_key(kind: str, expected: Mapping[str, object], served: Mapping[str, object]) -> list[str]:
    found = [f"{kind} {key} is missing" for key in sorted(expected.keys() - served.keys())]
    found += [f"{kind} {key} should not be there" for key in sorted(served.keys() - expected.keys())]
    both = sorted(expected.keys() & served.keys())
    return found + [f"{kind} {k}: {expected[k]} is served as {served[k]}" for k in both if expected[k] != served[k]]
