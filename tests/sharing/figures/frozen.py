"""Times of questions while the team's database is well, stopped, full, and dead.

    python -m tests.sharing.figures.frozen FOLDER [--questions 500]

FOLDER is a Git checkout. Two workspaces each have a copy of its files: one asks a real PostgreSQL for what its cache
lacks, the other shares nothing. Both get the same edits, and the same questions (subjects of commits) in turn, so what
else the machine does weighs on both. After each edit of a dozen files the first one asks the database, however often
that has failed: the pauses after failures are left out. A stopped server gets SIGSTOP until the questions are answered,
for at least 30 seconds. A full disk is injected: each read of the rows fails with the error of PostgreSQL. At last, the
server is killed. Intervals are of 95 %, over samples of rounds.

Questions to everything are asked of the published copy of FOLDER, twice before and twice after each change.
"""

import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median
from unittest.mock import patch

import click
import numpy as np
import psutil
import psycopg

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.published.model import Audience
from ctx_lsp.retrieval.model import Scope, SearchAnswer, SearchRequest
from ctx_lsp.settings import CacheSettings, SearchSettings, Settings, SharingSettings
from ctx_lsp.sharing.connecting import SharedPlace, public_key
from ctx_lsp.sharing.tier import SharedTier
from ctx_lsp.workspace import Workspace, publish_cache, publish_repository
from tests.sharing.conftest import (
    TEAM,
    WRITER,
    Database,
    RepositoriesDatabase,
    Server,
    new_database,
    new_repositories_database,
    running_server,
)
from tests.sharing.figures.recall import opened, subjects

ROUND = 25  # questions between two edits
EDITED = 12  # files of an edit; embedding asks for more than eight missing texts
STOPPED_SECONDS = 30.0
SAMPLES = 2_000
ECHO = "command:echo %s"
NAME = "published"
FULL = """
CREATE FUNCTION ctx_lsp.full_disk() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RAISE disk_full USING MESSAGE = 'could not write to file: No space left on device';
END
$$;
ALTER TABLE ctx_lsp.shared_rows RENAME TO rows_of_full_disk;
CREATE VIEW ctx_lsp.shared_rows AS SELECT * FROM ctx_lsp.rows_of_full_disk WHERE (SELECT ctx_lsp.full_disk());
GRANT SELECT ON ctx_lsp.shared_rows TO ctx_lsp_reader;
"""

Round = tuple[list[float], list[float]]
"""Milliseconds of the questions of a round: of the sharing workspace, and of the other."""


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--questions", default=500, help="Questions to each workspace for each state of the server.")
def main(folder: Path, questions: int) -> None:
    """Measure the elapsed times of questions."""
    asked = subjects(folder, 200)
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-frozen-") as name, running_server() as server:
        place = Path(name)
        rows = new_database(server)
        published = new_repositories_database(server, publisher="ctx_lsp_publisher", reader="ctx_lsp_reader")
        first, second = (shutil.copytree(folder, place / one) for one in ("sharing", "alone"))
        share(first, place, rows, published)
        states: Sequence[tuple[str, Callable[[Server, Database], object]]] = (
            ("well", lambda _, __: None),
            ("stopped", lambda server, _: send(server, signal.SIGSTOP)),
            ("full", fill_up),
            ("killed", lambda server, _: send(server, signal.SIGKILL)),
        )
        for state, change in states:
            with ExitStack() as stack:
                stack.enter_context(without_pauses())
                sharing = stack.enter_context(
                    opened([first], settings(place / "sharing cache", rows.reader, published))
                )
                alone = stack.enter_context(opened([second], settings(place / "alone cache")))
                ask_everything(sharing, asked[0])
                began = time.monotonic()
                if state == "stopped":  # it cannot be ended before it goes on
                    stack.callback(send, server, signal.SIGCONT)
                change(server, rows)
                rounds = [
                    one_round(sharing, alone, asked, number, state) for number in range(max(1, questions // ROUND))
                ]
                report(state, rounds, sharing)
                ask_everything(sharing, asked[0])
                if state == "stopped":
                    time.sleep(max(0.0, STOPPED_SECONDS - (time.monotonic() - began)))


def share(root: Path, place: Path, rows: Database, published: RepositoriesDatabase) -> None:
    """Share what is derived from a folder, and publish it."""
    writing = settings(place / "sharing cache", rows.writer)
    with opened([root], writing) as workspace:
        publish_cache(workspace, writing, root)
        analysis = workspace.analysis().result()
        publish_repository(analysis, root, published["publisher"], NAME, Audience(), with_text=False)


def settings(cache: Path, location: str = "", published: RepositoriesDatabase | None = None) -> Settings:
    """The settings of a workspace, which shares nothing without a location."""
    key = public_key(SharedPlace(location, "", ECHO % WRITER))
    sharing = SharingSettings(
        location,
        repositories=published["reader"] if published else "",
        team_key=ECHO % TEAM,
        trusted_writers=(key,),
        writer_key=ECHO % WRITER,
    )
    return Settings(cache=CacheSettings(directory=str(cache)), search=SearchSettings(commits=False), sharing=sharing)


@contextmanager
def without_pauses() -> Iterator[None]:
    """Let the database be asked however often that has failed."""
    with patch.dict(SharedTier.__init__.__kwdefaults__, pause=0.0):
        yield


def send(server: Server, number: signal.Signals) -> None:
    """Send a signal to all processes of the server."""
    postmaster = psutil.Process(server.get_pid())
    for process in (postmaster, *postmaster.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):  # a process that answers a connection ends with it
            process.send_signal(number)


def fill_up(_: Server, rows: Database) -> None:
    """Let all reads fail as if the disk was full."""
    with psycopg.connect(rows.owner) as connection:
        connection.execute(FULL)


def one_round(sharing: Workspace, alone: Workspace, asked: Sequence[str], number: int, state: str) -> Round:
    """Edit the same files in both workspaces, and ask both the same questions in turn."""
    for workspace in (sharing, alone) if number % 2 else (alone, sharing):
        edit(workspace, number, state)
    times: Round = [], []
    for at in range(ROUND):
        question = asked[(number * ROUND + at) % len(asked)]
        sides = [(sharing, times[0]), (alone, times[1])]
        for workspace, taken in sides if at % 2 else sides[::-1]:
            began = time.perf_counter()
            search(workspace, question)
            taken.append(1000 * (time.perf_counter() - began))
    return times


def edit(workspace: Workspace, number: int, state: str) -> None:
    """Append a function to each of a dozen Python files."""
    root = workspace.absolute_path("")
    files = sorted(root.rglob("*.py"))[:EDITED]
    for at, file in enumerate(files):  # different texts: equal ones are asked for once
        with file.open("a") as stream:
            stream.write(f"\n\ndef added_while_{state}_{number}_{at}(value):\n    return value + {number}\n")
    workspace.files_changed([file.relative_to(root).as_posix() for file in files])


def search(workspace: Workspace, question: str, scope: Scope = "workspace") -> SearchAnswer:
    """Ask for the first ten results."""
    request = SearchRequest(question, 10, rerank=False, scope=scope)
    return workspace.analysis().result().search(request, CancelToken())


def report(state: str, rounds: Sequence[Round], sharing: Workspace) -> None:
    """Print medians and 95th percentiles, and the interval of the ratio of the latter."""
    pairs = [np.array(one) for one in rounds]
    random = np.random.default_rng(1)
    ratios = [ratio([pairs[at] for at in random.integers(len(pairs), size=len(pairs))]) for _ in range(SAMPLES)]
    low, high = np.percentile(ratios, [2.5, 97.5])
    with_it, without = np.concatenate(pairs, axis=1)
    click.echo(
        f"{state}: {len(with_it)} questions each; median {median(with_it):.1f} and {median(without):.1f} ms, "
        f"95th percentile {np.percentile(with_it, 95):.1f} and {np.percentile(without, 95):.1f} ms, "
        f"longest {with_it.max():.0f} and {without.max():.0f} ms (sharing, alone); "
        f"ratio of the 95th percentiles {ratio(pairs):.3f} [{low:.3f}, {high:.3f}]"
    )
    status = sharing.status()
    problem = next((one for one in status.warnings if "shared" in one), "no problem")
    click.echo(f"  rows found {status.cache.shared_found}, missing {status.cache.shared_missing}; {problem}")


def ratio(pairs: Sequence[np.ndarray]) -> float:
    """The ratio of the 95th percentiles, of the sharing workspace to the other."""
    with_it, without = np.percentile(np.concatenate(pairs, axis=1), 95, axis=1)
    return float(with_it / without)


def ask_everything(workspace: Workspace, question: str) -> None:
    """Ask published repositories too, twice."""
    for _ in range(2):
        began = time.perf_counter()
        answer = search(workspace, question, "everywhere")
        elapsed = time.perf_counter() - began
        warnings = " ".join(one for one in answer.warnings if "searched" in one)
        click.echo(f"  everywhere: {elapsed:.2f} s; {warnings or 'all searched'}")


if __name__ == "__main__":
    main()
