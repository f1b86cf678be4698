"""Sentences about chunks: which chunk is to have one, which has, and a lexical index over them.

A part of the host's state, kept file by file. A sentence belongs to exactly the text that it was made of: with another
text it is not used. Who makes sentences is in `summarising`; that they join what is embedded is the host's doing.
"""

from collections.abc import Iterable, Sequence

from ctx_lsp.base.digest import digest
from ctx_lsp.graph.entry import FileEntry, embedding_texts
from ctx_lsp.lexical.index import LexicalIndex, LexicalView
from ctx_lsp.lexical.terms import count_terms
from ctx_lsp.syntax.symbol_kinds import CONTENT_KINDS
from ctx_lsp.syntax.words import terms
from ctx_lsp.vectors.chunk_vectors import KeepBack

MIN_CHARACTERS = 120  # a shorter definition says itself what it is


class Summaries:
    """Sentences by chunk. Not thread-safe."""

    def __init__(self, keep_back: KeepBack) -> None:
        self._keep_back = keep_back
        self._identity = ""  # of who makes the sentences; empty: nobody does
        self._keys: dict[str, list[bytes]] = {}  # by path and number of the chunk; empty for one without a sentence
        self._paths: dict[bytes, str] = {}  # where the text of a missing sentence stands
        self._sentences: dict[bytes, str] = {}
        self._told: dict[str, list[str]] = {}  # by path and number of the chunk, for files that have any
        self._lexical = LexicalIndex()
        self.missing: dict[bytes, str] = {}  # texts that have no sentence yet, by key; the latest edits are last
        self.unkeyed: dict[str, None] = {}  # files whose missing texts are not known yet
        self.unasked: dict[bytes, None] = {}  # keys that became missing and that nobody has looked up yet

    def use(self, identity: str, paths: Iterable[str]) -> list[str]:
        """Start (or start again) with sentences of another maker, "": none; the files at `paths` are still to be set.

        Returns the paths of files that have lost sentences.
        """
        lost = list(self._told)
        self._identity = identity
        self._keys, self._paths, self._sentences, self._told = {}, {}, {}, {}
        self._lexical = LexicalIndex()
        self.missing, self.unasked = {}, {}
        self.unkeyed = dict.fromkeys(paths) if identity else {}
        return lost

    def set_file(self, path: str, entry: FileEntry | None) -> None:
        """Set the chunks of a file; None: it is gone."""
        if not self._identity:
            return
        old = self._keys.get(path, [])
        texts = embedding_texts(entry) if entry else []
        keys = [self._key(path, text, old) if entry and _is_told(entry, n) else b"" for n, text in enumerate(texts)]
        self.unkeyed.pop(path, None)  # not before all is judged, which may fail
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
                self.unasked[key] = None
        self._tell(path)

    def _key(self, path: str, text: str, known: Sequence[bytes]) -> bytes:
        """The key of a text's sentence; empty where it must not be shown, which is judged once a text."""
        if len(text) < MIN_CHARACTERS:
            return b""
        key = digest(self._identity.encode(), path.encode(), text.encode())
        return key if key in known or not self._keep_back(path, text) else b""

    def add(self, sentences: Iterable[tuple[bytes, str]]) -> tuple[list[bytes], list[str]]:
        """Take sentences for missing keys; returns the keys of those taken, and the paths of their files."""
        taken: list[bytes] = []
        paths: dict[str, None] = {}
        for key, sentence in sentences:
            if self.missing.pop(key, None) is not None:
                self._sentences[key] = sentence
                paths[self._paths.pop(key)] = None
                taken.append(key)
        for path in paths:
            self._tell(path)
        return taken, list(paths)

    def _tell(self, path: str) -> None:
        told = [self._sentences.get(key, "") for key in self._keys.get(path, ())]
        if not any(told):
            told = []
        if told == self._told.get(path, []):
            return
        self._told.pop(path, None)
        if told:
            self._told[path] = told
        self._lexical.put(path, count_terms(map(terms, told), [digest(sentence.encode()) for sentence in told]))

    def keys(self, path: str) -> Sequence[bytes]:
        """The keys of the sentences that a file has or is to have, empty ones for chunks without."""
        return self._keys.get(path, ())

    def of(self, path: str) -> Sequence[str]:
        """The sentences of a file by number of the chunk, empty ones among them; nothing where there is none at all."""
        return self._told.get(path, ())

    @property
    def count(self) -> int:
        """Number of chunks that have a sentence."""
        return sum(map(bool, self._sentences.values()))

    def tidy(self) -> bool:
        """Do a few milliseconds of merging; whether there is more to do."""
        return self._lexical.tidy()

    def view(self) -> LexicalView | None:
        """The sentences of this moment to be searched, numbered as the chunks are; None where nobody makes any."""
        return self._lexical.view() if self._identity else None


def _is_told(entry: FileEntry, number: int) -> bool:
    """Whether a chunk is about one definition."""
    symbols = entry.facts.chunks[number].symbols
    return len(symbols) == 1 and entry.facts.outline.symbols[symbols[0]].kind not in CONTENT_KINDS


def with_sentence(text: str, sentence: str) -> str:
    """The text to embed for a chunk about which there is a sentence ("": none): it comes behind the first line."""
    head, line, body = text.partition("\n")
    return f"{head}{line}{sentence}\n{body}" if sentence else text
