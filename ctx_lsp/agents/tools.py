"""The MCP tools: the purpose of each, the server command that it runs, and which fields of the answer it returns.

Only the fields in the output schema are returned, with lists shortened, mostly to `MAX_LISTED` entries. Full answers
would cost an agent several times as many tokens: a pack contains its text twice, and an impact answer can list
thousands of dependants.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from ctx_lsp.agents import arguments as given
from ctx_lsp.agents import render
from ctx_lsp.agents.arguments import input_schema
from ctx_lsp.agents.link import EngineError, Json
from ctx_lsp.agents.paths import AgentPaths, plain_path
from ctx_lsp.protocol.attach.sockets import PROPOSING_COMMAND

STATUS = "status"  # the tool that reports on all served folders
MAX_LISTED = 50  # entries returned of each list; `omitted` counts the rest

_TEXT, _WHOLE, _NUMBER, _YES = ({"type": kind} for kind in ("string", "integer", "number", "boolean"))
_OBJECT = {"type": "object"}
_LIST = {"type": "array"}
_TEXTS = {"type": "array", "items": _TEXT}
_ANY: Json = {}  # the shortest schema: the list of tools has few tokens


@dataclass(frozen=True, slots=True)
class ToolRow:
    """One tool. `command` returns the name and the argument of the server command; `text` renders its answer, of which
    it gets all fields, with shortened lists.

    `is_pack` is true if the answer is a pack, which leaves out code that the agent already has. `arranged` moves the
    entries that matter most to the front of a command's answer, before lists are shortened, and makes warnings of other
    fields. `limited` names the list that the argument `limit` shortens; the others end after `MAX_LISTED` entries.
    """

    name: str
    description: str
    arguments_type: type[Struct]
    answer_schema: Mapping[str, Json]
    command: Callable[[Any, AgentPaths], tuple[str, Json]]
    text: Callable[[Json, AgentPaths], str]
    is_pack: bool = False
    arranged: Callable[[Json], Json] = lambda answer: answer
    limited: str = ""

    def input_schema(self, has_folders: bool) -> dict[str, Any]:
        """Return the JSON schema of the arguments, including the folder argument if there are several folders."""
        return input_schema(self.arguments_type, has_folders)

    @property
    def has_lists(self) -> bool:
        """Whether answers have lists of entries, which may be shortened, and not only warnings."""
        return any(schema.get("type") == "array" for name, schema in self.answer_schema.items() if name != "warnings")

    @property
    def output_schema(self) -> dict[str, Any]:
        """The JSON schema of the structured answer."""
        folders = {"folders": {"type": "array", "items": _OBJECT}} if self.name == STATUS else {}
        omitted = {"omitted": _WHOLE} if self.has_lists else {}
        properties = {**self.answer_schema, **folders, **omitted, "engine": _ANY}
        # Errors have structured data, too, and some clients check them against the schema.
        return {"type": "object", "properties": properties, "required": ["engine"]}

    def selected(self, answer: Json, given: object) -> dict[str, Json]:
        """Return the fields of a command's answer that the tool returns, with long lists shortened.

        `given` holds the arguments of the call. If list entries were left out, the field `omitted` contains their
        number.
        """
        answer = self.arranged(answer)
        limits = {self.limited: getattr(given, "limit", MAX_LISTED)}
        known = [name for name in self.answer_schema if name in answer]
        omitted = sum(
            max(0, len(answer[name]) - limits.get(name, MAX_LISTED)) for name in known if isinstance(answer[name], list)
        )
        chosen = {
            name: _selected(answer[name], self.answer_schema[name], limits.get(name, MAX_LISTED)) for name in known
        }
        return chosen | ({"omitted": omitted} if omitted else {})


def _selected(value: Json, schema: Json, limit: int = MAX_LISTED) -> Json:
    """Return the parts of `value` that `schema` names, or all of `value` if the schema names none.

    A list is shortened to `limit` entries, and the lists in it to `MAX_LISTED`.
    """
    if isinstance(value, list):
        return [_selected(one, schema.get("items", {})) for one in value[:limit]]
    if isinstance(value, dict) and "properties" in schema:
        return {name: _selected(value[name], inner) for name, inner in schema["properties"].items() if name in value}
    return value


def _listed(**properties: Json) -> Json:
    return {"type": "array", "items": {"type": "object", "properties": properties}}


def _search(wanted: given.SearchArguments, agent_paths: AgentPaths) -> tuple[str, Json]:
    if given.NOTE in wanted.kinds:
        if wanted != given.SearchArguments(wanted.question, wanted.limit, (given.NOTE,)):
            raise EngineError(f"the kind {given.NOTE} can only be combined with question and limit")
        return "ctx-lsp.recall", {"query": wanted.question, "limit": wanted.limit}
    patterns = [agent_paths.pattern(path) for path in wanted.paths]
    result_filter = {"kinds": wanted.kinds, "languages": wanted.languages, "include": patterns}
    result_filter |= _given(since=wanted.changed_since)
    asked = {"query": wanted.question, "limit": wanted.limit, "filter": result_filter, "scope": "workspace"}
    return "ctx-lsp.search", asked | _given(hypothetical=wanted.hypothetical)


def _with_reading(answer: Json) -> Json:
    """Add to the warnings how words were corrected, and which ones the workspace does not mention, as packs say it."""
    query = answer.get("query", {})
    read_as = f"Read as: {query['readAs']}." if query.get("readAs") else ""
    return answer | {"warnings": [*filter(None, (read_as, query.get("remark"))), *answer["warnings"]]}


def _context(wanted: given.ContextArguments, agent_paths: AgentPaths) -> tuple[str, Json]:
    options = _given(maxTokens=wanted.budget, since=wanted.since)
    if not isinstance(wanted.changed_since, UnsetType):
        if isinstance(wanted.question, UnsetType):
            raise EngineError("changed_since needs a question; base gives all changes since a revision")
        options["filter"] = {"since": wanted.changed_since}
    for name in ("scope", "hypothetical"):
        if getattr(wanted, name) is not UNSET and isinstance(wanted.question, UnsetType):
            raise EngineError(f"{name} needs a question")
    subjects: dict[str, tuple[str, Json]] = {}
    if not isinstance(wanted.question, UnsetType):
        subjects["question"] = ("ctx-lsp.query", _question(wanted))
    if not isinstance(wanted.symbol, UnsetType):
        subjects["symbol"] = ("ctx-lsp.contextAt", {"symbol": agent_paths.symbol(wanted.symbol)})
    if not isinstance(wanted.files, UnsetType):
        subjects["files"] = ("ctx-lsp.contextForFiles", {"files": [agent_paths.uri(path) for path in wanted.files]})
    if not isinstance(wanted.base, UnsetType):
        subjects["base"] = ("ctx-lsp.contextForDiff", {"base": wanted.base})
    if not isinstance(wanted.diff, UnsetType):
        subjects["diff"] = ("ctx-lsp.contextForDiff", {"diff": wanted.diff})
    if len(subjects) != 1:
        raise EngineError(
            "context takes exactly one of question, symbol, files, base or diff, "
            f"not {' and '.join(subjects) or 'none'}"
        )
    [(command, about)] = subjects.values()
    return command, about | {"options": options}


def _question(wanted: given.ContextArguments) -> dict[str, Json]:
    scope: Json = wanted.scope
    if scope in (("everywhere",), ("workspace",)):  # words, as in the server's command, and no names
        [scope] = scope
    return {"query": wanted.question} | _given(hypothetical=wanted.hypothetical, scope=scope)


def _read(wanted: given.ReadArguments, agent_paths: AgentPaths) -> tuple[str, Json]:
    options = {**_given(maxTokens=wanted.budget, since=wanted.since), "dependencyDepth": 1, "includeTests": False}
    return "ctx-lsp.contextAt", {"symbol": agent_paths.symbol(wanted.symbol), "options": options}


def _given(**fields: Json | UnsetType) -> dict[str, Json]:
    """Return the fields that an agent has set."""
    return {name: value for name, value in fields.items() if value is not UNSET}


def _explain(wanted: given.ExplainArguments, agent_paths: AgentPaths) -> tuple[str, Json]:
    return "ctx-lsp.explain", {"query": wanted.question, "symbol": agent_paths.symbol(wanted.symbol)}


def _impact(wanted: given.ImpactArguments, agent_paths: AgentPaths) -> tuple[str, Json]:
    if isinstance(wanted.files, UnsetType) and not isinstance(wanted.symbol, UnsetType):
        return "ctx-lsp.impact", {"symbol": agent_paths.symbol(wanted.symbol), "depth": wanted.depth}
    if isinstance(wanted.symbol, UnsetType) and not isinstance(wanted.files, UnsetType):
        return "ctx-lsp.impact", {"files": [agent_paths.uri(path) for path in wanted.files], "depth": wanted.depth}
    raise EngineError("impact needs either symbol or files")


def _tests_last(answer: Json) -> Json:
    return answer | {"dependants": sorted(answer["dependants"], key=lambda one: bool(one["relation"] == "test"))}


def _tests(wanted: given.TestsArguments, agent_paths: AgentPaths) -> tuple[str, Json]:
    if isinstance(wanted.files, UnsetType):
        return "ctx-lsp.testScope", {"base": wanted.base}
    return "ctx-lsp.testScope", {"files": [agent_paths.uri(path) for path in wanted.files]}


def _check(wanted: given.CheckArguments, agent_paths: AgentPaths) -> tuple[str, Json]:
    if not isinstance(wanted.note, UnsetType):
        return _note(wanted, wanted.note, agent_paths)
    if not isinstance(wanted.files, UnsetType):
        return "ctx-lsp.check", {"files": [agent_paths.uri(path) for path in wanted.files]}
    drafts = {"text": wanted.text, "diff": wanted.diff}
    return "ctx-lsp.check", {name: value for name, value in drafts.items() if not isinstance(value, UnsetType)}


def _false_first(answer: Json) -> Json:
    """Move false statements to the front, followed by those of which something is said, such as a missing file."""
    claims = sorted(answer.get("claims", ()), key=lambda one: (one["verdict"] != "refuted", not one["message"]))
    return answer | ({"claims": claims} if claims else {})


def _note(wanted: given.CheckArguments, kind: given.NoteKind, agent_paths: AgentPaths) -> tuple[str, Json]:
    if isinstance(wanted.text, UnsetType) or wanted.files is not UNSET or wanted.diff is not UNSET:
        raise EngineError("a note needs text, and neither files nor diff")
    note = {"type": kind, "text": wanted.text, "about": [plain_path(agent_paths.symbol(one)) for one in wanted.about]}
    return PROPOSING_COMMAND, note | {"proposed": True, "apply": False}


def _status(_: given.StatusArguments, __: AgentPaths) -> tuple[str, Json]:
    return "ctx-lsp.status", None


_PACK = {
    "packId": _TEXT,
    "text": _TEXT,
    "ready": _YES,
    "reason": _TEXT,
    "tokens": _OBJECT,
    "completeness": {"type": "object", "properties": {"score": _ANY}},
    "warnings": _TEXTS,
}

TOOLS = {
    row.name: row
    for row in (
        ToolRow(
            "search",
            "Find definitions by meaning, words or name: names and places, no code.",
            given.SearchArguments,
            {
                "items": _listed(symbol={"type": ["string", "null"]}, uri=_TEXT, range=_OBJECT, kind=_TEXT,
                                 signature=_TEXT, score=_NUMBER),
                "commits": _OBJECT,
                "notes": _listed(uri=_TEXT, title=_TEXT, text=_TEXT, verdict=_TEXT, inForce=_YES, doubts=_ANY),
                "warnings": _TEXTS,
            },
            _search,
            render.search,
            arranged=_with_reading,
        ),
        ToolRow(
            "context",
            "Get the code needed to answer or edit, within a token budget: definitions, what they depend on, who "
            "uses them, tests. Give exactly one of question, symbol, files, base, diff.",
            given.ContextArguments,
            _PACK,
            _context,
            render.pack,
            is_pack=True,
        ),
        ToolRow(
            "read_symbol",
            "Read one definition with the bodies of what it uses.",
            given.ReadArguments,
            _PACK,
            _read,
            render.pack,
            is_pack=True,
        ),
        ToolRow(
            "explain",
            "Explain why a symbol is or is not in an answer.",
            given.ExplainArguments,
            {"symbol": _TEXT, "rank": _WHOLE, "score": _NUMBER, "reason": _TEXT, "parts": _OBJECT},
            _explain,
            render.explanation,
        ),
        ToolRow(
            "impact",
            "Before a change, list what depends on or changes with symbols or files.",
            given.ImpactArguments,
            {
                "dependants": _listed(symbol=_TEXT, distance=_WHOLE, relation=_TEXT, via=_TEXT),
                "partners": _LIST,
                "definitions": _LIST,
                "warnings": _TEXTS,
            },
            _impact,
            render.impact,
            arranged=_tests_last,
            limited="dependants",
        ),
        ToolRow(
            "tests_for_change",
            "List the tests that reach changes since a Git revision, or files, with commands to run them.",
            given.TestsArguments,
            {
                "changed": _listed(symbol=_TEXT, change=_TEXT),
                "tests": _listed(symbol=_TEXT, distance=_WHOLE, run={"type": ["string", "null"]}),
                "warnings": _TEXTS,
            },
            _tests,
            render.tests,
        ),
        ToolRow(
            "check",
            "Check what a draft, documents or a diff say about the code. Lists false statements with what is true.",
            given.CheckArguments,
            {
                "claims": _listed(uri=_TEXT, range=_OBJECT, text=_TEXT, verdict=_TEXT, message=_TEXT,
                                  nearest={"type": ["string", "null"]}),
                "summary": _OBJECT,
                "warnings": _TEXTS,
                "uri": _TEXT,
                "text": _TEXT,
                "contradictions": _LIST,
                "offered": _YES,
            },
            _check,
            render.check,
            arranged=_false_first,
        ),
        ToolRow(
            STATUS,
            "Report the served folders and how much is indexed.",
            given.StatusArguments,
            {"state": _TEXT, "searchable": _YES, "counts": _OBJECT, "languages": _OBJECT, "warnings": _TEXTS},
            _status,
            render.status,
        ),
    )
}  # fmt: skip
