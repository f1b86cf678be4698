"""Renders tool answers as text for agents. The server decides the content; `tools` shortens lists."""

from collections.abc import Iterable, Iterator, Sequence

from ctx_lsp.agents.link import Json
from ctx_lsp.agents.paths import AgentPaths
from ctx_lsp.base.counted import counted
from ctx_lsp.base.percent import percent

_MOVED = {
    "disk": "Answers come from the files on disk from now on, without unsaved text.",
    "editor": "Answers come from the editor from now on, unsaved text included.",
}

_NO_TESTS = "No test reaches the change, as far as the graph tells. Calls that it cannot resolve may hide tests."
_MAX_SINGLE = 20  # tests to list one by one; more are counted per file
_MAX_FILES = 30  # files to list with the number of their tests
_FEW = 2  # tests of a file to list one by one, although others are counted


def search(answer: Json, agent_paths: AgentPaths) -> str:
    """Render the answer of the `search` tool, which contains either ranked results or notes.

    If the agent has asked for changes since a revision, each result is followed by the commits that changed it.
    """
    if "notes" in answer:
        return _notes(answer, agent_paths)
    found = [
        f"{rank}. {agent_paths.lines(item)} {item['kind'].lower()} {_name(item)}\n   {item['signature']}".rstrip()
        + "".join(
            f"\n   {one['commit'][:9]} {one['subject']}"
            for one in answer["commits"].get(item["symbol"] or item["uri"], ())
        )
        for rank, item in enumerate(answer["items"], 1)
    ]
    return _joined(found or ["No matching code found."], answer)


def pack(answer: Json, _: AgentPaths) -> str:
    """Render a pack as its text, followed by its id and its warnings."""
    return _joined([answer["text"].rstrip(), "", f"pack {answer['packId']}"], answer)


def explanation(answer: Json, _: AgentPaths) -> str:
    """Render an explanation as the reason, followed by the score and its parts, if it has any."""
    parts = ", ".join(f"{name} {part:+.3f}" for name, part in answer["parts"].items() if part)
    score = [f"score {answer['score']:.3f}: {parts}"] if parts else []
    return _joined([f"{answer['symbol']}: {answer['reason']}", *score], answer)


def impact(answer: Json, _: AgentPaths) -> str:
    """Render the dependants: code one per line, nearest first, then the tests of each file in one line.

    They are followed by the definitions and files that have usually changed together with the subject.
    """
    direct = {one["via"] for one in answer["dependants"] if one["distance"] == 1}
    subject = direct.pop() if len(direct) == 1 else None  # everybody knows it, so it is not repeated
    found = [
        f"{one['distance']} {one['relation']} {one['symbol']}{_via(one['via'], subject)}"
        for one in answer["dependants"]
        if one["relation"] != "test"
    ]
    found += _reaching_tests((one for one in answer["dependants"] if one["relation"] == "test"), subject)
    definitions = [
        f"history: {one['symbol']} changed with it {one['together']} of the last {one['changes']} times"
        for one in answer["definitions"]
    ]
    history = [
        f"history: {one['path']} changed with {one['of']} {one['together']} of {one['changes']} times"
        for one in answer["partners"]
    ]
    return _joined(
        [*(found or ["Nothing depends on it."]), *_unlisted(answer), *definitions, *history], answer | {"omitted": 0}
    )


def _unlisted(answer: Json) -> Iterator[str]:
    """Yield a line that says how many dependants are not listed, if any are. Tests come last."""
    if more := answer.get("omitted"):
        are_tests = any(one["relation"] == "test" for one in answer["dependants"])
        yield f"… and {more:,} more{' in tests' if are_tests else ''}: a higher limit lists them"


def _reaching_tests(tests: Iterable[Json], subject: str | None) -> Iterator[str]:
    """Yield a line for the tests of each file that reach the subject in the same way."""
    files: dict[tuple[int, str, str], list[str]] = {}
    for one in tests:
        path, _, name = one["symbol"].partition("::")
        files.setdefault((one["distance"], path, one["via"]), []).append(name)
    for (distance, path, via), names in files.items():
        listed = ", ".join(filter(None, names))
        yield f"{distance} test {path}{'::' if listed else ''}{listed}{_via(via, subject)}"


def _via(via: str, subject: str | None) -> str:
    return f" (via {via})" if via != subject else ""


def tests(answer: Json, _: AgentPaths) -> str:
    """Render the changed symbols and the tests that reach them. Many tests are counted per file."""
    changed = [f"{one['change']}: {one['symbol']}" for one in answer["changed"]]
    if len(answer["tests"]) > _MAX_SINGLE and answer.get("groups"):
        return _joined([*changed, *_counted_tests(answer)], answer | {"omitted": 0})
    none = [] if answer["unchanged"] else [_NO_TESTS]
    return _joined([*changed, *(map(_test, answer["tests"]) if answer["tests"] else none)], answer)


def _test(one: Json) -> str:
    return f"test: {one['symbol']}" + (f" — {one['run']}" if one["run"] else "")


def _counted_tests(answer: Json) -> Iterator[str]:
    """Yield a line for each file with tests, with the nearest tests first, and the totals."""
    groups = answer["groups"]
    for group in groups[:_MAX_FILES]:
        own = [one for one in answer["tests"] if one["symbol"].startswith(f"{group['path']}::")]
        own = [one for one in own if one["run"]] or own
        if group["tests"] == len(own) <= _FEW and own:
            yield from map(_test, own)
        else:
            count = counted(group["tests"], "test") if group["tests"] else "test"
            yield f"{count}: {group['path']}" + (f" — {group['run']}" if group["run"] else "")
    rest = groups[_MAX_FILES:]
    if rest:
        yield f"… and {_amount(rest, 'more ')}"
    yield f"{_amount(groups)}, nearest first. For single tests, give `files` with fewer paths, or a smaller change."


def _amount(groups: Sequence[Json], more: str = "") -> str:
    """Return the number of (`more`) files, and of the tests in them; in some languages, only files are known."""
    tests = sum(group["tests"] for group in groups)
    files = counted(len(groups), f"{more}{'file' if tests else 'test file'}")
    return f"{counted(tests, 'test')} in {files}" if tests else files


def check(answer: Json, agent_paths: AgentPaths) -> str:
    """Render the false statements, one per line, those that may be false, and the totals.

    For a proposed note, render the outcome instead.
    """
    if "claims" not in answer:
        return _new_note(answer, agent_paths)
    false = [one for one in answer["claims"] if one["verdict"] == "refuted"]
    found = [f"{_where(one, agent_paths)}{one['text']}: {one['message']}" for one in false]
    doubtful = [one for one in answer["claims"] if one["verdict"] == "unknown" and one["message"]]
    found += [f"not settled: {_where(one, agent_paths)}{one['text']}: {one['message']}" for one in doubtful]
    counts = answer["summary"]
    unlisted = {"omitted": counts["refuted"] - len(false)}
    statements = counted(counts["statements"], "statement")
    total = f"{statements}: {counts['confirmed']} true, {counts['refuted']} false"
    return _joined([*found, f"{total}, {counts['unknown']} not settled by the code"], answer | unlisted)


def _notes(answer: Json, agent_paths: AgentPaths) -> str:
    """Render notes with their verdicts; their texts are quoted, because they are data."""
    found = [
        f"{agent_paths.path(one['uri'])} {one['verdict']}{_doubts(one)}\n> {one['title']}"
        + "".join(f"\n> {line}".rstrip() for line in one["text"].splitlines())
        for one in answer["notes"]
    ]
    return _joined(found or ["No notes found."], answer)


def _doubts(note: Json) -> str:
    """Return the end of a note's heading that says why the note is not in force; "" if it is in force."""
    return "" if note["inForce"] else f", not in force: {'; '.join(note['doubts'])}"


def _new_note(answer: Json, agent_paths: AgentPaths) -> str:
    """Say whether a new note was rejected as false, waits for the user, or must be written to a file by the agent."""
    if answer["contradictions"]:
        return "\n".join(["Not proposed, because it says something false:", *answer["contradictions"]])
    if answer["offered"]:
        return "Proposed: the user of the editor can accept it."
    return f"No editor is attached. If your user agrees, write {agent_paths.path(answer['uri'])}:\n\n{answer['text']}"


def _where(claim: Json, agent_paths: AgentPaths) -> str:
    return f"{agent_paths.lines(claim)} " if "uri" in claim else f"line {claim['range']['start']['line'] + 1} "


def status(answer: Json, _: AgentPaths) -> str:
    """Render the state and the size of the index."""
    counts = answer["counts"]
    languages = ", ".join(answer["languages"])
    size = f"{counts['files']:,} files, {counts['symbols']:,} symbols ({languages})"
    folders = [f"served: {one['folder']}\n  {one.get('problem') or _origin(one)}" for one in answer.get("folders", ())]
    return _joined([f"{answer['state']}: {size}", *folders], answer)


def source(engine: Json, left: str | None) -> str:
    """Return a line that describes the engine that gave an answer, and its coverage.

    `left` is the source of the previous answer, or None if this is the first one. If the source has changed, another
    line before the description says so.
    """
    moved = _MOVED[engine["source"]] + "\n" if left not in (None, engine["source"]) else ""
    return f"{moved}— {_origin(engine)}"


def _origin(engine: Json) -> str:
    held = "the editor, unsaved text included" if engine["source"] == "editor" else "the files on disk"
    covered = engine["coverage"]
    return (
        f"from {held}: {engine['root']}, revision {engine['revision']}, "
        f"{percent(covered['lexical'])} of the text indexed, {percent(covered['semantic'])} embedded"
    )


def _joined(lines: Iterable[str], answer: Json) -> str:
    return "\n".join([*lines, *_remarks(answer)])


def _remarks(answer: Json) -> Iterator[str]:
    if answer.get("omitted"):
        yield f"… and {answer['omitted']:,} more"
    yield from warnings(answer["warnings"])


def warnings(sentences: Iterable[str]) -> Iterator[str]:
    """Yield a line for each warning."""
    yield from (f"warning: {sentence}" for sentence in sentences)


def _name(item: Json) -> str:
    return item["symbol"].partition("::")[2] if item["symbol"] else ""
