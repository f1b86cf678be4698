"""Finds the users of a symbol, and the offsets of the uses, for questions such as "who calls X".

`retrieval.question.asked_uses` recognises such questions, and `packing.answer.users` shows the users. `hierarchy` finds
calls for editors; `impact` finds indirect users.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.external.receivers import base_names, outside_names
from ctx_lsp.features.mentions import mentions, mentions_of
from ctx_lsp.features.navigation import naming_files
from ctx_lsp.features.nodes import with_same_entities
from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.graph.resolution.guesses import GUESSED
from ctx_lsp.graph.resolution.resolve import EDGE_KIND
from ctx_lsp.graph.tables import initial
from ctx_lsp.packing.answer.users import FoundUsers, SymbolUser
from ctx_lsp.retrieval.channels.channels import shared_end
from ctx_lsp.retrieval.question.analyse import last_part, name_parts
from ctx_lsp.retrieval.question.asked_uses import AskedUses, asked_uses
from ctx_lsp.retrieval.question.file_topics import asked_roles
from ctx_lsp.retrieval.question.parts import parts_of_question
from ctx_lsp.snapshot.dynamic_dispatch import Dispatch
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import CONTENT_KINDS, MEMBER_KINDS, TYPE_KINDS, VARIABLE_KINDS
from ctx_lsp.syntax.words import terms

MAX_TARGETS = 50  # definitions of one name whose users are looked for; a plain word with more is no name
MAX_USERS = 1_000
MAX_CHUNKS_READ = 500  # chunks that are searched for uses of a name that the graph does not know
MAX_UNSURE = 20  # unsure users beside sure ones; more of them have a name that libraries use, too


def users_asked_for(snapshot: Snapshot, question: str, token: CancelToken) -> FoundUsers | None:
    """Return the users of a name, if a question such as "who calls total?" asks for them. Raises `Cancelled`.

    Return None if the question asks for something else, or if neither a definition nor a user of the name is found. The
    result has no users if the name is defined but not used. If all parts of the question ask for users, the result has
    those of all names.
    """
    parts = (question,) if asked_uses(question) else parts_of_question(question)
    found = [_users_asked_for_in(snapshot, part, token) for part in parts]
    known = [one for one in found if one is not None]
    return _joined(known) if len(known) == len(found) else None


def _joined(found: Sequence[FoundUsers]) -> FoundUsers:
    """Return the users of several names as those of one."""
    return FoundUsers(
        tuple(dict.fromkeys(target for one in found for target in one.targets)),
        tuple(_by_node(user for one in found for user in one.users).values()),
        wants_tests=any(one.wants_tests for one in found),
        unsure_left_out=sum(one.unsure_left_out for one in found),
        is_cut=any(one.is_cut for one in found),
    )


def _users_asked_for_in(snapshot: Snapshot, part: str, token: CancelToken) -> FoundUsers | None:
    """Return the users for which a part of a question asks, as in `users_asked_for`."""
    asked = asked_uses(part)
    if asked is None:
        return None
    targets = _targets(snapshot, asked)
    if asked.is_word and (not targets or len(targets) > MAX_TARGETS):
        return None
    wanted = with_same_entities(snapshot, frozenset(one.id for one in targets[:MAX_TARGETS]))
    found = _users(snapshot, wanted, token) if wanted else users_by_name(snapshot, asked.name, token)
    users = _by_node(islice(found, MAX_USERS))
    unsure: dict[str, SymbolUser] = {}
    if any(one.kind in MEMBER_KINDS for one in targets):
        unnamed = _by_node(_unresolved(snapshot, targets[0], token))
        unsure = {node: one for node, one in unnamed.items() if node not in wanted and node not in users}
    is_shown = len(unsure) <= MAX_UNSURE or not users
    if not targets and not users:
        return None
    return FoundUsers(
        tuple(one.id for one in targets),
        (*users.values(), *(unsure.values() if is_shown else ())),
        wants_tests="test" in asked_roles(part),
        unsure_left_out=0 if is_shown else len(unsure),
        is_cut=next(found, None) is not None,
    )


def _by_node(users: Iterable[SymbolUser]) -> dict[str, SymbolUser]:
    """Return the users keyed by node. If a node is found several times, its places are merged."""
    found: dict[str, SymbolUser] = {}
    for user in users:
        known = found.get(user.node)
        places = tuple(sorted({*user.places, *(known.places if known else ())}))
        is_sure = user.sure or (known is not None and known.sure)
        found[user.node] = (known or user)._replace(places=places, sure=is_sure)
    return found


def _targets(snapshot: Snapshot, asked: AskedUses) -> list[Definition]:
    """Return the code definitions that match the longest suffix of the (possibly qualified) name in the question.

    If only the last part of the name matches, its qualifier must be a type, folder or file of the workspace, so that
    `json.dumps` matches no method called `dumps`. If some definitions are in files with the role `source`, only these
    are returned.
    """
    endings = (f"{asked.name}?", f"{asked.name}!")  # predicates, whose mark may be taken for that of the question
    for written in dict.fromkeys((asked.name, *endings, *_in_other_case(snapshot, asked.name))):
        parts = name_parts(written)
        named = [one for one in snapshot.named(last_part(written)) if one.kind not in CONTENT_KINDS]
        shared = {one.id: shared_end(one.qualname.split("."), parts) for one in named}
        found = [one for one in named if shared[one.id] == max(shared.values())]
        if len(parts) > 1 and max(shared.values(), default=0) == 1:
            is_type = any(one.kind in TYPE_KINDS for one in snapshot.named(parts[-2]))
            found = [one for one in found if is_type or parts[-2].lower() in _places(one.path)]
        if asked.is_word:  # variables are often named by the words with which people ask
            found = [one for one in found if one.kind not in VARIABLE_KINDS]
        if found:
            code = [one for one in found if snapshot.files[one.path].role == "source"]
            return code or found
    return []


def _places(path: str) -> frozenset[str]:
    """Return the names of a file and of its folders, in lower case and without suffixes."""
    return frozenset(part.partition(".")[0] for part in path.lower().split("/"))


def _in_other_case(snapshot: Snapshot, written: str) -> Iterator[str]:
    """Yield `written` with its last part replaced by each name in the workspace that equals it, ignoring case."""
    *before, wanted = name_parts(written)
    alike = (one for one in snapshot.initials.get(initial(wanted), ()) if one.lower() == wanted.lower())
    yield from (".".join((*before, one)) for one in alike)


def _users(snapshot: Snapshot, wanted: frozenset[str], token: CancelToken) -> Iterator[SymbolUser]:
    """Yield the users of the definitions in `wanted`.

    These include code that names a member of a base type, if a definition in `wanted` overrides that member and may run
    instead.
    """
    yield from _naming(snapshot, wanted, token)
    dispatch = Dispatch(snapshot)
    through = {one: member for member in sorted(wanted) for one in dispatch.named_for(member) if one not in wanted}
    for named, member in through.items():
        sources = {edge.source for edge, _ in dispatch.dispatched(named, (member,))}
        for user in _naming(snapshot, with_same_entities(snapshot, frozenset({named})), token):
            if user.node in sources:
                yield user._replace(target=member)


def _naming(snapshot: Snapshot, wanted: frozenset[str], token: CancelToken) -> Iterator[SymbolUser]:
    """Yield the symbols and files whose code refers to a definition in `wanted`. Imports do not count."""
    for path in naming_files(snapshot, wanted):
        token.check()
        entry = snapshot.files[path]
        if entry.role == "docs":
            continue
        named = tuple(mentions_of(snapshot, path, wanted, imports=False))
        for is_sure in (True, False):
            uses = (
                (one.symbol, one.start, EDGE_KIND[one.kind], min(one.surest & wanted))
                for one in named
                if one.kind != "import" and (one.meanings[0][1] > GUESSED) == is_sure
            )
            found = (user for user in _grouped(entry, uses) if user.node not in wanted)
            yield from (user._replace(sure=is_sure) for user in found)


def users_by_name(snapshot: Snapshot, name: str, token: CancelToken) -> Iterator[SymbolUser]:
    """Yield the symbols and files whose code uses `name`, which the workspace does not define.

    If `name` is qualified, the code must write the qualifier before the name, or import the name from it.
    """
    *before, last = name_parts(name)
    for entry in _files_with(snapshot, last, token):
        is_imported = any(
            one.name == last and before and before[-1] in one.module for one in entry.facts.outline.imports
        )
        named = (
            one
            for one in entry.facts.references.named(last)
            if (not before or last_part(one.receiver) == before[-1] or (is_imported and not one.receiver))
        )
        uses = ((one.symbol, one.start, EDGE_KIND[one.kind], name) for one in named)
        yield from (user._replace(sure=False) for user in _grouped(entry, uses))


def _unresolved(snapshot: Snapshot, member: Definition, token: CancelToken) -> Iterator[SymbolUser]:
    """Yield the symbols and files that use the name of `member` on an object whose type is unknown.

    Objects and modules from outside the workspace are left out, unless they may be of a type with this member.
    """
    bases = base_names(snapshot, member)
    for entry in _files_with(snapshot, member.name, token):
        if entry.language != member.language:
            continue
        named = entry.facts.references.named(member.name)
        known = {one.start for one in mentions(snapshot, entry.path, named)}
        unknown = [one for one in named if one.receiver and one.start not in known]
        if unknown:
            outside = outside_names(snapshot, entry).without(bases)
            unknown = [one for one in unknown if not outside.include(one.receiver)]
        uses = ((one.symbol, one.start, EDGE_KIND[one.kind], member.id) for one in unknown)
        yield from (user._replace(sure=False) for user in _grouped(entry, uses))


def _files_with(snapshot: Snapshot, name: str, token: CancelToken) -> Iterator[FileEntry]:
    hits = snapshot.lexical.match(dict.fromkeys(terms(name), 1.0), token).top(MAX_CHUNKS_READ, None)
    for path in sorted({hit.path for hit in hits}):
        token.check()
        if snapshot.files[path].role != "docs":
            yield snapshot.files[path]


def _grouped(entry: FileEntry, uses: Iterable[tuple[int, int, EdgeKind, str]]) -> Iterator[SymbolUser]:
    """Group the uses in a file by symbol. Each use consists of the symbol's index, an offset, a kind and a target."""
    by_symbol: dict[int, list[tuple[int, EdgeKind, str]]] = {}
    for symbol, start, kind, target in uses:
        by_symbol.setdefault(symbol, []).append((start, kind, target))
    for symbol, own in sorted(by_symbol.items()):
        node = entry.definitions[symbol].id if symbol >= 0 else entry.path
        _, kind, target = min(own)
        yield SymbolUser(node, entry.path, tuple(sorted(start for start, _, _ in own)), target, kind)
