"""Prints checked statements as text for a terminal, JSON, SARIF, or GitHub Actions annotations."""

from collections.abc import Sequence
from typing import Literal

from ctx_lsp.base.counted import counted
from ctx_lsp.cli.json_answers.claims import annotations, checks_json, sarif_json
from ctx_lsp.cli.printing import print_line, show_json, style
from ctx_lsp.workspace import Analysis, CheckedClaim, DocumentReport

CheckFormat = Literal["text", "json", "sarif", "github"]

_COLOURS = {"high": "red", "medium": "yellow", "low": "cyan", None: "cyan"}


def show_reports(reports: Sequence[DocumentReport], analysis: Analysis, form: CheckFormat) -> None:
    """Print the checked statements in the format `form`. JSON contains all of them, other formats the false ones."""
    if form == "json":
        show_json(checks_json(reports, analysis))
    elif form == "sarif":
        show_json(sarif_json(reports))
    elif form == "github":
        for line in annotations(reports):
            print_line(line)
    else:
        _show_text(reports)


def _show_text(reports: Sequence[DocumentReport]) -> None:
    """Print the false statements; print the number of statements, and how many are false, to standard error."""
    total = false = 0
    for report in reports:
        total += len(report.claims)
        for one in report.claims:
            if one.is_false:
                false += 1
                _show_false(report, one)
    documents = counted(len(reports), "document")
    print_line(f"{total:,} statements about code in {documents}, {false:,} false", err=True)


def _show_false(report: DocumentReport, one: CheckedClaim) -> None:
    place = style(f"{report.path}:{report.source.line_at(one.claim.start) + 1}", fg="cyan")
    mark = style(one.judgement.severity or "low", fg=_COLOURS[one.judgement.severity])
    said = one.claim.text.replace("`", "")  # the text begins and ends inside code spans
    print_line(f"{place}  {mark}  {' '.join(said.split())}")
    print_line(f"    {one.judgement.reason}")
