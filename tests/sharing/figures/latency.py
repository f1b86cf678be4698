"""Times and sizes of published repositories of synthetic chunks.

    python -m tests.sharing.figures.latency 10000 100000

Chunks are in repositories of 1,000. Vectors are around random centres, terms are distributed as in code (Zipf). A
question has ten terms, common ones more often, and a vector near that of a chunk. Times are of the candidates of all
channels, over a local socket; recall is that of the ten nearest chunks, against exact vectors.
"""

import math
import time
from collections.abc import Iterable, Iterator
from itertools import repeat
from statistics import mean, quantiles
from unittest.mock import patch

import click
import numpy as np
import psycopg

from ctx_lsp.published.model import DIMENSIONS, FORM, RemoteQuestion
from ctx_lsp.published.publication import vector_text
from ctx_lsp.published.queries import candidates
from ctx_lsp.retrieval.model import ResultFilter
from ctx_lsp.sharing.database import Database, migrate
from ctx_lsp.sharing.schema import REPOSITORIES
from tests.sharing.conftest import running_server

CHUNKS = 1_000  # of a repository
TERMS = 40  # distinct ones of a chunk
VOCABULARY = 30_000
ASKED = 200


@click.command()
@click.argument("sizes", type=int, nargs=-1, required=True)
def main(sizes: tuple[int, ...]) -> None:
    """Measure at these numbers of chunks."""
    for size in sizes:
        with running_server() as server:
            url = server.get_uri()
            migrate(url, REPOSITORIES)
            began = time.perf_counter()
            vectors = fill(url, size)
            filled = time.perf_counter() - began
            report(url, size, vectors, filled)


def fill(url: str, size: int) -> np.ndarray:
    """Store `size` chunks; return some of their vectors."""
    random = np.random.default_rng(1)
    centres = random.normal(size=(max(50, size // 200), DIMENSIONS))
    kept = []
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP INDEX ctx_lsp.published_vectors_near")
        for number in range(1, size // CHUNKS + 1):
            made = centres[random.integers(len(centres), size=CHUNKS)] + random.normal(size=(CHUNKS, DIMENSIONS))
            made /= np.linalg.norm(made, axis=1, keepdims=True)
            kept.append(made[:10])
            connection.execute(
                "INSERT INTO ctx_lsp.repositories (name, revision, form, model, chunks, readers, listed) "
                "VALUES (%s, 'r', %s, 'm', %s, '{ctx_lsp_reader}', true)",
                (f"repository {number}", FORM, CHUNKS),
            )
            keys = [row.to_bytes(16, "big") for row in range(CHUNKS)]
            copy(connection, "vectors", zip(repeat(number), keys, map(vector_text, made), strict=False))
            copy(connection, "chunks", ((number, row, [row], row, key) for row, key in enumerate(keys)))
            copy(connection, "units", (unit(number, row) for row in range(CHUNKS)))
            copy(connection, "postings", postings(number, random))
        connection.execute("SET maintenance_work_mem = '1GB'")
        connection.execute(
            "CREATE INDEX published_vectors_near ON ctx_lsp.published_vectors USING hnsw (embedding halfvec_cosine_ops)"
        )
        connection.execute("VACUUM ANALYZE")
    return np.concatenate(kept)


def unit(number: int, row: int) -> tuple[object, ...]:
    """A row of a function."""
    text = "python", "source", False, row, row + 20, 1.0, 0.5, 0.1
    return number, row, f"src/part{row % 97}.py", f"Part.run_{row}", f"run_{row}", "Method", f"def run_{row}(x)", *text


def postings(number: int, random: np.random.Generator) -> Iterator[tuple[object, ...]]:
    """The rows of a repository's terms."""
    drawn = terms_by_frequency(random, CHUNKS * TERMS).reshape(CHUNKS, TERMS)
    rows = np.repeat(np.arange(CHUNKS), TERMS)
    pairs = np.unique(np.stack([drawn.ravel(), rows]), axis=1)
    starts = np.flatnonzero(np.diff(pairs[0], prepend=-1))
    for held in np.split(pairs, starts[1:], axis=1):
        impacts = random.uniform(0.3, 2.0, size=held.shape[1])
        yield number, f"t{held[0][0]}", held[1].astype("<i4").tobytes(), np.asarray(impacts, "<f2").tobytes()


def terms_by_frequency(random: np.random.Generator, count: int) -> np.ndarray:
    """Numbers of terms, of which the n-th is drawn with a chance of 1/n."""
    weights = 1.0 / np.arange(1, VOCABULARY + 1)
    return random.choice(VOCABULARY, size=count, p=weights / weights.sum())


def copy(connection: psycopg.Connection, table: str, rows: Iterable[tuple[object, ...]]) -> None:
    """Store rows as the owner, whom row-level security does not concern."""
    with connection.cursor() as cursor, cursor.copy(f"COPY ctx_lsp.published_{table} FROM STDIN".encode()) as stream:
        for row in rows:
            stream.write_row(row)


def report(url: str, size: int, vectors: np.ndarray, filled: float) -> None:
    """Ask questions, and print times, recall and sizes."""
    random = np.random.default_rng(2)
    reader = "CREATE ROLE team_reader LOGIN IN ROLE ctx_lsp_reader"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(reader)
        query = (
            "SELECT sum(pg_total_relation_size(oid)), sum(reltuples) FROM pg_class WHERE relkind = 'r' AND relname ~ %s"
        )
        sizes = {name: connection.execute(query, (f"^published_{name}",)).fetchone() for name in
                 ("vectors", "postings", "units", "chunks")}  # fmt: skip
    own = url.replace("//postgres:", "//team_reader:")
    database = Database(own, REPOSITORIES)
    times, overlaps = [], []
    for number in range(ASKED):
        vector = vectors[random.integers(len(vectors))] + 0.5 * random.normal(size=DIMENSIONS) / math.sqrt(DIMENSIONS)
        terms = {f"t{term}": 1.0 for term in terms_by_frequency(random, 10).tolist()}
        question = RemoteQuestion(terms, ("run_5",), vector, "m", None, (), ResultFilter())
        began = time.perf_counter()
        found = candidates(database, question, 60.0)
        times.append(1000 * (time.perf_counter() - began))
        if number < ASKED // 4:
            with patch("ctx_lsp.published.queries.EXACT_CHUNKS", size):
                there = candidates(database, question, 60.0)
            best = [set(sorted(one.nearest, key=one.nearest.__getitem__)[-10:]) for one in (found, there)]
            overlaps.append(len(best[0] & best[1]) / 10)
    cuts = quantiles(times[10:], n=20)
    click.echo(f"{size:,} chunks, {size // CHUNKS} repositories, filled in {filled:.0f} s")
    click.echo(f"  milliseconds: p50 {cuts[9]:.1f}, p95 {cuts[18]:.1f}; recall@10 of vectors {mean(overlaps):.4f}")
    for name, row in sizes.items():
        assert row is not None
        click.echo(f"  {name}: {float(row[0]) / 1e6:.1f} MB, {row[1]:,.0f} rows")


if __name__ == "__main__":
    main()
