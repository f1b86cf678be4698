"""Tests whether a row of `roles.toml` applies to a symbol, with one test for each condition in the row."""

from collections.abc import Callable, Iterator

from ctx_lsp.graph.entry import Definition
from ctx_lsp.patterns.roles import Role, roles_of
from ctx_lsp.patterns.view import OBJECT, View
from ctx_lsp.syntax.model import Import
from ctx_lsp.syntax.symbol_kinds import VALUE_KINDS


def has_role(view: View, one: Definition, pattern: str) -> bool:
    """Return whether a symbol has any framework role that belongs to `pattern`."""
    return any(role.pattern == pattern and evidence(view, one, role) for role in roles_of(one.language))


def evidence(view: View, one: Definition, role: Role) -> list[str]:
    """Return the reasons why a symbol has a role, in words; the list is empty if the symbol does not have the role."""
    if role.kinds and one.kind not in role.kinds:
        return []
    found: list[str] = []
    for asked, test in _TESTS:
        if getattr(role, asked):
            evidence_text = test(view, one, role)
            if not evidence_text:
                return []
            found.append(evidence_text)
    return found


def _name(_: View, one: Definition, role: Role) -> str:
    return "by its name" if role.name and role.name.search(one.name) else ""


def _path(_: View, one: Definition, role: Role) -> str:
    return "by its path" if role.path and role.path.search(one.path) else ""


def _exported(view: View, one: Definition, _: Role) -> str:
    return "it is public" if view.symbol(one).exported else ""


def _signature(view: View, one: Definition, role: Role) -> str:
    return "by its declaration" if role.signature and role.signature.search(view.symbol(one).signature) else ""


def _decorator(view: View, one: Definition, role: Role) -> str:
    for decorator in view.symbol(one).decorators:
        if role.decorators and role.decorators.match(decorator):
            receiver = decorator.rpartition(".")[0]
            if not role.registrars or _is_registrar(view, one, receiver, role):
                return f"{decorator.lstrip('?.@')} decorates it"
    return ""


def _is_registrar(view: View, one: Definition, receiver: str, role: Role) -> bool:
    """Return whether the receiver of a decorator, such as `app` in `@app.get`, may be a registrar of the role."""
    entry = view.entry(one)
    head, _, last = receiver.rpartition(".")
    if head in OBJECT:
        return True  # an attribute of the object itself, whose type is known only where the attribute is assigned
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
    """Return evidence that the symbol has a base that the role requires, or "" if the symbol has no such base.

    The file that names the base must import one of the role's modules.
    """
    for each in (one, *view.ancestors(one)):
        for base in each.bases:
            written = base.name.replace("::", ".")
            if role.bases and role.bases.match(written) and _has_module(view, each, role):
                return f"{base.name} is a base of {each.name}"
    return ""


def _module(view: View, one: Definition, role: Role) -> str:
    if role.bases is not None:
        return "its framework is imported"  # checked together with the base
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
    return "by its code" if role.text and role.text.search(view.text(one)) else ""


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
"""The conditions that a role can have, with their tests, cheapest first."""
