"""Queries about types that several detectors share: abstract methods, types of fields, and users of a type."""

import re
from collections.abc import Iterator

from ctx_lsp.graph.entry import Definition
from ctx_lsp.patterns.view import OBJECT, View
from ctx_lsp.patterns.words import words
from ctx_lsp.syntax.references.access_paths import SUPER
from ctx_lsp.syntax.symbol_kinds import FUNCTION_KINDS, TYPE_KINDS

MAX_SEARCHED = 4_000  # characters of a constructor or declaration in which uses of a type are searched for
_STUB = re.compile(r"^\W*\.\.\.\W*$")
_OWN = OBJECT | {SUPER, ""}
MAX_UNWRITTEN = 400  # characters; a body that only raises an error for a missing override is not longer


def is_abstract(view: View, method: Definition) -> bool:
    """Return whether derived types must implement a method."""
    known = words()
    symbol, span = view.symbol(method), view.span(method)
    holder = view.holder(method)
    if holder is not None and holder.kind == "Interface" and span.body >= span.end:
        return True
    declaration = symbol.signature.partition("(")[0].split()
    if known.abstract_modifiers.intersection(declaration) or known.pure_virtual.search(symbol.signature):
        return True
    if any(one.rpartition(".")[2] in known.abstract_decorators for one in symbol.decorators):
        return True
    if not 0 < span.end - span.body <= MAX_UNWRITTEN + len(span.doc):
        return False
    if holder is not None and _STUB.search(view.body(method)) and not _is_protocol(holder):
        return False
    return known.unwritten.search(_without_doc(view.body(method), span.doc)) is not None


def _is_protocol(holder: Definition) -> bool:
    """Return whether a body that consists only of `...` makes a method of this type abstract."""
    return any(base.name.rpartition(".")[2] in ("Protocol", "ABC") for base in holder.bases)


def _without_doc(body: str, doc: str) -> str:
    """Remove the docstring from the beginning of a body; the docstring ends with the last line of `doc`."""
    last = doc.strip().rpartition("\n")[2].strip()
    return body[body.find(last) + len(last) :] if last and last in body else body


def abstract_methods(view: View, one: Definition) -> list[Definition]:
    """Return the abstract methods of a type. Derived types must implement these methods."""
    return [method for method in view.methods(one) if is_abstract(view, method)]


def held_types(view: View, one: Definition) -> Iterator[tuple[Definition, Definition]]:
    """Yield each type that `one` or its fields, properties and constructors use, with the definition that uses it."""
    for member in (one, *view.members(one)):
        if member.kind in ("Field", "Property", "Constructor") or member is one:
            for held in view.targets(member, "uses-type"):
                if held.kind in TYPE_KINDS:
                    yield held, member


def users_of(view: View, one: Definition) -> list[Definition]:
    """Return the types that name `one` in a field, constructor or setter, and the functions that name it elsewhere."""
    found: dict[str, Definition] = {}
    for source in view.sources(one, "uses-type"):
        holder = view.holder(source)
        is_given = source.kind in ("Field", "Property", "Constructor") or source.name.lower().startswith("set")
        user = holder if is_given and holder is not None and holder.kind in TYPE_KINDS else source
        if user.kind in TYPE_KINDS or user.kind in FUNCTION_KINDS:
            found.setdefault(user.id, user)
    return list(found.values())


def calls_of(view: View, one: Definition, names: frozenset[str]) -> list[str]:
    """Return the names in `names` that a definition or its members call as methods of other objects.

    They are in the order of the calls, without duplicates.
    """
    found = (
        reference.name
        for part in (one, *view.members(one))  # in some languages, members are declared outside their type
        for reference in view.references(part)
        if reference.kind == "call" and reference.name in names and reference.receiver not in _OWN
    )
    return list(dict.fromkeys(found))


def holds_single(view: View, member: Definition, held: Definition) -> bool:
    """Return whether `member` mentions the type `held` at least once other than as the element type of a collection.

    If `member` is a type, only its declaration is searched. Otherwise, the whole definition is searched. In both cases,
    the search stops after `MAX_SEARCHED` characters.
    """
    text = _declared(view, member) if member.kind in TYPE_KINDS else view.text(member)[:MAX_SEARCHED]
    return _single_uses(text, held.name) > 0


def is_single_slot(view: View, member: Definition, held: Definition) -> bool:
    """Return whether a member's declaration mentions the type `held` exactly once.

    Mentions as the element type of a collection are not counted.
    """
    return _single_uses(_declared(view, member), held.name) == 1


def _declared(view: View, one: Definition) -> str:
    span = view.span(one)
    return view.entry(one).source.slice(span.declaration, max(span.body, span.name_end))[:MAX_SEARCHED]


def _single_uses(text: str, name: str) -> int:
    """Count how often `text` contains the name of a type, not counting its use as the element type of a collection."""
    whole = rf"(?<![\w$]){re.escape(name)}(?![\w$])"  # a name may contain special characters
    many = (
        rf"\b{words().collection}\s*[<\[][^;()=\n]*{whole}"
        rf"|{whole}(?:<[^<>]*>)?\s*(?:\[\]|\.\.\.)|\[\]\s*[*&]?\s*{whole}|\[[\w ]*{whole}\]|\*\w+\s*:\s*{whole}"
    )
    return len(re.findall(whole, re.sub(many, "", text, flags=re.IGNORECASE)))
