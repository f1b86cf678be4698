"""Readings of a sentence about a type and a member in which the type need not define the member itself."""

import re

from ctx_lsp.claims.mention_shapes import written_name
from ctx_lsp.claims.model import Claim
from ctx_lsp.claims.occurrences import has_word
from ctx_lsp.claims.verdicts.context import VerdictContext, last_part
from ctx_lsp.graph.entry import Definition
from ctx_lsp.syntax.symbol_kinds import SPACE_KINDS, TYPE_KINDS

_WITH_MACROS = frozenset({"c", "cpp", "cuda", "cython", "objc"})
_WITH_EXTENSIONS = frozenset({"csharp", "dart", "kotlin", "rust", "scala", "swift"})
_FILE_SUFFIXES = frozenset(
    [
        *("json", "yaml", "yml", "toml", "md", "txt", "js", "ts", "py", "html", "css", "sh", "log", "io", "com", "org"),
        *("dev", "app", "dll", "exe", "jar", "sln", "xcodeproj", "xcworkspace"),
    ]
)
_STUBS = re.compile(r"(?:^|/)(?:\w+[-_.])?(?:stubs?)+/")  # folders that outline the types of other projects


def is_type_of_elements(claim: Claim, context: VerdictContext) -> bool:
    """Return whether a claim may be about what a collection consists of, as in "a `List` of `Cart`"."""
    named = context.definitions(claim.subject) if claim.detail == "of" else ()
    elements = context.names.definitions((last_part(claim.object),)) if named else ()
    return all(one.kind in TYPE_KINDS for one in named) and any(one.kind in TYPE_KINDS for one in elements)


def is_of_known_type(claim: Claim, context: VerdictContext) -> bool:
    """Return whether the part of a dotted name before its last part is the name of a type."""
    name = written_name(claim.subject)
    holder = ".".join(name.parts[:-1]) if name is not None else ""
    return bool(holder) and any(one.kind in TYPE_KINDS for one in context.definitions(holder))


def is_inherited(claim: Claim, modules: tuple[str, ...], context: VerdictContext) -> bool:
    """Return whether a type that is called like its file, as in Java, inherits a member."""
    types = [one for path in modules for one in context.snapshot.files[path].by_name.get(last_part(claim.object), ())]
    family = [kin for one in types if one.kind in TYPE_KINDS for kin in context.names.ancestry(one).types]
    return any(one.name == last_part(claim.subject) for kin in family for one in context.names.members(kin))


def is_of_package(claim: Claim, found: tuple[Definition, ...]) -> bool:
    """Return whether one of the symbols `found` is defined in the entry of the package that a claim names."""
    folder = re.escape(claim.object.strip("`"))
    entry = re.compile(rf"(?:^|/){folder}/(?:(?:src|lib|source)/)?(?:index|main|mod|lib)\.\w+")
    return any(entry.search(one.path) for one in found)


def is_file_like(text: str) -> bool:
    """Return whether a dotted name could be the name of a file, such as `config.json`."""
    return text.rpartition(".")[2] in _FILE_SUFFIXES


def may_have_more(holder: Definition, member: str, context: VerdictContext) -> bool:
    """Return whether a type may have a member that its own text does not show.

    This holds for an interface that is an alias, or that adds members to a type of another module. It also holds if a
    function with the member's name has the type in its signature, as extensions do, and if the type's language has
    macros, with which a type may seem to end too early, and the file contains the member's name. A stub of a library's
    type leaves members out.
    """
    if _STUBS.search(holder.path):
        return True
    extensions = context.names.definitions((member,)) if holder.language in _WITH_EXTENSIONS else ()
    if any(has_word(context.entry(one).source.data, holder.name, *_signature(one, context)) for one in extensions):
        return True
    if holder.language in _WITH_MACROS and has_word(context.entry(holder).source.data, member):
        return True
    if holder.kind != "Interface":
        return False
    container = context.snapshot.definition(holder.container)
    span = context.span(holder)
    return span.body >= span.end or (container is not None and container.kind in SPACE_KINDS)


def _signature(one: Definition, context: VerdictContext) -> tuple[int, int]:
    """Return the range of a definition from its declaration to its body, in bytes."""
    span = context.span(one)
    return span.declaration, min(span.body, span.end)
