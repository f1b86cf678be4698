"""Verdicts on whether tests reach a symbol, and whether a symbol is unused."""

from ctx_lsp.claims.mention_shapes import written_path
from ctx_lsp.claims.model import UNKNOWN, Claim, Judgement, Proof, confirmed, refuted, unsure
from ctx_lsp.claims.occurrences import has_word, is_code
from ctx_lsp.claims.verdicts.calls import DYNAMIC_CALLS, FollowedCalls, combined, own_edges
from ctx_lsp.claims.verdicts.context import VerdictContext, last_part
from ctx_lsp.graph.entry import Definition, path_of
from ctx_lsp.syntax.symbol_kinds import VARIABLE_KINDS

CERTAIN_USE = 0.9  # confidence of an edge that refutes "unused"
_RUN_ELSEWHERE = ("subprocess", "client", "request", "get", "post", "run", "main", "exec", "spawn", "system", "cli")
_NO_USE = frozenset(
    {"imports", "re-exports", "documents", "specifies", "mentions", "satisfies", "supersedes", "overrides"}
)


def judge_tested(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge whether a test or a test file reaches a symbol."""
    subjects = context.definitions(claim.subject)
    if not subjects:
        return UNKNOWN
    path = written_path(claim.object)
    files = context.files(path.path) if path else ()
    tests = () if files else context.definitions(claim.object)
    if not files and not tests:
        return UNKNOWN
    if not all(context.snapshot.files[one].role == "test" for one in (*files, *(each.path for each in tests))):
        return UNKNOWN
    pairs = [_judge_tests(one, files, tests, context) for one in subjects]
    return combined(pairs, lambda: refuted(
        f"{claim.object} does not reach {claim.subject}", "medium",
        *(context.proof(one, "searched") for one in tests[:2]), *(Proof(one, 0, 0, "searched") for one in files[:2]),
    ))  # fmt: skip


def _judge_tests(
    subject: Definition, files: tuple[str, ...], tests: tuple[Definition, ...], context: VerdictContext
) -> Judgement:
    wanted = {subject.id} | {edge.id for edge in context.names.members(subject)}
    for path in files:
        entry = context.snapshot.files[path]
        edges = context.snapshot.graph.by_file.get(path)
        if edges and any(edges.by_target.get(node) for node in wanted):
            return confirmed("", context.proof(subject, "tested"), Proof(path, 0, 0, "uses it"))
        if has_word(entry.source.data, subject.name) or not is_code(entry):
            return unsure(f"{path} mentions {subject.name}")
        reach = FollowedCalls.of_file(entry, context)
        if not wanted.isdisjoint(reach.nodes):
            return unsure(f"{path} reaches {subject.name} indirectly")
        if not reach.is_whole or _is_dynamic(path, 0, len(entry.source.data), context):
            return UNKNOWN
    for one in tests:
        if any(edge.target in wanted for edge in own_edges(one, context)):
            return confirmed("", context.proof(one, "the test"), context.proof(subject, "tested"))
        span = context.span(one)
        if has_word(context.entry(one).source.data, subject.name, span.start, span.end):
            return unsure(f"{one.name} mentions {subject.name}")
        reach = FollowedCalls.of(one, context)
        if not wanted.isdisjoint(reach.nodes):
            return unsure(f"{one.name} reaches {subject.name} indirectly")
        if not reach.is_whole or _is_dynamic(one.path, span.start, span.end, context):
            return UNKNOWN
    return refuted("", "medium")


def _is_dynamic(path: str, start: int, end: int, context: VerdictContext) -> bool:
    """Return whether a test may run code by name, in another process or over the network.

    `start`–`end` is the byte range of the test in the file at `path`.
    """
    data = context.snapshot.files[path].source.data
    return any(has_word(data, word, start, end) for word in (*DYNAMIC_CALLS, *_RUN_ELSEWHERE))


def judge_unused(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge whether nothing uses a symbol."""
    subjects = context.definitions(claim.subject)
    if not subjects or any(one.kind in VARIABLE_KINDS | {"Property"} and not one.name.isupper() for one in subjects):
        return UNKNOWN
    name = last_part(claim.subject)
    pairs = [_judge_no_use(one, name, context) for one in subjects]
    if any(one.verdict == "confirmed" for one in pairs) and len(pairs) > 1:
        return UNKNOWN
    used = [one for one in pairs if one.verdict == "refuted"]
    return combined(pairs, lambda: used[0])


def _judge_no_use(one: Definition, name: str, context: VerdictContext) -> Judgement:
    for edge in context.snapshot.graph.incoming(one.id):
        if edge.kind in _NO_USE or edge.confidence < CERTAIN_USE or edge.source.startswith(one.id):
            continue
        if context.snapshot.files[path_of(edge.source)].role != "source":
            continue
        user = context.snapshot.definition(edge.source)
        where = user.qualname if user else path_of(edge.source)
        proof = context.proof(user, edge.kind) if user else Proof(edge.source, 0, 0, edge.kind)
        return refuted(f"{where} uses {name}", "medium", proof)
    if any(True for _ in context.snapshot.graph.incoming(one.id)):
        return unsure(f"only tests or uncertain code use {name}")
    others = [path for path, entry in context.snapshot.files.items()
              if path != one.path and is_code(entry) and has_word(entry.source.data, name)]  # fmt: skip
    span, data = context.span(one), context.entry(one).source.data
    if others or has_word(data, name, span.end) or has_word(data, name, 0, span.start):
        return UNKNOWN
    return confirmed("", context.proof(one, "nothing refers to it"))
