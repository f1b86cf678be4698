"""Answers from published repositories, compared with those of the same repositories on disk.

    python -m tests.sharing.figures.recall FOLDER [--questions 10]

FOLDER holds Git checkouts. Questions are subjects of their commits. Three answers to each are compared, by their first
ten results: of the database by its graph of vectors, of the database with all vectors compared, and of one workspace
with all folders on disk, which also has the rules that need texts, graph and history. The database is asked by a
workspace of an empty folder.
"""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import mean, median
from unittest.mock import patch

import click
import psycopg

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.published.model import Audience
from ctx_lsp.retrieval.model import SearchAnswer, SearchRequest
from ctx_lsp.settings import CacheSettings, SearchSettings, Settings, SharingSettings
from ctx_lsp.sharing.database import migrate
from ctx_lsp.sharing.schema import REPOSITORIES
from ctx_lsp.workspace import Workspace, publish_repository
from tests.sharing.conftest import running_server

READY_SECONDS = 3600.0
TOP = 10


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--questions", default=10, help="Questions for each repository.")
@click.option("--cache", type=click.Path(path_type=Path), default=Path("cache"), help="Folder of the cache.")
def main(folder: Path, questions: int, cache: Path) -> None:
    """Measure the overlap of the first ten results."""
    roots = sorted(one for one in folder.iterdir() if one.is_dir())
    asked = [question for root in roots for question in subjects(root, questions)]
    empty = cache / "empty"
    empty.mkdir(parents=True, exist_ok=True)
    with running_server() as server, ExitStack() as stack:
        url = server.get_uri()
        migrate(url, REPOSITORIES)
        for root in roots:
            with opened([root], settings(cache)) as workspace:
                analysis = workspace.analysis().result()
                done = publish_repository(analysis, root, url, root.name, Audience(), with_text=False)
            click.echo(f"{root.name}: {done.files} files, {done.chunks} chunks")
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("VACUUM ANALYZE")
        index = stack.enter_context(opened([empty], settings(cache, url)))
        disk = stack.enter_context(opened(roots, settings(cache)))
        names = {f"{root.name}/": root.name for root in roots[1:]}
        overlaps: dict[str, list[float]] = {"exact vectors": [], "on disk": []}
        firsts: list[bool] = []
        for question in asked:
            with patch("ctx_lsp.published.queries.EXACT_CHUNKS", 0):
                found = results(search(index, question, "everywhere"), names, roots[0].name)
            there = results(search(disk, question, "workspace"), names, roots[0].name)
            overlaps["exact vectors"].append(
                share(found, results(search(index, question, "everywhere"), names, roots[0].name))
            )
            overlaps["on disk"].append(share(found, there))
            firsts.append(found[:1] == there[:1])
        for name, values in overlaps.items():
            click.echo(f"recall@{TOP} of {name}: mean {mean(values):.4f}, median {median(values):.2f}, n {len(values)}")
        click.echo(f"the same first result as on disk: {mean(firsts):.4f}")


def settings(cache: Path, url: str = "") -> Settings:
    """Settings without messages of commits: they would answer the questions, which are their subjects."""
    return Settings(
        cache=CacheSettings(directory=str(cache)),
        search=SearchSettings(commits=False),
        sharing=SharingSettings(repositories=url, search_seconds=60.0),
    )


@contextmanager
def opened(roots: Sequence[Path], settings: Settings) -> Iterator[Workspace]:
    """A workspace that is ready, inside a `with` block."""
    workspace = Workspace(roots, settings)
    workspace.start()
    try:
        assert workspace.wait_ready(READY_SECONDS)
        yield workspace
    finally:
        workspace.close()


def search(workspace: Workspace, question: str, scope: str) -> SearchAnswer:
    """Ask for the first results."""
    request = SearchRequest(question, TOP, rerank=False, scope=scope)  # type: ignore[arg-type]  # one of both words
    return workspace.analysis().result().search(request, CancelToken())


def results(answer: SearchAnswer, names: dict[str, str], first: str) -> list[tuple[str, str]]:
    """The results as repository and symbol, or path and first line of text without one."""
    found = []
    for item in answer.items:
        head, slash, _ = item.path.partition("/")
        repository = item.origin.repository if item.origin else names.get(head + slash, first)
        prefix = "" if item.origin or repository == first else f"{head}/"
        found.append((repository, (item.symbol or item.path).removeprefix(prefix)))
    return found


def share(found: Sequence[tuple[str, str]], expected: Sequence[tuple[str, str]]) -> float:
    """The share of the expected results that were found."""
    return len(set(found) & set(expected)) / len(set(expected)) if expected else 1.0


def subjects(root: Path, count: int) -> list[str]:
    """Subjects of commits that are no merges, spread over the history."""
    command = ["git", "-C", str(root), "log", "--no-merges", "--format=%s", "-n", "2000"]
    found = [
        one for one in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines() if one
    ]
    return found[:: max(1, len(found) // count)][:count]


if __name__ == "__main__":
    main()
