"""Verdicts on project commands, environment variables, settings and routes."""

import re
from collections.abc import Iterator

from ctx_lsp.claims.mention_shapes import written_name
from ctx_lsp.claims.model import UNKNOWN, Claim, Judgement, Proof, confirmed, refuted, unsure
from ctx_lsp.claims.nearest import closest, suggestion
from ctx_lsp.claims.occurrences import has_word, is_code
from ctx_lsp.claims.verdicts.context import VerdictContext
from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.graph.projects.texts import inner, json_object, table, toml_table
from ctx_lsp.languages.table import language

_SCRIPT = re.compile(r"(?:npm|pnpm|yarn|bun) (?P<run>run )?(?P<name>[a-z][\w:.-]*)")
_TARGET = re.compile(r"(?P<tool>make|just) (?P<name>[A-Za-z][\w.-]*)(?![\w=/.-])")
_PYTHON = re.compile(r"(?:poetry|uv|pdm|hatch|rye) run (?P<name>[a-z][\w.-]*)")
_RULE = re.compile(rb"^([A-Za-z][\w./ %$(){}-]*+)::?(?![=:])", re.MULTILINE)
_PHONY = re.compile(rb"^\.PHONY\s*:(.*)$", re.MULTILINE)
_RECIPE = re.compile(rb"^@?([A-Za-z][\w-]*+)(?![ \t]*+:=)(?:[ \t][^\n]*)?:(?!=)", re.MULTILINE)
_ALIAS = re.compile(rb"^alias[ \t]++([A-Za-z][\w-]*+)[ \t]*+:=", re.MULTILINE)
_INCLUDED = re.compile(rb"^[ \t]*+(?:[-s]?include|import\??|mod\??)\b", re.MULTILINE)
_CERTAIN_SCRIPTS = ("npm run", "pnpm run")  # yarn and bun run programs of packages as well
_MAKEFILES = frozenset({"Makefile", "makefile", "GNUmakefile"})
_JUSTFILES = frozenset({"justfile", "Justfile", ".justfile"})
_QUOTED_ROUTE = re.compile(rb"[\"'`](/[\w/{}:<>.*\-]*)[\"'`]")
_READ_VARIABLE = re.compile(
    rb"(?:environ(?:\.get|\.setdefault|\.pop)?|getenv|[Ee]nv(?:ironment)?|ENV(?:\.fetch)?|var(?:_os)?|envvar|lookup_env|LookupEnv|Getenv)"
    rb"[\s(\[.=]{1,3}[\"']?([A-Z][A-Z0-9_]{2,60})\b"
)
_FOR_CONTRIBUTORS = re.compile(
    r"(?:^|/)[^/]*(?:contribut|develop|hacking|maintain|building)[^/]*(?:/|$)", re.IGNORECASE
)
_METHOD = re.compile(r"(?:[A-Z]+ )?(/.*)")


def judge_command(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge whether package.json, a Makefile, a justfile or pyproject.toml defines a command."""
    text = claim.subject
    script = _SCRIPT.match(text)
    if script and not script["run"] and script["name"] == "run":
        return UNKNOWN  # `npm run` without a script
    if script:
        names = {name: entry.path for entry in _named(context, {"package.json"}) for name in _scripts(entry)}
        return _judge_listed(
            claim,
            script["name"],
            names,
            "script",
            context,
            is_sure=text.removeprefix("$ ").startswith(_CERTAIN_SCRIPTS),
        )
    target = _TARGET.match(text)
    if target:
        wanted = _MAKEFILES if target["tool"] == "make" else _JUSTFILES
        entries = list(_named(context, wanted))
        rules = {name: entry.path for entry in entries for name in _rules(entry, target["tool"])}
        is_open = any(
            _INCLUDED.search(entry.source.data) or (b"%" in entry.source.data and b"%:" in entry.source.data)
            for entry in entries
        )
        return _judge_listed(claim, target["name"], rules, "target", context, is_sure=not is_open)
    python = _PYTHON.match(text)
    if python:
        names = {name: entry.path for entry in _named(context, {"pyproject.toml"}) for name in _entry_points(entry)}
        return _judge_listed(claim, python["name"], names, "command", context, is_sure=False)
    return UNKNOWN


def _judge_listed(
    claim: Claim, name: str, known: dict[str, str], noun: str, context: VerdictContext, *, is_sure: bool
) -> Judgement:
    if name in known:
        return confirmed("", Proof(known[name], 0, 0, f"the {noun} {name}"))
    if not known or not is_sure:
        return UNKNOWN
    files = sorted(set(known.values()), key=len)
    nearest = suggestion(name, known)
    if nearest is None and not _FOR_CONTRIBUTORS.search(context.scope.document):  # the reader's project may have it
        return unsure(f"no {noun} {name} in {files[0]}")
    corrected = claim.subject.replace(name, nearest, 1) if nearest else None
    return refuted(f"no {noun} {name} in {files[0]}", "high", Proof(files[0], 0, 0, "searched"), nearest=corrected)


def _named(context: VerdictContext, names: set[str] | frozenset[str]) -> Iterator[FileEntry]:
    for name in sorted(names):
        for path in context.names.index.paths.by_name.get(name, ()):
            yield context.snapshot.files[path]


def _scripts(entry: FileEntry) -> Iterator[str]:
    yield from table(json_object(entry.source.data).get("scripts"))


def _rules(entry: FileEntry, tool: str) -> Iterator[str]:
    patterns = (_RULE, _PHONY) if tool == "make" else (_RECIPE, _ALIAS)
    for found in (each for pattern in patterns for each in pattern.findall(entry.source.data)):
        yield from found.decode("utf-8", "replace").split()


def _entry_points(entry: FileEntry) -> Iterator[str]:
    project = toml_table(entry.source.data)
    yield from table(inner(project, "project", "scripts"))
    yield from table(inner(project, "tool", "poetry", "scripts"))


def judge_environment(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge whether any code or configuration reads an environment variable."""
    name = claim.subject
    holder = context.names.index.holder(name)
    if holder:
        return confirmed("", Proof(holder, 0, 0, "has the name"))
    if _is_composed(name, context):
        return unsure(f"code may compose {name}")
    known = _read_variables(context)
    nearest = closest(name, known) or None
    reason = f"no code reads {name}"
    if nearest is None:  # other programs may read it
        return unsure(reason)
    return refuted(f"{reason}; nearest: {nearest}", "high", nearest=nearest)


def _is_composed(name: str, context: VerdictContext) -> bool:
    """Return whether code contains the beginning of a variable's name as a literal, to be completed at run time."""
    parts = name.split("_")
    heads = [("_".join(parts[:count]) + "_").encode() for count in range(1, len(parts))]
    ends = tuple(head + mark for head in heads for mark in (b'"', b"'", b"`", b"{", b"%", b"$"))
    return (
        any(
            end in entry.source.data
            for entry in context.snapshot.files.values()
            if is_code(entry) and heads[0] in entry.source.data
            for end in ends
        )
        if heads
        else False
    )


def _read_variables(context: VerdictContext) -> set[str]:
    """Return the environment variables that code reads by a literal name."""
    found: set[str] = set()
    for entry in context.snapshot.files.values():
        data = entry.source.data
        if is_code(entry) and (b"env" in data or b"ENV" in data):
            found |= {one.decode() for one in _READ_VARIABLE.findall(data)}
    return found


def judge_setting(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge whether the dotted key of a setting occurs in code or data."""
    key = claim.subject
    last = key.rpartition(".")[2]
    for path, entry in context.snapshot.files.items():
        if language(entry.language).category != "prose" and key.encode() in entry.source.data:
            return confirmed("", Proof(path, 0, 0, "has the key"))
    named = [one for one in context.snapshot.named(last) if one.qualname.endswith(key)]
    if named:
        return confirmed("", context.proof(named[0], "the key"))
    return unsure(f"no file has the key {key}") if not context.names.index.holder(last) else UNKNOWN


def judge_route(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge whether a symbol handles a route."""
    written = _METHOD.fullmatch(claim.object)
    handlers = context.definitions(claim.subject)
    if written is None or not handlers or written_name(claim.subject) is None:
        return UNKNOWN
    route = _plain(written[1])
    others: list[str] = []
    for one in handlers:
        mine = list(_routes_of(one, context))
        if any(_same_route(_plain(each), route) for each in mine):
            return confirmed("", context.proof(one, f"handles {written[1]}"))
        others += mine
    if not others:
        return UNKNOWN
    reason = f"{claim.subject} handles {', '.join(dict.fromkeys(others))}, not {written[1]}"
    nearest = others[0] if len(set(others)) == 1 else None
    return refuted(reason, "medium", *(context.proof(one, "the handler") for one in handlers[:3]), nearest=nearest)


def _routes_of(one: Definition, context: VerdictContext) -> Iterator[str]:
    """Yield the routes in the decorators of a handler, and on the lines that register it."""
    entry, span = context.entry(one), context.span(one)
    for found in _QUOTED_ROUTE.findall(entry.source.data[span.start : span.name_start]):
        yield found.decode()
    for edge in context.snapshot.graph.incoming(one.id):
        if edge.kind in ("registers", "reads", "calls"):
            source = context.snapshot.files[edge.source.partition("::")[0]].source
            for line in source.data.split(b"\n"):
                if has_word(line, one.name):
                    yield from (found.decode() for found in _QUOTED_ROUTE.findall(line))


def _plain(route: str) -> str:
    """Normalise a route: replace each parameter with `*`, and remove the slash at the end."""
    return re.sub(r"<[^>]*>|\{[^}]*\}|:\w+", "*", route).rstrip("/") or "/"


def _same_route(one: str, other: str) -> bool:
    return one == other or (one != "/" and other.endswith(one)) or (other != "/" and one.endswith(other))
