"""Metrics of finished requests (latencies, stages and errors), and the log of slow answers.

A question is logged only if the setting `log.questions` asks for it.
"""

import logging
from collections.abc import Callable

from ctx_lsp.base.timings import Timings
from ctx_lsp.monitoring.monitor import Monitor
from ctx_lsp.protocol.errors import RequestError
from ctx_lsp.protocol.inflight import Request
from ctx_lsp.protocol.latency import Latencies
from ctx_lsp.protocol.messages.packs import WirePack
from ctx_lsp.protocol.messages.pointing import QueryParams
from ctx_lsp.protocol.messages.search import ExplainParams, SearchParams, WireSearchAnswer
from ctx_lsp.settings import LogSettings
from ctx_lsp.text.redaction import redacted

log = logging.getLogger(__name__)


class RequestFigures:
    """The metrics of a session's requests, including those of its agents. Thread-safe."""

    def __init__(self, monitor: Monitor) -> None:
        self.latencies = Latencies()
        self._monitor = monitor

    def answered(self, request: Request, milliseconds: float, settings: LogSettings) -> None:
        """Record a successful answer, and log it if it was slow."""
        # Errors are not counted, because they are fast and would lower the percentiles.
        self.latencies.add(request.name, milliseconds)
        self._monitor.request_answered(request.name, milliseconds, request.timings.ms)
        if 0 < settings.slow_milliseconds < milliseconds:
            _log_slow(request, milliseconds, with_question=settings.questions)

    def failed(self, request: Request, error: RequestError) -> None:
        """Record an error answer."""
        self._monitor.request_failed(request.name, error.code.name.lower())


def timed(compute: Callable[[], object], timings: Timings) -> object:
    """Run `compute` and return its answer.

    The stages that the answer reports are added to `timings`, and the rest of the time is added as `other`.
    """
    with timings.stage("other"):
        answer = compute()
    stages = answer.timings if isinstance(answer, WirePack | WireSearchAnswer) else {}
    timings.ms["other"] = max(0.0, timings.ms["other"] - sum(stages.values()))
    timings.ms.update(stages)
    return answer


def question_of(params: object) -> str:
    """Return the question that a request asks; empty if there is none."""
    return params.query if isinstance(params, QueryParams | SearchParams | ExplainParams) else ""


def _log_slow(request: Request, milliseconds: float, *, with_question: bool) -> None:
    stages = {name: round(spent, 1) for name, spent in request.timings.ms.items()}
    shown = ", ".join(f"{name} {spent:.0f}" for name, spent in stages.items()) or "no stages"
    fields: dict[str, object] = {"command": request.name, "milliseconds": round(milliseconds, 1), "stages": stages}
    question = redacted(request.question) if with_question else ""
    if question:
        fields["question"] = question
    asked = f"; question: {question!r}" if question else ""
    log.info("slow answer: %s took %.0f ms (%s)%s", request.name, milliseconds, shown, asked, extra={"fields": fields})
