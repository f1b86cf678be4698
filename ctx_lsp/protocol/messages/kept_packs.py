"""Messages of the commands about earlier packs: their texts, history and comparison, feedback, tasks, and savings."""

from typing import Annotated, Literal

from msgspec import Meta

from ctx_lsp.protocol.messages.common import Name, Params, Placed, WireObject, doc
from ctx_lsp.protocol.messages.options import Format, Options
from ctx_lsp.protocol.messages.packs import DetailLevel, PackRole, WirePack

MAX_ANSWERS = 100  # of a task


class PackTextParams(Params, frozen=True):
    """The parameters of `ctx-lsp.packText`."""

    pack_id: Annotated[Name, doc("The id of a pack.")]
    format: Annotated[Format | None, doc("The format of the document; default: the format of the pack.")] = None


class ReplayParams(Params, frozen=True):
    """The parameters of `ctx-lsp.replay`."""

    pack_id: Annotated[Name, doc("The id of a pack, of this session or an earlier one.")]
    options: Annotated[Options | None, doc("How the pack is made; default: as it was made.")] = None


class HistoryParams(Params, frozen=True):
    """The parameters of `ctx-lsp.history`."""

    limit: Annotated[Annotated[int, Meta(ge=1, le=500)], doc("Number of packs.")] = 50
    clear: Annotated[bool, doc("Whether to delete the history of this workspace first.")] = False


class PackDiffParams(Params, frozen=True):
    """The parameters of `ctx-lsp.packDiff`."""

    pack_id: Annotated[Name, doc("The id of the earlier pack.")]
    against: Annotated[
        Name | None, doc("The id of the later pack; without it, the answer that the same question gets now.")
    ] = None


class FeedbackParams(Params, frozen=True):
    """The parameters of `ctx-lsp.feedback`, which either records a verdict or clears verdicts."""

    pack_id: Annotated[Name | None, doc("The id of the pack; required for a verdict.")] = None
    symbol: Annotated[
        Name | None, doc("The symbol; required for a verdict. With `clear`: without it, all verdicts are forgotten.")
    ] = None
    verdict: Annotated[
        Literal["useful", "not", "missing"] | None,
        doc("useful, not (useful): the pack shows the symbol. missing: it should have."),
    ] = None
    clear: Annotated[bool, doc("Whether to forget verdicts instead.")] = False


class TeamTaskParams(Params, frozen=True):
    """The parameters of `ctx-lsp.teamTask`."""

    pack_id: Annotated[Name, doc("The id of a pack for a question.")]
    answers: Annotated[
        Annotated[tuple[Name, ...], Meta(max_length=MAX_ANSWERS)],
        doc("The symbols, or paths of files, that answer the question; default: those called useful or missing."),
    ] = ()


class SavingsParams(Params, frozen=True):
    """The parameters of `ctx-lsp.savings`."""

    days: Annotated[Annotated[int, Meta(ge=1, le=400)], doc("How many days, today included.")] = 7


class WirePackText(WireObject, frozen=True):
    """A pack as a document."""

    pack_id: Annotated[
        str,
        doc("The id of the pack. After a restart of the server, the id of the pack that the same request gives now."),
    ]
    revision: Annotated[int, doc("The revision of the index at which the pack was made.")]
    outdated: Annotated[
        bool,
        doc("Whether its code has changed since the requested pack was made; unknown, and false, during indexing."),
    ]
    changed: Annotated[tuple[str, ...], doc("The symbols (paths, for text without one) whose code has changed.")]
    tokens: Annotated[int, doc("Tokens of `text`.")]
    text: Annotated[str, doc("The document. Where code has changed, its first lines say so.")]
    uri: Annotated[str, doc("The URI of the same document for `workspace/textDocumentContent`.")]


class WireReplayChanges(WireObject, frozen=True):
    """The pieces in which a repeated pack differs from the original. A piece without a symbol is named by its path."""

    entered: Annotated[tuple[str, ...], doc("Pieces that the pack did not have.")]
    left: Annotated[tuple[str, ...], doc("Pieces that it no longer has.")]
    changed: Annotated[tuple[str, ...], doc("Pieces whose text or level of detail has changed.")]
    same: Annotated[int, doc("The number of unchanged pieces.")]


class WireReplay(WirePack, frozen=True):
    """A pack that was made again, with the changes since it was first made."""

    options: Annotated[Options, doc("How the pack was made.")]
    changes: Annotated[WireReplayChanges, doc("The changes since.")]


class WireRecentPack(WireObject, frozen=True):
    """A pack that `ctx-lsp.replay` can make again."""

    pack_id: Annotated[str, doc("The id of the pack.")]
    kind: Annotated[Literal["question", "symbol", "files", "changes"], doc("What it is about.")]
    title: Annotated[str, doc("Its question, symbol or files.")]
    asked_at: Annotated[str, doc("The time of the latest request in UTC, as ISO 8601.")]
    asked_by: Annotated[str, doc("The agent that asked; empty for the user.")]


class WireHistory(WireObject, frozen=True):
    """The packs of the last 30 days in this workspace, but only the latest for each title, kind and asker."""

    packs: Annotated[tuple[WireRecentPack, ...], doc("The packs, latest first.")]
    kept: Annotated[bool, doc("Whether packs are kept: `pack.history` is on, and the key (`cache.encryption`) known.")]


class WireDiffItem(Placed, frozen=True):
    """An item that only one of two packs contains. If its symbol no longer exists, its range is the top of the file."""

    symbol: Annotated[str | None, doc("The symbol; null for text without one.")]
    role: Annotated[PackRole, doc("Why it is in its pack.")]
    level: Annotated[DetailLevel, doc("How much of it is shown.")]


class WireChangedItem(Placed, frozen=True):
    """An item that two compared packs contain but show differently."""

    symbol: Annotated[str | None, doc("The symbol; null for text without one.")]
    level_before: Annotated[DetailLevel, doc("How much of it the earlier pack shows.")]
    level: Annotated[DetailLevel, doc("How much of it the later pack shows.")]
    text_changed: Annotated[bool, doc("Whether the code that both show has changed; otherwise only the level has.")]


class WirePackDiff(WireObject, frozen=True):
    """The differences between a pack and an earlier one."""

    before: Annotated[str, doc("The id of the earlier pack.")]
    pack_id: Annotated[str, doc("The id of the later pack.")]
    revision: Annotated[int, doc("The revision of the index.")]
    entered: Annotated[tuple[WireDiffItem, ...], doc("Items that only the later pack has.")]
    left: Annotated[tuple[WireDiffItem, ...], doc("Items that only the earlier pack has.")]
    changed: Annotated[tuple[WireChangedItem, ...], doc("Items that both show differently.")]
    same: Annotated[int, doc("The number of items that both show in the same way.")]


class WireGivenVerdict(WireObject, frozen=True):
    """A verdict that still affects the ranking."""

    symbol: Annotated[str, doc("The symbol that the verdict is about.")]
    kind: Annotated[Literal["useful", "not", "missing", "opened", "edited"], doc("The verdict, or the user's action.")]
    strength: Annotated[float, doc("Its current effect on the rank; below 0, it lowers the rank.")]
    questions_left: Annotated[int, doc("The number of further questions after which it is forgotten.")]


class WireFeedbackChange(WireObject, frozen=True):
    """The effects of a feedback command."""

    symbol: Annotated[str | None, doc("The symbol; null if all verdicts were forgotten.")]
    nearby: Annotated[tuple[str, ...], doc("Related symbols whose rank changes as well.")]
    cleared: Annotated[int, doc("How many verdicts were forgotten.")]
    in_force: Annotated[tuple[WireGivenVerdict, ...], doc("All verdicts in force now.")]


class WireTeamTask(WireObject, frozen=True):
    """A question and its answers, as a task for the file in which the team keeps its tasks."""

    uri: Annotated[str, doc("The URI of the task file, which need not exist.")]
    question: Annotated[str, doc("The question.")]
    answers: Annotated[tuple[str, ...], doc("The symbols and paths that answer it.")]
    line: Annotated[str, doc("The line to append to the file, without a line break.")]


class WireDaySavings(WireObject, frozen=True):
    """The packs of one day, or of one week, and the tokens that they saved."""

    date: Annotated[str, doc("The day, or the Monday of the week, in UTC, as YYYY-MM-DD.")]
    packs: Annotated[int, doc("The number of packs.")]
    used: Annotated[int, doc("Tokens of these packs.")]
    baseline: Annotated[int, doc("Tokens of the packed files as a whole.")]
    savings: Annotated[float, doc("Share of `baseline` that was not needed; below 0 if packs cost more.")]


class WireCommandSavings(WireObject, frozen=True):
    """The packs made by one command, and the tokens that they saved."""

    command: Annotated[str, doc("The command; empty for packs of which it is not known.")]
    packs: Annotated[int, doc("The number of packs.")]
    used: Annotated[int, doc("Tokens of these packs.")]
    baseline: Annotated[int, doc("Tokens of the packed files as a whole.")]
    savings: Annotated[float, doc("Share of `baseline` that was not needed; below 0 if packs cost more.")]


class WireSavings(WireObject, frozen=True):
    """Token savings of packs compared with whole files."""

    days: Annotated[tuple[WireDaySavings, ...], doc("The days with packs, the latest first.")]
    weeks: Annotated[tuple[WireDaySavings, ...], doc("The same by week. The first is counted from its Monday on.")]
    commands: Annotated[tuple[WireCommandSavings, ...], doc("The same by command.")]
    packs: Annotated[int, doc("The number of packs on all these days.")]
    used: Annotated[int, doc("Tokens of these packs.")]
    baseline: Annotated[int, doc("Tokens of the packed files as a whole.")]
    savings: Annotated[float, doc("Share of `baseline` that was not needed; below 0 if packs cost more.")]
    kept: Annotated[bool, doc("Whether the figures outlive the server's process.")]
