"""Adds pieces of code from other repositories to a pack: chooses lines that fit, and renders the pack with them.

The pieces follow the code of the workspace, or precede it if the best result is elsewhere. They are not assessed:
completeness is about the code of the workspace only, and a pack that begins with pieces is not ready and has no
confidence. `workspace.sharing` finds the texts.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from ctx_lsp.packing.assessment.readiness import within_larger
from ctx_lsp.packing.detail.lines import NONE, parts_of
from ctx_lsp.packing.formats.counted import counted
from ctx_lsp.packing.formats.formats import FORMATS
from ctx_lsp.packing.formats.tokens import count_tokens
from ctx_lsp.packing.identity import id_with_context
from ctx_lsp.packing.model import Excerpt, ExcerptSymbols, Pack, PackOptions, PackTokens, Readiness, RemotePiece
from ctx_lsp.retrieval.model import Item, Origin
from ctx_lsp.text.source import SourceText

SHOWN_REVISION = 12  # characters of a commit in the name of a piece
FOUND_ELSEWHERE = "the best matches are in other repositories; readiness was not assessed"

RemoteText = tuple[str, str, str]
"""A repository, the revision of its index, and the path of a file in it."""


def pieces_within(
    items: Iterable[Item], texts: Mapping[RemoteText, SourceText], room: int, options: PackOptions
) -> list[RemotePiece]:
    """Return the results of other repositories that fit into `room` tokens, best first, cutting long ones short.

    Results without a text in `texts`, and results that overlap a better one, are left out.
    """
    pieces: list[RemotePiece] = []
    for item in items:
        origin = item.origin
        source = texts.get((origin.repository, origin.revision, item.path)) if origin else None
        if origin is None or source is None or any(_overlap(piece.item, item) for piece in pieces):
            continue
        piece = _fitting(item, origin, source, room, options)
        if piece is not None:
            pieces.append(piece)
            room -= piece.tokens
    return pieces


def with_elsewhere(
    pack: Pack, pieces: Sequence[RemotePiece], baseline: int, options: PackOptions, *, leads: bool
) -> Pack:
    """Return a pack of at most `options.max_tokens` with as many of the pieces as fit.

    `baseline` counts the tokens of the files that the pieces are from. With `leads`, the pieces come first. If they do,
    or if the pack has no items of its own, its confidence becomes None and it counts as not ready.
    """
    confidence = pack.confidence
    readiness = within_larger(pack.readiness, pack.tokens.budget, options.max_tokens)
    if pieces and (leads or not pack.items):  # both were fitted to code of one workspace
        confidence, readiness = None, Readiness(ready=False, reason=FOUND_ELSEWHERE)
    while True:
        added = tuple((_excerpt(piece), piece.text) for piece in pieces)
        excerpts = (*added, *pack.document.excerpts) if leads else (*pack.document.excerpts, *added)
        files = pack.document.summary.files + len({excerpt.path for excerpt, _ in added})
        summary = replace(
            pack.document.summary,
            budget=options.max_tokens,
            files=files,
            confidence=confidence,
            reason=readiness.reason,
            remark=pack.query.remark,
        )
        document = replace(pack.document, excerpts=excerpts, summary=summary)
        document, text = counted(document, options.format, options.encoding)
        if document.summary.used <= options.max_tokens:
            break
        if not pieces:  # not even the header fits
            tokens = replace(pack.tokens, budget=options.max_tokens)
            return replace(pack, tokens=tokens, readiness=readiness)
        pieces = pieces[:-1]
    shown = chain.from_iterable((_name(piece), piece.text) for piece in pieces)
    return replace(
        pack,
        pack_id=id_with_context(pack.pack_id, shown),
        tokens=PackTokens(document.summary.used, options.max_tokens, pack.tokens.baseline + baseline),
        confidence=confidence,
        readiness=readiness,
        text=text,
        document=document,
        elsewhere=tuple(pieces),
    )


def _fitting(item: Item, origin: Origin, source: SourceText, room: int, options: PackOptions) -> RemotePiece | None:
    """Return a piece with the first lines of a result, or None if not even one line fits into `room` tokens.

    The number of lines is halved until they fit, and a mark stands for the lines that are left out.
    """
    end = last = min(origin.last_line, source.line_count)
    while last >= origin.first_line:
        rest = ((last, end),) if last < end else NONE
        text = "".join(parts_of(source, ((origin.first_line - 1, last),), rest=rest))
        piece = RemotePiece(replace(item, origin=replace(origin, last_line=last)), 0, text)
        tokens = count_tokens(FORMATS[options.format].excerpt(_excerpt(piece), text), options.encoding)
        if tokens <= room:
            return replace(piece, tokens=tokens)
        last = origin.first_line + (last - origin.first_line + 1) // 2 - 1
    return None


def _excerpt(piece: RemotePiece) -> Excerpt:
    item, origin = piece.item, piece.origin
    symbols = (item.symbol,) if item.symbol else ()
    mentions = (ExcerptSymbols("primary", named=False, symbols=tuple(map(_qualified, symbols))),) if symbols else ()
    lines = ((origin.first_line - 1, origin.last_line),)
    return Excerpt(_name(piece), item.language, origin.first_line, origin.last_line, lines, mentions)


def name_elsewhere(origin: Origin, path: str) -> str:
    """Return a one-line name for a result from another repository: the repository, the revision and the path."""
    commit, mark, changed = origin.revision.partition("+")
    revision = f"@{commit[:SHOWN_REVISION]}{mark}{changed}" if commit else ""
    return f"{origin.repository}{revision}:{path}"


def _name(piece: RemotePiece) -> str:
    return name_elsewhere(piece.origin, piece.item.path)


def _qualified(symbol: str) -> str:
    return symbol.partition("::")[2]


def _overlap(one: Item, other: Item) -> bool:
    if one.origin is None or other.origin is None or one.path != other.path:
        return False
    is_same = (one.origin.repository, one.origin.revision) == (other.origin.repository, other.origin.revision)
    return (
        is_same and one.origin.first_line <= other.origin.last_line and other.origin.first_line <= one.origin.last_line
    )
