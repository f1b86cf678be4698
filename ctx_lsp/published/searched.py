"""The repositories that are searched for a question, and warnings that name the others."""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from ctx_lsp.published.model import FORM, PublishedRepository, RemoteQuestion

if TYPE_CHECKING:
    from ctx_lsp.sharing.database import Connection

SHOWN_NAMES = 10  # of repositories in a warning

# The versions of the visible rows and the listed names: equal states give equal lists. Reading a state takes a fraction
# of the time of reading the list.
_STATE = (
    "SELECT string_agg(int4send(id) || xidsend(xmin) || tidsend(ctid) || timestamptz_send(published), ''), "
    "(SELECT array_agg(listed.name)::text FROM ctx_lsp.listed_repositories() AS listed (name)) "
    "FROM ctx_lsp.repositories"
)
_REPOSITORIES = (  # those that only others may read have no number
    "SELECT id, name, revision, form, model, chunks, release, extract(epoch FROM published)::float8 "
    "FROM ctx_lsp.repositories UNION ALL "
    "SELECT DISTINCT NULL::integer, name, '', 0, '', 0, '', 0 "
    "FROM ctx_lsp.listed_repositories() AS listed (name) WHERE name NOT IN (SELECT name FROM ctx_lsp.repositories)"
)
_State = tuple[bytes | None, str | None]


class Searched(NamedTuple):
    """The repositories that are searched for a question, keyed by number.

    `with_vectors` holds those whose vectors can be compared with the vector of the question. `warnings` name the
    repositories that are not searched, or not by meaning.
    """

    repositories: Mapping[int, PublishedRepository]
    with_vectors: Mapping[int, PublishedRepository]
    warnings: list[str]


class RepositoryList:
    """The list of published repositories. It is kept until it changes in the database."""

    def __init__(self) -> None:
        self._state: _State | None = None
        self._readable: list[PublishedRepository] = []
        self._unreadable: list[str] = []
        self._searched: dict[tuple[object, ...], Searched] = {}  # by a question: the last one

    def searched_by(self, connection: "Connection", question: RemoteQuestion) -> Searched:
        """Return the repositories that are searched for a question, ordered by name."""
        state = _state_of(connection)
        if state != self._state:
            rows = connection.execute(_REPOSITORIES).fetchall()
            readable = (PublishedRepository(*row) for row in rows if row[0] is not None)
            self._readable = sorted(readable, key=attrgetter("name"))
            self._unreadable = [name for number, name, *_ in rows if number is None]
            self._searched = {}
            self._state = state
        asked = question.wanted, question.left_out, question.model, question.vector is not None
        if asked not in self._searched:
            self._searched = {asked: _searched_by(question, self._readable, self._unreadable)}
        return self._searched[asked]

    def is_current(self, connection: "Connection") -> bool:
        """Return whether the list is still that of the database.

        Within a transaction, the list can change only because the user's rights do: PostgreSQL always uses the current
        membership in roles. A right that is revoked and granted again between two calls is not noticed.
        """
        return _state_of(connection) == self._state


def _state_of(connection: "Connection") -> _State:
    (state,) = connection.execute(_STATE, binary=True).fetchall()
    return state


def _searched_by(question: RemoteQuestion, every: Sequence[PublishedRepository], unreadable: Sequence[str]) -> Searched:
    visible = [one for one in every if not one.release]
    only_releases = {one.name for one in every} - {one.name for one in visible}
    names = {one.name for one in visible}
    wanted = names.union(unreadable) if question.wanted is None else set(question.wanted)
    wanted -= set(question.left_out)
    chosen = [one for one in visible if one.name in wanted]
    names |= only_releases
    warnings = warnings_about(sorted(wanted & only_releases), "only releases of it are published, for definitions")
    warnings += warnings_about(sorted(wanted.intersection(unreadable)), "you may not read it")
    warnings += warnings_about(sorted(wanted - names.union(unreadable)), "no repository of this name is published")
    old = [one.name for one in chosen if one.form != FORM]
    warnings += warnings_about(old, "published by another version of ctx-lsp")
    searched = {one.number: one for one in chosen if one.form == FORM}
    with_vectors = {number: one for number, one in searched.items() if one.model and one.model == question.model}
    if question.vector is not None:
        other = [one.name for one in searched.values() if one.chunks and one.number not in with_vectors]
        warnings += warnings_about(other, "published with another model, or none", "Searched by text alone")
    return Searched(searched, with_vectors, warnings)


def warnings_about(names: Sequence[str], problem: str, what: str = "Not searched") -> list[str]:
    """Return one warning that names the repositories `names`, or an empty list if there are none.

    The warning reads "`what`: names (`problem`)."
    """
    more = f" and {len(names) - SHOWN_NAMES} more" if len(names) > SHOWN_NAMES else ""
    return [f"{what}: {', '.join(names[:SHOWN_NAMES])}{more} ({problem})."] if names else []
