"""Times and answers of questions while the team's database is well, killed, stopped, silent, and full.

    python -m tests.sharing.figures.outages FOLDER [--cycles 8] [--seconds 30]

FOLDER is a Git checkout. A workspace with a copy of its files asks a real PostgreSQL for what its cache lacks, through
a relay on TCP. In each cycle the server is in each state for a while, in random order, and gets the same edits and the
same questions (subjects of commits), so what else the computer does weighs on all states. After each edit of a dozen
files the workspace asks the database, however often that has failed: the pauses after failures are left out.

- *killed*: all processes got SIGKILL, and connections are refused;
- *stopped*: all processes got SIGSTOP, until the state ends;
- *silent*: the relay accepts connections and swallows all bytes;
- *full*: each read fails with the error of PostgreSQL for a full disk (injected).

At the end of each state, answers are compared with those of a workspace with the same texts that shares nothing, and
published repositories are asked twice. Intervals are of 95 %, over samples of the times between two edits.
"""

import itertools
import os
import shutil
import signal
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from unittest.mock import patch

import click
import numpy as np
import psutil
import psycopg
from psycopg.conninfo import conninfo_to_dict

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.published.model import Audience
from ctx_lsp.retrieval.model import Scope, SearchAnswer, SearchRequest
from ctx_lsp.settings import CacheSettings, SearchSettings, Settings, SharingSettings
from ctx_lsp.sharing.connecting import SharedPlace, public_key
from ctx_lsp.sharing.row_source import Rows
from ctx_lsp.sharing.tier import SharedTier
from ctx_lsp.workspace import Workspace, publish_cache, publish_repository
from tests.sharing.conftest import (
    TEAM,
    WRITER,
    Server,
    new_database,
    new_repositories_database,
    running_server,
)
from tests.sharing.figures.recall import opened, subjects
from tests.sharing.figures.relay import Relay

STATES = ("well", "killed", "stopped", "silent", "full")
EDITS = 4  # in each state
EDITED = 12  # files of an edit
ADDED = 4  # functions in each of them; embedding asks for more than eight missing texts
COMPARED = 10  # answers at the end of each state
READY_SECONDS = 120.0
SAMPLES = 4_000
ECHO = "command:echo %s"
NAME = "published"
FUNCTION = """

def {name}(values, limit):
    \"\"\"Add {number} to those of the values that are below a limit, and leave out the others.\"\"\"
    kept = []
    for value in values:
        if value < limit:
            kept.append(value + {number})
    return kept
"""
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
EMPTY = """
DROP VIEW ctx_lsp.shared_rows;
ALTER TABLE ctx_lsp.rows_of_full_disk RENAME TO shared_rows;
DROP FUNCTION ctx_lsp.full_disk();
"""

Times = tuple[float, float, float]
"""Milliseconds of a question: elapsed; processor time of its thread; processor time of all threads."""
MEASURES = ("elapsed", "processor time of the question", "processor time of the server")


@dataclass(frozen=True, slots=True)
class Team:
    """A server behind a relay, and its owner's URL of the database with the shared rows."""

    server: Server
    relay: Relay
    owner: str

    @contextmanager
    def state(self, name: str) -> Iterator[None]:
        """Bring the server into a state, and back."""
        with getattr(self, name)():
            yield

    @contextmanager
    def well(self) -> Iterator[None]:
        """Change nothing."""
        yield

    @contextmanager
    def killed(self) -> Iterator[None]:
        """Kill the server, and start it again."""
        self.relay.refuse()
        self._send(signal.SIGKILL)
        yield
        self.server.start()
        self.relay.listen()

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the server, and let it go on."""
        self._send(signal.SIGSTOP)
        try:
            yield
        finally:  # a stopped server cannot be ended
            self._send(signal.SIGCONT)

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Swallow all bytes."""
        self.relay.is_silent = True
        yield
        self.relay.is_silent = False

    @contextmanager
    def full(self) -> Iterator[None]:
        """Let all reads fail as if the disk was full."""
        with psycopg.connect(self.owner) as connection:
            connection.execute(FULL)
        yield
        with psycopg.connect(self.owner) as connection:
            connection.execute(EMPTY)

    def _send(self, number: signal.Signals) -> None:
        """Send a signal to all processes of the server."""
        postmaster = psutil.Process(self.server.get_pid())
        processes = [postmaster, *postmaster.children(recursive=True)]
        for process in processes:
            with suppress(psutil.NoSuchProcess):  # a process that answers a connection ends with it
                process.send_signal(number)
        if number == signal.SIGKILL:
            psutil.wait_procs(processes, 20)


@dataclass
class Figures:
    """The measurements of one state."""

    rounds: dict[tuple[int, int], list[Times]] = field(default_factory=dict)  # by cycle and edit
    compared: int = 0
    different: int = 0
    everywhere: list[tuple[float, float]] = field(default_factory=list)  # seconds of the first and second question
    requests: int = 0  # to the database, for rows
    problems: set[str] = field(default_factory=set)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--cycles", default=8, help="How often the server is in each state.")
@click.option("--seconds", default=30.0, help="How long it is in a state.")
def main(folder: Path, cycles: int, seconds: float) -> None:
    """Measure questions in all states of the server."""
    asked = subjects(folder, 200)
    figures: dict[str, Figures] = defaultdict(Figures)
    random = np.random.default_rng(1)
    loads = []
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ctx-lsp-outages-")))
        server = stack.enter_context(running_server())
        rows, published = new_database(server), new_repositories_database(
            server, publisher="ctx_lsp_publisher", reader="ctx_lsp_reader"
        )  # fmt: skip
        relay = Relay(Path(str(conninfo_to_dict(rows.owner)["host"])) / ".s.PGSQL.5432")
        stack.callback(relay.refuse)
        team = Team(server, relay, rows.owner)
        first, second = (Files(shutil.copytree(folder, place / one)) for one in ("sharing", "alone"))
        share(first.root, place, rows.writer, published["publisher"])
        shutil.copytree(place / "sharing cache", place / "alone cache")  # nothing is embedded twice
        reading = settings(place / "sharing cache", through(relay, rows.reader), through(relay, published["reader"]))
        stack.enter_context(without_pauses())
        sharing = stack.enter_context(opened([first.root], reading))
        alone = stack.enter_context(opened([second.root], settings(place / "alone cache")))
        for cycle in range(cycles):
            questions = [asked[at] for at in random.permutation(len(asked))]
            for state in random.permutation(STATES).tolist():
                kept = figures[state]
                with counted() as requests, team.state(state):
                    for number in range(EDITS):
                        text = f"added_while_{state}_{cycle}_{number}"
                        first.edit(sharing, text)
                        kept.rounds[cycle, number] = timed(sharing, questions, seconds / EDITS)
                    assert sharing.wait_ready(READY_SECONDS), state
                    kept.everywhere.append((everywhere(sharing, questions[0]), everywhere(sharing, questions[0])))
                    second.edit(alone, text)
                    assert alone.wait_ready(READY_SECONDS)
                    kept.compared += COMPARED
                    kept.different += sum(
                        search(sharing, one).items != search(alone, one).items for one in questions[:COMPARED]
                    )
                    status = sharing.status()
                kept.requests += len(requests)
                kept.problems.update(one for one in status.warnings if "shared" in one)
                loads.append(os.getloadavg()[0])
            click.echo(f"cycle {cycle + 1} of {cycles}; load {loads[-1]:.1f}", err=True)
    click.echo(f"{cycles} times {seconds:g} s in each state; load {min(loads):.1f} to {max(loads):.1f}")
    report(figures)


def through(relay: Relay, url: str) -> str:
    """The URL of a database by way of a relay."""
    parts = conninfo_to_dict(url)
    return f"postgresql://{parts['user']}@127.0.0.1:{relay.port}/{parts['dbname']}?sslmode=disable"


def share(root: Path, place: Path, rows: str, publisher: str) -> None:
    """Share the derived data of a folder, and publish its index."""
    writing = settings(place / "sharing cache", rows)
    with opened([root], writing) as workspace:
        publish_cache(workspace, writing, root)
        publish_repository(workspace.analysis().result(), root, publisher, NAME, Audience(), with_text=False)


def settings(cache: Path, location: str = "", repositories: str = "") -> Settings:
    """The settings of a workspace, which shares nothing without a location."""
    key = public_key(SharedPlace(location, "", ECHO % WRITER))
    sharing = SharingSettings(
        location,
        repositories=repositories,
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


@contextmanager
def counted() -> Iterator[list[int]]:
    """Collect the sizes of the requests for rows that workspaces make."""
    sizes: list[int] = []
    fetch = SharedTier.fetch

    def counting(tier: SharedTier, keys: Sequence[bytes]) -> "Future[Rows]":
        sizes.append(len(keys))
        return fetch(tier, keys)

    with patch.object(SharedTier, "fetch", counting):
        yield sizes


class Files:
    """A folder, a dozen of whose Python files are edited."""

    def __init__(self, root: Path) -> None:
        """Remember the texts of these files."""
        self.root = root
        self._texts = {file: file.read_text("utf-8") for file in sorted(root.rglob("*.py"))[:EDITED]}

    def edit(self, workspace: Workspace, name: str) -> None:
        """Append functions to each file, in place of those of the last edit."""
        for at, (file, text) in enumerate(self._texts.items()):  # different texts: equal ones are asked for once
            added = (FUNCTION.format(name=f"{name}_{at}_{number}", number=number) for number in range(ADDED))
            file.write_text("".join((text, *added)), "utf-8")
        workspace.files_changed([file.relative_to(self.root).as_posix() for file in self._texts])


def timed(workspace: Workspace, questions: Sequence[str], seconds: float) -> list[Times]:
    """Ask questions one after another for a while."""
    taken: list[Times] = []
    end = time.perf_counter() + seconds
    for question in itertools.cycle(questions):
        began = clocks()
        search(workspace, question)
        elapsed, own, every = (1000 * (after - before) for before, after in zip(began, clocks(), strict=True))
        taken.append((elapsed, own, every))
        if time.perf_counter() > end:
            return taken
    raise AssertionError(questions)


def clocks() -> Times:
    """Seconds so far, as in `Times`."""
    return time.perf_counter(), time.thread_time(), time.process_time()


def search(workspace: Workspace, question: str, scope: Scope = "workspace") -> SearchAnswer:
    """Ask for the first ten results."""
    request = SearchRequest(question, 10, rerank=False, scope=scope)
    return workspace.analysis().result().search(request, CancelToken())


def everywhere(workspace: Workspace, question: str) -> float:
    """Ask published repositories too; return the seconds."""
    began = time.perf_counter()
    search(workspace, question, "everywhere")
    return time.perf_counter() - began


def report(figures: Mapping[str, Figures]) -> None:
    """Print the measurements of all states."""
    well = figures["well"].rounds
    for state in STATES:
        kept = figures[state]
        count = sum(map(len, kept.rounds.values()))
        first, second = (median(one) for one in zip(*kept.everywhere, strict=True))
        click.echo(
            f"{state}: {count} questions; {kept.different} of {kept.compared} answers differ; "
            f"{kept.requests} requests for rows; everywhere {first:.2f} s, again {second:.2f} s; "
            f"{'; '.join(sorted(kept.problems)) or 'no problem'}"
        )
        for at, measure in enumerate(MEASURES):
            here = [np.array([one[at] for one in kept.rounds[key]]) for key in sorted(well)]
            there = [np.array([one[at] for one in well[key]]) for key in sorted(well)]
            texts = [f"longest {max(map(np.max, here)):.0f} ms"]
            for share in (50, 95):
                value, low, high = ratio(here, there, share)
                own = np.percentile(np.concatenate(here), share)
                texts.append(f"p{share} {own:.1f} ms, ratio to well {value:.3f} [{low:.3f}, {high:.3f}]")
            click.echo(f"  {measure}: {'; '.join(texts)}")


def ratio(here: Sequence[np.ndarray], there: Sequence[np.ndarray], share: int) -> tuple[float, float, float]:
    """The ratio of two percentiles, and its interval over samples of pairs of rounds."""
    random = np.random.default_rng(1)

    def of(drawn: Sequence[int]) -> float:
        above, below = (np.percentile(np.concatenate([one[at] for at in drawn]), share) for one in (here, there))
        return float(above / below)

    low, high = np.percentile(
        [of(random.integers(len(here), size=len(here)).tolist()) for _ in range(SAMPLES)], [2.5, 97.5]
    )
    return of(range(len(here))), float(low), float(high)


if __name__ == "__main__":
    main()
