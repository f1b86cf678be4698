"""Definitions at pinned versions, for libraries and their users from public repositories with their real lock files.

    python -m tests.sharing.figures.pinned MIRRORS

MIRRORS holds Git repositories, `OWNER+NAME` or a folder of this name around one. For each pair the library is published
at the tag of the version that the user's lock file pins, and beside it at another tag. Then definitions are asked for
at names in the user's files: those that they import from the library and reach through it (`flask.Flask`), and, counted
apart, members of what calls of these return (`flask.Flask().route`), of which only those of types can be known. An
answer is right if it names the commit of the pinned tag, and if the line there, read by Git, has the name.
"""

import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.published.definitions import PublishedDefinition
from ctx_lsp.published.model import Audience
from ctx_lsp.published.pins.lookup import pinned
from ctx_lsp.published.versions import Ecosystem
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings, SharingSettings
from ctx_lsp.sharing.database import migrate
from ctx_lsp.sharing.schema import REPOSITORIES
from ctx_lsp.text.roots import Roots
from ctx_lsp.workspace import Analysis, Workspace, publish_repository
from tests.sharing.conftest import running_server

READY_SECONDS = 600.0
FILES = 12  # of a user, the first that import the library
NAMES = 40  # asked for in each pair
HEAD = """| user | package | pinned | by | names | right | members of results | right | wrong |
|---|---|---|---|---|---|---|---|---|"""


@dataclass(frozen=True, slots=True)
class Pair:
    """A user and a library by their repositories, and the package, which imports call by the same name.

    `folder` is the one of the user in which files are looked for.
    """

    ecosystem: Ecosystem
    user: str
    library: str
    package: str
    folder: str = ""


PAIRS = (
    Pair("pypi", "mitmproxy+mitmproxy", "pallets+flask", "flask"),
    Pair("pypi", "pallets+flask", "pallets+click", "click", "src"),
    Pair("pypi", "cookiecutter+cookiecutter", "pallets+click", "click", "cookiecutter"),
    Pair("pypi", "PrefectHQ+fastmcp", "encode+httpx", "httpx"),
    Pair("npm", "thelounge+thelounge", "expressjs+express", "express", "server"),
    Pair("npm", "thelounge+thelounge", "tj+commander.js", "commander", "server"),
    Pair("npm", "thelounge+thelounge", "sindresorhus+got", "got", "server"),
    Pair("npm", "thelounge+thelounge", "chalk+chalk", "chalk", "server"),
    Pair("npm", "reduxjs+redux-toolkit", "immerjs+immer", "immer", "packages/toolkit/src"),
    Pair("npm", "louislam+uptime-kuma", "expressjs+express", "express", "server"),
    Pair("npm", "modelcontextprotocol+typescript-sdk", "honojs+hono", "hono"),
    Pair("golang", "charmbracelet+crush", "alecthomas+chroma", "github.com/alecthomas/chroma/v2"),
    Pair("golang", "charmbracelet+crush", "charmbracelet+bubbletea", "charm.land/bubbletea/v2"),
    Pair("golang", "github+github-mcp-server", "go-chi+chi", "github.com/go-chi/chi/v5"),
    Pair("golang", "caddyserver+caddy", "go-chi+chi", "github.com/go-chi/chi/v5"),
    Pair("golang", "caddyserver+caddy", "alecthomas+chroma", "github.com/alecthomas/chroma/v2"),
)
_SUFFIXES = {"pypi": ("*.py",), "npm": ("*.ts", "*.tsx", "*.js", "*.mjs"), "golang": ("*.go",)}
_BEFORE = dict.fromkeys(("pypi", "npm"), r"^\s*(import|from|const|let|var|export|\}).*") | {
    "golang": r"^\s*(import\s+)?([A-Za-z_.]+\s+)?"
}  # what stands before a package's name in a line that imports it
_LOCKS = re.compile(
    r"(^|/)(uv\.lock|poetry\.lock|package\.json|package-lock\.json|yarn\.lock|pnpm-lock\.yaml|go\.mod|pyproject\.toml)$"
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was asked for in a pair and answered rightly or wrongly, by whether it is a name or a member of a result.

    `reasons` are those of names without an answer.
    """

    version: str
    file: str
    asked: Counter[bool]
    right: Counter[bool]
    wrong: int
    reasons: tuple[str, ...]


@click.command()
@click.argument("mirrors", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", default="", help="Only pairs whose user or library has this in its name.")
@click.option("--alone", is_flag=True, help="Publish only the pinned version, which takes half the time.")
def main(mirrors: Path, only: str, *, alone: bool) -> None:
    """Ask for definitions, and print a table."""
    with running_server() as server, tempfile.TemporaryDirectory() as folder:
        url = server.get_uri()
        migrate(url, REPOSITORIES)
        published: set[tuple[str, str]] = set()
        click.echo(HEAD)
        for number, pair in enumerate(PAIRS):
            if only in f"{pair.user} {pair.library}":
                outcome = outcome_of(pair, mirrors, Path(folder) / str(number), url, published, alone=alone)
                click.echo(
                    f"| {pair.user} | {pair.package} | {outcome.version} | {outcome.file} | {outcome.asked[False]} "
                    f"| {outcome.right[False]} | {outcome.asked[True]} | {outcome.right[True]} | {outcome.wrong} |"
                )
                for reason in dict.fromkeys(outcome.reasons):
                    click.echo(f"    {outcome.reasons.count(reason)} × {reason}", err=True)


def outcome_of(
    pair: Pair, mirrors: Path, folder: Path, url: str, published: set[tuple[str, str]], *, alone: bool
) -> Outcome:
    """Publish the library and ask about the user's names."""
    user, library = repository(mirrors, pair.user), repository(mirrors, pair.library)
    root = folder / "user"
    paths = lay_out(user, pair, root)
    found = pinned(Roots.of([root]), paths[0], pair.ecosystem, pair.package)
    assert found.versions, f"{pair.user} does not pin {pair.package}"
    version = found.versions[0].version
    tag, other = tags_for(library, version)
    for one in (tag,) if alone else (tag, other):
        if (pair.library, one) not in published:
            published.add((pair.library, one))
            publish(library, one, folder / one.replace("/", "-"), url, pair.library)
    commit = git(library, "rev-parse", f"{tag}^{{commit}}")
    with opened(root, settings(folder, url)) as workspace:
        analysis = workspace.analysis().result()
        asked, right, wrong, reasons = Counter[bool](), Counter[bool](), 0, []
        for path, offset, is_member in list(names_of(analysis, paths, pair))[:NAMES]:
            asked[is_member] += 1
            answer = analysis.relations.definition_elsewhere(path, offset, CancelToken())
            if answer is None or answer.definition is None:
                reasons += [] if is_member else [answer.reason if answer else "not taken for a name of the library"]
                continue
            is_right = answer.definition.origin.revision == commit and is_named(library, answer.definition)
            right[is_member] += is_right
            wrong += not is_right
    return Outcome(version, found.file, asked, right, wrong, tuple(reasons))


def is_named(library: Path, found: PublishedDefinition) -> bool:
    """Return whether the line at the definition's place, as Git has it at that revision, has its name."""
    line = git(library, "show", f"{found.origin.revision}:{found.path}").splitlines()[found.name_line - 1]
    return found.symbol.rpartition(".")[2] in line


def lay_out(user: Path, pair: Pair, root: Path) -> list[str]:
    """Write the user's lock files, manifests and first files that import the library; return paths of the latter."""
    starts = rf"{_BEFORE[pair.ecosystem]}[\"' ]{re.escape(pair.package)}([\"'/. ]|$)"
    below = f":(glob){pair.folder}/**/".replace(")/", ")")
    listed = git(user, "grep", "-lIE", starts, "HEAD", "--", *(below + one for one in _SUFFIXES[pair.ecosystem]))
    paths = [line.partition(":")[2] for line in listed.splitlines()]
    paths = [path for path in paths if not re.search(r"(^|/)(test|tests|examples?|docs?|node_modules)/", path)][:FILES]
    every = git(user, "ls-tree", "-r", "--name-only", "HEAD").splitlines()
    for path in (*paths, *(one for one in every if _LOCKS.search(one))):
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(git(user, "show", f"HEAD:{path}") + "\n", "utf-8")
    return paths


def names_of(analysis: Analysis, paths: list[str], pair: Pair) -> Iterator[tuple[str, int, bool]]:
    """Yield the ends of names that files import from the library or reach through it, and whether they are members."""
    for path in paths:
        entry = analysis.snapshot.files.get(path)
        if entry is None:
            continue
        imports = [
            one for one in entry.facts.outline.imports
            if one.module == pair.package or one.module.startswith((f"{pair.package}.", f"{pair.package}/"))
        ]  # fmt: skip
        bound = {one.alias.partition(".")[0] for one in imports} - {""}
        seen: set[tuple[str, str]] = set()
        for one in entry.facts.references:
            first = (one.receiver or one.name).partition(".")[0].removesuffix("()")
            if first in bound and (one.receiver, one.name) not in seen:
                seen.add((one.receiver, one.name))
                yield path, one.end, "(" in one.receiver


def tags_for(library: Path, version: str) -> tuple[str, str]:
    """Return the tag of a version and another release beside it."""
    tags = git(library, "tag", "--sort=creatordate").splitlines()
    plain = version.removeprefix("v")
    place = next(number for number, tag in enumerate(tags) if tag in (plain, f"v{plain}"))
    return tags[place], tags[place - 1]


def publish(library: Path, tag: str, root: Path, url: str, name: str) -> None:
    """Publish the library at a tag, as a release."""
    git(library, "clone", "-q", "--shared", "--branch", tag, str(library), str(root))
    with opened(root, settings(root.parent)) as workspace:
        analysis = workspace.analysis().result()
        publish_repository(analysis, root, url, name, Audience(), with_text=True, release=tag)


def settings(folder: Path, url: str = "") -> Settings:
    """Settings without a model, which definitions do not need."""
    return Settings(
        cache=CacheSettings(directory=str(folder / "cache")),
        model=ModelSettings(embedding="none"),
        sharing=SharingSettings(repositories=url, search_seconds=60.0),
    )


@contextmanager
def opened(root: Path, settings: Settings) -> Iterator[Workspace]:
    """A workspace that is indexed, inside a `with` block."""
    workspace = Workspace([root], settings)
    workspace.start()
    try:
        assert workspace.wait_ready(READY_SECONDS, semantic=False)
        yield workspace
    finally:
        workspace.close()


def repository(mirrors: Path, name: str) -> Path:
    """Return the Git directory of a repository."""
    for folder in (mirrors / name, *sorted((mirrors / name).iterdir())):
        if (folder / "HEAD").is_file() or (folder / ".git").exists():
            return folder.resolve()
    raise click.ClickException(f"{name} is not in {mirrors}")


def git(folder: Path, *arguments: str) -> str:
    """Run git and return its output."""
    return subprocess.run(
        ["git", "-C", str(folder), *arguments],  # noqa: S607
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip


if __name__ == "__main__":
    main()
