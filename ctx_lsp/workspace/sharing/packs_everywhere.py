"""Builds packs from the workspace and from published repositories: searches both, and divides the budget."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.filters import with_folders
from ctx_lsp.packing.detail.levels import BODIES
from ctx_lsp.packing.elsewhere import RemoteText, pieces_within, with_elsewhere
from ctx_lsp.packing.formats.tokens import count_file_tokens
from ctx_lsp.packing.model import Pack, PackRequest, QuestionSubject, RemotePiece
from ctx_lsp.published.service import PublishedRepositories
from ctx_lsp.retrieval.model import Item, Scope, SearchAnswer, SearchRequest
from ctx_lsp.sharing.storage import SharingError
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.decode import decode
from ctx_lsp.text.roots import Roots
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace.sharing.definitions import as_item, needed_elsewhere

CONSIDERED = 20  # results of both sides from which pieces are chosen
DECISIVE = 10  # first results, whose shares are those of the budget
LEAST_LOCAL = 100  # tokens for a pack of the workspace without code


class Answering(Protocol):
    """The members of an analysis that this module uses."""

    @property
    def snapshot(self) -> Snapshot:
        """The snapshot of the workspace's index."""

    @property
    def roots(self) -> Roots:
        """The folders of the workspace."""

    @property
    def published(self) -> PublishedRepositories | None:
        """The published repositories, or None if the settings name none."""

    def search(self, request: SearchRequest, token: CancelToken) -> SearchAnswer:
        """Find the best results for a question."""

    def pack(self, request: PackRequest, token: CancelToken) -> Pack:
        """Build the pack for a request."""


def pack_everywhere(analysis: Answering, subject: QuestionSubject, request: PackRequest, token: CancelToken) -> Pack:
    """Build the pack for a question whose scope is not the workspace alone. Raises `BadRequest`, `Cancelled`.

    The budget is divided between the workspace and the published repositories in proportion to how many of the first
    `DECISIVE` results come from each. The workspace gets at least half if the best result is in it, and also the tokens
    that the published repositories do not use. Any tokens still left are spent on published definitions that the
    workspace's code uses. A warning names the definitions for which there is no room.
    """
    options, scope = request.options, subject.scope
    found = analysis.search(
        SearchRequest(subject.question, CONSIDERED, options.filter, options.rerank, subject.hypothetical, scope), token
    )
    is_here = scope == "everywhere" or any(name in analysis.roots.names for name in scope)
    remote = [item for item in found.items if item.origin]
    texts, warnings = _texts(analysis, remote)
    first = found.items[:DECISIVE]
    share = sum(item.origin is not None for item in first) / len(first) if first else 0.0
    least = options.max_tokens // 2 if first and first[0].origin is None else LEAST_LOCAL  # room for a best result here
    room = max(0, min(round(share * options.max_tokens), options.max_tokens - least))
    pieces = pieces_within(remote, texts, room, options)
    left = max(options.max_tokens - sum(piece.tokens for piece in pieces), LEAST_LOCAL)
    local_options = replace(options, max_tokens=left, filter=with_folders(options.filter, analysis.roots, scope))
    local = analysis.pack(PackRequest(replace(subject, scope="workspace"), local_options), token)
    own = local.warnings if is_here else ()
    needed, needed_texts, needs = _needed(analysis, local, scope, token)
    room = options.max_tokens - local.tokens.used - sum(piece.tokens for piece in pieces)
    added = pieces_within(needed, {**texts, **needed_texts}, room, options)
    there = {_place(piece.item) for piece in pieces}
    pieces = [*pieces, *(piece for piece in added if _place(piece.item) not in there)]
    texts, warnings = {**texts, **needed_texts}, [*warnings, *needs, *_not_shown(needed, pieces)]
    shown = {(piece.origin.repository, piece.origin.revision, piece.item.path) for piece in pieces}
    pack = with_elsewhere(
        replace(local, query=found.query, warnings=tuple(dict.fromkeys((*found.warnings, *warnings, *own)))),
        pieces,
        sum(count_file_tokens(texts[place], options.encoding) for place in shown),
        options,
        leads=bool(first) and first[0].origin is not None,
    )
    token.check()
    return pack


def _needed(
    analysis: Answering, local: Pack, scope: Scope, token: CancelToken
) -> tuple[list[Item], dict[RemoteText, SourceText], list[str]]:
    """Return the published definitions in `scope` that the bodies shown in `local` use, their texts, and warnings."""
    if analysis.published is None:
        return [], {}, []
    shown = [one.item for one in local.items if one.level in BODIES]
    try:
        found = needed_elsewhere(analysis.snapshot, analysis.roots, analysis.published, shown, token)
    except SharingError as error:
        return [], {}, [f"Published definitions of packages were not looked up: {error}."]
    items = [as_item(one) for one in found if scope == "everywhere" or one.origin.repository in scope]
    return items, *_texts(analysis, items)


def _place(item: Item) -> tuple[str, str, str]:
    """Return the repository, the revision and the symbol (or path) of a result."""
    origin = item.origin
    return origin.repository if origin else "", origin.revision if origin else "", item.symbol or item.path


def _not_shown(needed: Sequence[Item], pieces: Sequence[RemotePiece]) -> list[str]:
    """Return a warning that names the definitions for which there was no room, or nothing if all are shown."""
    shown = {_place(piece.item) for piece in pieces}
    left = [_place(item) for item in needed if _place(item) not in shown]
    names = [
        f"{symbol.partition('::')[2]} ({repository}:{symbol.partition('::')[0]})" for repository, _, symbol in left
    ]
    return [f"Published definitions used by the code, but not shown: {', '.join(names)}."] if names else []


def _texts(analysis: Answering, items: Iterable[Item]) -> tuple[dict[RemoteText, SourceText], list[str]]:
    """Return the published texts of results, and warnings about texts that are missing or cannot be read."""
    places = dict.fromkeys((one.origin.repository, one.origin.revision, one.path) for one in items if one.origin)
    if not places or analysis.published is None:
        return {}, []
    try:
        read = analysis.published.texts(list(places))
    except SharingError as error:
        return {}, [f"Code of other repositories is not shown: {error}."]
    texts = {place: source for place, text in read.items() if (source := decode(text)) is not None}
    without = dict.fromkeys(place[0] for place in places if place not in texts)
    named = ", ".join(without)
    return texts, [f"Found but not shown, because the texts are not published: {named}."] if without else []
