"""A record read from the cache shares its strings with a derived one, so it needs no more memory."""

from collections.abc import Iterable, Iterator

import pytest

from ctx_lsp.base.system import FREES_INTERNED_STRINGS
from ctx_lsp.cache.records import FileRecord, decode_edges, decode_file, encode_edges, encode_file
from ctx_lsp.lexical.terms import file_terms
from ctx_lsp.snapshot.host import Host
from tests.workspaces import files_of

pytestmark = pytest.mark.skipif(not FREES_INTERNED_STRINGS, reason="this Python never frees interned strings")

FILES = """
=== app/session.py
from app.store import Store, opened


class Session:
    retries = 3

    def __init__(self, store: Store) -> None:
        self.store = store

    def close(self) -> None:
        opened(self.store).close_all()
        self.store.close_all()
=== app/store.py
class Store:
    def close_all(self) -> None: ...


def opened(store: Store) -> Store:
    return store
=== web/view.ts
import { Model as Shown } from "./model";

export function view(shown: Shown): string {
  return shown.title() + shown.title();
}
=== web/model.ts
export class Model {
  title(): string {
    return "";
  }
}
"""


@pytest.fixture
def host() -> Host:
    host = Host()
    host.apply(files_of(FILES))
    host.resolve()
    return host


def names_in(record: FileRecord) -> Iterator[str]:
    """Yield the strings of a record that other parts of the index hold too, each time that one occurs."""
    outline = record.facts.outline
    for symbol in outline.symbols:
        yield from (symbol.name, symbol.qualname)
    for one in outline.imports:
        yield from (one.module, one.name, one.alias)
    for reference in record.facts.references:
        yield from (reference.name, reference.receiver)
    yield from record.terms.vocabulary


def objects(strings: Iterable[str]) -> dict[str, set[int]]:
    """Map each string to the ids of the objects that hold it."""
    found: dict[str, set[int]] = {}
    for string in strings:
        found.setdefault(string, set()).add(id(string))
    return found


@pytest.mark.parametrize("path", list(files_of(FILES)))
def test_the_names_of_a_decoded_record_are_one_object_each(host: Host, path: str) -> None:
    entry = host.files[path]
    made = FileRecord(entry.facts, file_terms(entry))
    read = decode_file(encode_file(made), entry.source)
    assert read is not None
    assert (read.facts, read.terms.vocabulary) == (made.facts, made.terms.vocabulary)
    several = {name: ids for name, ids in objects(names_in(read)).items() if len(ids) > 1}
    assert not several


def test_decoded_symbols_share_their_names_with_definitions(host: Host) -> None:
    for entry in host.files.values():
        read = decode_file(encode_file(FileRecord(entry.facts, file_terms(entry))), entry.source)
        assert read is not None
        for symbol, definition in zip(read.facts.outline.symbols, entry.definitions, strict=True):
            assert symbol.name is definition.name
            assert symbol.qualname is definition.qualname


def test_decoded_edges_share_their_ids_with_definitions(host: Host) -> None:
    ids = {definition.id: definition.id for entry in host.files.values() for definition in entry.definitions}
    shared = 0
    for path in host.files:
        record = host.edges_record(path)
        assert record is not None
        source = host.files[path].source
        read = decode_edges(encode_edges(record, source), path, source)
        assert read == record
        for node in (node for edge in read.edges for node in (edge.source, edge.target) if node in ids):
            assert node is ids[node]
            shared += 1
        for key in read.lookups.get("symbols", []):
            assert ids.get(str(key), key) is key
    assert shared > 5, "the files use each other"
