"""Framework roles: which rows of `roles.toml` hold for a symbol, and what belongs to it then."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from ctx_lsp.index.entry import Definition
from ctx_lsp.patterns.headers import places
from ctx_lsp.patterns.model import Instance, Partner, make_instance
from ctx_lsp.patterns.roles import Role, roles_of
from ctx_lsp.patterns.types import held_types
from ctx_lsp.patterns.view import CALLABLE_KINDS, OBJECT, TYPE_KINDS, VALUE_KINDS, View
from ctx_lsp.syntax.model import Import

_REGISTRARS = (("router", "router"), ("command", "group"))  # in front of what they register
_GIVEN = ("repository", "service", "unit of work")
_SLOTS = frozenset({"decorator", "annotation", "parameter", "injected", "result"})


def centers(view: View, one: Definition) -> Iterator[Definition]:
    """The symbols whose role a symbol can belong to: itself, what is around it, and who names it."""
    yield one
    holder = view.holder(one)
    if holder is not None:
        yield holder
    if one.kind in TYPE_KINDS | CALLABLE_KINDS | VALUE_KINDS:
        for source in view.sources(one, "uses-type", "reads", "calls", "decorates", "registers"):
            yield source
            around = view.holder(source)
            if around is not None and source.kind not in CALLABLE_KINDS:
                yield around


def framework_role(view: View, center: Definition) -> Iterator[Instance]:
    """The roles of a symbol, at most one of each pattern."""
    found: set[str] = set()
    for role in roles_of(center.language):
        if role.pattern in found:
            continue
        evidence = _evidence(view, center, role)
        if evidence:
            found.add(role.pattern)
            reason = f"{center.name} has the role of {role.role} in {role.frameworks}: {'; '.join(evidence)}."
            others = _partners(view, center, role)
            yield make_instance(role.pattern, Partner(center.id, role.role), others, reason, role.confidence)


def has_role(view: View, one: Definition, pattern: str) -> bool:
    """Whether a symbol has a role of that pattern."""
    return any(role.pattern == pattern and _evidence(view, one, role) for role in roles_of(one.language))


def _evidence(view: View, one: Definition, role: Role) -> list[str]:
    """Why a row holds, in words; empty where it does not."""
    if role.kinds and one.kind not in role.kinds:
        return []
    found: list[str] = []
    for asked, test in _TESTS:
        if getattr(role, asked):
            said = test(view, one, role)
            if not said:
                return []
            found.append(said)
    return found


def _name(_: View, one: Definition, role: Role) -> str:
    return "by its name" if role.name and role.name.search(one.name) else ""


def _path(_: View, one: Definition, role: Role) -> str:
    return "by its place" if role.path and role.path.search(one.path) else ""


def _exported(view: View, one: Definition, _: Role) -> str:
    return "it is public" if view.symbol(one).exported else ""


def _signature(view: View, one: Definition, role: Role) -> str:
    return "by its declaration" if role.signature and role.signature.search(view.symbol(one).signature) else ""


def _decorator(view: View, one: Definition, role: Role) -> str:
    for decorator in view.symbol(one).decorators:
        if role.decorators and role.decorators.match(decorator):
            receiver = decorator.rpartition(".")[0]
            if not role.registrars or _is_registrar(view, one, receiver, role):
                return f"{decorator.lstrip('?.@')} stands in front of it"
    return ""


def _is_registrar(view: View, one: Definition, receiver: str, role: Role) -> bool:
    """Whether the receiver of a decorator is, as far as can be seen, of one of the row's types."""
    entry = view.entry(one)
    head, _, last = receiver.rpartition(".")
    if head in OBJECT:
        return True  # an attribute of the object itself; what it holds is said where it is made
    known = [*entry.top_level.get(last, ()), *entry.by_name.get(last, ())]
    known += [target for target in _imported(view, one.path) if target.name == last]
    values = [each for each in known if each.kind in VALUE_KINDS]
    if values:
        return any(_constructed(view, value) & role.registrars for value in values)
    bound = {each.alias.partition(".")[0] for each in entry.facts.outline.imports}
    return receiver.partition(".")[0] not in bound


def _constructed(view: View, value: Definition) -> set[str]:
    return {name.rpartition(".")[2] for name in view.symbol(value).type_names}


def _imported(view: View, path: str) -> Iterator[Definition]:
    for edge in view.snapshot.graph.outgoing(path):
        if edge.kind == "imports":
            target = view.snapshot.definition(edge.target)
            if target is not None:
                yield target


def _base(view: View, one: Definition, role: Role) -> str:
    """The base that a row names, and that the file which names it has the row's modules."""
    for each in (one, *view.ancestors(one)):
        for base in each.bases:
            written = base.name.replace("::", ".")
            if role.bases and role.bases.match(written) and _has_module(view, each, role):
                return f"{base.name} is a base of {each.name}"
    return ""


def _module(view: View, one: Definition, role: Role) -> str:
    if role.bases is not None:
        return "its framework is imported"  # seen to where the base is named
    return "its framework is imported" if _has_module(view, one, role) else ""


def _has_module(view: View, one: Definition, role: Role) -> bool:
    if role.modules is None:
        return True
    pattern = role.modules
    return any(pattern.match(_module_name(each)) for each in view.entry(one).facts.outline.imports)


def _module_name(each: Import) -> str:
    module = each.module.replace("\\", ".").replace("::", ".").lstrip(".")
    return module if not each.name or each.name == "*" else f"{module}.{each.name}"


def _members(view: View, one: Definition, role: Role) -> str:
    return f"it has {', '.join(role.members)}" if all(view.member(one, name) for name in role.members) else ""


def _within(view: View, one: Definition, role: Role) -> str:
    holder = view.holder(one)
    return f"{holder.name} is a {role.within}" if holder is not None and has_role(view, holder, role.within) else ""


def _registered_at(view: View, one: Definition, role: Role) -> str:
    for source in view.sources(one, "registers"):
        if has_role(view, source, role.registered):
            return f"{source.name} registers it"
    return ""


def _text(view: View, one: Definition, role: Role) -> str:
    return "by what it returns" if role.text and role.text.search(view.text(one)) else ""


def _calls(view: View, one: Definition, role: Role) -> str:
    for reference in view.references(one):
        if reference.kind == "call" and role.calls and role.calls.match(reference.name) and reference.name != one.name:
            return f"it calls {reference.name}"
    return ""


_TESTS: tuple[tuple[str, Callable[[View, Definition, Role], str]], ...] = (
    ("name", _name),
    ("path", _path),
    ("exported", _exported),
    ("signature", _signature),
    ("decorators", _decorator),
    ("bases", _base),
    ("modules", _module),
    ("members", _members),
    ("within", _within),
    ("registered", _registered_at),
    ("calls", _calls),
    ("text", _text),
)
"""The evidence that a row can ask for, what is cheap to see first."""


def _partners(view: View, one: Definition, role: Role) -> list[Partner]:
    asked = role.partners
    found: list[Partner] = []
    if _SLOTS & asked.keys():
        found += _in_header(view, one, asked)
    for source, look in _LOOKS:
        if source in asked:
            found += [Partner(each.id, asked[source]) for each in look(view, one, role) if each.id != one.id]
    return found


def _in_header(view: View, one: Definition, asked: Mapping[str, str]) -> Iterator[Partner]:
    """What the declaration names: types in every slot, and functions that the framework calls for a parameter."""
    meant: dict[str, list[Definition]] = {}
    for target in view.targets(one, "uses-type", "reads", "calls"):
        meant.setdefault(target.name, []).append(target)
    names = {each.alias: each.name for each in view.entry(one).facts.outline.imports if each.name}
    for slot, reference in places(view, one):
        relation = asked.get(slot) or (asked.get("parameter") if slot == "injected" else None)
        for target in meant.get(names.get(reference.name, reference.name), ()) if relation else ():
            if target.kind in TYPE_KINDS or slot in ("injected", "decorator"):
                yield Partner(target.id, _relation(view, target, slot, relation or "", asked))


def _relation(view: View, target: Definition, slot: str, relation: str, asked: Mapping[str, str]) -> str:
    """A function named in a decorator's arguments is called for its effect, and no client sends a service."""
    if slot == "decorator":
        for pattern, named in _REGISTRARS:
            if has_role(view, target, pattern):
                return named
    is_called = slot == "decorator" and target.kind in CALLABLE_KINDS and "injected" in asked
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


_LOOKS: tuple[tuple[str, Callable[[View, Definition, Role], Iterable[Definition]]], ...] = (
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
"""What a row's `partners` can ask for beside the slots of the declaration."""
