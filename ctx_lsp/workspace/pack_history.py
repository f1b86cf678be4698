"""History of packs. For each workspace, the recipes of the last 30 days are kept on disk.

`recipes` defines what a recipe contains, `cache.recipe_book` stores recipes in a file, and `packs` rebuilds packs from
them.
"""

import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

from ctx_lsp.base.timestamps import timestamp
from ctx_lsp.base.user_folders import data_folder
from ctx_lsp.cache.recipe_book import UNLISTED, RecipeBook, RecipeRow
from ctx_lsp.features.model import BadRequest
from ctx_lsp.packing.formats.render import one_line
from ctx_lsp.packing.model import Pack, PackRequest
from ctx_lsp.sealing.seal import UNSEALED, Seal
from ctx_lsp.text.redaction import redacted
from ctx_lsp.workspace.recipes import Recipe, SubjectKind, decoded_recipe, encoded_recipe, is_kept, kind_of, recipe_of

MAX_TITLE = 200  # characters
LOCKED = "the history is locked: its key could not be read yet (cache.encryption)"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RecentPack:
    """A pack that can be rebuilt from its recipe.

    `title` is the question, the symbol, or a description of the files or the change. `asked_at` is a UTC time in ISO
    8601 format. `asked_by` names the agent that requested the pack; it is empty for the user of the editor.
    """

    pack_id: str
    kind: SubjectKind
    title: str
    asked_at: str
    asked_by: str


class PackHistory:
    """The pack history of one workspace. Thread-safe."""

    def __init__(
        self,
        roots: Iterable[Path],
        is_on: bool,
        soon: Callable[[Callable[[], None]], object] = lambda work: work(),
        seal: Seal | None = UNSEALED,
    ) -> None:
        """Open the history of a workspace with the folders `roots`, and delete expired recipes.

        `soon` schedules a function that writes to disk; by default, the function runs at once. If `seal` is None,
        nothing is read or written until `use_seal` is called.
        """
        self.is_on = is_on
        self._soon = soon
        self._book = RecipeBook(data_folder(), seal=seal)
        soon(self._book.expire)
        self.use_roots(roots)

    @property
    def is_locked(self) -> bool:
        """Whether nothing is read or written, because the key of an encrypted history is unknown."""
        return self._book.is_locked

    @property
    def is_kept(self) -> bool:
        """Whether the recipes of new packs are stored on disk."""
        return self.is_on and not self.is_locked

    def use_seal(self, seal: Seal | None) -> None:
        """Use this seal for the history from now on. If it is None, keep new recipes only in memory."""
        self._book.use_seal(seal)

    def use_roots(self, roots: Iterable[Path]) -> None:
        """Switch to the history of the workspace with the folders `roots`."""
        self._workspace = "\n".join(sorted(map(str, roots)))

    def switch(self, is_on: bool) -> None:
        """Switch the history on or off. Switching it off deletes the history of this workspace.

        A history that was off from the start is not deleted, because it may be off for this server only.
        """
        was_on, self.is_on = self.is_on, is_on
        if was_on and not is_on:
            self._soon(partial(self._book.forget, self._workspace))

    def note(self, request: PackRequest, pack: Pack, asked_by: str = "") -> None:
        """Store the recipe of a pack, unless the pack is empty, its request contains a diff, or the history is off.

        An empty pack of a series is stored, because later packs of the series refer to it, but it is not among the
        recent ones. Returns immediately. `asked_by` names the agent that requested the pack; it is empty for the user.
        """
        is_empty = not (pack.items or pack.elsewhere)
        if not (self.is_on and self._workspace and is_kept(request)) or (is_empty and not request.options.since):
            return
        title = UNLISTED if is_empty else one_line(redacted(pack.query.text))[:MAX_TITLE]
        try:
            recipe = encoded_recipe(recipe_of(request, pack))
        except UnicodeEncodeError as error:  # a file name that is not valid Unicode
            log.info("a pack is not kept: %s", error)
            return
        kind = kind_of(request.subject)
        self._book.note(RecipeRow(self._workspace, pack.pack_id, time.time(), asked_by, kind, title, recipe))
        self._soon(self._book.write)

    def recipe(self, pack_id: str) -> Recipe | None:
        """Return the recipe of a pack, or None if the id is unknown or the history is off.

        Raises `BadRequest` for an unreadable recipe.
        """
        row = self._book.find(self._workspace, pack_id) if self.is_on else None
        return decoded_recipe(pack_id, row.recipe) if row else None

    def recent(self, limit: int) -> tuple[RecentPack, ...]:
        """Return up to `limit` packs, latest first, or none if the history is off.

        If several packs have the same title, kind and asker, only the latest of them is returned.
        """
        rows = self._book.recent(self._workspace, limit) if self.is_on else []
        return tuple(map(_recent_pack, rows))

    def forget(self) -> None:
        """Delete the history of this workspace. Raises `BadRequest` if it is locked."""
        if self.is_locked:
            raise BadRequest(LOCKED)
        self._book.forget(self._workspace)

    def forget_folder(self, folder: Path) -> None:
        """Delete the history of every workspace that contains this folder."""
        self._book.forget_folder(str(folder))

    def close(self) -> None:
        """Write all pending recipes to disk."""
        self._book.write()


def _recent_pack(row: RecipeRow) -> RecentPack:
    kind = cast("SubjectKind", row.kind)
    return RecentPack(row.pack_id, kind, row.title, timestamp(row.asked), row.asked_by)
