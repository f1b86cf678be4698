"""Verdicts on symbols and members: whether they exist, and whether they are where a document says they are."""

import re
from collections.abc import Iterable

from ctx_lsp.claims.known_members import is_foreign_member
from ctx_lsp.claims.mention_shapes import has_code_shape, written_name
from ctx_lsp.claims.model import UNKNOWN, WHETHER_GONE, Claim, Judgement, Proof, confirmed, refuted, unsure
from ctx_lsp.claims.names import NameMeaning
from ctx_lsp.claims.nearest import closest, is_slip, split_words, suggestion
from ctx_lsp.claims.occurrences import has_word, is_code
from ctx_lsp.claims.verdicts.context import VerdictContext, in_words, last_part
from ctx_lsp.claims.verdicts.membership import (
    is_file_like,
    is_inherited,
    is_of_package,
    is_type_of_elements,
    may_have_more,
)
from ctx_lsp.graph.entry import Definition
from ctx_lsp.graph.modules.module_parts import module_parts
from ctx_lsp.syntax.symbol_kinds import TYPE_KINDS

SHORTEST = 6  # letters; a shorter name is never refuted as a typo of another one
_MEMBER_NOUNS = ("method", "function", "attribute", "property", "field", "constructor", "accessor")
# Functions of Python, which are members of no module of the workspace. The list does not depend on Python's version.
_BUILTINS = frozenset({
    "abs", "all", "any", "ascii", "bin", "breakpoint", "callable", "chr", "compile", "delattr", "dir",
    "divmod", "enumerate", "eval", "exec", "filter", "format", "getattr", "globals", "hasattr", "hash",
    "help", "hex", "id", "input", "isinstance", "issubclass", "iter", "len", "locals", "map", "max", "min",
    "next", "oct", "open", "ord", "pow", "print", "range", "repr", "reversed", "round", "setattr", "sorted",
    "sum", "super", "type", "vars", "zip",
})  # fmt: skip
_WITH_DEFAULT_EXPORTS = frozenset({"javascript", "jsx", "tsx", "typescript"})
_PLACED = frozenset({"located", "of"})  # details of claims that a name is somewhere, in words of many senses
_LETTER = re.compile(r"(?<=[a-z])[A-Z]$")
_FRONT_FILES = ("__init__", "index", "mod", "lib")


def judge_symbol(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge whether a symbol exists, and whether it is defined in the file that the claim names."""
    if claim.object:
        return _judge_place(claim, context)
    name = last_part(claim.subject)
    if claim.detail == WHETHER_GONE and claim.subject == claim.text and not has_code_shape(name):
        return UNKNOWN  # a plain word, such as the name of a branch
    gone = former_name(name, context) if claim.form == "code" else None
    if gone is None and claim.detail == WHETHER_GONE:
        return UNKNOWN
    meaning = context.meaning(claim.subject)
    if meaning.definitions:
        return confirmed("", *(context.proof(one, "defined here") for one in meaning.definitions[:3]))
    modules = context.names.modules((name,))
    if modules:
        return confirmed("", *_files(modules))
    if meaning.standing != "missing":
        return unsure("no definition has this name, but code uses it")
    local = context.scope.local_names
    if name in local and (gone is None or not has_code_shape(name)):
        return UNKNOWN
    if gone is None and name.startswith("_") and "(" not in claim.subject and name.lstrip("_") in local:
        return UNKNOWN  # what holds the value of a property of the example
    nearest = near_symbol(name, context)
    reason = f"no code has the name {name}"
    if gone is not None:
        return refuted(f"{reason} any more; {gone}", "high", nearest=nearest)
    if nearest is None or (claim.form == "bare" and "(" not in claim.subject and "_" not in name):
        return unsure(reason)
    if len(name) < SHORTEST or not (has_code_shape(name) or "(" in claim.subject or claim.noun):
        return unsure(reason)
    return refuted(f"{reason}; nearest: {nearest}", "high", nearest=nearest)


def former_name(name: str, context: VerdictContext) -> str | None:
    """Describe where a removed name was defined; None if code still contains it or the history does not show it."""
    names = context.names
    found = names.index.former_name(name)
    if found is None or names.index.holder(name) or context.is_other_application(found.path):
        return None
    if names.is_imported_from_elsewhere(name, context.scope):  # it has moved to another project
        return None
    return f"it was defined in {found.path} {found.days} days before the newest commit"


def near_symbol(name: str, context: VerdictContext) -> str | None:
    """Return the name in code that `name` is most likely a typo of; None if there is none."""
    if name.startswith("__") and name.endswith("__"):
        return None  # defined by the language
    initials = {name[:1].lower(), name[1:2].lower()}
    near: list[str] = []
    for beginning, group in context.snapshot.initials.items():
        if beginning[:1] in initials or beginning[1:2] == name[:1].lower():
            near += group
    found = closest(name, near, lambda one: bool(context.names.definitions((one,))))
    if not found or not _same_style(name, found) or _differ_by_number(name, found):
        return None
    if not is_slip(name, found):
        return None
    if split_words(name) == split_words(found) and name.strip("_") != found.strip("_"):
        return None  # the same name in the style of another language
    if _has_other_words(name, found, context):
        return None
    # as in "the `_MESSAGE` variants"; the titles of requirements and other items prove nothing
    is_part = any(_is_no_title(one, context) for one in context.names.index.names_with(name))
    return None if is_part else found


def _has_other_words(name: str, near: str, context: VerdictContext) -> bool:
    """Return whether each word that `name` has and `near` lacks occurs in another name.

    If so, `name` is probably not a typo of `near`.
    """
    changed = set(split_words(name)) - set(split_words(near))
    names = [one for group in context.snapshot.initials.values() for one in group] if changed else []
    return bool(changed) and all(any(_is_named_with(word, one, context) for one in names) for word in changed)


def _is_named_with(word: str, name: str, context: VerdictContext) -> bool:
    return word in name.lower() and word in split_words(name) and _is_no_title(name, context)


def _same_style(one: str, other: str) -> bool:
    """Return whether two names agree in the case of the first letter, and in whether underscores separate words."""
    return one[0].isupper() == other[0].isupper() and ("_" in one.strip("_")) == ("_" in other.strip("_"))


def _is_no_title(name: str, context: VerdictContext) -> bool:
    """Return whether any symbol other than a document item has the name."""
    return any(one.item is None for one in context.snapshot.named(name))


def _differ_by_number(one: str, other: str) -> bool:
    """Return whether two names differ only by digits or a plural ending, as `get_item` and `get_items` do.

    A capital letter at the end numbers as well: `HandlerB` is one of several, not a typo of `HandlerA` or `Handler`.
    """
    letters = [_LETTER.sub("", each).rstrip("s0123456789_").lower() for each in (one, other)]
    return letters[0] == letters[1]


def _judge_place(claim: Claim, context: VerdictContext, modules: tuple[str, ...] = ()) -> Judgement:
    """Judge whether a symbol is defined in a file or folder, or in the files of a module."""
    files = modules or context.files(claim.object)
    if not files and context.is_folder(claim.object):
        inner = "/" + claim.object.strip("./") + "/"
        files = tuple(one for one in context.snapshot.files if inner in "/" + one)
    meaning = context.meaning(claim.subject)
    if modules and any(one.rpartition("/")[2].partition(".")[0] in _FRONT_FILES for one in modules):
        found = context.meaning(_joined(claim.object, claim.subject)).definitions
        return confirmed("", *(context.proof(one, "defined here") for one in found[:3])) if found else UNKNOWN
    if not files or not all(is_code(context.snapshot.files[one]) for one in files[:20]):
        return UNKNOWN
    inside = tuple(one for one in _all(claim.subject, meaning, context) if one.path in files)
    if inside:
        return confirmed("", *(context.proof(one, "defined here") for one in inside[:3]))
    name = last_part(claim.subject)
    elsewhere = meaning.definitions
    if any(has_word(context.snapshot.files[one].source.data, name) for one in files):
        if (
            claim.detail != "defined"
            or not elsewhere
            or not all(_only_uses(one, name, elsewhere, context) for one in files)
        ):
            return unsure(f"{claim.object} mentions {name}, but does not define it")
    elif not elsewhere and claim.form == "bare" and "(" not in claim.subject:
        return UNKNOWN
    if claim.detail in _PLACED and not _is_certainly_code(name, claim):
        return UNKNOWN  # such as "[`math`](examples/math.swift)", the name of an example
    if any(_is_part(name, context.snapshot.files[one].source.data) for one in files) and (
        not elsewhere or any(_is_part(name, one.rpartition("/")[2].encode()) for one in files)
    ):
        return UNKNOWN  # such as `MAX` in "`PORT_MIN`/`MAX`", or "`till` is in `shop_till.h`"
    if not elsewhere:
        local = {one.name for path in files for one in context.snapshot.files[path].definitions}
        nearest = suggestion(name, local)
        if not nearest and (claim.detail in _PLACED or name in context.scope.local_names):
            return UNKNOWN
        return refuted(f"{claim.object} has no {name}", "high", *_files(files), nearest=nearest)
    is_found = any(f"/{one.path}".endswith("/" + claim.object.removeprefix("./")) for one in elsewhere)
    if is_found or any(_is_named_by_importer(path, name, context) for path in files):
        return UNKNOWN  # such as "`src/lib.rs`" in a document about one of several packages
    where = in_words(context, elsewhere)
    nearest = elsewhere[0].path if len({one.path for one in elsewhere}) == 1 else None
    proofs = [context.proof(one, "defined here") for one in elsewhere[:3]]
    return refuted(f"{name} is defined at {where}, not in {claim.object}", "medium", *proofs, nearest=nearest)


def _is_certainly_code(name: str, claim: Claim) -> bool:
    """Return whether a name is dotted or written in the style of code, or has a noun such as "function" next to it."""
    written = written_name(claim.subject)
    is_dotted = written is not None and len(written.parts) > 1
    return is_dotted or has_code_shape(name) or name[:1].isupper() or "(" in claim.subject or bool(claim.noun)


def _files(files: Iterable[str]) -> list[Proof]:
    return [Proof(one, 0, 0, "searched") for one in list(files)[:3]]


def _all(text: str, meaning: NameMeaning, context: VerdictContext) -> tuple[Definition, ...]:
    """Return all definitions of a name, including those outside the claim's scope."""
    name = written_name(text)
    return (*meaning.definitions, *(context.names.definitions(name.parts) if name else ()))


def _is_part(name: str, data: bytes) -> bool:
    """Return whether `data` contains a name as the beginning or end of a longer name, joined by an underscore."""
    return any(piece.encode() in data for piece in (f"_{name}", f"{name}_"))


def _is_named_by_importer(path: str, name: str, context: VerdictContext) -> bool:
    """Return whether another file imports the default export of the file at `path` under this name."""
    if context.snapshot.files[path].language not in _WITH_DEFAULT_EXPORTS:
        return False
    stem = module_parts(path)[-1]
    return any(
        one.alias == name and one.name == "default" and re.split(r"[./]", one.module)[-1] == stem
        for entry in context.snapshot.files.values()
        for one in entry.facts.outline.imports
    )


def _only_uses(path: str, name: str, elsewhere: tuple[Definition, ...], context: VerdictContext) -> bool:
    """Return whether a file certainly imports or uses a name from another file, and does not re-export it."""
    entry = context.snapshot.files[path]
    if path.rpartition("/")[2].partition(".")[0] in _FRONT_FILES:
        return False
    if any(one.alias == name and one.reexport for one in entry.facts.outline.imports):
        return False
    if any(name in (one.alias, one.name) for one in entry.facts.outline.imports):
        return True
    edges = context.snapshot.graph.by_file.get(path)
    return edges is not None and any(edges.by_target.get(one.id) for one in elsewhere)


def judge_member(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge whether a dotted name exists, or whether a type or module has a given member."""
    dotted = claim.subject if not claim.object else _joined(claim.object, claim.subject)
    meaning = context.meaning(dotted)
    name = written_name(claim.object or claim.subject)
    modules = context.names.modules(name.parts) if name else ()
    if claim.object and modules:
        found = _judge_place(claim, context, modules)
        is_builtin = "(" in claim.subject and last_part(claim.subject) in _BUILTINS
        # "call `help()` on `shop.cart`"
        may_be_true = is_builtin or is_type_of_elements(claim, context) or is_inherited(claim, modules, context)
        may_be_true = may_be_true or is_of_package(claim, context.names.definitions((last_part(claim.subject),)))
        return UNKNOWN if may_be_true and found.verdict == "refuted" else found
    if meaning.definitions:
        return confirmed("", *(context.proof(one, "defined here") for one in meaning.definitions[:3]))
    if modules:
        return confirmed("", *_files(modules))
    holder = _holder_of_key(claim, context)
    if holder:
        return unsure(f"{holder} contains {claim.subject} as a string")
    if meaning.standing != "found" and claim.form == "code":
        gone = _former_member(dotted, meaning, context)
        if gone is not None:
            return gone
    if meaning.standing == "foreign":
        return _judge_foreign(claim, context)
    if meaning.standing != "missing":
        return UNKNOWN
    if claim.object and claim.detail != "defined" and not any(one in claim.noun for one in _MEMBER_NOUNS):
        return UNKNOWN
    if claim.object and written_name(claim.subject) and len(written_name(claim.subject).parts) > 1:  # type: ignore[union-attr]
        return UNKNOWN
    if not claim.object and is_file_like(claim.subject):
        return UNKNOWN
    if name is not None and context.is_folder("/".join((written_name(dotted) or name).parts)):
        return UNKNOWN  # a namespace
    return UNKNOWN if is_type_of_elements(claim, context) else _missing_member(dotted, meaning, context)


def _holder_of_key(claim: Claim, context: VerdictContext) -> str:
    """Return the path of a file in which the claim's dotted name is a key, such as an entry-point group.

    Such a name does not refer to a member. Return "" if there is no such file.
    """
    name = written_name(claim.subject)
    is_key = not claim.object and name is not None and ".".join(name.parts) == claim.subject
    return context.names.index.key_holder(claim.subject) if is_key else ""


def _joined(holder: str, member: str) -> str:
    name = written_name(holder)
    return ".".join(name.parts if name else (holder,)) + "." + member


def _judge_foreign(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge a dotted name whose first part is unknown. That part may be a typo of a type's name."""
    name = written_name(claim.subject)
    if name is None or claim.object or len(name.parts) != 2 or not name.parts[0][:1].isupper():
        return UNKNOWN
    head, member = name.parts
    if context.names.index.holder(head) or len(head) < SHORTEST or head in context.scope.local_names:
        return UNKNOWN
    nearest = near_symbol(head, context)
    if nearest is None or not context.meaning(f"{nearest}.{member}").definitions:
        return UNKNOWN
    return refuted(f"no code has the name {head}; nearest: {nearest}", "high", nearest=f"{nearest}.{member}")


def _former_member(dotted: str, meaning: NameMeaning, context: VerdictContext) -> Judgement | None:
    """Refute a dotted name if one of its parts was once defined but no longer occurs in code; otherwise return None.

    This does not apply to members of what seems to be a library's type, such as `URL#equals`.
    """
    name = written_name(dotted)
    parts = name.parts if name else ()
    for number in reversed(range(len(parts))):
        part = parts[number]
        gone = former_name(part, context)
        if gone is not None and not (number and _is_of_library(parts[number - 1], part, context)):
            nearest = _missing_member(dotted, meaning, context).nearest if meaning.standing == "missing" else None
            return refuted(f"no code has the name {part} any more; {gone}", "high", nearest=nearest)
    return None


def _is_of_library(holder: str, member: str, context: VerdictContext) -> bool:
    """Return whether `holder.member` may belong to a library, because the workspace never defined `holder`.

    If `holder` does not look like a type, it may be a variable of a type with its name, as `cart` of `Cart`. A member
    that is a plain word, or that a known library type has, may be anything's otherwise.
    """
    names = context.names
    if names.definitions((holder,)) or names.modules((holder,)) or names.index.former_name(holder) is not None:
        return False
    is_variable = bool(names.definitions((holder[:1].upper() + holder[1:],)))
    return holder[:1].isupper() or is_foreign_member(member) or not (is_variable or has_code_shape(member))


def _missing_member(dotted: str, meaning: NameMeaning, context: VerdictContext) -> Judgement:
    name = written_name(dotted)
    if name is None:
        return UNKNOWN
    *before, last = name.parts
    holders = [context.snapshot.definition(one) for one in meaning.holders]
    types = [one for one in holders if one is not None and one.kind in TYPE_KINDS]
    head = ".".join(before)
    if not types:
        names = {one for path in meaning.holders for one in context.snapshot.files[path].top_level}
        if any(_differ_by_number(last, one) for one in names):
            return UNKNOWN  # "a pair of `shop.Carts`"
        near = suggestion(last, names)
        others = context.names.definitions((last,))
        reason = f"{head} has no {last}"
        if others:
            reason += f"; it is defined at {in_words(context, others)}"
        return refuted(reason, "high", *_files(meaning.holders), nearest=f"{head}.{near}" if near else None)
    if context.are_of_tests(types) or any(may_have_more(one, last, context) for one in types):
        return UNKNOWN
    if any(one.startswith(f"/{head}.") for one in context.names.index.paths.folders):
        return UNKNOWN  # `Shop.Tests` may be a package, as the folder `Shop.Web` is
    members = {one.name for kin in types for one in context.names.members(kin)}
    if any(_differ_by_number(last, one) or (last.endswith("_") and one.startswith(last)) for one in members):
        return UNKNOWN  # such as "the `Cart.TOTAL_` constants"
    near = closest(last, members) or suggestion(last, members)
    owners = [one for one in context.names.definitions((last,)) if one.qualname != last]
    reason = f"{head} has no member {last}"
    corrected = f"{head}.{near}" if near else None
    if owners:
        owner = owners[0].qualname
        reason += f"; {owner} is defined at {in_words(context, tuple(owners[:1]))}"
        corrected = owner if not near or not closest(last, [near]) else corrected
    return refuted(reason, "high", *(context.proof(one, "searched") for one in types[:3]), nearest=corrected)
