"""Summary sentences of chunks: which chunks should have one, the sentences that exist, and a lexical index over them.

This is part of the host's state and is updated file by file. A sentence is used only with exactly the text that it
summarises. `ingest.summarising` obtains missing sentences; the host adds the sentences to the texts to embed.
"""

from collections.abc import Iterable, Sequence

from ctx_lsp.base.digest import digest
from ctx_lsp.graph.entry import FileEntry, embedding_texts
from ctx_lsp.lexical.index import LexicalIndex, LexicalView
from ctx_lsp.lexical.terms import count_terms
from ctx_lsp.syntax.symbol_kinds import CONTENT_KINDS
from ctx_lsp.syntax.words import terms
from ctx_lsp.vectors.chunk_vectors import KeepBack

MIN_CHARACTERS = 120  # a shorter definition needs no summary


class Summaries:
    """The summary sentences of all chunks. Not thread-safe."""

    def __init__(self, keep_back: KeepBack) -> None:
        self._keep_back = keep_back
        self._identity = ""  # of the summariser; empty if there is none
        self._keys: dict[str, list[bytes]] = {}  # by path and chunk number; empty keys for chunks that get no sentence
        self._paths: dict[bytes, str] = {}  # the paths of the texts in `missing`, by key
        self._sentences: dict[bytes, str] = {}
        self._by_path: dict[str, list[str]] = {}  # sentences by path and chunk number, for files that have any
        self._lexical = LexicalIndex()
        self.missing: dict[bytes, str] = {}  # texts that have no sentence yet, by key, latest edits last
        self.unkeyed: dict[str, None] = {}  # files that have not been searched for missing texts yet
        self.newly_missing: dict[bytes, None] = {}  # keys that became missing and were not looked up yet

    def use(self, identity: str, paths: Iterable[str]) -> list[str]:
        """Discard all sentences and use the summariser `identity` ("" for none) from now on.

        Call `set_file` for each of `paths` afterwards. Returns the paths of files that lost sentences.
        """
        lost = list(self._by_path)
        self._identity = identity
        self._keys, self._paths, self._sentences, self._by_path = {}, {}, {}, {}
        self._lexical = LexicalIndex()
        self.missing, self.newly_missing = {}, {}
        self.unkeyed = dict.fromkeys(paths) if identity else {}
        return lost

    def set_file(self, path: str, entry: FileEntry | None) -> None:
        """Set the chunks of a file from its entry, which is None for a deleted file."""
        if not self._identity:
            return
        old = self._keys.get(path, [])
        texts = embedding_texts(entry) if entry else []
        keys = [
            self._key(path, text, old) if entry and _is_one_definition(entry, n) else b""
            for n, text in enumerate(texts)
        ]
        self.unkeyed.pop(path, None)  # only after all texts have been checked, which may fail
        self._keys.pop(path, None)
        if any(keys):
            self._keys[path] = keys
        for key in set(old) - set(keys):
            self._sentences.pop(key, None)
            self.missing.pop(key, None)
            self._paths.pop(key, None)
        for key, text in zip(keys, texts, strict=True):
            if key and key not in self._sentences:
                self.missing[key], self._paths[key] = text, path
                self.newly_missing[key] = None
        self._index(path)

    def _key(self, path: str, text: str, known: Sequence[bytes]) -> bytes:
        """Return the key of a text's sentence; empty if the text is too short or may hold a secret."""
        if len(text) < MIN_CHARACTERS:
            return b""
        key = digest(self._identity.encode(), path.encode(), text.encode())
        return key if key in known or not self._keep_back(path, text) else b""

    def add(self, sentences: Iterable[tuple[bytes, str]]) -> tuple[list[bytes], list[str]]:
        """Add sentences for missing keys; return the keys added and the paths of their files."""
        taken: list[bytes] = []
        paths: dict[str, None] = {}
        for key, sentence in sentences:
            if self.missing.pop(key, None) is not None:
                self._sentences[key] = sentence
                paths[self._paths.pop(key)] = None
                taken.append(key)
        for path in paths:
            self._index(path)
        return taken, list(paths)

    def _index(self, path: str) -> None:
        sentences = [self._sentences.get(key, "") for key in self._keys.get(path, ())]
        if not any(sentences):
            sentences = []
        if sentences == self._by_path.get(path, []):
            return
        self._by_path.pop(path, None)
        if sentences:
            self._by_path[path] = sentences
        digests = [digest(sentence.encode()) for sentence in sentences]
        self._lexical.put(path, count_terms(map(terms, sentences), digests))

    def keys(self, path: str) -> Sequence[bytes]:
        """Return the sentence key of each chunk in a file, in order; the key is empty if the chunk gets no sentence."""
        return self._keys.get(path, ())

    def of(self, path: str) -> Sequence[str]:
        """Return the sentence of each chunk in a file, in order ("" if missing); empty if all sentences are missing."""
        return self._by_path.get(path, ())

    @property
    def count(self) -> int:
        """The number of chunks that have a sentence."""
        return sum(map(bool, self._sentences.values()))

    def tidy(self) -> bool:
        """Merge parts of the lexical index for a few milliseconds; return whether work is left."""
        return self._lexical.tidy()

    def view(self) -> LexicalView | None:
        """Return a searchable view of the current sentences, numbered like chunks; None if no summariser is in use."""
        return self._lexical.view() if self._identity else None


def _is_one_definition(entry: FileEntry, number: int) -> bool:
    """Return whether a chunk is about exactly one definition."""
    symbols = entry.facts.chunks[number].symbols
    return len(symbols) == 1 and entry.facts.outline.symbols[symbols[0]].kind not in CONTENT_KINDS


def with_sentence(text: str, sentence: str) -> str:
    """Insert a sentence after the first line of a chunk's text for embedding; an empty sentence changes nothing."""
    head, line, body = text.partition("\n")
    return f"{head}{line}{sentence}\n{body}" if sentence else text
