"""Random questions about the current texts, and a comparison of two servers' answers.

One server has followed every step; the other was just started, without a cache, on the same files and open documents.
Equal questions must get equal answers from both, byte for byte except for the `MOMENTARY` fields, whatever else was
asked before.
"""

import difflib
import json
import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.text.disk import Disk
from ctx_lsp.text.roots import Roots
from tests.fuzz.editor import Editor
from tests.fuzz.oracle import Texts, texts_of
from tests.fuzz.server import POLL_SECONDS, TIMEOUT_SECONDS, Server
from tests.fuzz.texts import random_edit
from tests.protocol.wire import AnswerError, Json

MOMENTARY = frozenset({"revision", "timings"})  # how often something changed, and how long an answer took
OUTDATED = "but the editor still has the "  # in warnings that only a server gives that knows what a file had before
NAMES = re.compile(r"[^\W\d]\w{2,}")
DEFINED = re.compile(r"\b(?:def|class|func|function|struct|interface|type|const|fn)\s+([^\W\d]\w*)")
PHRASES = (
    "How does {} use {}?",
    "where is {} handled",
    "{} {} {}",
    "tests of {}",
    "{}",
    "error in {}: {}",
    "what calls {}",
)
BUDGETS = (300, 1_000, 4_096, 20_000)
FORMATS = ("markdown", "xml", "json", "compact")
ASKED_AGAIN = 0.3  # of the questions
HISTORY_SECONDS = 20.0  # after a start; a server that is ready may still be reading Git's history


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A request, compared by identity."""

    method: str
    params: Json

    def __str__(self) -> str:
        return f"{self.method} {json.dumps(self.params)[:2_000]}"


class Questioner:
    """Makes questions out of names, places and files of the workspace that `editor` works in."""

    def __init__(self, editor: Editor, rng: random.Random) -> None:
        self._rng = rng
        self._editor = editor
        self._texts: Texts = texts_of(editor)
        self._paths = sorted(self._texts) or ["none.py"]
        roots = Roots.of(editor.roots, Disk().holds)
        files = [file for file in editor.tree.files() if roots.workspace_path(file) in self._texts]
        self._files = files or [editor.tree.alpha / "none.py"]
        texts = [source.data.decode() for source in self._texts.values()]
        self._words = sorted({name for text in texts for name in NAMES.findall(text)}) or ["nothing"]
        self._symbols = sorted({name for text in texts for name in DEFINED.findall(text)}) or ["nothing"]

    def some(self, count: int) -> list[Question]:
        """Return `count` questions, of all kinds in turn."""
        kinds = (
            *(self._search, self._pack, self._pack, self._at_cursor, self._for_files, self._for_diff, self._impact),
            *(self._test_scope, self._graph, self._explain, self._standard, self._standard, self._others),
        )
        return [kinds[number % len(kinds)]() for number in range(count)]

    def _search(self) -> Question:
        return _command("search", {"query": self._phrase(), "limit": self._rng.choice((5, 10, 50))})

    def _pack(self) -> Question:
        asked: Json = {"query": self._phrase(), "options": self._options()}
        return _command("query", asked | self._place() if self._rng.random() < 0.3 else asked)

    def _at_cursor(self) -> Question:
        return _command("contextAt", {**self._place(), "options": self._options()})

    def _for_files(self) -> Question:
        return _command("contextForFiles", {"files": self._uris(), "options": self._options()})

    def _for_diff(self) -> Question:
        if self._rng.random() < 0.3:
            return _command("contextForDiff", {"base": "HEAD", "options": self._options()})
        return _command("contextForDiff", {"diff": self._diff(), "options": self._options()})

    def _impact(self) -> Question:
        depth = {"depth": self._rng.randint(1, 4)}
        what: Sequence[Json] = ({"symbol": self._name()}, self._place(), {"files": self._uris()})
        return _command("impact", {**self._rng.choice(what), **depth})

    def _test_scope(self) -> Question:
        return _command(
            "testScope", self._rng.choice(({"files": self._uris()}, {"files": self._uris()}, {"base": "HEAD"}))
        )

    def _graph(self) -> Question:
        what: Sequence[Json] = ({"symbol": self._name()}, self._place())
        direction = self._rng.choice(("out", "in", "both"))
        return _command("graph", {**self._rng.choice(what), "direction": direction, "depth": self._rng.randint(1, 3)})

    def _explain(self) -> Question:
        return _command("explain", {"query": self._phrase(), "symbol": self._name()})

    def _standard(self) -> Question:
        place = self._place()
        methods: dict[str, Json] = {
            "textDocument/hover": place,
            "textDocument/definition": place,
            "textDocument/typeDefinition": place,
            "textDocument/implementation": place,
            "textDocument/references": {**place, "context": {"includeDeclaration": True}},
            "textDocument/prepareCallHierarchy": place,
            "textDocument/prepareTypeHierarchy": place,
            "textDocument/documentSymbol": {"textDocument": place["textDocument"]},
            "textDocument/codeLens": {"textDocument": place["textDocument"]},
            "workspace/symbol": {"query": self._name()},
        }
        method = self._rng.choice(sorted(methods))
        return Question(method, methods[method])

    def _others(self) -> Question:
        name = {"symbol": self._name()}
        return self._rng.choice((_command("cycles", {}), _command("patterns", {}), _command("patterns", name)))

    def _name(self) -> str:
        names: Sequence[str] = self._symbols if self._rng.random() < 0.8 else self._words
        return self._rng.choice(names)

    def _phrase(self) -> str:
        phrase: str = self._rng.choice(PHRASES)
        return phrase.format(*(self._name() for _ in range(phrase.count("{}"))))

    def _options(self) -> Json:
        return {
            "maxTokens": self._rng.choice(BUDGETS),
            "format": self._rng.choice(FORMATS),
            "tree": self._rng.random() < 0.3,
            "policy": self._rng.choice(("adaptive", "adaptive", "split", "signatures")),
        }

    def _uris(self) -> list[str]:
        uris = self._file_uris()
        return self._rng.sample(uris, k=min(len(uris), self._rng.randint(1, 3)))

    def _file_uris(self) -> list[str]:
        return [file.as_uri() for file in self._files]

    def _place(self) -> Json:
        """The position of a name in a file or an open document."""
        documents = [document.uri for document in self._editor.documents.values()]
        uri = self._rng.choice(documents if documents and self._rng.random() < 0.4 else self._file_uris())
        line, character = self._rng.randint(0, 60), self._rng.randint(0, 30)
        names = self._names_in(uri)
        if names and self._rng.random() < 0.9:
            line, character = self._rng.choice(names)
        return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}

    def _names_in(self, uri: str) -> list[tuple[int, int]]:
        text = next((one.text for one in self._editor.documents.values() if one.uri == uri), None)
        if text is None:
            file = next(file for file in self._files if file.as_uri() == uri)
            text = file.read_bytes().decode("utf-8", "replace") if file.is_file() else ""
        lines = re.split(r"\r\n|\r|\n", text)
        defined = [(n, found.start(1)) for n, line in enumerate(lines) for found in DEFINED.finditer(line)]
        if defined and self._rng.random() < 0.5:
            return defined
        return [(n, found.start()) for n, line in enumerate(lines) for found in NAMES.finditer(line)]

    def _diff(self) -> str:
        """The `git diff` of an edit of one or two texts."""
        return "".join(self._diff_of(self._rng.choice(self._paths)) for _ in range(self._rng.randint(1, 2)))

    def _diff_of(self, path: str) -> str:
        source = self._texts.get(path)
        before = after = source.data.decode() if source else ""
        for _ in range(3):
            for splice in random_edit(after, before, "", self._rng):
                after = splice.applied(after)
        lines = difflib.unified_diff(before.splitlines(), after.splitlines(), f"a/{path}", f"b/{path}", lineterm="")
        return "".join(f"{line}\n" for line in lines)


def _command(name: str, argument: Json) -> Question:
    return Question("workspace/executeCommand", {"command": f"ctx-lsp.{name}", "arguments": [argument]})


def answer(server: Server, question: Question) -> str:
    """A server's answer or error as text, without the `MOMENTARY` fields and the `OUTDATED` warnings."""
    try:
        found = server.wire.ask(question.method, question.params, timeout=TIMEOUT_SECONDS)
    except AnswerError as error:
        found = {"error": error.message, "code": error.code}
    server.wire.messages.clear()
    if isinstance(found, dict):
        found = {name: part for name, part in found.items() if name not in MOMENTARY}
        if "warnings" in found:
            found["warnings"] = [one for one in found["warnings"] if OUTDATED not in one]
    return json.dumps(found)


def compare_answers(
    editor: Editor, rng: random.Random, log: Path, count: int, noted: Callable[[Question], None]
) -> Iterator[str]:
    """Ask both servers `count` questions and yield the differences; `noted` is called with each comparison."""
    assert editor.server is not None
    questions = Questioner(editor, rng).some(count)
    first = {question: answer(editor.server, question) for question in questions}
    fresh = Server(editor.roots, {**editor.settings, "cache": {"enabled": False}}, log)
    try:
        fresh.initialized()
        editor.open_all(fresh)
        fresh.settled(semantic=True)
        has_history = time.monotonic() + HISTORY_SECONDS
        rng.shuffle(questions)
        for question in questions:
            noted(question)
            expected = answer(fresh, question)
            while expected != first[question] and time.monotonic() < has_history:
                time.sleep(POLL_SECONDS)
                expected = answer(fresh, question)
            if expected != first[question]:
                yield f"{question}:\n    {difference(expected, first[question])}"
    finally:
        fresh.kill()
    for question in questions[: int(ASKED_AGAIN * count)]:
        noted(question)
        again = answer(editor.server, question)
        if again != first[question]:
            yield f"asked again, {question}:\n    {difference(first[question], again)}"


def difference(expected: str, served: str) -> str:
    """The first difference of two answers, with its context."""
    pairs = enumerate(zip(expected, served, strict=False))
    place = next((place for place, (one, other) in pairs if one != other), min(len(expected), len(served)))
    start = max(0, place - 200)
    return f"expected …{expected[start : place + 200]}…\n    is served …{served[start : place + 200]}…"
