"""Summaries of tasks by the chat model that the setting `model.summaries` names. Entries are sent to its provider."""

from contextlib import closing

from ctx_lsp.models.model_files import ModelError
from ctx_lsp.settings import ModelSettings
from ctx_lsp.workspace.models.model_loading import load_summariser

_NONE = "The summary was made without a chat model: model.summaries names none."


def chat_summary(text: str, model: ModelSettings) -> tuple[str, str]:
    """Have the chat model summarise `text`, the journal of a task; return the summary and a warning.

    If there is a summary, the warning is empty. Otherwise, the summary is empty, and the warning says why.
    """
    summariser, problem = load_summariser(model)
    if summariser is None:
        return "", f"The summary was made without a chat model: {problem}" if problem else _NONE
    with closing(summariser):
        try:
            summary = summariser.summarise_task(text)
        except ModelError as error:
            return "", f"The summary was made without a chat model: {error}"
    return summary, "" if summary else "The summary was made without the chat model, which gave no usable answer."
