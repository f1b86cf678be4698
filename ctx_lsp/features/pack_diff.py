"""Finds the items in which two packs differ: added, removed or shown differently. `workspace.packs` keeps the packs."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ctx_lsp.packing.detail.lines import ELISION
from ctx_lsp.packing.model import Level, Pack, PackItem, Role
from ctx_lsp.snapshot.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class DiffItem:
    """An item in only one of two packs.

    `start` and `end` give the current byte range of the item's symbol, or are both 0 if the symbol is gone. For a chunk
    without a symbol, they give the range recorded in the pack.
    """

    symbol: str | None
    path: str
    start: int
    end: int
    role: Role
    level: Level


@dataclass(frozen=True, slots=True)
class ChangedItem:
    """An item that two packs show differently.

    `text_changed` is true if the code itself differs between the packs, and false if only the level of detail differs.
    """

    symbol: str | None
    path: str
    start: int
    end: int
    level_before: Level
    level: Level
    text_changed: bool


@dataclass(frozen=True, slots=True)
class PackDiff:
    """The differences between two packs.

    `before` and `pack_id` are the ids of the earlier and the later pack. `same` counts the items that do not differ.
    """

    before: str
    pack_id: str
    revision: int
    entered: tuple[DiffItem, ...]
    left: tuple[DiffItem, ...]
    changed: tuple[ChangedItem, ...]
    same: int


_Key = tuple[str, int]
"""A symbol id or path, and the position of the item among the items with the same id or path."""


def compare(snapshot: Snapshot, before: Pack, after: Pack) -> PackDiff:
    """Compare `before` with the later pack `after`, symbol by symbol; `snapshot` provides current positions."""
    old, new = _by_key(before.items), _by_key(after.items)
    both = [(old[key], new[key]) for key in new if key in old]
    changed = [(one, other) for one, other in both if (one.level, one.text) != (other.level, other.text)]
    return PackDiff(
        before=before.pack_id,
        pack_id=after.pack_id,
        revision=snapshot.revision,
        entered=tuple(_diff_item(snapshot, new[key]) for key in new if key not in old),
        left=tuple(_diff_item(snapshot, old[key]) for key in old if key not in new),
        changed=tuple(_changed_item(snapshot, one, other) for one, other in changed),
        same=len(both) - len(changed),
    )


def _by_key(items: Iterable[PackItem]) -> dict[_Key, PackItem]:
    seen: Counter[str] = Counter()
    found: dict[_Key, PackItem] = {}
    for packed in items:
        name = packed.item.symbol or packed.item.path
        found[name, seen[name]] = packed
        seen[name] += 1
    return found


def _diff_item(snapshot: Snapshot, packed: PackItem) -> DiffItem:
    item = packed.item
    return DiffItem(item.symbol, item.path, *_place(snapshot, packed), packed.role, packed.level)


def _changed_item(snapshot: Snapshot, before: PackItem, after: PackItem) -> ChangedItem:
    item = after.item
    text_changed = not _shows_the_same(before, after)
    return ChangedItem(item.symbol, item.path, *_place(snapshot, after), before.level, after.level, text_changed)


def _place(snapshot: Snapshot, packed: PackItem) -> tuple[int, int]:
    item = packed.item
    if item.symbol is None:
        return item.start, item.end
    definition = snapshot.definition(item.symbol)
    if definition is None:
        return 0, 0
    span = snapshot.files[item.path].facts.spans[definition.index]
    return span.start, span.end


def _shows_the_same(one: PackItem, other: PackItem) -> bool:
    """Return whether two items show the same code, apart from their levels of detail.

    At different levels, all lines of the shorter text must occur, in order, in the longer one. An outline shows no code
    and never differs from another level.
    """
    if one.level == other.level:
        return one.text == other.text
    if "outline" in (one.level, other.level):
        return True  # an outline shows only the name
    few, many = sorted((_lines(one), _lines(other)), key=len)
    rest = iter(many)
    return all(line in rest for line in few)


def _lines(packed: PackItem) -> list[str]:
    return [line for line in packed.text.splitlines() if not line.lstrip().startswith(ELISION)]
