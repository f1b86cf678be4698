"""Finds the notes that accepted notes replace. Notes that replace each other in a circle replace nothing."""

import re
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import NamedTuple

from ctx_lsp.memory.model import Note
from ctx_lsp.memory.note_text import note_id

MIN_SIMILARITY = 0.8  # of an unknown id and the id that it seems to be meant for
MAX_MISSPELT = 50  # unknown ids for which similar ones are sought
_NUMBER = re.compile(r"-\d+\Z")

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


def superseding(notes: Iterable[tuple[str, Note]], present: Collection[str]) -> Superseding:
    """Return what the notes, given with their paths, replace. Notes replace only notes in their own folder.

    `present` holds the paths of all files that are meant to be notes; the invalid ones may be replaced, too.
    """
    pairs = [
        (path, f"{_folder(path)}/{note_id(old)}.md")
        for path, note in notes
        for old in note.supersedes
        if note.state == "accepted" and note_id(old) != note_id(path)
    ]
    groups = _groups_on_circles(pairs)
    replaced: dict[str, str] = {}
    circular: dict[str, set[str]] = {}
    for new, old in pairs:
        if new in groups and groups[new] == groups.get(old):
            circular.setdefault(new, set()).add(note_id(old))
        else:
            replaced[old] = note_id(new)
    return Superseding(
        replaced, {new: tuple(sorted(ids)) for new, ids in circular.items()}, _misspelt(pairs, frozenset(present))
    )


def _misspelt(pairs: Pairs, present: frozenset[str]) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return `Superseding.misspelt`. An id without a similar one may be that of a note that was deleted later."""
    unknown = [(new, old) for new, old in pairs if old not in present]
    if not unknown:
        return {}
    ids: dict[str, dict[str, str]] = {}  # of each folder, by their lower-case forms
    for path in present:
        ids.setdefault(_folder(path), {})[note_id(path).lower()] = note_id(path)
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for new, old in unknown[:MAX_MISSPELT]:
        written, others = note_id(old), ids[_folder(new)]
        near = (others[one] for one in get_close_matches(written.lower(), others, 3, MIN_SIMILARITY))
        if meant := next((one for one in near if one != note_id(new) and not _is_numbered(one, written)), None):
            found[new] = (*found.get(new, ()), (written, meant))
    return found


def _is_numbered(name: str, other: str) -> bool:
    """Return whether two ids are those of notes with the same title, which a number tells apart."""
    return _NUMBER.sub("", name) == _NUMBER.sub("", other)


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _groups_on_circles(pairs: Pairs) -> dict[str, int]:
    """Return, for each note on a circle, the number of its group of notes that replace each other."""
    if not {new for new, _ in pairs} & {old for _, old in pairs}:
        return {}  # without a chain, there is no circle
    nx = import_module("networkx")  # slow to load, and few workspaces need it
    groups = (group for group in nx.strongly_connected_components(nx.DiGraph(pairs)) if len(group) > 1)
    return {path: number for number, group in enumerate(groups) for path in group}
