"""Random questions of three roles to repositories of which each may read a third: counts rows of the others.

    python -m tests.sharing.figures.roles [--questions 10000]

Questions ask everything, or name repositories, forbidden ones among them, with terms, a name and a vector at random.
"""

from functools import partial

import click
import numpy as np
import psycopg

from ctx_lsp.published.model import RemoteQuestion
from ctx_lsp.published.queries import candidates, texts_of
from ctx_lsp.published.reader import RepositoryReader
from ctx_lsp.retrieval.model import ResultFilter
from ctx_lsp.sharing.database import Database, migrate
from ctx_lsp.sharing.schema import REPOSITORIES
from tests.sharing.conftest import running_server
from tests.sharing.figures.latency import fill, terms_by_frequency, vectors_of

CHUNKS = 6_000
ROLES = ("one", "two", "three")


@click.command()
@click.option("--questions", default=10_000, help="Questions of all roles together.")
def main(questions: int) -> None:
    """Count the rows that a role may not read."""
    random = np.random.default_rng(7)
    with running_server() as server:
        url = server.get_uri()
        migrate(url, REPOSITORIES)
        fill(url, CHUNKS)
        vectors = vectors_of(url)
        with psycopg.connect(url, autocommit=True) as connection:
            for rest, role in enumerate(ROLES):
                connection.execute(f"CREATE ROLE {role} LOGIN")
                connection.execute(f"GRANT ctx_lsp_reader TO {role}")
                connection.execute("UPDATE ctx_lsp.repositories SET readers = %s WHERE id %% 3 = %s", ([role], rest))
            connection.execute(
                "INSERT INTO ctx_lsp.published_files SELECT id, 'src/part1.py', 'python', 'source', 'text' "
                "FROM ctx_lsp.repositories"
            )
            names = [name for (name,) in connection.execute("SELECT name FROM ctx_lsp.repositories ORDER BY id")]
        readers = [RepositoryReader(partial(Database, as_role(url, role), REPOSITORIES)) for role in ROLES]
        found = forbidden = 0
        for number in range(questions):
            rest = number % len(ROLES)
            terms = dict.fromkeys((f"t{term}" for term in terms_by_frequency(random, 5).tolist()), 1.0)
            wanted = None if random.random() < 0.5 else tuple(random.choice(names, 3))
            vector = vectors[random.integers(len(vectors))]
            question = RemoteQuestion(terms, (f"run_{random.integers(1000)}",), vector, "m", wanted, (), ResultFilter())
            answer = candidates(readers[rest], question, 60.0)
            rows = [row[0] for row in (*answer.lexical, *answer.nearest, *answer.named, *answer.chunks, *answer.units)]
            rows += list(answer.repositories)
            found += len(rows)
            forbidden += sum(row % 3 != rest for row in rows)
            if number % 10 == 0:  # a text by its exact name
                place = int(random.integers(len(names)))
                file = names[place], "r", "src/part1.py"
                text = texts_of(readers[rest].database, [file], 60.0).get(file)
                assert text or (place + 1) % 3 != rest
                forbidden += text is not None and (place + 1) % 3 != rest
    click.echo(f"{questions:,} questions of {len(ROLES)} roles: {found:,} rows, {forbidden} of them forbidden")


def as_role(url: str, role: str) -> str:
    """The database's URL for a role."""
    return url.replace("//postgres:", f"//{role}:")


if __name__ == "__main__":
    main()
