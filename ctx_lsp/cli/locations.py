"""Places in the JSON of the command line: workspace paths and line numbers."""

from collections.abc import Mapping

from ctx_lsp.cli.json_values import Locate
from ctx_lsp.text.lines import line_numbers
from ctx_lsp.workspace import Analysis


def locate_by_lines(analysis: Analysis) -> Locate:
    """Locate ranges in the texts of `analysis` by path and lines; lines count from 1, both ends inclusive."""

    def locate(path: str, start: int, end: int) -> Mapping[str, object]:
        first, last = line_numbers(analysis.source(path), start, end)
        return {"path": path, "range": {"startLine": first, "endLine": last}}

    return locate
