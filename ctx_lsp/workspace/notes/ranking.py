"""Ranks notes for a question, by their own text and by the code that they are about.

The weights and `CODE_K` were chosen on the notes and later commits of 19 repositories (`tests.memory.recall`).
"""

from collections.abc import Iterable, Iterator, Sequence

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.entry import path_of, qualname_of, symbol_id
from ctx_lsp.memory import FOLDER, JudgedNote, is_note
from ctx_lsp.retrieval.model import ResultFilter, SearchRequest
from ctx_lsp.retrieval.ranking.fusion import RRF_K
from ctx_lsp.workspace.analysis import Analysis

NOTE_RESULTS = 200  # pieces of notes that a question finds
CODE_RESULTS = 100  # results of a search in the code, whose notes answer the question too
CODE_K = 10  # instead of `RRF_K` for code, whose rank tells more about a note than the rank of its own text


def ranked_notes(
    analysis: Analysis, notes: Iterable[JudgedNote], question: str, token: CancelToken
) -> list[JudgedNote]:
    """Return the notes that answer a question, best first. Raises `BadRequest` and `Cancelled`.

    Reciprocal rank fusion of four ranks: that of the note's text, and those of the first result that is the code that
    the note is about, that contains it or is in it, and that is in the same file.
    """
    texts = {path: rank for rank, path in enumerate(_note_paths(analysis, question, token), 1)}
    code = _Code(_found(analysis, SearchRequest(question, CODE_RESULTS), token))
    chances = {one.path: sum(_parts(one, texts.get(one.path), code)) for one in notes}
    answering = (one for one in notes if chances[one.path] > 0)
    return sorted(answering, key=lambda one: (-chances[one.path], one.path))


class _Code:
    """The ranks of code that a question finds."""

    def __init__(self, found: Sequence[str]) -> None:
        self._ranks: dict[str, int] = {}
        self._inside: dict[str, int] = {}  # the first rank of a result in a symbol or file, or that is it
        for rank, target in enumerate(found, 1):
            self._ranks.setdefault(target, rank)
            for outer in _containers(target):
                self._inside.setdefault(outer, rank)

    def ranks(self, target: str) -> Iterator[int | None]:
        """Yield the first rank of a symbol or file itself, of what contains it or is in it, and of its file."""
        yield self._ranks.get(target)
        around = (self._ranks.get(outer) for outer in _containers(target))
        yield min((rank for rank in (*around, self._inside.get(target)) if rank), default=None)
        yield self._inside.get(path_of(target))


def _parts(one: JudgedNote, rank: int | None, code: _Code) -> Iterator[float]:
    """Yield the parts of a note's score; `rank` is that of its text."""
    if rank:
        yield 1 / (RRF_K + rank)
    for ranks in zip(*(code.ranks(anchor.now) for anchor in one.anchors if anchor.now), strict=True):
        if first := min(filter(None, ranks), default=None):
            yield 1 / (CODE_K + first)


def _containers(target: str) -> Iterator[str]:
    """Yield a symbol or file, the symbols that contain it, innermost first, and its file."""
    path, qualname = path_of(target), qualname_of(target)
    while qualname:
        yield symbol_id(path, qualname)
        qualname = qualname.rpartition(".")[0]
    yield path


def _note_paths(analysis: Analysis, question: str, token: CancelToken) -> list[str]:
    wanted = ResultFilter(include=(f"**/{FOLDER}*.md",))
    found = _found(analysis, SearchRequest(question, NOTE_RESULTS, wanted, rerank=False), token)
    return list(dict.fromkeys(filter(is_note, map(path_of, found))))


def _found(analysis: Analysis, request: SearchRequest, token: CancelToken) -> list[str]:
    """Return the symbols or paths that a search finds."""
    return [item.symbol or item.path for item in analysis.search_answering(request, token)]
