"""Appends time ratios to a file that is committed for later comparison, as one line of JSON per profile.

Each ratio compares times of a single run, so records from different machines are comparable. A line contains neither
paths nor the name of the machine.
"""

import json
import logging
import shutil
import tempfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import median

import ctx_lsp
from ctx_lsp.base.system import children_processor_seconds
from ctx_lsp.evaluation.bench.figures import ratio
from ctx_lsp.evaluation.bench.process import ProbeError, probe, seconds_of
from ctx_lsp.evaluation.bench.profile import ProfileReport

log = logging.getLogger(__name__)

SEMBLE = "semble"
SEMBLE_RUNS = 3
DIGITS = 4


def semble_ratio(root: Path, variables: Mapping[str, str]) -> float | None:
    """Return the CPU time of a cold start divided by the CPU time of semble, another code search program.

    The result is the median of several runs, or None if semble is absent or fails. Semble is timed while it searches,
    because only a search makes it index a folder. Both programs start with an empty cache. The time of semble includes
    computing its vectors; ctx-lsp does not wait for its own vectors.
    """
    command = shutil.which(SEMBLE)
    if command is None:
        return None
    ratios = []
    for _ in range(SEMBLE_RUNS):
        with tempfile.TemporaryDirectory(prefix="ctx-lsp-bench-") as empty:
            cache = {"CTX_LSP_CACHE_DIRECTORY": empty, "SEMBLE_CACHE_LOCATION": empty}
            search = [command, "search", "main", str(root)]
            try:
                ours = _processor_seconds(partial(probe, "searchable", root, {**variables, **cache}))
                theirs = _processor_seconds(partial(seconds_of, search, cache))
            except ProbeError as error:
                log.warning("no comparison with semble: %s", error)
                return None
        ratios.append(ratio(ours, theirs))
    return median(ratios)


def _processor_seconds(run: Callable[[], object]) -> float:
    """Call `run`, which waits for the processes it starts, and return the CPU seconds of these processes."""
    before = children_processor_seconds()
    run()
    return children_processor_seconds() - before


def append_record(file: Path, root: Path, report: ProfileReport, to_semble: float | None) -> None:
    """Append the ratios in `report`, a profile of the folder `root`, to `file`. Raises `OSError`.

    `to_semble` is the result of `semble_ratio`.
    """
    ratios = report.ratios
    record = {
        "date": datetime.now(UTC).date().isoformat(),
        "version": ctx_lsp.__version__,
        "folder": root.name,
        "files": report.files,
        "lines": report.lines,
        "coldStartToParse": round(ratios.cold_start, DIGITS),
        "editToParse": round(ratios.edit, DIGITS),
        "questionToParse": round(ratios.question, DIGITS),
        "coldStartToSemble": None if to_semble is None else round(to_semble, DIGITS),
    }
    with file.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(record, ensure_ascii=False) + "\n")
