"""Reads the questions of `questions.jsonl`."""

from importlib import resources

import msgspec


class PlainQuestions(msgspec.Struct, frozen=True):
    """Questions that one definition answers, or that the file at `path` answers if `symbol` is empty.

    `repository` is `OWNER/NAME`, and `symbol` is the qualified name of the definition.
    """

    repository: str
    path: str
    symbol: str
    questions: tuple[str, ...]


def read_questions() -> list[PlainQuestions]:
    """Read all questions, sorted by repository, path and symbol."""
    lines = resources.files("ctx_lsp.training.plain").joinpath("questions.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=PlainQuestions) for line in lines]
