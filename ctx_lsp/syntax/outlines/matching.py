"""Builds `Definitions` from the sorted matches of `outline.scm`: definitions, scopes, comments and docstrings.

`nesting` computes the nesting.
"""

from collections.abc import Iterable
from itertools import accumulate

from ctx_lsp.syntax.definitions import Definitions, DefinitionSpan, Enclosing, Range, enclosing_definitions
from ctx_lsp.syntax.outlines.clauses import joined_clauses
from ctx_lsp.syntax.outlines.nesting import DefinitionMatch, Nesting
from ctx_lsp.syntax.outlines.sorting import NO_DEFINITION, SortedMatches, kind_of_definition
from ctx_lsp.syntax.rows import NodeSpan, QueryMatch, text_of
from ctx_lsp.syntax.rules import LanguageRules
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS

LONGEST_TITLE = 200  # maximum number of characters

_OPENINGS = (b"", b"do")  # texts allowed between the start of a body and its docstring


def find_definitions(found: SortedMatches, data: bytes, rules: LanguageRules) -> Definitions:
    """Find the definitions, scopes, comments and docstrings of a text, and nest the definitions."""
    candidates = _candidates(found, data, rules)
    bodies = {one.body for one in candidates if one.kind in CONTAINER_KINDS}
    local_blocks = [spot for spot in found.collected["local"] if spot[0] not in bodies]
    locals_ = [DefinitionMatch("local", spot, spot[0], spot[1], spot[0]) for spot in local_blocks]
    if rules.most_definitions:
        candidates = _outer_levels(candidates, locals_, rules)
    if rules.joins_clauses:
        candidates = joined_clauses(candidates, data)
    comments, decorators = (_trimmed(found.collected[capture], data) for capture in ("comment", "decorator"))
    blocks = [*locals_, *(_scope(match, found.wrappers, data) for match in found.scopes)]
    nesting = Nesting(data, rules, sorted((*comments, *decorators)), {one.name for one in candidates})
    for one in sorted((*blocks, *candidates), key=lambda one: (one.start, -one.end, one.name_start)):
        nesting.add(one)
    items, scopes = nesting.result()
    enclosing = enclosing_definitions(items, scopes)
    return Definitions(
        items,
        scopes,
        enclosing,
        comments,
        decorators,
        locals=_trimmed(local_blocks, data),
        docstrings=_docstrings(items, enclosing, _trimmed(found.collected["doc"], data), data),
        owner_starts=frozenset(found.starts("owner")),
    )


def _candidates(found: SortedMatches, data: bytes, rules: LanguageRules) -> list[DefinitionMatch]:
    imported = set(found.starts("import.alias"))  # `const fs = require("fs")` is an import, not a variable
    candidates = (
        _candidate(kind, match, match.first(definition), found.wrappers, data)
        for definition, match in found.definitions.values()
        if (kind := kind_of_definition(definition)) != NO_DEFINITION
    )
    named = [one for one in candidates if one.name not in ("", "_") and one.name_start not in imported]
    named = [one for one in named if one.kind != "Key" or any(map(str.isalnum, one.name))]
    if rules.key_words:
        named = [one for one in named if one.name not in rules.key_words]
    if rules.variable_names.pattern:
        named = [one for one in named if one.kind != "Variable" or rules.variable_names.search(one.name)]
    return named


def _outer_levels(
    candidates: list[DefinitionMatch], blocks: list[DefinitionMatch], rules: LanguageRules
) -> list[DefinitionMatch]:
    """Return the `candidates` that are outside of blocks, down to the innermost level that `rules` allow.

    Outer levels are kept as long as they have at most `rules.most_definitions` definitions in total. A level that
    exceeds this limit is a table of records, in which keys are values rather than names.
    """
    levels: list[list[DefinitionMatch]] = [[] for _ in range(rules.deepest)]
    around: list[DefinitionMatch] = []
    block_end = 0
    for one in sorted((*blocks, *candidates), key=lambda one: (one.start, -one.end, one.name_start)):
        while around and (around[-1].end <= one.start or around[-1].node == one.node):
            around.pop()
        if one.start >= block_end and one.kind == "local":
            block_end = one.end
        elif one.start >= block_end and len(around) < len(levels):
            levels[len(around)].append(one)
            around.append(one)
    totals = accumulate(map(len, levels))
    return [
        one for level, total in zip(levels, totals, strict=True) if total <= rules.most_definitions for one in level
    ]


def _candidate(
    kind: str, match: QueryMatch, node: NodeSpan, wrappers: dict[NodeSpan, NodeSpan], data: bytes
) -> DefinitionMatch:
    captured = match.names
    name_start, name_end = _without_blanks(match.first("name"), data)
    start, end, _ = _outermost(node, wrappers)
    if "tail" in captured:
        end = max(end, match.first("tail")[1])
    return DefinitionMatch(
        kind,
        node,
        start,
        end,
        match.first("body")[0] if "body" in captured else end,
        _name(match, data[name_start:name_end].decode("utf-8", "replace"), data),
        name_start,
        name_end,
        ".".join(text_of(spot, data) for spot in match.all("owner")) if "owner" in captured else "",
        "receiver" in captured,
        "forward" in captured,
    )


def _without_blanks(name: NodeSpan, data: bytes) -> Range:
    """Return the range of a name without leading and trailing whitespace, which some grammars include in keys."""
    text = data[name[0] : name[1]]
    start = name[0] + len(text) - len(text.lstrip())
    return Range(start, start + len(text.strip()))


def _scope(match: QueryMatch, wrappers: dict[NodeSpan, NodeSpan], data: bytes) -> DefinitionMatch:
    node = match.first("scope")
    start, end, _ = _outermost(node, wrappers)
    return DefinitionMatch("scope", node, start, end, match.first("body")[0], owner=text_of(match.first("owner"), data))


def _outermost(node: NodeSpan, wrappers: dict[NodeSpan, NodeSpan]) -> NodeSpan:
    while node in wrappers:
        node = wrappers[node]
    return node


def _name(match: QueryMatch, written: str, data: bytes) -> str:
    """Return the name of a definition. A block with a title is named by its word and title, as in `it adds numbers`.

    No identifier can be equal to such a name.
    """
    if "word" not in match.names:
        return _unmarked(written)
    is_literal = written[0] in "'\"`" and written[-1] == written[0] and not _closes(written)
    title = " ".join((written[1:-1] if is_literal else written).split())
    return f"{text_of(match.first('word'), data)} {title[:LONGEST_TITLE]}".rstrip()


def _closes(written: str) -> bool:
    """Return whether the first literal of a title ends before the title does, as in `"from " + start + "to"`.

    `written` begins and ends with the same quote.
    """
    quote, inner = written[0], written[1:-1]
    return quote in inner.replace(f"\\{quote}", "")


def _unmarked(name: str) -> str:
    """Strip quotes and colons around `name`, but keep operators and the prime of `foldl'`."""
    if name.isidentifier() or not any(map(str.isalnum, name)):
        return name
    return name.strip("'\"`:") if name[0] in "'\"`:" else name.rstrip(":")


def _docstrings(
    items: tuple[DefinitionSpan, ...], enclosing: Enclosing, docstrings: Iterable[Range], data: bytes
) -> dict[int, Range]:
    """Return the documentation string at the start of each body, keyed by the index of its definition."""
    owners = ((enclosing.at(one.start), one) for one in docstrings)
    return {
        owner: one for owner, one in owners if owner >= 0 and data[items[owner].body : one.start].strip() in _OPENINGS
    }


def _trimmed(spots: Iterable[NodeSpan], data: bytes) -> tuple[Range, ...]:
    """Return the sorted ranges of `spots`, without the line ending that some grammars include in comments."""
    ranges = set()
    for start, last, _ in spots:
        end = last
        while end > start and data[end - 1] in b"\r\n":
            end -= 1
        ranges.add(Range(start, end))
    return tuple(sorted(ranges))
