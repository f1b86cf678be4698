"""A program that collects every pattern of the product and tries worst cases on each. Prints one JSON line per pattern.

Patterns are collected by recording what `re` compiles while all modules are imported, their data loaded and a
workspace of texts in every language indexed and queried; so later patterns are tested as well. Patterns of RE2 are
skipped, because that engine cannot backtrack.
"""

import importlib
import json
import pkgutil
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper, cache
from inspect import signature
from pathlib import Path
from statistics import median
from types import FrameType, ModuleType
from typing import Any

from tests.linear_time.attacks import PUMPED, attacks

MOST_SECONDS = 2.0  # of processor time, on any machine
SCREENED = PUMPED // 8  # characters of the same worst case, tried first
QUADRATIC = re.compile(r"x[^\n]*y")
_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "split")
# Development tools, which read what their user names; the program itself; and calls of Windows, which have no patterns.
_NOT_SERVED = ("ctx_lsp.training", "ctx_lsp.evaluation", "ctx_lsp.__main__", "ctx_lsp.base.windows.")

# Code that has the patterns of structure for which expressions are made of the names of classes and fields.
WORKSPACE = {
    "bus.py": """
class Bus:
    def __init__(self):
        self.listeners = []

    def subscribe(self, listener):
        self.listeners.append(listener)

    def notify(self, event):
        for listener in self.listeners:
            listener.update(event)
""",
    "shapes.py": """
from abc import ABC, abstractmethod

class Shape(ABC):
    @abstractmethod
    def area(self): ...

class Square(Shape):
    def area(self): return 1

class Circle(Shape):
    def area(self): return 3

class ShapeFactory:
    def make(self, kind):
        if kind == "square":
            return Square()
        return Circle()
""",
}

Recorded = dict[re.Pattern[Any], str]


class TooSlowError(Exception):
    """A worst case took too long."""


def collect() -> Recorded:
    """Every pattern that the product compiles, with its module."""
    recorded: Recorded = {}
    compile_pattern = re._compile  # type: ignore[attr-defined]  # behind `re.compile`, `re.search` and all others

    def recording(pattern: Any, flags: Any) -> re.Pattern[Any]:  # noqa: ANN401  # as `re` has it
        compiled: re.Pattern[Any] = compile_pattern(pattern, flags)
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_globals.get("__name__") == "re":
            frame = frame.f_back
        module = frame.f_globals.get("__name__", "") if frame else ""
        if module.startswith("ctx_lsp.") and not module.startswith(_NOT_SERVED):
            recorded.setdefault(compiled, module)
        return compiled

    from ctx_lsp.base import late_expressions

    re._compile = recording  # type: ignore[attr-defined]
    late_expressions.compile_late = re.compile  # type: ignore[assignment]  # those that would be compiled when used
    _load_data(_import_all())
    _use_a_workspace()
    re._compile = compile_pattern  # type: ignore[attr-defined]
    return recorded


def _import_all() -> list[ModuleType]:
    package = importlib.import_module("ctx_lsp")
    names = (found.name for found in pkgutil.walk_packages(package.__path__, "ctx_lsp."))
    return [importlib.import_module(name) for name in names if not name.startswith(_NOT_SERVED)]


def _load_data(modules: list[ModuleType]) -> None:
    """Read every table: call the cached functions without parameters, and load the settings of each language.

    Its queries are left out: compiling them takes half a minute, and a test sees to it that they contain no patterns.
    """
    for module in modules:
        for value in list(vars(module).values()):
            is_own = isinstance(value, _lru_cache_wrapper) and value.__module__ == module.__name__
            if is_own and not signature(value).parameters:
                value()
    from ctx_lsp.languages.folders import FOLDERS
    from ctx_lsp.languages.table import all_languages
    from ctx_lsp.syntax.rules import Syntax

    for language in all_languages():
        if FOLDERS.inherited(language.name):
            FOLDERS.section(language.name, "syntax", Syntax)


def _use_a_workspace() -> None:
    """Index and query a workspace, for patterns made of names and of a question's words."""
    from ctx_lsp.base.cancel import CancelToken
    from ctx_lsp.packing.model import PackRequest, QuestionSubject
    from ctx_lsp.retrieval.model import SearchRequest
    from ctx_lsp.settings import load_settings
    from ctx_lsp.workspace import Workspace

    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / ".gitignore").write_text("*.log\nbuild/\n")
        for path, text in WORKSPACE.items():
            (root / path).write_text(text)
        settings = load_settings(root, None, {"CTX_LSP_MODEL_EMBEDDING": "none", "CTX_LSP_CACHE_ENABLED": "false"})
        workspace = Workspace([root], settings.settings)
        workspace.start()
        assert workspace.wait_ready(60, False)
        analysis = workspace.analysis().result()
        token = CancelToken()
        analysis.relations.patterns(None, None, token)
        for question in ("where is the observer subscribed?", "Fctory::make() `notify` v2 a.py", "gtUsr"):
            analysis.search(SearchRequest(question, 20, rerank=False), token)
            analysis.pack(PackRequest(QuestionSubject(question)), token)
        workspace.close()


def methods_of(pattern: re.Pattern[Any], module: str) -> list[str]:
    """The methods of a pattern that its module calls; all of them if it has no name there."""
    if str(pattern.pattern).startswith("(?s:"):  # `fnmatch.translate` made it of globs, for whole names
        return ["fullmatch"]
    loaded = sys.modules[module]
    names = [name for name, value in vars(loaded).items() if value is pattern]
    source = Path(str(loaded.__file__)).read_text("utf-8")
    calls = {method for name in names for method in _METHODS if re.search(rf"\b{name}\.{method}\b", source)}
    return sorted(calls) or ["finditer"]


@cache
def cpu_seconds() -> float:
    """The limit for `PUMPED` characters: far more than linear work takes, and less than quadratic work.

    It is three fifths of what quadratic work takes on this machine, estimated from an eighth of the characters, and at
    most `MOST_SECONDS`.
    """
    found = []
    for _ in range(3):
        begin = time.process_time()
        _run(QUADRATIC, "finditer", "x" * SCREENED)
        found.append(time.process_time() - begin)
    return min(MOST_SECONDS, 0.6 * 8**2 * median(found))


def slowest(pattern: re.Pattern[Any], methods: list[str]) -> tuple[float, str]:
    """CPU seconds of the worst case of full length and its beginning; `inf` if it was stopped.

    Most texts are too fast at a fraction of the length to be slow at the whole of it, so only the others are pumped up.
    """
    worst = (0.0, "")
    for attack in attacks(pattern):
        for method in methods:
            if _seconds(pattern, method, attack.text(SCREENED)) < cpu_seconds() / 8**2 / 4:
                continue
            text = attack.text(PUMPED)
            seconds = _seconds(pattern, method, text)
            worst = max(worst, (seconds, f"{method}: {text[:60]!r}…{text[-4:]!r}"))
            if seconds == float("inf"):
                return worst
    return worst


def _seconds(pattern: re.Pattern[Any], method: str, text: str) -> float:
    """CPU seconds of a method on a text; `inf` if it was stopped."""
    subject = text.encode("utf-8") if isinstance(pattern.pattern, bytes) else text
    begin = time.process_time()
    try:
        with ended_after(cpu_seconds()):
            _run(pattern, method, subject)
    except TooSlowError:
        return float("inf")
    return time.process_time() - begin


def _run(pattern: re.Pattern[Any], method: str, subject: Any) -> None:  # noqa: ANN401  # text or bytes
    call: Callable[..., Any] = getattr(pattern, method)
    if method == "sub":
        call(subject[:0], subject)
    elif method == "finditer":
        for _ in call(subject):
            pass
    else:
        call(subject)


@contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """Raise `TooSlowError` when the block has taken `seconds` of processor time."""

    def end(_: int, __: object) -> None:
        raise TooSlowError

    signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def main() -> None:
    """Try every pattern and print the results."""
    for pattern, module in collect().items():
        methods = methods_of(pattern, module)
        seconds, text = slowest(pattern, methods)
        row = {"module": module, "pattern": str(pattern.pattern), "methods": methods, "seconds": seconds, "text": text}
        print(json.dumps(row), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
