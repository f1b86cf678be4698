"""Latencies of successful answers, by command. `ctx-lsp.status` reports them."""

from collections import deque
from dataclasses import dataclass
from threading import Lock

SAMPLES = 512  # latest samples kept for each command; enough for a p99


@dataclass(frozen=True, slots=True)
class Latency:
    """Percentiles in milliseconds over the latest samples. `n` counts all answers since the start."""

    p50: float
    p95: float
    p99: float
    n: int


class Latencies:
    """Latency samples by command. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._samples: dict[str, deque[float]] = {}
        self._counts: dict[str, int] = {}

    def add(self, command: str, milliseconds: float) -> None:
        """Record the latency of one answer."""
        with self._lock:
            self._samples.setdefault(command, deque(maxlen=SAMPLES)).append(milliseconds)
            self._counts[command] = self._counts.get(command, 0) + 1

    def summary(self) -> dict[str, Latency]:
        """Return the percentiles for each command, sorted by the name of the command."""
        with self._lock:
            return {name: _summary(sorted(self._samples[name]), self._counts[name]) for name in sorted(self._samples)}

    def latest(self, count: int) -> dict[str, list[float]]:
        """Return the latest `count` samples of each command, oldest first."""
        with self._lock:
            return {name: list(samples)[-count:] for name, samples in self._samples.items()}


def _summary(ascending: list[float], count: int) -> Latency:
    return Latency(_nearest_rank(ascending, 50), _nearest_rank(ascending, 95), _nearest_rank(ascending, 99), count)


def _nearest_rank(ascending: list[float], percent: int) -> float:
    rank = -(-len(ascending) * percent // 100)  # rounded up, so that p99 of few samples is the slowest
    return round(ascending[rank - 1], 3)
