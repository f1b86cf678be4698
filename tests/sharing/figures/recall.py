"""Answers from published repositories, compared with exact ones and with those of the same repositories on disk.

    python -m tests.sharing.figures.recall FOLDER --data DATA [--questions 5] [--cache CACHE] [--on-disk]

FOLDER holds Git checkouts. Questions are subjects of their commits. Answers to each are compared, by their first ten
results: of the database, with the graph of vectors; of the same rows, with all vectors compared and all postings added
here (`ExactIndex`), ranked by the same rules; and, with `--on-disk`, of one workspace with all folders, which also has
the rules that need texts, graph and history. It embeds all code once more, because paths begin with a folder's name
there. The database is asked by a workspace of an empty folder.

DATA keeps the server's tables and the answers: a later run publishes what is missing, and asks what was not asked. The
intervals are of 95 %, over samples of repositories with all their questions.
"""

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean
from unittest.mock import patch

import click
import numpy as np
import psycopg

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.published.model import Audience
from ctx_lsp.retrieval.model import SearchAnswer, SearchRequest
from ctx_lsp.settings import CacheSettings, SearchSettings, Settings, SharingSettings
from ctx_lsp.sharing.database import migrate
from ctx_lsp.sharing.schema import REPOSITORIES
from ctx_lsp.workspace import Workspace, publish_repository
from tests.sharing.conftest import Server
from tests.sharing.figures.exact import ExactIndex
from tests.sharing.figures.latency import has_database, kept_server

READY_SECONDS = 3600.0
TOP = 10
DATABASE = "recall"
SAMPLES = 2_000

Result = tuple[str, str]
"""A repository, and a symbol there or the path of a text without one."""


@dataclass(frozen=True, slots=True)
class Compared:
    """How the database's answer to a question compares: shares of the first results of the other answers."""

    repository: str
    question: str
    exact: float
    on_disk: float | None


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--data", required=True, type=click.Path(path_type=Path), help="Folder of tables and answers.")
@click.option("--questions", default=5, help="Questions for each repository.")
@click.option("--cache", type=click.Path(path_type=Path), default=Path("cache"), help="Folder of the cache.")
@click.option("--on-disk", is_flag=True, help="Compare with a workspace of all folders, too.")
def main(folder: Path, data: Path, questions: int, cache: Path, *, on_disk: bool) -> None:
    """Measure the overlap of the first ten results."""
    roots = sorted(one for one in folder.iterdir() if one.is_dir())
    data.mkdir(parents=True, exist_ok=True)
    answers = data / "answers.jsonl"
    known = [Compared(**json.loads(line)) for line in answers.read_text().splitlines()] if answers.exists() else []
    known = [one for one in known if one.on_disk is not None or not on_disk]
    done = {(one.repository, one.question) for one in known}
    by_name = {root.name: subjects(root, questions) for root in roots}
    asked = [(name, one[at]) for at in range(questions) for name, one in by_name.items() if at < len(one)]
    with kept_server(data / "server") as server:
        url = published(server, roots, cache)
        with ExitStack() as stack:
            waiting = [one for one in asked if one not in done]
            compare = stack.enter_context(comparison(url, roots, cache, on_disk=on_disk)) if waiting else None
            for number, (repository, question) in enumerate(waiting, 1):
                assert compare is not None
                known.append(Compared(repository, question, *compare.shares(question)))
                with answers.open("a") as file:
                    file.write(json.dumps(asdict(known[-1])) + "\n")
                click.echo(f"{number}/{len(waiting)} {known[-1]}")
    counted = [one for one in known if (one.repository, one.question) in set(asked)]
    report(counted)


def published(server: Server, roots: Sequence[Path], cache: Path) -> str:
    """Publish the folders that are not published yet; return the database's URL."""
    url = server.get_uri(database=DATABASE)
    if not has_database(server, DATABASE):
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {DATABASE}")
        migrate(url, REPOSITORIES)
    with psycopg.connect(url, autocommit=True) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM ctx_lsp.repositories")}
        for root in roots:
            if root.name not in names:
                with opened([root], settings(cache)) as workspace:
                    analysis = workspace.analysis().result()
                    done = publish_repository(analysis, root, url, root.name, Audience(), with_text=False)
                click.echo(f"{root.name}: {done.files} files, {done.chunks} chunks")
        connection.execute("VACUUM ANALYZE")
    return url


@dataclass(frozen=True, slots=True)
class Comparison:
    """The three sides of a comparison."""

    index: Workspace
    exact: ExactIndex
    disk: Workspace | None
    roots: Sequence[Path]

    def shares(self, question: str) -> tuple[float, float | None]:
        """Return the shares of the exact results, and of those on disk."""
        with patch("ctx_lsp.published.nearest_texts.EXACT_CHUNKS", 0):  # all by the graph
            found = results(search(self.index, question, "everywhere"), self.roots)
        with patch("ctx_lsp.published.service.candidates", lambda _, asked, __: self.exact.candidates(asked)):
            exact = results(search(self.index, question, "everywhere"), self.roots)
        if self.disk is None:
            return share(found, exact), None
        return share(found, exact), share(found, results(search(self.disk, question, "workspace"), self.roots))


@contextmanager
def comparison(url: str, roots: Sequence[Path], cache: Path, *, on_disk: bool) -> Iterator[Comparison]:
    """Open all sides."""
    empty = cache / "empty"
    empty.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        index = stack.enter_context(opened([empty], settings(cache, url)))
        disk = stack.enter_context(opened(roots, settings(cache))) if on_disk else None
        yield Comparison(index, ExactIndex.read(url), disk, roots)


def report(compared: Sequence[Compared]) -> None:
    """Print the means with their intervals."""
    repositories = sorted({one.repository for one in compared})
    click.echo(f"{len(compared)} questions about {len(repositories)} repositories")
    for name, values in (
        ("exact results", [one.exact for one in compared]),
        ("results on disk", [one.on_disk for one in compared]),
    ):
        pairs = [(one.repository, value) for one, value in zip(compared, values, strict=True) if value is not None]
        if pairs:
            low, high = interval([[v for name, v in pairs if name == repository] for repository in repositories])
            click.echo(f"recall@{TOP} of {name}: {mean(v for _, v in pairs):.4f} [{low:.4f}, {high:.4f}]")


def interval(groups: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return the interval of the mean of all values, over samples of groups."""
    random = np.random.default_rng(1)
    sums, sizes = np.array([sum(one) for one in groups]), np.array([len(one) for one in groups])
    drawn = random.integers(len(groups), size=(SAMPLES, len(groups)))
    low, high = np.percentile(sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1), [2.5, 97.5])
    return float(low), float(high)


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
    answer = workspace.analysis().result().search(request, CancelToken())
    assert not any("Not searched" in one or "text alone" in one for one in answer.warnings), answer.warnings
    return answer


def results(answer: SearchAnswer, roots: Sequence[Path]) -> list[Result]:
    """The results. Paths of several folders begin with a folder's name, except those of the first one."""
    names, first = {root.name for root in roots[1:]}, roots[0].name
    found = []
    for item in answer.items:
        head = item.path.partition("/")[0]
        repository = item.origin.repository if item.origin else head if head in names else first
        prefix = "" if item.origin or repository == first else f"{head}/"
        found.append((repository, (item.symbol or item.path).removeprefix(prefix)))
    return found


def share(found: Sequence[Result], expected: Sequence[Result]) -> float:
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
