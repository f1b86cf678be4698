"""Verdicts on calls and raised errors.

A claimed direct call is refuted only if the caller's text does not contain the callee's name, and no chain of calls
leads from the caller to the callee. If there are too many calls to follow, nothing is refuted.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ctx_lsp.claims.mention_shapes import written_name
from ctx_lsp.claims.model import UNKNOWN, Claim, ClaimSeverity, Judgement, confirmed, refuted, unsure
from ctx_lsp.claims.nearest import closest, suggestion
from ctx_lsp.claims.occurrences import has_word
from ctx_lsp.claims.verdicts.context import VerdictContext, last_part
from ctx_lsp.claims.verdicts.existence import near_symbol
from ctx_lsp.graph.edges import Edge
from ctx_lsp.graph.entry import Definition, FileEntry, path_of, unnumbered_name
from ctx_lsp.syntax.symbol_kinds import CALLABLE_KINDS, TYPE_KINDS

MAX_REACHED = 2_000  # symbols visited to find an indirect call; where there are more, nothing is refuted
DYNAMIC_CALLS = ("getattr", "send", "public_send", "eval", "apply", "invoke", "Reflect", "call_user_func", "dispatch")
_CALLING = frozenset({"calls", "raises"})
_MANUAL_PAGE = re.compile(r"[a-z_]\w*\([1-8]\)")  # such as `socket(2)`, a function of the system
_CODE = re.compile(rb"\w")
_VALUE_RAISED = re.compile(
    rb"(?:^|[;:{})])[ \t]*(?:raise|throw) +(?!new\b)(?:[A-Za-z_$][\w$]*\.)*[a-z_$][\w$]*[ \t]*(?:;|\r?\n|\}|$)", re.M
)
_RUN_BY_SYNTAX = frozenset({"Operator", "Property", "Event"})


def judge_calls(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge whether one symbol calls another."""
    callers = tuple(one for one in context.definitions(claim.subject) if one.kind in CALLABLE_KINDS | TYPE_KINDS)
    if not callers or _MANUAL_PAGE.fullmatch(claim.object):
        return UNKNOWN
    callees = context.definitions(claim.object)
    found = _unknown_callee(claim, callers, context) if not callees else combined(
        [_judge_call(one, other, context) for one in callers for other in callees],
        lambda: _refutation(claim, callers, callees, context),
    )  # fmt: skip
    is_sure = is_the_only(claim.subject, callers, context) and not any(one.kind in TYPE_KINDS for one in callers)
    return found if found.verdict != "refuted" or is_sure else UNKNOWN


def is_one(found: tuple[Definition, ...]) -> bool:
    """Return whether all definitions belong to one symbol, as overloads do, rather than to namesakes."""
    return len({(one.path, unnumbered_name(one)) for one in found}) == 1


def is_the_only(written: str, found: tuple[Definition, ...], context: VerdictContext) -> bool:
    """Return whether all definitions belong to one symbol.

    If `written` is a simple name, also require that no other symbol has this name.
    """
    name = written_name(written)
    is_plain = name is not None and len(name.parts) == 1
    return is_one(found) and (not is_plain or is_one((*found, *context.names.definitions(name.parts))))  # type: ignore[union-attr]


def combined(pairs: list[Judgement], refutation: object) -> Judgement:
    """Combine the judgements for all meanings of a claim: confirmed if one is, refuted if all are, otherwise unknown.

    `refutation` is a function that returns the judgement for a refuted claim.
    """
    for one in pairs:
        if one.verdict == "confirmed":
            return one
    unknown = [one for one in pairs if one.verdict == "unknown"]
    if unknown or not pairs:
        return unknown[0] if unknown else UNKNOWN
    return refutation() if callable(refutation) else UNKNOWN


def _judge_call(caller: Definition, callee: Definition, context: VerdictContext) -> Judgement:
    targets = {edge.target for edge in own_edges(caller, context) if edge.kind in _CALLING}
    same = {one.id for one in _family(callee, context)}
    if targets & same:
        return confirmed("", context.proof(caller, "the caller"), context.proof(callee, "the callee"))
    if caller.id == callee.id:
        return UNKNOWN
    names = set(_names_of(callee, caller, context))
    span, data = context.span(caller), context.entry(caller).source.data
    if any(has_word(data, name, span.body, span.end) for name in names):
        return unsure(f"{caller.name} mentions {callee.name}, but the call is not certain")
    if span.body >= span.end or _is_by_syntax(callee):
        return UNKNOWN
    if any(has_word(data, word, span.body, span.end) for word in DYNAMIC_CALLS):
        return UNKNOWN
    if _is_hook(caller, context):
        return UNKNOWN
    reach = FollowedCalls.of(caller, context)
    if not same.isdisjoint(reach.nodes):
        return unsure(f"{caller.name} calls {callee.name} indirectly")
    return refuted("", "medium") if reach.is_whole else UNKNOWN


def _is_hook(caller: Definition, context: VerdictContext) -> bool:
    """Return whether a function is empty or overridden, in which case its own code does not show all of its calls."""
    span, data = context.span(caller), context.entry(caller).source.data
    is_empty = _CODE.search(data, span.body, span.end) is None
    return is_empty or any(edge.kind == "overrides" for edge in context.snapshot.graph.incoming(caller.id))


def _is_by_syntax(callee: Definition) -> bool:
    return callee.kind in _RUN_BY_SYNTAX or (
        callee.name.startswith("__") and callee.name.endswith("__") and callee.kind != "Constructor"
    )


def _names_of(callee: Definition, caller: Definition, context: VerdictContext) -> Iterator[str]:
    """Yield the names by which the caller's file may call the callee."""
    yield callee.name
    if callee.kind == "Constructor":
        yield callee.qualname.split(".")[-2] if "." in callee.qualname else callee.name
    for one in context.entry(caller).facts.outline.imports:
        if one.name == callee.name and one.alias:
            yield one.alias
    symbol = context.entry(callee).facts.outline.symbols[callee.index]
    if symbol.parent >= 0 and callee.kind == "Constructor":
        yield "cls"
        yield "self"


def _family(callee: Definition, context: VerdictContext) -> Iterator[Definition]:
    """Yield a callee and the definitions that a call to it may name instead.

    These are its type or its constructors, its overloads, and the members that it overrides or that override it.
    """
    yield callee
    entry = context.entry(callee)
    if callee.kind == "Constructor":
        holder = context.snapshot.definition(callee.container)
        if holder:
            yield holder
    if callee.kind in TYPE_KINDS:
        yield from (one for one in context.names.members(callee) if one.kind == "Constructor")
    main = entry.main_indices[callee.index]
    yield from (one for one in entry.by_name.get(callee.name, ()) if entry.main_indices[one.index] == main)
    seen = {callee.id}
    waiting = [callee.id]
    while waiting:
        node = waiting.pop()
        edges = (*context.snapshot.graph.outgoing(node), *context.snapshot.graph.incoming(node))
        for edge in edges:
            other = edge.target if edge.source == node else edge.source
            found = context.snapshot.definition(other) if edge.kind == "overrides" and other not in seen else None
            if found is not None:
                seen.add(other)
                waiting.append(other)
                yield found


def own_edges(one: Definition, context: VerdictContext) -> Iterator[Edge]:
    """Yield the edges that start at a symbol or at anything nested in it."""
    edges = context.snapshot.graph.by_file.get(one.path)
    if edges is None:
        return
    inside = one.id + "."
    for source, found in edges.by_source.items():
        if source == one.id or source.startswith(inside):
            yield from found


@dataclass(frozen=True, slots=True)
class FollowedCalls:
    """The symbols that a symbol calls or uses directly or indirectly, including overrides.

    `is_whole` is False if there were too many to follow them all.
    """

    nodes: frozenset[str]
    is_whole: bool

    @staticmethod
    def of(start: Definition, context: VerdictContext) -> "FollowedCalls":
        """Return the symbols that a symbol reaches."""
        return FollowedCalls._kept(start.id, (start,), context)

    @staticmethod
    def of_file(entry: FileEntry, context: VerdictContext) -> "FollowedCalls":
        """Return the symbols that the symbols of a file reach together."""
        return FollowedCalls._kept(entry.path, entry.definitions, context)

    @staticmethod
    def _kept(key: str, starts: Sequence[Definition], context: VerdictContext) -> "FollowedCalls":
        names = context.names
        return FollowedCalls(
            *names.index.log.once(names.reaches, key, lambda: FollowedCalls._followed(starts, context))
        )

    @staticmethod
    def _followed(starts: Sequence[Definition], context: VerdictContext) -> tuple[frozenset[str], bool]:
        started = {one.id for one in starts}
        reached: set[str] = set()
        waiting = list(starts)
        while waiting and len(reached) < MAX_REACHED:
            for target in _targets(waiting.pop(), context):
                if target not in reached:
                    reached.add(target)
                    found = context.snapshot.definition(target) if target not in started else None
                    if found is not None:
                        waiting.append(found)
        return frozenset(reached), not waiting


def _targets(one: Definition, context: VerdictContext) -> Iterator[str]:
    for edge in own_edges(one, context):
        if edge.kind in ("calls", "raises", "reads", "decorates", "registers", "uses-type"):
            yield edge.target
            for back in context.snapshot.graph.incoming(edge.target):
                if back.kind == "overrides":
                    yield back.source


def _refutation(
    claim: Claim, callers: tuple[Definition, ...], callees: tuple[Definition, ...], context: VerdictContext
) -> Judgement:
    reverse = any(_judge_call(one, other, context).verdict == "confirmed" for one in callees for other in callers)
    targets = {edge.target for one in callers for edge in own_edges(one, context) if edge.kind in _CALLING}
    called = {found.name for target in targets if (found := context.snapshot.definition(target))}
    reason = f"{claim.subject} does not call {claim.object}"
    if reverse:
        reason += f"; {claim.object} calls {claim.subject}"
    nearest = None if reverse else suggestion(last_part(claim.object), called)
    return refuted(reason, "medium", *(context.proof(one, "searched") for one in callers[:3]), nearest=nearest)


def _unknown_callee(claim: Claim, callers: tuple[Definition, ...], context: VerdictContext) -> Judgement:
    """Judge a claimed call to something that the workspace does not define. Refute it only if no code has the name."""
    name = last_part(claim.object)
    standing = context.meaning(claim.object).standing
    for one in callers:
        span = context.span(one)
        if has_word(context.entry(one).source.data, name, span.start, span.end):
            return confirmed("", context.proof(one, f"mentions {name}")) if standing != "missing" else UNKNOWN
    if name in context.scope.local_names or context.names.index.holder(name) or claim.form == "bare":
        return unsure(f"{name} is not defined here")
    targets = {edge.target for one in callers for edge in own_edges(one, context)}
    called = {found.name for target in targets if (found := context.snapshot.definition(target))}
    proofs = [context.proof(one, "searched") for one in callers[:3]]
    return refuted(f"no code has the name {name}", "high", *proofs, nearest=suggestion(name, called))


def judge_raises(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge whether a symbol raises an error. If only its callees may raise it, the verdict is "unknown"."""
    kinds = CALLABLE_KINDS | TYPE_KINDS | {"Property"}
    raisers = tuple(one for one in context.definitions(claim.subject) if one.kind in kinds)
    if not raisers:
        return UNKNOWN
    errors = tuple(one for one in context.definitions(claim.object) if one.kind in TYPE_KINDS)
    pairs = [_judge_raise(one, claim.object, errors, context) for one in raisers]
    found = combined(pairs, lambda: _no_raise(claim, raisers, context))
    if found.verdict != "refuted":
        return found
    is_listed = claim.detail == "listed"
    is_open = any(_raises_a_value(one, context) or (is_listed and _calls_anything(one, context)) for one in raisers)
    return found if is_the_only(claim.subject, raisers, context) and not is_open else UNKNOWN


def _calls_anything(raiser: Definition, context: VerdictContext) -> bool:
    """Return whether a symbol calls anything. A callee may raise the errors that the symbol's docstring lists."""
    span = context.span(raiser)
    inside = context.entry(raiser).facts.references.starting_in(span.body, span.end)
    return any(one.kind == "call" for one in inside)


def _raises_a_value(raiser: Definition, context: VerdictContext) -> bool:
    """Return whether a symbol raises the value of an expression, such as `throw this.reason`: it may be any error."""
    span, data = context.span(raiser), context.entry(raiser).source.data
    return _VALUE_RAISED.search(data, span.body, span.end) is not None


def _may_raise_own_type(raiser: Definition, errors: tuple[Definition, ...], context: VerdictContext) -> bool:
    """Return whether `raiser`, a member of an error type, may raise that type without naming it: `throw new self()`.

    This is so if one of the `errors` contains the member, and the member's text contains a word such as `self`.
    """
    span, data = context.span(raiser), context.entry(raiser).source.data
    is_own = any(one.id == raiser.container for one in errors)
    return is_own and any(has_word(data, word, span.body, span.end) for word in ("cls", "self", "static", "this"))


def _judge_raise(
    raiser: Definition, written: str, errors: tuple[Definition, ...], context: VerdictContext
) -> Judgement:
    name = last_part(written)
    span, entry = context.span(raiser), context.entry(raiser)
    own = entry.facts.references.starting_in(span.start, span.end)
    inside = [one for one in own if one.kind in ("raises", "call")]
    if any(one.name == name for one in inside):
        return confirmed("", context.proof(raiser, f"raises {name}"))
    if has_word(entry.source.data, name, span.body, span.end):
        return unsure(f"{raiser.name} mentions {name}")
    if span.body >= span.end or _may_raise_own_type(raiser, errors, context):
        return UNKNOWN
    if not errors:  # called code of libraries may raise it, unless it is a typo
        is_missing = context.meaning(written).standing == "missing" and name not in context.scope.local_names
        is_typo = is_missing and (closest(name, _raised(raiser, context)) or near_symbol(name, context))
        return refuted("", "high") if is_typo else UNKNOWN
    kin = set(_descendants(errors, context))
    names = {one.name for one in kin}
    reach = FollowedCalls.of(raiser, context)
    for node in reach.nodes:
        if node in {one.id for one in kin}:
            return unsure(f"{raiser.name} can raise {name} indirectly")
        found = context.snapshot.definition(node)
        if found is not None and found.kind in CALLABLE_KINDS:
            inner, data = context.span(found), context.entry(found).source.data
            if any(has_word(data, one, inner.body, inner.end) for one in names):
                return unsure(f"{raiser.name} can raise {name} indirectly")
    if any(has_word(entry.source.data, one, span.body, span.end) for one in names):
        return unsure(f"{raiser.name} raises a kind of {name}")
    return refuted("", "medium") if reach.is_whole and not _is_hook(raiser, context) else UNKNOWN


def _descendants(errors: Iterable[Definition], context: VerdictContext) -> Iterator[Definition]:
    waiting, seen = list(errors), set[str]()
    while waiting:
        one = waiting.pop()
        if one.id in seen:
            continue
        seen.add(one.id)
        yield one
        for edge in context.snapshot.graph.incoming(one.id):
            found = context.snapshot.definition(edge.source) if edge.kind in ("inherits", "implements") else None
            if found is not None:
                waiting.append(found)


def _no_raise(claim: Claim, raisers: tuple[Definition, ...], context: VerdictContext) -> Judgement:
    raised = {name for one in raisers for name in _raised(one, context)}
    nearest = suggestion(last_part(claim.object), raised) or (next(iter(raised)) if len(raised) == 1 else None)
    reason = f"{claim.subject} does not raise {claim.object}"
    proofs = [context.proof(one, "searched") for one in raisers[:3]]
    severity: ClaimSeverity = "medium" if context.definitions(claim.object) else "high"
    return refuted(reason, severity, *proofs, nearest=nearest)


def _raised(raiser: Definition, context: VerdictContext) -> Iterator[str]:
    """Yield the names of the errors that a symbol raises in its own code."""
    span = context.span(raiser)
    for one in context.entry(raiser).facts.references.starting_in(span.start, span.end):
        if one.kind == "raises":
            yield one.name


def in_code_of(node: str, context: VerdictContext) -> bool:
    """Return whether a node belongs to an indexed file."""
    return path_of(node) in context.snapshot.files
