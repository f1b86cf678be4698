"""The number of published chunks that contain a term, and the highest impact that the term has in one of them."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ctx_lsp.published.model import PublishedRepository
from ctx_lsp.published.postings import array_text

if TYPE_CHECKING:
    from ctx_lsp.sharing.database import Connection

MAX_KEPT = 20_000  # terms; if there are more, all are read again

_FREQUENCIES = (
    "SELECT term, sum(held), max(bound) FROM ctx_lsp.published_postings "
    "WHERE term = ANY(%s) AND repository = ANY(%s::integer[]) GROUP BY term"
)


class TermFrequency(NamedTuple):
    """The number of chunks that contain a term, and the highest impact that the term has in one of them."""

    held: int
    bound: float


_NONE = TermFrequency(0, 0.0)


class TermFrequencies:
    """Frequencies of terms. They are kept until other repositories are searched, or one is published again."""

    def __init__(self) -> None:
        self._searched: Mapping[int, PublishedRepository] = {}
        self._kept: dict[str, TermFrequency] = {}

    def read(
        self, connection: "Connection", terms: Collection[str], searched: Mapping[int, PublishedRepository]
    ) -> dict[str, TermFrequency]:
        """Return the frequencies of those terms that any of the searched repositories contains."""
        if searched != self._searched or len(self._kept) > MAX_KEPT:
            self._searched, self._kept = searched, {}
        if missing := [term for term in terms if term not in self._kept]:
            rows = connection.execute(_FREQUENCIES, (missing, array_text(searched))).fetchall()
            self._kept |= dict.fromkeys(missing, _NONE)
            self._kept |= {term: TermFrequency(int(held), bound) for term, held, bound in rows}
        return {term: self._kept[term] for term in terms if self._kept[term].held}
