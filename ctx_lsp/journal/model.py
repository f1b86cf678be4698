"""Types of the journal: tasks and their entries. Times are in seconds since 1970."""

from dataclasses import dataclass, fields
from typing import Literal, get_args

EntryKind = Literal["question", "message", "decision", "openQuestion", "checkpoint", "reflection"]
CheckpointCause = Literal["hand", "automatic", "error"]
Outcome = Literal["success", "partial", "failure"]
TaskState = Literal["active", "open", "ended"]

ENTRY_KINDS: tuple[EntryKind, ...] = get_args(EntryKind)
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state of a task at one moment, as text.

    `cause` is "hand" if somebody made the checkpoint, "automatic" if it followed a question, and "error" if a command
    had failed. `query` is the latest question, `plan` what is to be done, `step` where the work stands, `results` what
    was found, `context` the files and symbols that matter, and `error` what went wrong.
    """

    cause: CheckpointCause
    query: str = ""
    plan: str = ""
    step: str = ""
    results: str = ""
    context: str = ""
    error: str = ""

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The name and text of each field that is not empty, except `cause`."""
        return tuple((one.name, text) for one in fields(self)[1:] if (text := getattr(self, one.name)))


@dataclass(frozen=True, slots=True)
class Reflection:
    """The outcome of a task, or of a part of one. `confidence` (0–1) says how sure the author is of the outcome."""

    outcome: Outcome
    confidence: float
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """An entry of the task with the id `task`. Later entries have higher numbers, even those of another task.

    `asked_by` names the agent that caused the entry; it is empty if the user did. `pack` is the id of the pack that
    answered a question, and `about` holds the paths of the files that the entry is about. If a rule found this decision
    or open question in the text of another entry, `source` is the number of that entry; otherwise it is 0. `is_closed`
    says whether an open question has been settled. `uses` is how often questions have recalled the entry, and `used` is
    when a question last did so. Times (`at`, `used`) are seconds since 1970.
    """

    number: int
    task: int
    at: float
    kind: EntryKind
    text: str
    asked_by: str = ""
    pack: str = ""
    about: tuple[str, ...] = ()
    checkpoint: Checkpoint | None = None
    reflection: Reflection | None = None
    source: int = 0
    is_closed: bool = False
    uses: int = 0
    used: float = 0.0

    @property
    def is_automatic(self) -> bool:
        """Whether the entry is a checkpoint that was not made by hand."""
        return self.checkpoint is not None and self.checkpoint.cause != "hand"

    @property
    def said(self) -> str:
        """The words that somebody wrote: the text, the fields of a checkpoint made by hand, and tags."""
        fields = self.checkpoint.fields if self.checkpoint and not self.is_automatic else ()
        tags = self.reflection.tags if self.reflection else ()
        return "\n".join((self.text, *(text for _, text in fields), *tags))


@dataclass(frozen=True, slots=True)
class JournalTask:
    """A task of a workspace. `touched` is when a person last started it, resumed it or added to it.

    `asked_by` names the agent that started the task; it is empty if the user did.
    """

    id: int
    title: str
    started: float
    touched: float
    ended: float | None
    asked_by: str
    state: TaskState
