"""Comments and docstrings of a text of code, as the queries of its language find them."""

from typing import NamedTuple

from ctx_lsp.languages.table import language
from ctx_lsp.syntax.parser import parse
from ctx_lsp.syntax.rows import find_outline
from ctx_lsp.syntax.rules import rules_of

_DOC_MARKS = (b"/**", b"///", b"//!", b"/*!")


class CommentRange(NamedTuple):
    """The byte range of a comment or docstring, and whether it is documentation."""

    start: int
    end: int
    is_doc: bool


def comment_ranges(name: str, data: bytes) -> list[CommentRange]:
    """Return the comments and docstrings of a text in the language `name`, in order; none if it is not parsed."""
    rules = rules_of(name)
    tree = parse(language(name).grammar, data) if rules else None
    if rules is None or tree is None:
        return []
    found: dict[tuple[int, int], bool] = {}
    for match in find_outline(tree, rules):
        for capture, (start, end, _) in zip(match.names, match.spots, strict=True):
            if capture in ("comment", "doc"):
                is_doc = capture == "doc" or data.startswith(_DOC_MARKS, start)
                found[start, end] = found.get((start, end), False) or is_doc
    return [CommentRange(start, end, is_doc) for (start, end), is_doc in sorted(found.items())]
