"""Writes the index of a repository into the database, in one transaction. `queries` reads it.

Rows are inserted with INSERT, because PostgreSQL does not support COPY into tables with row-level security. Vectors are
keyed by the digest of their text, so a new revision adds only the vectors of new texts to the vector index. Adding them
is the slow part.
"""

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from itertools import islice
from typing import TYPE_CHECKING, get_args

import numpy as np

from ctx_lsp.published.model import FORM, Audience, PublishedPackage, RepositoryContent
from ctx_lsp.published.postings import ChunkTerms, blocks_of, terms_of_chunks
from ctx_lsp.retrieval.model import ScopeWord
from ctx_lsp.sharing.storage import SharingError

PUBLISH_SECONDS = 3600.0  # for one statement
ROWS_AT_ONCE = 1_000
MAX_NAME = 200  # characters of a repository's name

_LOCK = "SELECT pg_advisory_xact_lock(hashtext('ctx-lsp publish'), hashtext(%s))"
_FOREIGN = (
    "SELECT name FROM ctx_lsp.listed_repositories() name WHERE name = %s AND NOT EXISTS "
    "(SELECT FROM ctx_lsp.repositories own WHERE own.name = %s AND publisher = current_user)"
)
_REPOSITORY = (
    "INSERT INTO ctx_lsp.repositories (name, release, revision, form, model, chunks, readers, listed) "
    "VALUES (%s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (name, release) DO UPDATE SET revision = excluded.revision, "
    "form = excluded.form, model = excluded.model, chunks = excluded.chunks, readers = excluded.readers, "
    "listed = excluded.listed, published = now() RETURNING id"
)

_UNKNOWN_ROLES = (
    "SELECT name FROM unnest(%s::text[]) name WHERE name NOT IN (SELECT rolname FROM pg_roles) ORDER BY name"
)
_COUNT = "SELECT count(*) FROM ctx_lsp.repositories WHERE release = ''"

if TYPE_CHECKING:
    from ctx_lsp.sharing.database import Connection, Database
_TABLES = ("files", "units", "packages", "exports", "chunks", "postings")
_WITHDRAW = (  # a trigger deletes the rows of other tables
    "DELETE FROM ctx_lsp.repositories WHERE name = %s AND (release = %s OR %s = '') AND publisher = current_user"
)
_UNUSED = "DELETE FROM ctx_lsp.published_vectors WHERE repository = %s AND NOT key = ANY(%s)"
_KNOWN = "SELECT key FROM ctx_lsp.published_vectors WHERE repository = %s"


@dataclass(frozen=True, slots=True)
class PublishedCounts:
    """The numbers of published files, chunks and new vectors, and of chunks left out because of likely secrets.

    `packages` holds the published packages.
    """

    files: int
    chunks: int
    new_vectors: int
    withheld: int
    packages: tuple[PublishedPackage, ...] = ()


def check_name(name: str) -> None:
    """Raise `SharingError` for a name that cannot be displayed, or that has another meaning in a scope."""
    if name in get_args(ScopeWord):
        raise SharingError(f'"{name}" cannot be the name of a repository, because it is a scope')
    if not 0 < len(name) <= MAX_NAME or name != name.strip() or not name.isprintable():
        raise SharingError(
            f"the name of a repository has 1 to {MAX_NAME} printable characters, and no space at its ends"
        )


def check_release(release: str) -> None:
    """Raise `SharingError` for the name of a release that cannot be shown."""
    if len(release) > MAX_NAME or release != release.strip() or not release.isprintable():
        raise SharingError(
            f"the name of a release has at most {MAX_NAME} printable characters, and no space at its ends"
        )


def publish(database: "Database", name: str, content: RepositoryContent, audience: Audience) -> PublishedCounts:
    """Publish `content` as the current state of `name`, or as a release, replacing the former content.

    Raises `SharingError`; then nothing has changed.
    """
    check_name(name)
    check_release(content.revision.release)

    def write(connection: "Connection") -> int:
        connection.execute(_LOCK, (name,))
        if unknown := connection.execute(_UNKNOWN_ROLES, (list(audience.readers),)).fetchall():
            raise SharingError(f"the database has no role {', '.join(role for (role,) in unknown)}")
        if connection.execute(_FOREIGN, (name, name)).fetchone():
            raise SharingError(f"the name {name} belongs to another publisher")
        head = (
            name,
            content.revision.release,
            content.revision.commit,
            FORM,
            content.model,
            1 + max((chunk.number for chunk in content.chunks), default=-1),
        )
        row = connection.execute(_REPOSITORY, (*head, list(audience.readers), audience.listed)).fetchone()
        assert row is not None
        return _replace(connection, row[0], content)

    new = database.run(write, PUBLISH_SECONDS)
    return PublishedCounts(len(content.files), len(content.chunks), new, content.withheld, tuple(content.packages))


def count_readable(database: "Database") -> int:
    """Return the number of repositories whose current state the user of `database` may read.

    Published releases are not counted. Raises `SharingError`.
    """
    return database.run(lambda connection: int(connection.execute(_COUNT).fetchall()[0][0]))


def withdraw(database: "Database", name: str, release: str = "") -> bool:
    """Delete everything that is published under `name`, or only `release` if it is given.

    Return whether anything was deleted. Raises `SharingError`.
    """

    def delete(connection: "Connection") -> bool:
        connection.execute(_LOCK, (name,))
        return connection.execute(_WITHDRAW, (name, release, release)).rowcount > 0

    return database.run(delete, PUBLISH_SECONDS)


def _replace(connection: "Connection", number: int, content: RepositoryContent) -> int:
    """Replace the rows of a repository; return the number of new vectors."""
    for table in _TABLES:
        connection.execute(f"DELETE FROM ctx_lsp.published_{table} WHERE repository = %s".encode(), (number,))
    _insert(connection, "files", ((number, *astuple(one)) for one in content.files))
    _insert(connection, "units", ((number, *one) for one in content.units))
    _insert(connection, "packages", ((number, *astuple(one)) for one in content.packages))
    _insert(connection, "exports", ((number, *one) for one in content.exports))
    terms = terms_of_chunks(content.postings)
    chunks = (
        (number, one.number, list(one.units), one.own, one.key, *terms.get(one.number, ChunkTerms()))
        for one in content.chunks
    )
    _insert(connection, "chunks", chunks)
    blocks = ((one.term, number, *block) for one in content.postings for block in blocks_of(one))
    _insert(connection, "postings", blocks)
    connection.execute(_UNUSED, (number, list(content.vectors)))
    known = {key for (key,) in connection.execute(_KNOWN, (number,))}
    new = [(number, key, vector_text(row)) for key, row in content.vectors.items() if key not in known]
    _insert(connection, "vectors", new)
    return len(new)


def vector_text(vector: np.ndarray) -> str:
    """Write a vector as pgvector reads it."""
    return f"[{','.join(f'{value:.4g}' for value in vector.tolist())}]"


def _storable(row: Iterable[object]) -> list[object]:
    """Return a row without the characters that PostgreSQL cannot store as text: NUL and lone surrogates."""
    return [one.replace("\0", "").encode("utf-8", "ignore").decode() if isinstance(one, str) else one for one in row]


def _insert(connection: "Connection", table: str, rows: Iterable[tuple[object, ...]]) -> None:
    """Insert rows with their columns in the table's order. If several rows have the same key, the first is kept."""
    waiting = map(_storable, rows)
    with connection.cursor() as cursor:
        while batch := list(islice(waiting, ROWS_AT_ONCE)):
            marks = ", ".join(["%s"] * len(batch[0]))
            cursor.executemany(
                f"INSERT INTO ctx_lsp.published_{table} VALUES ({marks}) ON CONFLICT DO NOTHING".encode(), batch
            )
