"""Profiles of indexing: processor time by stage and language, and counts of work, recorded while profiling is on.

Stages can be nested; the time of an inner stage does not count towards the outer stage. While profiling is off, a stage
costs only a function call. A profile covers all threads of this process, but no other process. `timings` measures the
stages of a single request.
"""

import threading
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from time import thread_time

StageKey = tuple[str, str]
"""A stage and a language. The language is empty for work on many files at once."""


@dataclass(slots=True)
class Profile:
    """A profile of indexing: processor seconds by stage and language, and counts of work by name."""

    seconds: dict[StageKey, float] = field(default_factory=lambda: defaultdict(float))
    counts: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add_seconds(self, key: StageKey, seconds: float) -> None:
        """Add processor time to a stage. Thread-safe."""
        with self._lock:
            self.seconds[key] += seconds

    def add_count(self, name: str, amount: int) -> None:
        """Add `amount` to the count `name`. Thread-safe."""
        with self._lock:
            self.counts[name] += amount


class _Stages(threading.local):
    """The innermost running stage of each thread."""

    def __init__(self) -> None:
        self.innermost: _Stage | None = None


class _Stage:
    """A running stage; use it in a `with` statement."""

    __slots__ = ("_begin", "_name", "_outer", "_profile", "inside", "language")

    def __init__(self, profile: Profile, name: str, language: str) -> None:
        self._profile = profile
        self._name = name
        self.language = language
        self.inside = 0.0  # seconds of the stages inside this one

    def __enter__(self) -> None:
        self._outer, _stages.innermost = _stages.innermost, self
        if not self.language and self._outer is not None:
            self.language = self._outer.language
        self._begin = thread_time()

    def __exit__(self, *_: object) -> None:
        spent = thread_time() - self._begin
        self._profile.add_seconds((self._name, self.language), spent - self.inside)
        _stages.innermost = self._outer
        if self._outer is not None:
            self._outer.inside += spent


_stages = _Stages()
_NOTHING = nullcontext()
_current: list[Profile] = []  # the profile that is being recorded, if any


@contextmanager
def profiled() -> Iterator[Profile]:
    """Record a profile during the `with` block. Only one profile can be recorded at a time."""
    assert not _current, "a profile is on already"
    profile = Profile()
    _current.append(profile)
    try:
        yield profile
    finally:
        _current.clear()


def is_profiling() -> bool:
    """Return whether a profile is being recorded."""
    return bool(_current)


def stage(name: str, language: str = "") -> AbstractContextManager[None]:
    """Measure the `with` block as a stage of the current profile, if there is one.

    A stage without a language has the language of the stage around it.
    """
    profiles = _current[:]  # read once, because another thread may end the profile
    return _Stage(profiles[0], name, language) if profiles else _NOTHING


def count(name: str, amount: int = 1) -> None:
    """Add `amount` to the count `name` of the current profile, if there is one.

    Examples are the number of parses and the number of bytes that were read.
    """
    for profile in _current[:]:
        profile.add_count(name, amount)
