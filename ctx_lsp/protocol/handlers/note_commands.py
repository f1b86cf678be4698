"""The custom commands about notes. `commands` combines them with all other commands."""

from typing import Any

from ctx_lsp.protocol.command import OF_SYMBOLS, Command
from ctx_lsp.protocol.handlers import notes
from ctx_lsp.protocol.messages import notes as messages
from ctx_lsp.protocol.messages.common import WireObject
from ctx_lsp.protocol.routes import analysis_of_command

NOTE_COMMANDS: tuple[Command[Any, Any, WireObject], ...] = (
    Command(
        name="ctx-lsp.remember",
        title="New note",
        description="Writes a note about the code to `.ctx-lsp/memory/`, through the editor if it can create files.",
        params=messages.RememberParams,
        answer=messages.WireNewNote,
        capture=analysis_of_command,
        compute=notes.remember,
        refusals=OF_SYMBOLS,
    ),
    Command(
        name="ctx-lsp.update",
        title="Update of a note",
        description=(
            "Sets the anchors of a note to the current code, or to the most similar code if theirs is gone, as an edit "
            "of the editor, and shows what its user has to look at."
        ),
        params=messages.UpdateParams,
        answer=messages.WireNoteUpdate,
        capture=analysis_of_command,
        compute=notes.update,
    ),
    Command(
        name="ctx-lsp.recall",
        title="Notes",
        description="Finds notes about the code by question, symbol or type, and says whether they still hold.",
        params=messages.RecallParams,
        answer=messages.WireRecall,
        capture=analysis_of_command,
        compute=notes.recall,
        refusals=OF_SYMBOLS,
    ),
    Command(
        name="ctx-lsp.propose",
        title="Proposed notes",
        description="Proposes notes from commit messages, decision records and changelogs; it writes none.",
        params=messages.ProposeParams,
        answer=messages.WireProposals,
        capture=analysis_of_command,
        compute=notes.propose,
    ),
)
