"""Verdicts on bases, overrides, imports and decorators."""

import re

from ctx_lsp.claims.mention_shapes import written_name, written_path
from ctx_lsp.claims.model import UNKNOWN, Claim, Judgement, Proof, confirmed, refuted, unsure
from ctx_lsp.claims.nearest import suggestion
from ctx_lsp.claims.occurrences import has_word, is_code
from ctx_lsp.claims.verdicts.calls import combined, is_one
from ctx_lsp.claims.verdicts.context import VerdictContext, is_of_example, last_part
from ctx_lsp.graph.entry import Definition
from ctx_lsp.graph.modules.module_parts import ends_with, module_parts
from ctx_lsp.graph.resolution.visibility import visibility_of
from ctx_lsp.syntax.symbol_kinds import CALLABLE_KINDS, TYPE_KINDS

# In these languages, macros and implementations for many types at once add traits that no text names for a type.
_WITH_TRAITS = frozenset({"rust"})


def judge_inherits(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge whether a type inherits from or implements another one."""
    children = tuple(one for one in context.definitions(claim.subject) if one.kind in TYPE_KINDS)
    if not children:
        return UNKNOWN
    is_sure = is_one(children) and len(children) == len(context.definitions(claim.subject))
    parents = tuple(one for one in context.definitions(claim.object) if one.kind in TYPE_KINDS)
    pairs = [_judge_base(one, claim.object, parents, context) for one in children]
    found = combined(pairs, lambda: _no_base(claim, children, parents, context))
    return found if found.verdict != "refuted" or is_sure else UNKNOWN


def _judge_base(child: Definition, written: str, parents: tuple[Definition, ...], context: VerdictContext) -> Judgement:
    family = context.names.ancestry(child)
    name = last_part(written)
    ids = {one.id for one in family.types[1:]}
    bases = {last_part(base.name) for one in family.types for base in one.bases}
    if any(one.id in ids for one in parents) or name in bases:
        return confirmed("", context.proof(child, f"inherits from {name}"))
    may_be_trait = child.language in _WITH_TRAITS and all(one.kind == "Interface" for one in parents)
    if may_be_trait or visibility_of(child.language).structural_types or child.id in {one.id for one in parents}:
        return UNKNOWN
    if any(_declared(one, name, context) for one in family.types):
        return unsure(f"the declaration of {child.name} mentions {name}")
    if not parents:
        standing = context.meaning(written).standing
        if not (name[:1].isupper() and any(sign.islower() for sign in name)):
            return UNKNOWN  # a word such as `JSON` may not be a type
        is_invented = standing == "missing" and name not in context.scope.local_names
        return refuted("", "high") if not family.foreign or is_invented else UNKNOWN
    if context.meaning(written).standing != "found":
        return UNKNOWN
    return refuted("", "medium")


def _declared(one: Definition, name: str, context: VerdictContext) -> bool:
    """Return whether a type's declaration mentions a name, or has a metaclass or a call among its bases."""
    span, entry = context.span(one), context.entry(one)
    if has_word(entry.source.data, name, span.start, min(span.body, span.end)):
        return True
    signature = entry.facts.outline.symbols[one.index].signature
    return "metaclass" in signature or "(" in "".join(base.name for base in one.bases)


def _no_base(
    claim: Claim, children: tuple[Definition, ...], parents: tuple[Definition, ...], context: VerdictContext
) -> Judgement:
    reverse = any(_judge_base(one, claim.subject, children, context).verdict == "confirmed" for one in parents)
    bases = [base.name for one in children for base in one.bases]
    reason = f"{claim.subject} does not inherit from {claim.object}"
    if reverse:
        reason += f"; {claim.object} inherits from {claim.subject}"
    elif bases:
        reason += f"; its bases: {', '.join(dict.fromkeys(bases))}"
    nearest = (
        None if reverse else suggestion(last_part(claim.object), bases) or (bases[0] if len(set(bases)) == 1 else None)
    )
    proofs = [context.proof(one, "the type") for one in children[:3]]
    return refuted(reason, "medium" if parents else "high", *proofs, nearest=nearest)


def judge_overrides(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge whether a member, or a type, overrides a member of a base."""
    subjects = context.definitions(claim.subject)
    name = written_name(claim.object)
    if not subjects or name is None:
        return UNKNOWN
    *holder, member = name.parts
    if any(one.kind in TYPE_KINDS for one in context.definitions(claim.object)):
        return UNKNOWN
    bases = tuple(one.id for one in context.definitions(".".join(holder)) if one.kind in TYPE_KINDS) if holder else ()
    if holder and not bases:
        return UNKNOWN
    pairs = [_judge_override(one, member, bases, context) for one in subjects]
    found = combined(pairs, lambda: _no_override(claim, subjects, context))
    return found if found.verdict != "refuted" or is_one(subjects) else UNKNOWN


def _judge_override(one: Definition, member: str, bases: tuple[str, ...], context: VerdictContext) -> Judgement:
    """Judge whether a type or a member overrides `member`, of one of the types `bases` if there are any.

    An option overrides another one in a different sense, so a member of a type counts only if it is a method.
    """
    if one.kind in TYPE_KINDS:
        holder: Definition | None = one
    else:
        holder = context.snapshot.definition(one.container)
        if one.kind not in CALLABLE_KINDS or (one.name != member and not bases):
            return UNKNOWN  # an option overrides another one in a different sense
        if one.name != member:
            return refuted("", "medium") if holder is not None and holder.kind in TYPE_KINDS else UNKNOWN
    if holder is None or holder.kind not in TYPE_KINDS or visibility_of(one.language).structural_types:
        return UNKNOWN
    own = [each for each in context.names.members(holder) if each.name == member]
    family = context.names.ancestry(holder)
    above = [each for kin in family.types[1:] for each in context.names.members(kin) if each.name == member]
    if not own:
        is_hidden = has_word(
            context.entry(holder).source.data, member, context.span(holder).start, context.span(holder).end
        )
        is_method = any(each.kind in CALLABLE_KINDS for each in above)
        return UNKNOWN if is_hidden or not is_method else refuted("", "medium")
    if bases and not set(bases) & {kin.id for kin in family.types[1:]}:
        return refuted("", "medium")
    if above:
        return confirmed("", context.proof(own[0], "overrides it"), context.proof(above[0], "overridden"))
    is_value = one.kind in TYPE_KINDS and not any(each.kind in CALLABLE_KINDS for each in own)
    return UNKNOWN if family.foreign or family.is_dynamic or is_value else refuted("", "medium")


def _no_override(claim: Claim, subjects: tuple[Definition, ...], context: VerdictContext) -> Judgement:
    proofs = [context.proof(one, "searched") for one in subjects[:3]]
    return refuted(f"{claim.subject} does not override {claim.object}", "medium", *proofs)


def judge_imports(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge a quoted import statement, or whether a file imports another file or a name."""
    if claim.detail == "statement":
        return _judge_statement(claim, context)
    importers = _module_files(claim.subject, context)
    if not importers:
        return UNKNOWN
    path = written_path(claim.object)
    modules = set(_module_files(claim.object, context))
    targets = modules or {one.id for one in context.definitions(claim.object)}
    name = module_parts(path.path)[-1] if path else last_part(claim.object)
    claimed = claim.object if path is None else ""
    pairs = [_judge_import(one, name, claimed, targets, context) for one in importers]
    if not is_of_example(claim.subject) and all(map(context.is_other_application, importers)):
        return combined(pairs, lambda: UNKNOWN)  # `src/store.js` may be a file of the reader's application
    return combined(pairs, lambda: refuted(f"{claim.subject} does not import {claim.object}", "medium",
                                           *(Proof(one, 0, 0, "searched") for one in importers[:3])))  # fmt: skip


def _module_files(text: str, context: VerdictContext) -> tuple[str, ...]:
    """Return the files that a path or the name of a module may refer to."""
    path = written_path(text)
    if path is not None and "." in path.path.rpartition("/")[2]:
        found = context.files(path.path)
        if found:
            return found
    name = written_name(text)
    if name is None:
        return ()
    files = context.snapshot.files
    named = (one for one in files if ends_with(module_parts(one), name.parts))
    return tuple(one for one in named if is_code(files[one]))


def _last(module: str) -> str:
    """Return the last part of a module's name, whatever separator its language uses."""
    return re.split(r"::|[./\\]", module.strip("./"))[-1]


def _judge_import(importer: str, name: str, claimed: str, targets: set[str], context: VerdictContext) -> Judgement:
    entry = context.snapshot.files[importer]
    parts = claimed.split(".")
    origins = {_last(one.module) for one in entry.facts.outline.imports if one.name == name}
    if len(parts) > 1 and origins and parts[-2] not in origins:
        return refuted("", "medium")
    for one in entry.facts.outline.imports:
        written = one.module.replace("::", ".").replace("/", ".").strip(".").split(".")
        if name in (one.name, one.alias, written[-1]):
            return confirmed("", Proof(importer, 0, 0, f"imports {name}"))
    edges = context.snapshot.graph.by_file.get(importer)
    imported = (edge.target for edge in edges if edge.kind in ("imports", "re-exports")) if edges else iter(())
    if any(targets & {one, one.partition("::")[0]} for one in imported):
        return confirmed("", Proof(importer, 0, 0, "imports it"))
    if (
        not is_code(entry)
        or has_word(entry.source.data, name)
        or any(one.name == "*" for one in entry.facts.outline.imports)
    ):
        return UNKNOWN
    if not targets and context.names.index.holder(name) == "":
        return refuted("", "high")
    return refuted("", "medium")


def _judge_statement(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge `from module import name` if the module is in the workspace."""
    dotted = f"{claim.subject}.{claim.object}" if claim.object else claim.subject
    if claim.object == "*" or len(claim.object) < 2:  # a single letter stands for any name
        return UNKNOWN
    meaning = context.meaning(dotted)
    if meaning.definitions:
        return confirmed("", *(context.proof(one, "defined here") for one in meaning.definitions[:3]))
    if meaning.standing == "missing" and claim.subject.split(".")[0] not in context.scope.local_names - {claim.subject}:
        names = {one for path in meaning.holders if path in context.snapshot.files
                 for one in context.snapshot.files[path].top_level}  # fmt: skip
        return refuted(f"{claim.subject} has no {claim.object}", "high", nearest=suggestion(claim.object, names))
    return UNKNOWN


def judge_decorated(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge whether a symbol has a decorator or annotation."""
    subjects = tuple(
        one for one in context.definitions(claim.subject) if one.kind in CALLABLE_KINDS | TYPE_KINDS | {"Property"}
    )
    if not subjects:
        return UNKNOWN
    name = last_part(claim.object.lstrip("@"))
    pairs = []
    used: set[str] = set()
    for one in subjects:
        symbol, span = context.entry(one).symbol(one.index)
        used |= {last_part(each) for each in symbol.decorators}
        data = context.entry(one).source.data
        has = name in {last_part(each) for each in symbol.decorators} or has_word(
            data, name, span.start, span.name_start
        )
        is_wrapped = has_word(data, f"{name}({one.name}")
        pairs.append(
            confirmed("", context.proof(one, f"has {name}"))
            if has
            else UNKNOWN
            if is_wrapped
            else refuted("", "medium")
        )
    nearest = suggestion(name, used) or (next(iter(used)) if len(used) == 1 else None)
    found = combined(pairs, lambda: refuted(
        f"{claim.subject} is not decorated with {claim.object}", "medium",
        *(context.proof(one, "searched") for one in subjects[:3]), nearest=nearest,
    ))  # fmt: skip
    return found if found.verdict != "refuted" or is_one(subjects) else UNKNOWN
