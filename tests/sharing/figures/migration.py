"""Time, locks and room of the fourth migration of published repositories, which builds one graph of vectors.

    python -m tests.sharing.figures.migration 10000 [50000 …]

Synthetic chunks, as those of `latency`, are stored in the tables of version 3, which are then migrated. Meanwhile a
second connection looks at the locks of the first one and at the size of the database and of the write-ahead log, and a
reader asks for the list of repositories, for at most a second each time. Processor time is that of the connection,
without the processes that help it to build the graph.
"""

import os
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click
import psycopg

from ctx_lsp.published.postings import blocks_of
from ctx_lsp.sharing.database import migrate
from ctx_lsp.sharing.schema import REPOSITORIES
from tests.sharing.conftest import former_repositories, new_repositories_database, running_server
from tests.sharing.figures.latency import CHUNKS, configure, copy, filled, key, processor_seconds

LOOK_SECONDS = 0.1  # between two looks at the server
_LOCKS = (
    "SELECT classes.relname, locks.mode FROM pg_locks locks JOIN pg_class classes ON classes.oid = locks.relation "
    "JOIN pg_stat_activity activity USING (pid) WHERE locks.granted AND classes.relkind IN ('r', 'p') "
    "AND classes.relname IN ('repositories', 'published_files', 'published_units', 'published_chunks', "
    "'published_vectors', 'published_postings', 'published_packages', 'published_exports') AND pid = %s"
)
_MIGRATING = "SELECT pid FROM pg_stat_activity WHERE datname = %s AND backend_xid IS NOT NULL"
_SIZES = "SELECT pg_database_size(%s), (SELECT sum(size) FROM pg_ls_waldir())"
_ASK = "SELECT count(*) FROM ctx_lsp.repositories"


@click.command()
@click.argument("sizes", type=int, nargs=-1, required=True)
def main(sizes: tuple[int, ...]) -> None:
    """Measure the migration of these numbers of chunks."""
    with running_server() as server:
        configure(server)
        for size in sizes:
            database = new_repositories_database(server, former_repositories(3), reader="ctx_lsp_reader")
            fill(database.owner, size)
            measure(database.owner, database["reader"], database.name, size)


def fill(url: str, size: int) -> None:
    """Store `size` chunks in the tables of version 3."""
    with psycopg.connect(url, autocommit=True) as connection:
        for number, terms in filled(connection, size):
            chunks = ((number, row, [row], row, key(row)) for row in range(CHUNKS))
            copy(connection, "chunks", ("int4", "int4", "int4[]", "int4", "bytea"), chunks)
            whole = ((number, one.term, *map(b"".join, zip(*(block[-2:] for block in blocks_of(one)), strict=True)))
                     for one in terms)  # fmt: skip
            copy(connection, "postings", ("int4", "text", "bytea", "bytea"), whole)
        connection.execute("VACUUM ANALYZE")


def measure(url: str, reader: str, name: str, size: int) -> None:
    """Migrate a database, and print what readers observed during the migration."""
    done = threading.Event()
    with psycopg.connect(url, autocommit=True) as looking, ThreadPoolExecutor(2) as pool:
        before = looking.execute(_SIZES, (name,)).fetchone()
        waits = pool.submit(waits_of_reader, reader, done)
        began, loads = time.perf_counter(), os.getloadavg()[0]
        migrating = pool.submit(migrate, url, REPOSITORIES)
        held: Counter[tuple[str, str]] = Counter()
        peaks, processor, looks = (0, 0), 0.0, 0
        while not migrating.done():
            time.sleep(LOOK_SECONDS)
            looks += 1
            rows = looking.execute(_SIZES, (name,)).fetchone()
            assert rows is not None
            peaks = max(peaks[0], rows[0]), max(peaks[1], int(rows[1]))
            for (process,) in looking.execute(_MIGRATING, (name,)).fetchall():
                held.update(set(looking.execute(_LOCKS, (process,)).fetchall()))
                if Path(f"/proc/{process}").exists():
                    processor = processor_seconds((process,))
        elapsed = time.perf_counter() - began
        done.set()
        after = looking.execute(_SIZES, (name,)).fetchone()
        assert migrating.result() == [4]
        assert before is not None
        assert after is not None
        asked = waits.result()
    click.echo(f"{size:,} chunks: {elapsed:.1f} s elapsed, {processor:.1f} s of processor time; load {loads:.1f}")
    click.echo(
        f"  database {before[0] / 1e6:.0f} MB before, {after[0] / 1e6:.0f} MB after, at most {peaks[0] / 1e6:.0f} MB; "
        f"write-ahead log at most {peaks[1] / 1e6:.0f} MB"
    )
    for (table, mode), count in sorted(held.items()):
        click.echo(f"  {mode} on {table}: {100 * count / looks:.0f} % of the time")
    click.echo(f"  reader: {len(asked)} questions, {sum(asked)} refused after a second")


def waits_of_reader(url: str, done: threading.Event) -> list[bool]:
    """Ask for the list of repositories until `done`; return for each question whether it waited in vain."""
    refused = []
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET statement_timeout = 1000")
        while not done.is_set():
            try:
                connection.execute(_ASK)
                refused.append(False)
            except psycopg.errors.QueryCanceled:
                refused.append(True)
            time.sleep(LOOK_SECONDS)
    return refused


if __name__ == "__main__":
    main()
