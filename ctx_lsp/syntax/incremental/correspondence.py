"""Corresponding definitions of two versions of a text: which definition of the old text is which of the new text."""

from typing import NamedTuple

from ctx_lsp.syntax.definitions import Definitions, DefinitionSpan
from ctx_lsp.syntax.incremental.edits import Edit


class Correspondence(NamedTuple):
    """The indices of corresponding definitions.

    The first `first` definitions of both texts correspond, and so do those from `old_last` and from `new_last` on. The
    definitions in between were removed from the old text, or added to the new one.
    """

    first: int
    old_last: int
    new_last: int

    @property
    def is_complete(self) -> bool:
        """Whether no definition was removed or added."""
        return self.first == self.old_last == self.new_last

    def new_index(self, index: int) -> int | None:
        """Return the new index of a definition of the old text, -1 for -1, and None for a definition that is gone."""
        if index < self.first:
            return index
        return index + self.new_last - self.old_last if index >= self.old_last else None


def correspondence(old: Definitions, new: Definitions, different: Edit) -> Correspondence | None:
    """Return how the definitions of two texts correspond; None if some have changed outside the difference.

    Corresponding definitions may have different names, but have matching positions outside the difference. Those that
    were removed or added lie within it.
    """
    olds, news = old.items, new.items
    shorter = min(len(olds), len(news))
    first = next((index for index in range(shorter) if not _are_alike(olds[index], news[index], different)), shorter)
    rest = shorter - first
    pairs = zip(olds[::-1][:rest], news[::-1][:rest], strict=True)
    last = next((number for number, pair in enumerate(pairs) if not _are_alike(*pair, different)), rest)
    found = Correspondence(first, len(olds) - last, len(news) - last)
    removed, added = olds[first : found.old_last], news[first : found.new_last]
    are_within = all(different.start < one.lead and one.end < different.old_end for one in removed) and all(
        different.start < one.lead and one.end < different.new_end for one in added
    )
    kept = zip((*olds[:first], *olds[found.old_last :]), (*news[:first], *news[found.new_last :]), strict=True)
    have_same_parents = all(found.new_index(left.parent) == right.parent for left, right in kept)
    return found if are_within and have_same_parents and _are_scopes_alike(old, new, different, found) else None


def _are_scopes_alike(old: Definitions, new: Definitions, different: Edit, found: Correspondence) -> bool:
    if len(old.scopes) != len(new.scopes) or len(old.owner_starts) != len(new.owner_starts):
        return False
    for one, other in zip(old.scopes, new.scopes, strict=True):
        same_ends = _is_moved(one.lead, other.lead, different) and _is_moved(one.end, other.end, different)
        if found.new_index(one.owner) != other.owner or not same_ends:
            return False
    owners = zip(sorted(old.owner_starts), sorted(new.owner_starts), strict=True)
    return all(_is_moved(*pair, different) for pair in owners)


def _are_alike(left: DefinitionSpan, right: DefinitionSpan, different: Edit) -> bool:
    if (left.kind, left.through_receiver) != (right.kind, right.through_receiver):
        return False
    if (left.body == left.end) != (right.body == right.end):
        return False
    return (
        _is_moved(left.lead, right.lead, different)
        and _is_moved(left.name_start, right.name_start, different)
        and _is_moved(left.end, right.end, different)
    )


def _is_moved(left: int, right: int, different: Edit) -> bool:
    """Return whether offset `left` of the old text corresponds to `right` in the new text.

    Any two offsets within the difference correspond.
    """
    if left <= different.start or left >= different.old_end:
        return right == different.moved(left)
    return different.start < right < different.new_end
