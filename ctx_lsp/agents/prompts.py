"""The MCP prompts. Each is a single message: a task in words, followed by its context."""

from collections.abc import Mapping
from dataclasses import dataclass

from ctx_lsp.agents.agent_session import NOTHING_SENT, AgentSession
from ctx_lsp.agents.arguments import FOLDER
from ctx_lsp.agents.engine_choice import Report
from ctx_lsp.agents.link import EngineError
from ctx_lsp.agents.tools import TOOLS


@dataclass(frozen=True, slots=True)
class PromptRow:
    """One prompt with one argument. The argument is optional if `default` is set; `about` describes it.

    `task` is a template into which the argument is inserted; the answers of `tools` are appended to it. `argument` is
    the name of the argument, both in the prompt and in these tools. If several folders are served, every prompt also
    takes the argument `folder`.
    """

    name: str
    description: str
    argument: str
    about: str
    default: str | None
    task: str
    tools: tuple[str, ...]


PROMPTS = {
    row.name: row
    for row in (
        PromptRow(
            "explain_with_context",
            "Explain something about this code base, from the code that shows it",
            "question",
            "What to explain",
            None,
            "{}\n\nAnswer from the code below. Cite paths and lines, and say what the code does not show.",
            ("context",),
        ),
        PromptRow(
            "review_my_change",
            "Review the changes since a Git revision, with the code that they affect",
            "base",
            "Git revision to compare with; default: HEAD",
            "HEAD",
            "Review my changes since {}. Look for mistakes, for callers that they break, and for cases that no test "
            "below reaches. Cite paths and lines.",
            ("tests_for_change", "context"),
        ),
    )
}


async def prompt_text(session: AgentSession, name: str, arguments: Mapping[str, str], report: Report) -> str:
    """Build the text of a prompt. Raises the errors of the tools that it calls.

    Raises `EngineError` if the prompt is unknown or its argument is missing.
    """
    row = PROMPTS.get(name)
    if row is None:
        raise EngineError(f"unknown prompt {name}; known: {', '.join(PROMPTS)}")
    argument = arguments.get(row.argument) or row.default
    if argument is None:
        raise EngineError(f"{row.argument} is required")
    folder = {FOLDER: arguments[FOLDER]} if arguments.get(FOLDER) else {}
    parts = [row.task.format(argument)]
    for tool in row.tools:
        whole = {"since": NOTHING_SENT} if TOOLS[tool].is_pack else {}
        answer = await session.call(tool, {row.argument: argument, **whole, **folder}, report)
        if answer.is_unchanged:
            return f"Nothing has changed since {argument}, so there is nothing to review."
        parts.append(answer.text)
    return "\n\n".join(parts)
