"""Conversion of checked statements to wire types."""

from collections import Counter
from collections.abc import Sequence

from msgspec import UNSET

from ctx_lsp.protocol.answers.locations import symbol_location, wire_range
from ctx_lsp.protocol.messages.claims import (
    EarlierClaim,
    WireCheck,
    WireCheckProgress,
    WireCheckSummary,
    WireClaim,
    WireProof,
)  # fmt: skip
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import DRAFT, Analysis, CheckedClaim, DocumentReport, Verdict

MAX_PACK_SYMBOLS = 20
MAX_CLAIMS = 2_000  # statements listed in an answer; nobody reads more, and an editor has to parse them
_ORDER: tuple[Verdict, ...] = ("refuted", "unknown", "confirmed")  # the most important statements first


def wire_check(
    call: Call[Analysis],
    reports: Sequence[DocumentReport],
    warnings: tuple[str, ...],
    previous: Sequence[EarlierClaim] | None,
) -> WireCheck:
    """Convert the checked statements of documents to their wire type.

    If there are more than `MAX_CLAIMS`, confirmed statements are dropped first, then unknown ones. If `previous` holds
    the statements of an earlier answer, the progress since then is included.
    """
    claims = [one for report in reports for one in report.claims]
    counts = Counter(one.judgement.verdict for one in claims)
    listed = _listed([(report, one) for report in reports for one in report.claims])
    if len(listed) < len(claims):
        warnings = (*warnings, f"Only {len(listed):,} of {len(claims):,} statements are listed, with the false ones.")
    return WireCheck(
        revision=call.captured.revision,
        claims=tuple(_claim(call, report, one) for report, one in listed),
        summary=WireCheckSummary(
            documents=len(reports),
            statements=len(claims),
            confirmed=counts["confirmed"],
            refuted=counts["refuted"],
            unknown=counts["unknown"],
        ),
        pack_symbols=_pack_symbols(claims),
        warnings=warnings,
        progress=UNSET if previous is None else progress_since(claims, previous),
    )


def _listed(every: list[tuple[DocumentReport, CheckedClaim]]) -> list[tuple[DocumentReport, CheckedClaim]]:
    """Return at most `MAX_CLAIMS` statements, in text order.

    If there are more, the most important ones are kept: false statements first, and confirmed ones last.
    """
    if len(every) <= MAX_CLAIMS:
        return every
    needed = sorted(range(len(every)), key=lambda number: _ORDER.index(every[number][1].judgement.verdict))
    return [every[number] for number in sorted(needed[:MAX_CLAIMS])]


def _claim(call: Call[Analysis], report: DocumentReport, one: CheckedClaim) -> WireClaim:
    return WireClaim(
        kind=one.claim.kind,
        text=one.claim.text,
        range=wire_range(call.session.positions.range(report.source, one.claim.start, one.claim.end)),
        verdict=one.judgement.verdict,
        severity=one.judgement.severity,
        message=one.judgement.reason,
        nearest=one.judgement.nearest,
        evidence=tuple(_proof(call, proof.node, proof.note) for proof in one.judgement.proofs),
        uri=UNSET if report.path == DRAFT else call.names.uri_of(report.path),
    )


def _proof(call: Call[Analysis], node: str, note: str) -> WireProof:
    uri, span = symbol_location(call, node)
    return WireProof(symbol=node, uri=uri, note=note, range=span)


def _pack_symbols(claims: Sequence[CheckedClaim]) -> tuple[str, ...]:
    """Return at most `MAX_PACK_SYMBOLS` symbols that the evidence for unknown statements names.

    Their code could show whether these statements are true.
    """
    found = (proof.node for one in claims if one.judgement.verdict == "unknown" for proof in one.judgement.proofs)
    return tuple(dict.fromkeys(node for node in found if "::" in node))[:MAX_PACK_SYMBOLS]


def progress_since(claims: Sequence[CheckedClaim], previous: Sequence[EarlierClaim]) -> WireCheckProgress:
    """Count the false statements that were mended, remain or were added since an earlier answer.

    Statements are matched by kind and text, and repeated ones are counted each time. A false statement that cannot be
    judged now, for example because files are still being indexed, counts as remaining. A statement that is now worded
    as history or as a plan counts as mended.
    """
    now: Counter[tuple[str, str]] = Counter((one.claim.kind, one.claim.text) for one in claims if one.is_false)
    unsettled = Counter(
        (one.claim.kind, one.claim.text)
        for one in claims
        if one.judgement.verdict == "unknown" and not one.claim.hedged
    )
    before = Counter((one.kind, one.text) for one in previous if one.verdict == "refuted")
    remaining = (now + unsettled) & before
    return WireCheckProgress(
        mended=(before - remaining).total(), remaining=remaining.total(), added=(now - before).total()
    )
