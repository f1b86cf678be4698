"""Conversion of pack documents, pack comparisons and feedback changes to wire types."""

from ctx_lsp.protocol.answers.locations import wire_location
from ctx_lsp.protocol.documents.uris import pack_uri
from ctx_lsp.protocol.messages.kept_packs import (
    WireChangedItem,
    WireDiffItem,
    WireFeedbackChange,
    WireGivenVerdict,
    WirePackDiff,
    WirePackText,
)  # fmt: skip
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import Analysis, ChangedItem, DiffItem, FeedbackChange, PackDiff, PackText


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
    """Convert a feedback change and all active verdicts to their wire type."""
    return WireFeedbackChange(
        symbol=change.symbol,
        nearby=change.nearby,
        cleared=change.cleared,
        in_force=tuple(
            WireGivenVerdict(symbol=one.symbol, kind=one.kind, strength=one.strength, questions_left=one.questions_left)
            for one in change.in_force
        ),
    )
