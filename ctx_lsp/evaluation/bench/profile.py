"""Profiles of a cold start, of edits and of questions: the time spent in each stage, by language.

The stages are those that the product records itself (`base.profiling`, `base.timings`). A fresh process takes the
profile (`take_profile`, which `probe` runs) without worker processes, cache or model, so that one thread does all
indexing.
"""

import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, sleep, thread_time

import msgspec

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.profiling import Profile, StageKey, profiled
from ctx_lsp.evaluation.bench.edits import SampleEdit, by_file
from ctx_lsp.evaluation.bench.figures import ratio
from ctx_lsp.evaluation.bench.freshness import OPENED_SECONDS
from ctx_lsp.evaluation.bench.process import probe
from ctx_lsp.evaluation.bench.start import TEXT_ONLY
from ctx_lsp.evaluation.questions import questions, sample_symbols
from ctx_lsp.languages.table import language
from ctx_lsp.packing.model import PackRequest, QuestionSubject
from ctx_lsp.settings import Settings
from ctx_lsp.syntax.parser import parse
from ctx_lsp.workspace import Analysis, Workspace

EDITS = 40
QUESTIONS = 60
WARM_UP = 3  # first edits and questions, which trigger lazy loading
READY_TIMEOUT = 600.0  # seconds for a cold start
ALL_LANGUAGES = ""  # for work on many files at once

_Stages = defaultdict[str, defaultdict[str, float]]  # milliseconds by stage and language


@dataclass(frozen=True, slots=True)
class StageTimes:
    """Total milliseconds by stage and then by language, and the number of events by language.

    An event is a file that a cold start indexes, an edit, or a question.
    """

    stages: Mapping[str, Mapping[str, float]]
    events: Mapping[str, int]

    @property
    def total(self) -> float:
        """The sum of all stages and languages, in milliseconds."""
        return sum(sum(by_language.values()) for by_language in self.stages.values())


@dataclass(frozen=True, slots=True)
class ParseRatios:
    """CPU times of ctx-lsp as multiples of the CPU time that tree-sitter takes to parse files in the same process.

    Cold starts and questions are compared with parsing all files, and edits with parsing the edited file.
    """

    cold_start: float
    edit: float
    question: float


@dataclass(frozen=True, slots=True)
class ProfileReport:
    """A profile of one folder. Starts and edits are measured in CPU time, questions in wall-clock time."""

    files: int
    lines: int
    cold_start: StageTimes
    edits: StageTimes
    questions: StageTimes
    ratios: ParseRatios


def profile(root: Path, variables: Mapping[str, str], announce: Callable[[str], None]) -> ProfileReport:
    """Profile the folder `root` in a fresh process. Raises `ProbeError` if the process fails.

    `variables` are environment variables with the settings for that process. `announce` is called with a description
    before the process starts.
    """
    announce("a profile: cold start, edits, questions")
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-profile-") as cache:
        environment = {**variables, **TEXT_ONLY, "CTX_LSP_CACHE_DIRECTORY": cache}
        return msgspec.convert(probe("profile", root, environment)["profiled"]["report"], ProfileReport)


def take_profile(root: Path, settings: Settings) -> ProfileReport:
    """Profile the folder `root` in this process.

    Raises `ValueError` if the folder cannot be indexed or has no symbol.
    """
    token = CancelToken()
    with profiled() as record:
        workspace = Workspace([root], settings)
        workspace.start()
        try:
            if not workspace.wait_ready(READY_TIMEOUT):
                raise ValueError(f"indexing failed or took longer than {READY_TIMEOUT:.0f} s")
            cold = dict(record.seconds)
            analysis = workspace.analysis().result()
            edited = by_file(analysis, WARM_UP + EDITS, token)
            if not edited:
                raise ValueError("nothing to measure: no symbol was found")
            edits, edit_ratio = _edits(workspace, record, edited)
            asked, question_seconds = _questions(analysis, token)
        finally:
            workspace.close()
    parse_seconds = _parse_seconds(analysis)
    files = analysis.snapshot.files.values()
    return ProfileReport(
        files=len(files),
        lines=sum(entry.source.line_count for entry in files),
        cold_start=_cold_start(cold, Counter(entry.language for entry in files)),
        edits=edits,
        questions=asked,
        ratios=ParseRatios(
            ratio(sum(cold.values()), parse_seconds), edit_ratio, ratio(question_seconds, parse_seconds)
        ),
    )


def _no_stages() -> _Stages:
    return defaultdict(lambda: defaultdict(float))


def _times(stages: _Stages, events: Counter[str]) -> StageTimes:
    return StageTimes({name: dict(by_language) for name, by_language in stages.items()}, dict(events))


def _cold_start(seconds: Mapping[StageKey, float], events: Counter[str]) -> StageTimes:
    stages = _no_stages()
    for (stage, name), spent in seconds.items():
        stages[stage][name] = 1000 * spent
    return _times(stages, events)


def _edits(workspace: Workspace, record: Profile, edits: Sequence[SampleEdit]) -> tuple[StageTimes, float]:
    """Apply each edit to an open file and wait until the index contains the edit.

    Returns the times by stage, and the total time of all edits divided by the time to parse the edited files.
    """
    stages = _no_stages()
    events: Counter[str] = Counter()
    spent = parsed = 0.0
    for number, edit in enumerate(edits):
        original = workspace.analysis().result().source(edit.path)
        assert original is not None
        workspace.set_document(edit.path, original)
        workspace.wait_ready(READY_TIMEOUT)
        sleep(OPENED_SECONDS)  # meanwhile the file is prepared for edits, as after a user opens it
        before = dict(record.seconds)
        workspace.set_document(edit.path, edit.source)
        workspace.analysis().result()
        after = dict(record.seconds)
        workspace.close_document(edit.path)
        workspace.wait_ready(READY_TIMEOUT)
        if number < min(WARM_UP, len(edits) - 1):
            continue
        events[edit.language] += 1
        for key, seconds in after.items():
            stages[key[0]][edit.language] += 1000 * (seconds - before.get(key, 0.0))
            spent += seconds - before.get(key, 0.0)
        parsed += _parse_time(edit.language, edit.source.data)
    return _times(stages, events), ratio(spent, parsed)


def _questions(analysis: Analysis, token: CancelToken) -> tuple[StageTimes, float]:
    """Build packs for questions; return the times by stage, and the mean CPU time of a question in seconds."""
    stages = _no_stages()
    events: Counter[str] = Counter()
    symbols = sample_symbols(analysis, WARM_UP + QUESTIONS, token)
    processor = 0.0
    for number, (item, question) in enumerate(zip(symbols, questions(analysis, symbols), strict=True)):
        begin, begin_processor = perf_counter(), thread_time()
        timings = analysis.pack(PackRequest(QuestionSubject(question)), token).timings
        milliseconds = 1000 * (perf_counter() - begin)
        if number < min(WARM_UP, len(symbols) - 1):
            continue
        processor += thread_time() - begin_processor
        events[item.language] += 1
        for stage, spent in timings.items():
            stages[stage][item.language] += spent
        stages["other"][item.language] += max(0.0, milliseconds - sum(timings.values()))
    return _times(stages, events), ratio(processor, events.total())


def _parse_seconds(analysis: Analysis) -> float:
    files = analysis.snapshot.files.values()
    return sum(_parse_time(entry.language, entry.source.data) for entry in files)


def _parse_time(name: str, data: bytes) -> float:
    """Return the CPU seconds that it takes to parse `data` once from scratch; about 0 without a grammar."""
    grammar = language(name).grammar
    begin = thread_time()
    if grammar:
        parse(grammar, data)
    return thread_time() - begin
