"""The command `ctx-lsp journal`, which records, resumes, exports and erases the tasks of a folder."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli.options import Command, as_json, folder
from ctx_lsp.cli.printing import print_line, show_json, style
from ctx_lsp.cli.session import complaints, settings_of
from ctx_lsp.protocol.answers.journal import wire_journal, wire_recorded, wire_resumption, wire_task
from ctx_lsp.protocol.messages.common import sentences_about
from ctx_lsp.protocol.messages.journal import CheckpointFields
from ctx_lsp.settings import Settings
from ctx_lsp.workspace import (
    EXPORT_FORMATS,
    OUTCOMES,
    ExportFormat,
    Journal,
    NewCheckpoint,
    NewEntry,
    Outcome,
    Recorded,
    Reflection,
    ResumeQuery,
    cache_location,
    exported,
    go_on,
)

ENTRY_NUMBER = click.IntRange(1, 2**63 - 1)  # SQLite counts no further
_KINDS = ("message", "decision", "openQuestion")
_task = click.option("--task", type=click.IntRange(1), help="Id of the task. Default: the one that was used last.")
_task_to_write = click.option("--task", type=click.IntRange(1), help="Id of the task. Default: the active one.")
_agent = click.option("--agent", default="", metavar="NAME", help="Write as this agent, if journal.agents allows it.")


def _checkpoint_fields(command: Command) -> Command:
    """Add to `command` an option for each field of a checkpoint."""
    for name, sentence in reversed(sentences_about(CheckpointFields).items()):
        command = click.option(f"--{name}", metavar="TEXT", help=sentence)(command)
    return command


@click.group(short_help="Keep a journal of tasks, and resume them.")
def journal() -> None:
    """Keep a journal of the tasks that you start in a folder. Each entry is kept for 30 days.

    While a task is active, editors record each question for which you request a pack. After each question, they record
    a checkpoint. Nothing is recorded before you start a task.
    """


@journal.command("list", short_help="List tasks.")
@folder
@as_json
def list_tasks(path: Path, as_json: bool) -> None:
    """List the tasks of the folder PATH, most recently used first."""
    with _journal(path) as (kept, _):
        answer = wire_journal(kept)
    if as_json:
        show_json(answer)
        return
    for one in answer.tasks:
        print_line(f"{one.id:>4}  {style(one.started[:10], dim=True)}  {one.state:<6}  {style(one.title)}")
    if not answer.tasks:
        print_line("no tasks yet" if answer.kept else "the journal is off (journal.enabled)", err=True)
    for warning in answer.warnings:
        print_line(f"warning: {warning}", err=True)


@journal.command(short_help="Start a task.")
@folder
@click.argument("title")
@_agent
@as_json
def start(path: Path, title: str, agent: str, as_json: bool) -> None:
    """Start a task in the folder PATH; TITLE describes the task."""
    with _journal(path) as (kept, _):
        task = wire_task(kept.start(title, agent))
    if as_json:
        show_json(task)
    else:
        print_line(f"task {task.id}")


@journal.command(short_help="End a task.")
@folder
@_task
def end(path: Path, task: int | None) -> None:
    """End a task of the folder PATH. Writing to it or resuming it opens it again."""
    with _journal(path) as (kept, _):
        print_line(f"task {kept.mark(task, is_ended=True).id} has ended")


@journal.command(short_help="Record a message, a decision or an open question.")
@folder
@click.argument("text")
@click.option("--kind", type=click.Choice(_KINDS), default="message", show_default=True, help="Kind of the entry.")
@click.option(
    "--closes", multiple=True, type=ENTRY_NUMBER, metavar="NUMBER", help="Open question that this settles. Repeatable."
)
@_task_to_write
@_agent
@as_json
def record(
    path: Path,
    text: str,
    kind: Literal["message", "decision", "openQuestion"],
    closes: tuple[int, ...],
    task: int | None,
    agent: str,
    as_json: bool,
) -> None:
    """Record TEXT in the active task of the folder PATH. Rules detect decisions and open questions in TEXT."""
    _record(path, NewEntry(kind, text, closes=closes), task, agent, as_json)


@journal.command(short_help="Record where the work stands.")
@folder
@_checkpoint_fields
@_task_to_write
@_agent
@as_json
def checkpoint(path: Path, task: int | None, agent: str, as_json: bool, **fields: str | None) -> None:
    """Record the state of the active task of the folder PATH; it is on disk when the command ends.

    A field that is not given keeps its value from the previous checkpoint, except the error, which is cleared.
    """
    if all(text is None for text in fields.values()):
        raise click.UsageError("give at least one field, such as --step")
    _record(path, NewEntry("checkpoint", checkpoint=NewCheckpoint(**fields)), task, agent, as_json)


@journal.command(short_help="Record how a task went.")
@folder
@click.argument("text", default="")
@click.option("--outcome", type=click.Choice(OUTCOMES), default="success", show_default=True, help="How it went.")
@click.option("--confidence", type=click.FloatRange(0, 1), default=1.0, show_default=True, help="How sure you are.")
@click.option("--tag", "tags", multiple=True, help="Topic of the task, in one word. Repeatable.")
@_task_to_write
@_agent
@as_json
def reflect(
    path: Path,
    text: str,
    outcome: Outcome,
    confidence: float,
    tags: tuple[str, ...],
    task: int | None,
    agent: str,
    as_json: bool,
) -> None:
    """Record how the active task of the folder PATH went; TEXT says what to learn from it."""
    _record(path, NewEntry("reflection", text, reflection=Reflection(outcome, confidence, tags)), task, agent, as_json)


@journal.command(short_help="Resume a task from its last checkpoint.")
@folder
@click.argument("question", default="")
@_task
@click.option("--max-tokens", type=click.IntRange(200, 4_000), default=4_000, show_default=True, help="Token budget.")
@click.option("--peek", is_flag=True, help="Leave the active task as it is.")
@click.option("--model", is_flag=True, help="Let the chat model of model.summaries write the summary.")
@as_json
def resume(
    path: Path, question: str, task: int | None, max_tokens: int, peek: bool, model: bool, as_json: bool
) -> None:
    """Print the last checkpoint and the most important entries of a task of the folder PATH, and make the task active.

    With QUESTION, also print the entries, from all tasks, that answer it.
    """
    with _journal(path) as (kept, settings):
        query = ResumeQuery(task, question, max_tokens, activates=not peek)
        found = go_on(kept, query, time.time(), CancelToken(), settings.model if model else None)
    if as_json:
        show_json(wire_resumption(found))
        return
    print_line(found.text.rstrip())
    for warning in found.warnings:
        print_line(f"warning: {warning}", err=True)


@journal.command(short_help="Print tasks with all their entries.")
@folder
@click.option("--task", type=click.IntRange(1), help="Id of the task to print. Default: all tasks of the folder.")
@click.option("--format", "form", type=click.Choice(EXPORT_FORMATS), default=EXPORT_FORMATS[0], help="Output format.")
def export(path: Path, task: int | None, form: ExportFormat) -> None:
    """Print one task or all tasks of the folder PATH, with all entries."""
    with _journal(path) as (kept, _):
        text = exported(kept, task, form).rstrip()
    print_line(text or "no tasks yet", err=not text)


@journal.command(short_help="Erase tasks with all their entries.")
@folder
@click.option("--task", type=click.IntRange(1), help="Id of the task to erase.")
@click.option("--all", "everything", is_flag=True, help="Erase all tasks of the folder.")
def erase(path: Path, task: int | None, everything: bool) -> None:
    """Erase one task or all tasks of the folder PATH, with everything that was recorded in them."""
    if everything == (task is not None):
        raise click.UsageError("give either --task ID or --all")
    with _journal(path) as (kept, _):
        erased = kept.erase(task)
    print_line(f"tasks erased: {erased.tasks}")
    for warning in erased.warnings:
        print_line(f"warning: {warning}", err=True)


def _record(path: Path, new: NewEntry, task: int | None, agent: str, as_json: bool) -> None:
    with _journal(path) as (kept, _):
        recorded = kept.record(new, task, agent)
    if as_json:
        show_json(wire_recorded(recorded))
    else:
        _show(recorded)


def _show(recorded: Recorded) -> None:
    print_line(f"entry {recorded.entry.number} of task {recorded.task.id}")
    for one in recorded.found:
        print_line(f"    {one.number}: {'decision' if one.kind == 'decision' else 'open question'}: {one.text}")


@contextmanager
def _journal(path: Path) -> Iterator[tuple[Journal, Settings]]:
    """Yield the journal and the settings of a folder. If a request is invalid, end the command with an error."""
    settings = settings_of(path)
    with complaints():
        kept = Journal([path], settings.journal, seal=cache_location(settings.cache).seal)
        yield kept, settings
        kept.expire()  # commands that only read would leave texts that are too old in the file
