"""Conversion of answers about earlier packs to wire types: documents, repeated packs, comparisons and feedback."""

from dataclasses import fields

from msgspec import UNSET, structs

from ctx_lsp.packing.model import PackOptions
from ctx_lsp.protocol.answers.locations import wire_location
from ctx_lsp.protocol.answers.packs import wire_pack
from ctx_lsp.protocol.documents.uris import pack_uri
from ctx_lsp.protocol.messages.kept_packs import (
    WireChangedItem,
    WireDiffItem,
    WireFeedbackChange,
    WireGivenVerdict,
    WirePackDiff,
    WirePackText,
    WireReplay,
    WireReplayChanges,
)  # fmt: skip
from ctx_lsp.protocol.messages.options import Filter, Options
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import Analysis, ChangedItem, DiffItem, FeedbackChange, PackDiff, PackText, Replay


def wire_pack_text(text: PackText) -> WirePackText:
    """Convert a pack's document to its wire type."""
    return WirePackText(
        pack_id=text.pack_id,
        revision=text.revision,
        outdated=text.outdated,
        changed=text.changed,
        tokens=text.tokens,
        text=text.text,
        uri=pack_uri(text.pack_id),
    )


def wire_replay(call: Call[Analysis], replay: Replay) -> WireReplay:
    """Convert a replay to its wire type. A replay is a pack rebuilt from the present code, with the changes in it."""
    changes = replay.changes
    return WireReplay(
        **structs.asdict(wire_pack(call, replay.kept.pack)),
        options=wire_options(replay.kept.request.options),
        changes=WireReplayChanges(
            entered=changes.entered, left=changes.left, changed=changes.changed, same=changes.same
        ),
    )


def wire_options(options: PackOptions) -> Options:
    """Convert the engine's pack options back to their wire type."""
    given = {one.name: getattr(options, one.name) for one in fields(options)}
    kept = options.filter
    wanted = Filter(kept.languages, kept.kinds, kept.include, kept.exclude, kept.tests, kept.since or UNSET, kept.roots)
    return Options(**given | {"filter": wanted, "since": options.since or UNSET})


def wire_pack_diff(call: Call[Analysis], diff: PackDiff) -> WirePackDiff:
    """Convert the comparison of two packs to its wire type."""
    return WirePackDiff(
        before=diff.before,
        pack_id=diff.pack_id,
        revision=diff.revision,
        entered=tuple(_diff_item(call, item) for item in diff.entered),
        left=tuple(_diff_item(call, item) for item in diff.left),
        changed=tuple(_changed_item(call, item) for item in diff.changed),
        same=diff.same,
    )


def _diff_item(call: Call[Analysis], item: DiffItem) -> WireDiffItem:
    uri, span = wire_location(call, item.path, item.start, item.end)
    return WireDiffItem(uri=uri, range=span, symbol=item.symbol, role=item.role, level=item.level)


def _changed_item(call: Call[Analysis], item: ChangedItem) -> WireChangedItem:
    uri, span = wire_location(call, item.path, item.start, item.end)
    return WireChangedItem(
        uri=uri,
        range=span,
        symbol=item.symbol,
        level_before=item.level_before,
        level=item.level,
        text_changed=item.text_changed,
    )


def wire_feedback_change(change: FeedbackChange) -> WireFeedbackChange:
    """Convert the effects of a feedback command, with all active verdicts, to their wire type."""
    return WireFeedbackChange(
        symbol=change.symbol,
        nearby=change.nearby,
        cleared=change.cleared,
        in_force=tuple(
            WireGivenVerdict(symbol=one.symbol, kind=one.kind, strength=one.strength, questions_left=one.questions_left)
            for one in change.in_force
        ),
    )
