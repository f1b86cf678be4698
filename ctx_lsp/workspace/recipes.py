"""Recipes of packs. A recipe consists of the request for a pack and a digest of each piece that the pack showed.

A recipe contains no code. The pack is rebuilt from the request, and the digests show which pieces have changed. This
module converts recipes to bytes and redacts likely secrets in the request. `cache.recipe_book` stores the bytes.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Literal

import msgspec

from ctx_lsp.base.digest import digest
from ctx_lsp.features.model import BadRequest
from ctx_lsp.packing.model import (
    ChangeSubject,
    FilesSubject,
    Pack,
    PackItem,
    PackOptions,
    PackRequest,
    PackSubject,
    QuestionSubject,
    SymbolSubject,
)  # fmt: skip
from ctx_lsp.text.redaction import redacted_answer

SubjectKind = Literal["question", "symbol", "files", "changes"]


class Piece(msgspec.Struct, frozen=True, array_like=True):
    """A piece of a pack. `name` is its symbol id, or else its path; `text` is a digest of its level and text."""

    name: str
    text: str


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A request and the pieces of its pack. Exactly one of `question`, `symbol`, `files` and `changes` is set."""

    form: Literal[1]  # version of the format; increase it when the meaning of a recipe changes
    options: PackOptions
    pieces: tuple[Piece, ...]
    question: QuestionSubject | None = None
    symbol: SymbolSubject | None = None
    files: FilesSubject | None = None
    changes: ChangeSubject | None = None
    is_redacted: bool = False  # whether a likely secret was removed, so that the request differs from the original

    @property
    def request(self) -> PackRequest:
        """The request for which the pack was built."""
        subject = self.question or self.symbol or self.files or self.changes
        assert subject is not None
        return PackRequest(subject, self.options)


@dataclass(frozen=True, slots=True)
class PieceChanges:
    """The names (symbol ids or paths) of the pieces in which two packs differ; `same` counts the equal pieces.

    `entered` names pieces that only the later pack has, and `left` pieces that only the earlier pack has.
    """

    entered: tuple[str, ...]
    left: tuple[str, ...]
    changed: tuple[str, ...]
    same: int

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all pieces that differ, without duplicates."""
        return tuple(dict.fromkeys((*self.changed, *self.left, *self.entered)))

    @property
    def by_kind(self) -> dict[str, tuple[str, ...]]:
        """The names of the pieces that differ, keyed by the kind of change: "changed", "added" or "removed".

        Kinds without pieces are left out.
        """
        kinds = {"changed": self.changed, "added": self.entered, "removed": self.left}
        return {kind: names for kind, names in kinds.items() if names}


def kind_of(subject: PackSubject) -> SubjectKind:
    """Return the name of a subject's kind, as used in the pack history."""
    match subject:
        case QuestionSubject():
            return "question"
        case SymbolSubject():
            return "symbol"
        case FilesSubject():
            return "files"
        case ChangeSubject():
            return "changes"


def is_kept(request: PackRequest) -> bool:
    """Return whether a request can be stored. One with a diff cannot, because a recipe must not contain code."""
    subject = request.subject
    return not (isinstance(subject, ChangeSubject) and subject.diff is not None)


def recipe_of(request: PackRequest, pack: Pack) -> Recipe:
    """Return the recipe of a pack."""
    subject = request.subject
    return Recipe(
        form=1,
        options=request.options,
        pieces=pieces_of(pack),
        question=subject if isinstance(subject, QuestionSubject) else None,
        symbol=subject if isinstance(subject, SymbolSubject) else None,
        files=subject if isinstance(subject, FilesSubject) else None,
        changes=subject if isinstance(subject, ChangeSubject) else None,
    )


def encoded_recipe(recipe: Recipe) -> bytes:
    """Return a recipe as bytes, with likely secrets redacted."""
    given = msgspec.to_builtins(recipe)
    shown = redacted_answer(given)
    assert isinstance(shown, dict)
    is_redacted = any(shown[name] != value for name, value in given.items() if name != "pieces")
    return msgspec.json.encode(shown | ({"is_redacted": True} if is_redacted else {}))


def decoded_recipe(pack_id: str, data: bytes) -> Recipe:
    """Return the recipe in `data`. Raises `BadRequest` if it is damaged or from another version of the program."""
    try:
        recipe = msgspec.json.decode(data, type=Recipe)
        given = msgspec.json.decode(data)
    except msgspec.MsgspecError:
        raise _unreadable(pack_id) from None
    subjects = (recipe.question, recipe.symbol, recipe.files, recipe.changes)
    known = {field.name for field in fields(PackOptions)}
    if sum(one is not None for one in subjects) != 1 or not given["options"].keys() <= known:
        raise _unreadable(pack_id)
    return recipe


def pieces_of(pack: Pack) -> tuple[Piece, ...]:
    """Return the name and digest of each item in a pack."""
    return tuple(map(piece_of, pack.items))


def piece_of(packed: PackItem) -> Piece:
    """Return the name and digest of one item in a pack."""
    shown = digest(packed.level.encode(), packed.text.encode("utf-8", "replace"))
    return Piece(packed.item.symbol or packed.item.path, shown.hex())


def changes_between(before: Iterable[Piece], after: Iterable[Piece]) -> PieceChanges:
    """Compare the pieces of two packs; pieces with the same name are compared by their digests."""
    old, new = _by_name(before), _by_name(after)
    both = [key for key in new if key in old]
    return PieceChanges(
        entered=_names(key for key in new if key not in old),
        left=_names(key for key in old if key not in new),
        changed=_names(key for key in both if old[key] != new[key]),
        same=sum(old[key] == new[key] for key in both),
    )


def _by_name(pieces: Iterable[Piece]) -> dict[tuple[str, int], str]:
    seen: Counter[str] = Counter()
    found: dict[tuple[str, int], str] = {}
    for piece in pieces:
        found[piece.name, seen[piece.name]] = piece.text
        seen[piece.name] += 1
    return found


def _names(keys: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name, _ in keys))


def _unreadable(pack_id: str) -> BadRequest:
    return BadRequest(f"pack {pack_id!r} was kept by another version of ctx-lsp; ask again", "unknownPack")
