"""README and `docs/`: links have targets, commands run or at least exist, and the README stays short."""

import os
import re
import shlex
import shutil
import subprocess
import sysconfig
from pathlib import Path

import click
import pytest

from ctx_lsp.cli.main import COMMANDS, cli
from tests.embedded import copy_vectors, embedded
from tests.forked import run_program

__all__ = ["embedded"]  # the fixture

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
OTHER_PAGES = [*sorted((ROOT / "editors").glob("*/README.md")), ROOT / "ctx_lsp" / "ARCHITECTURE.md"]
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)|^```\w*\n(.*?)^```|^( {4}[^\n]+)$", re.M | re.S)
README_LINES = 150
TIMEOUT = 300  # seconds; the first command embeds the package, on a machine that may be busy

# Newest last; each changes a definition, so that `ctx-lsp eval --history` has tasks.
COMMITS = {
    "Sleep for whole seconds": ("nap.py", "time.sleep(seconds)", "time.sleep(round(seconds))"),
    "Stop at the limit, not after it": ("stop.py", ">= self.max_attempt_number", "> self.max_attempt_number - 1"),
}


def shown_commands() -> list[str]:
    """Every command of a console block, in the order of the pages, each once."""
    blocks = (
        block for page in PAGES for block in re.findall(r"^```console\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
    )
    return list(dict.fromkeys(line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")))


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory, private_cache: Path, embedded: Path) -> Path:
    """A Git repository with the package that the pages ask about, and two commits that change it."""
    copy_vectors(embedded, private_cache / "ctx-lsp")
    folder = tmp_path_factory.mktemp("checkout")
    package = folder / "tenacity"
    shutil.copytree(
        Path(sysconfig.get_path("purelib")) / "tenacity", package, ignore=shutil.ignore_patterns("__pycache__")
    )
    _git(folder, "init", "--quiet")
    _commit(folder, "Import the package")
    for message, (name, before, after) in COMMITS.items():
        text = (package / name).read_text("utf-8")
        assert before in text
        (package / name).write_text(text.replace(before, after), "utf-8")
        _commit(folder, message)
    return folder


@pytest.mark.parametrize("command", shown_commands())
def test_every_command_that_is_shown_runs(checkout: Path, private_cache: Path, command: str) -> None:
    done = _run(checkout, private_cache, command)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def named_commands() -> list[str]:
    """The arguments of every `ctx-lsp NAME …` in code, as a span, an indented line or a fenced one; each once."""
    found = (
        arguments
        for page in (*PAGES, *OTHER_PAGES)
        for span, fenced, indented in CODE.findall(page.read_text("utf-8"))
        for arguments in re.findall(r"^ *(?:\$ )?ctx-lsp ([a-z][^#\n]*)", span or fenced or indented, re.M)
    )
    return list(dict.fromkeys(one.strip() for one in found))


def test_every_command_that_is_named_exists_with_its_options() -> None:
    named = named_commands()
    assert len(named) > len(shown_commands())
    assert [problem for one in named if (problem := _problem(one))] == []
    assert _problem("searhc . x"), "an unknown command is noticed"
    assert _problem("cache shrink"), "an unknown command of a group is noticed"
    assert _problem("search . x --bounded"), "an unknown option is noticed"


def _problem(arguments: str) -> str:
    """The problem with the arguments of the program; "" if all are known."""
    command: click.Command | None = cli
    words = arguments.split()
    while words and isinstance(command, click.Group) and words[0][0].isalpha():
        name = words.pop(0).rstrip(",")
        command = command.get_command(click.Context(command), name)
        if command is None:
            return f"{arguments}: {name}"
    assert command is not None
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    options = set(re.findall(r"(?<!\S)--?[a-z][\w-]*", " ".join(words)))
    unknown = sorted(options - known - {"--help"})
    return f"{arguments}: {', '.join(unknown)}" if unknown else ""


def test_the_page_of_commands_names_each() -> None:
    page = (ROOT / "docs" / "commands.md").read_text("utf-8")
    named = {name for cell in re.findall(r"^\| (`.+?) \|", page, re.M) for name in re.findall(r"[a-z][a-z-]+", cell)}
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        inner = command.list_commands(click.Context(command)) if isinstance(command, click.Group) else ()
        assert {name, *inner} <= named, f"{name}: {sorted({name, *inner} - named)}"


def test_the_page_for_contributors_names_each_target() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = {name for line in re.findall(r"^\.PHONY: (.+)$", makefile, re.M) for name in line.split()}
    parts = {"types", "types-win32", "types-darwin", "test-neovim", "test-vscode"}  # of `check` and `test-editors`
    page = (ROOT / "docs" / "contributing.md").read_text("utf-8")
    assert set(re.findall(r"^ {4}make ([a-z-]+)", page, re.M)) == targets - parts


def test_the_pack_in_the_readme_matches_the_output(checkout: Path, private_cache: Path) -> None:
    readme = PAGES[0].read_text("utf-8")
    code = re.findall(r"^```python\n(.*?)^```", readme, re.M | re.S)[0].splitlines()
    printed = _run(checkout, private_cache, shown_commands()[0]).stdout.splitlines()
    assert {line for line in code if line not in {"…", ""}} <= set(printed)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        path, _, anchor = target.partition("#")
        if path.startswith("https:"):
            continue
        linked = (page.parent / path).resolve() if path else page
        assert linked.exists(), f"{page.name} links to {target}"
        assert not anchor or anchor in _anchors(linked), f"{page.name} links to {target}"


def test_the_readme_is_short_and_leads_to_every_page() -> None:
    readme = PAGES[0].read_text("utf-8")
    assert len(readme.splitlines()) <= README_LINES
    assert all(f"(docs/{page.name}" in readme for page in PAGES[1:])


def _anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def _run(folder: Path, cache: Path, command: str) -> "subprocess.CompletedProcess[str]":
    program, *arguments = shlex.split(command)
    assert program == "ctx-lsp"
    return run_program(arguments, os.environ | {"XDG_CACHE_HOME": str(cache)}, TIMEOUT, folder)


def _commit(folder: Path, message: str) -> None:
    _git(folder, "add", "--all")
    _git(
        folder, "-c", "user.name=Tests", "-c", "user.email=tests@example.org", "commit", "--quiet", "--message", message
    )


def _git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True)  # noqa: S607 - whatever Git the machine has
