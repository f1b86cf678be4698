"""Finds the framework roles of a symbol in `roles.toml`, and the symbol's partners in these roles."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from ctx_lsp.graph.entry import Definition
from ctx_lsp.patterns.evidence import evidence, has_role
from ctx_lsp.patterns.headers import header_references
from ctx_lsp.patterns.model import Instance, Participant, make_instance
from ctx_lsp.patterns.roles import Role, roles_of
from ctx_lsp.patterns.types import held_types
from ctx_lsp.patterns.view import View
from ctx_lsp.syntax.symbol_kinds import FUNCTION_KINDS, TYPE_KINDS, VALUE_KINDS

_REGISTRARS = (("router", "router"), ("command", "group"))  # patterns of registering decorators, each with its relation
_GIVEN = ("repository", "service", "unit of work")
_SLOTS = frozenset({"decorator", "annotation", "parameter", "injected", "result"})


def centers(view: View, one: Definition) -> Iterator[Definition]:
    """Yield the definitions whose roles may involve a symbol.

    These are the symbol itself, its container, its users, and the containers of users that are not functions.
    """
    yield one
    holder = view.holder(one)
    if holder is not None:
        yield holder
    if one.kind in TYPE_KINDS | FUNCTION_KINDS | VALUE_KINDS:
        for source in view.sources(one, "uses-type", "reads", "calls", "decorates", "registers"):
            yield source
            around = view.holder(source)
            if around is not None and source.kind not in FUNCTION_KINDS:
                yield around


def framework_role(view: View, center: Definition) -> Iterator[Instance]:
    """Yield the framework roles of a symbol, at most one for each pattern."""
    found: set[str] = set()
    for role in roles_of(center.language):
        if role.pattern in found:
            continue
        why = evidence(view, center, role)
        if why:
            found.add(role.pattern)
            article = "an" if role.role[0] in "aeiou" else "a"
            reason = f"{center.name} looks like {article} {role.role} in {role.frameworks}: {'; '.join(why)}."
            others = _partners(view, center, role)
            yield make_instance(role.pattern, Participant(center.id, role.role), others, reason, role.confidence)


def _partners(view: View, one: Definition, role: Role) -> list[Participant]:
    asked = role.partners
    found: list[Participant] = []
    if _SLOTS & asked.keys():
        found += _in_header(view, one, asked)
    for source, look in _FINDERS:
        if source in asked:
            found += [Participant(each.id, asked[source]) for each in look(view, one, role) if each.id != one.id]
    return found


def _in_header(view: View, one: Definition, asked: Mapping[str, str]) -> Iterator[Participant]:
    """Yield the symbols that a declaration names, each with its relation to the role.

    `asked` maps slots (see `headers`) to relations; names in other slots are ignored. Types are yielded for every slot
    in `asked`. Other symbols are yielded only for the slots of decorators and injected parameters.
    """
    meant: dict[str, list[Definition]] = {}
    for target in view.targets(one, "uses-type", "reads", "calls"):
        meant.setdefault(target.name, []).append(target)
    names = {each.alias: each.name for each in view.entry(one).facts.outline.imports if each.name}
    for slot, reference in header_references(view, one):
        relation = asked.get(slot) or (asked.get("parameter") if slot == "injected" else None)
        for target in meant.get(names.get(reference.name, reference.name), ()) if relation else ():
            if target.kind in TYPE_KINDS or slot in ("injected", "decorator"):
                yield Participant(target.id, _relation(view, target, slot, relation or "", asked))


def _relation(view: View, target: Definition, slot: str, relation: str, asked: Mapping[str, str]) -> str:
    """Return the relation of the symbol `target`, which a declaration names, to the role of the declaration.

    This is `relation`, except for a registrar or a dependency. `slot` is the part of the declaration that names the
    symbol, and `asked` maps each slot of the role to its relation.
    """
    if slot == "decorator":
        for pattern, named in _REGISTRARS:
            if has_role(view, target, pattern):
                return named
    is_called = slot == "decorator" and target.kind in FUNCTION_KINDS and "injected" in asked
    if is_called or (slot == "parameter" and any(has_role(view, target, pattern) for pattern in _GIVEN)):
        return "dependency"
    return relation


def _fields(view: View, one: Definition, _: Role) -> Iterator[Definition]:
    bases = {base.id for base in view.bases(one)}
    for held, _member in held_types(view, one):
        if held.id not in bases:
            yield held
    for member in view.members(one):
        if member.kind in VALUE_KINDS:
            yield from (read for read in view.targets(member, "reads") if read.kind in TYPE_KINDS)


def _with_role(view: View, one: Definition, role: Role) -> Iterator[Definition]:
    pattern = role.partners["members"]
    return (member for member in view.members(one) if has_role(view, member, pattern))


def _around(view: View, one: Definition, _: Role) -> Iterator[Definition]:
    holder = view.holder(one)
    if holder is not None:
        yield holder


def _called(view: View, one: Definition, role: Role) -> Iterator[Definition]:
    return (each for each in view.targets(one, "calls") if has_role(view, each, role.callee))


def _users(view: View, one: Definition, _: Role) -> Iterable[Definition]:
    if one.kind in TYPE_KINDS:
        users = view.sources(one, "uses-type", "reads", "calls")
        around = (view.holder(user) if user.kind not in ("Function", "Method") else user for user in users)
        return (user for user in around if user is not None and user.id != one.id)
    return view.sources(one, "calls", "reads")


def _registered(view: View, one: Definition, _: Role) -> list[Definition]:
    return view.targets(one, "registers")


def _registrars(view: View, one: Definition, _: Role) -> list[Definition]:
    return view.sources(one, "registers")


def _bases(view: View, one: Definition, _: Role) -> list[Definition]:
    return view.bases(one)


def _types(view: View, one: Definition, _: Role) -> list[Definition]:
    return [each for each in view.targets(one, "uses-type") if each.kind in TYPE_KINDS]


_FINDERS: tuple[tuple[str, Callable[[View, Definition, Role], Iterable[Definition]]], ...] = (
    ("members", _with_role),
    ("holder", _around),
    ("base", _bases),
    ("field", _fields),
    ("type", _types),
    ("calls", _called),
    ("registered", _registered),
    ("registrar", _registrars),
    ("users", _users),
)
"""Functions that find the `partners` of a role, in addition to those in the slots of the declaration."""
