"""Finds the notes that accepted notes replace. Notes that replace each other in a circle replace nothing."""

from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import NamedTuple

from ctx_lsp.memory.model import Note
from ctx_lsp.memory.note_text import note_id

MIN_SIMILARITY = 0.8  # of an unknown id and the id that it seems to be meant for

Pairs = list[tuple[str, str]]
"""The paths of a note and of a note that it replaces, one pair for each replacement."""


class Superseding(NamedTuple):
    """Replaced notes, and faults of replacements.

    `replaced` maps the path of a replaced note to the id of the note that replaces it. `circular` maps the path of each
    note on a circle to the sorted ids of the notes on it that this note replaces. `misspelt` maps the path of a note to
    pairs of an id that it replaces and that does not exist, and the most similar id.
    """

    replaced: Mapping[str, str]
    circular: Mapping[str, tuple[str, ...]]
    misspelt: Mapping[str, tuple[tuple[str, str], ...]]


def superseding(notes: Iterable[tuple[str, Note]]) -> Superseding:
    """Return what the notes, given with their paths, replace. Notes replace only notes in their own folder."""
    by_path = dict(notes)
    pairs = [
        (path, f"{_folder(path)}/{note_id(old)}.md")
        for path, note in by_path.items()
        for old in note.supersedes
        if note.state == "accepted" and note_id(old) != note_id(path)
    ]
    groups = _groups_on_circles(pairs)
    inside = [(new, old) for new, old in pairs if any(new in group and old in group for group in groups)]
    return Superseding(
        {old: note_id(new) for new, old in pairs if (new, old) not in inside},
        {new: tuple(sorted(note_id(old) for first, old in inside if first == new)) for new, _ in inside},
        _misspelt(pairs, by_path),
    )


def _misspelt(pairs: Pairs, by_path: Collection[str]) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return `Superseding.misspelt`. An id without a similar one may be that of a note that was deleted later."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for new, old in pairs:
        if old not in by_path:
            beside = {note_id(path).lower(): note_id(path) for path in by_path if _folder(path) == _folder(new)}
            for near in get_close_matches(note_id(old).lower(), beside, 1, MIN_SIMILARITY):
                found[new] = (*found.get(new, ()), (note_id(old), beside[near]))
    return found


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _groups_on_circles(pairs: Pairs) -> list[set[str]]:
    """Return the groups of notes that replace each other directly or indirectly."""
    if not {new for new, _ in pairs} & {old for _, old in pairs}:
        return []  # without a chain, there is no circle
    nx = import_module("networkx")  # slow to load, and few workspaces need it
    return [group for group in nx.strongly_connected_components(nx.DiGraph(pairs)) if len(group) > 1]
