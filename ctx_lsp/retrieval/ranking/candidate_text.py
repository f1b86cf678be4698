"""The text of a candidate as a reranker reads it: path, qualified name, signature, and the lines that match.

Training (`training.reranker.groups`) uses this module too, so that models are trained on the same texts that they read
later. `rerank` chooses the candidates and weights their scores.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property

from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.retrieval.search_context import SearchContext
from ctx_lsp.retrieval.units import Unit, unit_range
from ctx_lsp.syntax.model import chunk_text
from ctx_lsp.syntax.words import terms
from ctx_lsp.text.secrets import is_secret_file, secret_in

MAX_SIGNATURE = 200  # characters
MAX_LINE = 160  # characters
MAX_CHARACTERS = 1_000  # in all lines together; about 300 tokens, which is more than a small model reads
LINES_READ = 400  # lines read from one candidate
DIGITS = 1  # in a line's weight; an edit elsewhere changes the statistics slightly and should not change the text
OWN_CHUNKS = frozenset({"definition", "header", "part"})


class CandidateTexts:
    """The texts that a reranker reads for the candidates of one question."""

    def __init__(self, context: SearchContext) -> None:
        self._snapshot = context.snapshot
        self._context = context

    def of(self, unit: Unit) -> str:
        """Return a candidate's text: path and name on the first line, then the signature, then lines of code.

        The lines that match the question best come first, because models truncate a text at their token limit.
        Duplicate lines and lines that the signature contains are left out.
        """
        head, signature = self._head(unit)
        kept: dict[str, None] = {}
        left = MAX_CHARACTERS
        for line in self._best_first(_lines(source_text(self._snapshot.files[unit.path], unit, self._range(unit)))):
            if line in kept or line.rstrip(" :{") in signature:
                continue
            left -= len(line) + 1
            if left < 0:
                break
            kept[line] = None
        return "\n".join([head, *([signature] if signature else []), *kept])

    def without_secrets(self, unit: Unit) -> str:
        """Return a candidate's text for a remote model, or only its first line if the candidate may hold a secret.

        The whole definition is checked for secrets, because a secret may not be recognisable in a few lines.
        """
        text = self._snapshot.files[unit.path].source.slice(*self._range(unit))
        if is_secret_file(unit.path) or secret_in(text):
            return self._head(unit)[0]
        return self.of(unit)

    def _range(self, unit: Unit) -> tuple[int, int]:
        return unit_range(self._snapshot, unit)

    def _head(self, unit: Unit) -> tuple[str, str]:
        """Return the first line and the signature of a candidate; the signature is "" for a chunk without a symbol."""
        if unit.symbol < 0:
            return unit.path, ""
        symbol = self._snapshot.files[unit.path].facts.outline.symbols[unit.symbol]
        return f"{unit.path} {symbol.qualname}", symbol.signature[:MAX_SIGNATURE]

    def _best_first(self, lines: list[str]) -> list[str]:
        """Sort lines by the total weight of the question's terms in them, highest first, then by position."""
        weights = self._weights
        matched = [-round(sum(weights[term] for term in set(terms(line)) if term in weights), DIGITS) for line in lines]
        return [lines[place] for place in sorted(range(len(lines)), key=matched.__getitem__)]

    @cached_property
    def _weights(self) -> Mapping[str, float]:
        """Weights of the index terms to search for, each multiplied by the term's idf."""
        index, shares = self._context.lexical, self._context.term_weights
        held_by = index.document_frequencies(shares)
        return {term: share * index.idf(held_by[term]) for term, share in shares.items() if term in held_by}


def source_text(entry: FileEntry, unit: Unit, around: tuple[int, int]) -> str:
    """Return the source text of a candidate: its own chunks, or the byte range `around` if it has no chunk of its own.

    A symbol has no chunk of its own if it shares one with other symbols. The text of a class is its header with the
    signatures of its members, because its methods are separate candidates.
    """
    chunks = entry.facts.chunks
    if unit.symbol < 0:
        return chunk_text(entry.source, chunks[unit.chunk])
    own = [chunk for chunk in chunks if chunk.kind in OWN_CHUNKS and chunk.symbols[:1] == (unit.symbol,)]
    return "\n".join(chunk_text(entry.source, chunk) for chunk in own) or entry.source.slice(*around)


def _lines(text: str) -> list[str]:
    """Return those of the first `LINES_READ` lines of `text` that contain a letter or digit, without indentation."""
    stripped: Iterable[str] = (line.strip()[:MAX_LINE] for line in text.splitlines()[:LINES_READ])
    return [line for line in stripped if any(map(str.isalnum, line))]
