"""Brings forward the files that a question needs while the workspace is read for the first time.

New files are searched as plain text first. An answer should not wait until all of them are read in full, but the few
that it shows should have their symbols.
"""

from collections.abc import Iterator
from itertools import accumulate, takewhile

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.model import BadRequest
from ctx_lsp.retrieval.model import SearchRequest
from ctx_lsp.workspace.analysis import Analysis
from ctx_lsp.workspace.workspace import Workspace

RESULTS = 20  # search results whose files are read in full
MAX_BYTES = 200_000  # of text, which takes about 0.2 s


def with_needed_files(workspace: Workspace, analysis: Analysis, question: str, token: CancelToken) -> Analysis:
    """Return an analysis in which the files that a question leads to are read in full; `analysis` if they are already.

    The new analysis also has the edits that have arrived meanwhile. Raises `Cancelled`.
    """
    if not question or not analysis.snapshot.plain_files:
        return analysis
    try:
        found = analysis.search(SearchRequest(question, RESULTS), token)
    except BadRequest:
        return analysis  # the request itself says what is wrong with it
    paths = list(_first_plain(analysis, dict.fromkeys(item.path for item in found.items)))
    return workspace.analysis(read_first=paths).result() if paths else analysis


def _first_plain(analysis: Analysis, paths: dict[str, None]) -> Iterator[str]:
    files = analysis.snapshot.files
    plain = [path for path in paths if files[path].is_plain]
    totals = accumulate(len(files[path].source.data) for path in plain)
    fitting = takewhile(lambda total: total <= MAX_BYTES, totals)
    return (path for path, _ in zip(plain, fitting, strict=False))
