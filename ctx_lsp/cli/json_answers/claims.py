"""Conversion of checked statements to JSON, to SARIF, and to GitHub Actions annotations."""

from collections import Counter
from collections.abc import Iterator, Sequence

import ctx_lsp
from ctx_lsp.cli.json_answers.values import JsonObject
from ctx_lsp.protocol.convert import PositionConverter
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Analysis, CheckedClaim, DocumentReport

_CONVERTER = PositionConverter()  # UTF-16, as in the protocol and in SARIF
_LEVELS = {"high": "error", "medium": "warning", "low": "note", None: "note"}


def checks_json(reports: Sequence[DocumentReport], analysis: Analysis) -> JsonObject:
    """Convert the statements of documents to JSON."""
    counts = Counter(one.judgement.verdict for report in reports for one in report.claims)
    return {
        "revision": analysis.revision,
        "claims": [_claim(one, report, analysis) for report in reports for one in report.claims],
        "summary": {
            "documents": len(reports),
            "statements": counts.total(),
            "confirmed": counts["confirmed"],
            "refuted": counts["refuted"],
            "unknown": counts["unknown"],
        },
    }


def _claim(one: CheckedClaim, report: DocumentReport, analysis: Analysis) -> JsonObject:
    claim, judgement = one.claim, one.judgement
    return {
        "path": report.path,
        "range": range_json(report.source, claim.start, claim.end),
        "text": claim.text,
        "kind": claim.kind,
        "subject": claim.subject,
        "object": claim.object or None,
        "verdict": judgement.verdict,
        "severity": judgement.severity,
        "message": judgement.reason,
        "nearest": judgement.nearest,
        "evidence": [
            {
                "symbol": proof.node,
                "path": proof.node.partition("::")[0],
                "range": _proof_range(analysis, proof.node.partition("::")[0], proof.start, proof.end),
                "note": proof.note,
                "revision": one.revision,
            }
            for proof in judgement.proofs
        ],
    }


def _proof_range(analysis: Analysis, path: str, start: int, end: int) -> JsonObject | None:
    source = analysis.source(path)
    return range_json(source, start, end) if source else None


def range_json(source: SourceText, start: int, end: int) -> JsonObject:
    """Convert two byte offsets to a protocol range: zero-based lines, and columns in UTF-16 code units."""
    span = _CONVERTER.range(source, start, end)
    return {
        "start": {"line": span.start.line, "character": span.start.character},
        "end": {"line": span.end.line, "character": span.end.character},
    }


def sarif_json(reports: Sequence[DocumentReport]) -> JsonObject:
    """Convert the false statements to a SARIF 2.1.0 log, which code scanning services read."""
    false = [(report, one) for report in reports for one in report.claims if one.is_false]
    rules = sorted({one.claim.kind for _, one in false})
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "ctx-lsp",
                        "version": ctx_lsp.__version__,
                        "rules": [
                            {"id": f"claims/{one}", "shortDescription": {"text": f"False statement about code: {one}"}}
                            for one in rules
                        ],
                    }
                },
                "columnKind": "utf16CodeUnits",
                "results": [_sarif_result(report, one) for report, one in false],
            }
        ],
    }


def _sarif_result(report: DocumentReport, one: CheckedClaim) -> JsonObject:
    span = _CONVERTER.range(report.source, one.claim.start, one.claim.end)
    return {
        "ruleId": f"claims/{one.claim.kind}",
        "level": _LEVELS[one.judgement.severity],
        "message": {"text": one.judgement.reason},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": report.path},
                    "region": {
                        "startLine": span.start.line + 1,
                        "startColumn": span.start.character + 1,
                        "endLine": span.end.line + 1,
                        "endColumn": span.end.character + 1,
                    },
                }
            }
        ],
    }


def annotations(reports: Sequence[DocumentReport]) -> Iterator[str]:
    """Yield a GitHub Actions workflow command for each false statement."""
    for report in reports:
        for one in report.claims:
            if one.is_false:
                span = _CONVERTER.range(report.source, one.claim.start, one.claim.end)
                level = "error" if one.judgement.severity == "high" else "warning"
                place = f"line={span.start.line + 1},endLine={span.end.line + 1},col={span.start.character + 1}"
                yield f"::{level} file={_escaped(report.path, ':,')},{place}::{_escaped(one.judgement.reason)}"


def _escaped(text: str, others: str = "") -> str:
    """Escape "%", line breaks, and the characters in `others`, as workflow commands require."""
    for sign in "%\r\n" + others:
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text
