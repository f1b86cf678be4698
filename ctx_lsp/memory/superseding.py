"""Finds the notes that accepted notes replace. Notes that replace each other in a circle replace nothing."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import NamedTuple

from ctx_lsp.memory.model import Note
from ctx_lsp.memory.note_text import note_id

Pairs = list[tuple[str, str]]
"""The paths of a note and of a note that it replaces, one pair for each replacement."""


class Superseding(NamedTuple):
    """Which notes are replaced, and which replace each other in a circle.

    `replaced` maps the path of a replaced note to the id of the note that replaces it. `circular` maps the path of each
    note on a circle to the sorted ids of the notes on it that this note replaces.
    """

    replaced: Mapping[str, str]
    circular: Mapping[str, tuple[str, ...]]


def superseding(notes: Iterable[tuple[str, Note]]) -> Superseding:
    """Return what the notes, given with their paths, replace. Notes replace only notes in their own folder."""
    pairs = [
        (path, f"{path.rpartition('/')[0]}/{old}.md")
        for path, note in notes
        for old in note.supersedes
        if note.state == "accepted" and old != note_id(path)
    ]
    groups = _groups_on_circles(pairs)
    inside = [(new, old) for new, old in pairs if any(new in group and old in group for group in groups)]
    return Superseding(
        {old: note_id(new) for new, old in pairs if (new, old) not in inside},
        {new: tuple(sorted(note_id(old) for first, old in inside if first == new)) for new, _ in inside},
    )


def _groups_on_circles(pairs: Pairs) -> list[set[str]]:
    """Return the groups of notes that replace each other directly or indirectly."""
    if not {new for new, _ in pairs} & {old for _, old in pairs}:
        return []  # without a chain, there is no circle
    nx = import_module("networkx")  # slow to load, and few workspaces need it
    return [group for group in nx.strongly_connected_components(nx.DiGraph(pairs)) if len(group) > 1]
