"""The custom commands, each described by one record.

Routes, parameter checks and the announced capabilities are derived from these records, as are `docs/protocol.md`, the
types of the Visual Studio Code extension and the tables of the Neovim plugin. `docs/contributing.md` explains how to
add a command. The standard methods are in `table`.
"""

from typing import Any

from ctx_lsp.protocol.command import OF_SYMBOLS, Command
from ctx_lsp.protocol.handlers import (
    agents,
    claims,
    journal,
    kept_packs,
    packs,
    relations,
    search,
    status,
    structure,
    upkeep,
)
from ctx_lsp.protocol.handlers.note_commands import NOTE_COMMANDS
from ctx_lsp.protocol.messages import journal as journal_messages
from ctx_lsp.protocol.messages import kept_packs as pack_messages
from ctx_lsp.protocol.messages import search as search_messages
from ctx_lsp.protocol.messages import upkeep as upkeep_messages
from ctx_lsp.protocol.messages.agents import AgentsParams, WireAgents
from ctx_lsp.protocol.messages.claims import CheckParams, DismissParams, WireCheck, WireDismissal
from ctx_lsp.protocol.messages.common import NoParams, WireObject
from ctx_lsp.protocol.messages.packs import ContextForDiffParams, ContextForFilesParams, WirePack
from ctx_lsp.protocol.messages.pointing import ContextAtParams, GraphParams, ImpactParams, PatternsParams, QueryParams
from ctx_lsp.protocol.messages.relations import TestScopeParams, WireAffectedTests, WireImpact, WireNeighbourhood
from ctx_lsp.protocol.messages.status import WireDashboard, WireStatus
from ctx_lsp.protocol.messages.structure import MapParams, WireCycles, WirePatterns, WireRepositoryMap
from ctx_lsp.protocol.routes import analysis_of_command, capture_nothing, nothing_but_changes
from ctx_lsp.workspace import Refusal

_OF_PACKS: tuple[Refusal, ...] = ("unknownPack", *OF_SYMBOLS)

COMMANDS: tuple[Command[Any, Any, WireObject], ...] = (
    Command(
        name="ctx-lsp.search",
        title="Search",
        description="Finds the definitions that answer a question, best first.",
        params=search_messages.SearchParams,
        answer=search_messages.WireSearchAnswer,
        capture=analysis_of_command,
        compute=search.search,
    ),
    Command(
        name="ctx-lsp.publishedText",
        title="Text of a published repository",
        description="Returns the text of a search result that is in a published repository and not in the workspace.",
        params=search_messages.PublishedTextParams,
        answer=search_messages.WirePublishedText,
        capture=capture_nothing,
        compute=search.published_text,
    ),
    Command(
        name="ctx-lsp.query",
        title="Pack for a question",
        description="Makes a context pack for a question, an error message or a name.",
        params=QueryParams,
        answer=WirePack,
        capture=analysis_of_command,
        compute=packs.query,
        refusals=_OF_PACKS,
    ),
    Command(
        name="ctx-lsp.contextAt",
        title="Pack for a symbol",
        description="Makes a pack for a symbol, given by name or position, with its dependencies and users.",
        params=ContextAtParams,
        answer=WirePack,
        capture=analysis_of_command,
        compute=packs.context_at,
        refusals=_OF_PACKS,
    ),
    Command(
        name="ctx-lsp.contextForFiles",
        title="Pack for files",
        description="Makes a pack for the symbols of files, or of all files in folders, their users and their tests.",
        params=ContextForFilesParams,
        answer=WirePack,
        capture=analysis_of_command,
        compute=packs.context_for_files,
        refusals=_OF_PACKS,
    ),
    Command(
        name="ctx-lsp.contextForDiff",
        title="Pack for a change",
        description=(
            "Makes a pack for a change, unsaved buffers included: changed symbols, their users and their tests."
            " `warnings` name removed symbols and files that changed outside of symbols."
        ),
        params=ContextForDiffParams,
        answer=WirePack,
        capture=analysis_of_command,
        compute=packs.context_for_diff,
        refusals=_OF_PACKS,
    ),
    Command(
        name="ctx-lsp.packText",
        title="Earlier pack as a document",
        description=(
            "Returns an earlier pack as a document, and whether it is outdated. `workspace/textDocumentContent`"
            " gives the same document at `ctx-lsp-pack:/ID.md`."
        ),
        params=pack_messages.PackTextParams,
        answer=pack_messages.WirePackText,
        capture=analysis_of_command,
        compute=kept_packs.pack_text,
        refusals=("unknownPack",),
    ),
    Command(
        name="ctx-lsp.replay",
        title="Earlier pack again",
        description=(
            "Repeats the request of an earlier pack, also of one from before a restart, and says what has changed."
            " With `options`, the pack is made in another way."
        ),
        params=pack_messages.ReplayParams,
        answer=pack_messages.WireReplay,
        capture=analysis_of_command,
        compute=kept_packs.replay,
        refusals=_OF_PACKS,
    ),
    Command(
        name="ctx-lsp.history",
        title="Recent packs",
        description=(
            "Lists the packs of the last 30 days, which `ctx-lsp.replay` can make again. Their questions are kept in"
            " the user's data folder, without any code, unless the setting `pack.history` is off."
        ),
        params=pack_messages.HistoryParams,
        answer=pack_messages.WireHistory,
        capture=capture_nothing,
        compute=kept_packs.history,
        lane="quick",
    ),
    Command(
        name="ctx-lsp.packDiff",
        title="Comparison of two packs",
        description="Compares an earlier pack with another one, or with what the same question gives now.",
        params=pack_messages.PackDiffParams,
        answer=pack_messages.WirePackDiff,
        capture=analysis_of_command,
        compute=kept_packs.pack_diff,
        refusals=_OF_PACKS,
    ),
    Command(
        name="ctx-lsp.explain",
        title="Explanation",
        description="Explains why a symbol is, or is not, in the answer to a question.",
        params=search_messages.ExplainParams,
        answer=search_messages.WireExplanation,
        capture=analysis_of_command,
        compute=search.explain,
        refusals=OF_SYMBOLS,
    ),
    Command(
        name="ctx-lsp.check",
        title="Check of statements about code",
        description=(
            "Checks what a draft, a document, files or the changed lines of a diff say about the code: each statement"
            " is confirmed, refuted or unknown, with the places that show it and the nearest text that would be true."
        ),
        params=CheckParams,
        answer=WireCheck,
        capture=analysis_of_command,
        compute=claims.check,
    ),
    Command(
        name="ctx-lsp.dismiss",
        title="Hide a hint",
        description="Hides the hints about an alternative in a document until the server ends, as a code action does.",
        params=DismissParams,
        answer=WireDismissal,
        capture=claims.dismiss,
        compute=claims.dismissed,
        lane="quick",
    ),
    *NOTE_COMMANDS,
    Command(
        name="ctx-lsp.journal",
        title="Tasks",
        description=(
            "Lists the tasks in the journal, or starts, ends, exports or erases some. While a task is active, the"
            " questions of packs are recorded in it, without any code, each with a checkpoint. The journal is in the"
            " user's data folder for 30 days."
        ),
        params=journal_messages.JournalParams,
        answer=journal_messages.WireJournal,
        capture=capture_nothing,
        compute=journal.journal,
    ),
    Command(
        name="ctx-lsp.record",
        title="Journal entry",
        description="Records a message, a decision, an open question, a checkpoint or a reflection in a task.",
        params=journal_messages.RecordParams,
        answer=journal_messages.WireRecorded,
        capture=capture_nothing,
        compute=journal.record,
    ),
    Command(
        name="ctx-lsp.resume",
        title="Resume a task",
        description="Returns the last checkpoint of a task, what matters most, and entries that answer a question.",
        params=journal_messages.ResumeParams,
        answer=journal_messages.WireResumption,
        capture=capture_nothing,
        compute=journal.resume_task,
    ),
    Command(
        name="ctx-lsp.impact",
        title="Impact",
        description=(
            "Lists what depends on a symbol, given by name or position, or on `files`, by distance: callers,"
            " overriders, subclasses, importers, tests and users. For a name that no symbol has, lists the users of"
            " the imported module of that name."
        ),
        params=ImpactParams,
        answer=WireImpact,
        capture=analysis_of_command,
        compute=relations.impact,
        refusals=OF_SYMBOLS,
    ),
    Command(
        name="ctx-lsp.graph",
        title="Dependency graph",
        description="Lists nodes and edges of the graph around a symbol (by name or position) or a file (no position).",
        params=GraphParams,
        answer=WireNeighbourhood,
        capture=analysis_of_command,
        compute=relations.graph,
        refusals=OF_SYMBOLS,
    ),
    Command(
        name="ctx-lsp.testScope",
        title="Tests of a change",
        description=(
            "Lists the tests that reach a change, given by either `files` or `base`, each with its path to the change"
            " and, for Python, JavaScript, TypeScript, Go, Rust and Java, the command that runs it alone."
        ),
        params=TestScopeParams,
        answer=WireAffectedTests,
        capture=analysis_of_command,
        compute=relations.affected_tests,
    ),
    Command(
        name="ctx-lsp.patterns",
        title="Patterns",
        description=(
            "Lists design patterns and framework roles of a symbol, given by name or position, or else of the"
            " whole workspace, and then also what the team usually does: the alternatives that files use for HTTP,"
            " logging, errors, tests, state, imports and naming."
        ),
        params=PatternsParams,
        answer=WirePatterns,
        capture=analysis_of_command,
        compute=structure.patterns,
        refusals=OF_SYMBOLS,
    ),
    Command(
        name="ctx-lsp.cycles",
        title="Import cycles",
        description="Lists groups of files that import each other, each with a shortest cycle.",
        params=NoParams,
        answer=WireCycles,
        capture=analysis_of_command,
        compute=structure.cycles,
    ),
    Command(
        name="ctx-lsp.map",
        title="Repository map",
        description="Shows within a budget the folders, and the signatures of definitions at the centre of the graph.",
        params=MapParams,
        answer=WireRepositoryMap,
        capture=analysis_of_command,
        compute=structure.repository_map,
    ),
    Command(
        name="ctx-lsp.dump",
        title="Digests of the index",
        description="Returns digests of all derived data, to compare one index with another.",
        params=upkeep_messages.DumpParams,
        answer=upkeep_messages.WireDump,
        capture=analysis_of_command,
        compute=upkeep.dump,
    ),
    Command(
        name="ctx-lsp.status",
        title="Status",
        description="Shows the state of the index, its cache, models, settings and latencies.",
        params=NoParams,
        answer=WireStatus,
        capture=nothing_but_changes,
        compute=status.status,
        lane="quick",
    ),
    Command(
        name="ctx-lsp.dashboard",
        title="Dashboard",
        description="Shows a document with the server's latencies by command, packs, savings, edits, caches and sizes.",
        params=NoParams,
        answer=WireDashboard,
        capture=nothing_but_changes,
        compute=status.dashboard,
        lane="quick",
    ),
    Command(
        name="ctx-lsp.cache",
        title="Cache",
        description="Shows the stores in the cache folder, or deletes some or all of them.",
        params=upkeep_messages.CacheParams,
        answer=upkeep_messages.WireCacheReport,
        capture=capture_nothing,
        compute=upkeep.cache,
    ),
    Command(
        name="ctx-lsp.feedback",
        title="Feedback",
        description=(
            "Records a verdict on a symbol of a pack, or on one that the pack lacks, or forgets verdicts. Later packs"
            " for similar questions rank the symbol higher or lower, until its code changes."
        ),
        params=pack_messages.FeedbackParams,
        answer=pack_messages.WireFeedbackChange,
        capture=analysis_of_command,
        compute=kept_packs.feedback,
        refusals=_OF_PACKS,
    ),
    Command(
        name="ctx-lsp.teamTask",
        title="Question for the team",
        description=(
            "Makes a task of a pack's question and the code that answers it, as a line for `.ctx-lsp/eval.jsonl`, which"
            " `ctx-lsp eval` runs. It writes nothing: the client appends the line."
        ),
        params=pack_messages.TeamTaskParams,
        answer=pack_messages.WireTeamTask,
        capture=analysis_of_command,
        compute=kept_packs.team_task,
        refusals=(*_OF_PACKS, "keptQuestion"),
    ),
    Command(
        name="ctx-lsp.savings",
        title="Savings",
        description="Shows the tokens that packs saved compared with whole files, by day, week and command.",
        params=pack_messages.SavingsParams,
        answer=pack_messages.WireSavings,
        capture=capture_nothing,
        compute=kept_packs.savings,
        lane="quick",
    ),
    Command(
        name="ctx-lsp.agents",
        title="Agents",
        description=(
            "Lists the agents that are attached and the packs that they fetched, stops or resumes serving agents, and"
            " sets the symbols that their next packs pin or exclude. The notification `$/ctx-lsp/agents` says when the"
            " answer has changed."
        ),
        params=AgentsParams,
        answer=WireAgents,
        capture=agents.switch,
        compute=agents.agents,
        refusals=OF_SYMBOLS,
    ),
    Command(
        name="ctx-lsp.reindex",
        title="Re-index",
        description="Checks files again, and indexes those that have changed.",
        params=upkeep_messages.ReindexParams,
        answer=upkeep_messages.WireReindexCounts,
        capture=upkeep.start_reindex,
        compute=upkeep.reindex,
    ),
)
