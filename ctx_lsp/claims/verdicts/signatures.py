"""Verdicts on signatures: parameters, their defaults, and how many arguments a call may have."""

import re

from ctx_lsp.claims import forms
from ctx_lsp.claims.mention_shapes import has_code_shape, is_literal, written_name
from ctx_lsp.claims.model import UNKNOWN, Claim, Judgement, confirmed, refuted
from ctx_lsp.claims.nearest import closest, suggestion
from ctx_lsp.claims.occurrences import has_word
from ctx_lsp.claims.verdicts.calls import combined
from ctx_lsp.claims.verdicts.context import VerdictContext, last_part
from ctx_lsp.claims.verdicts.parameters import Parameters, parameters_of, split_arguments
from ctx_lsp.claims.verdicts.values import differ
from ctx_lsp.graph.entry import Definition, unnumbered_name
from ctx_lsp.syntax.symbol_kinds import FUNCTION_KINDS, TYPE_KINDS

_KEYWORD = re.compile(r"([A-Za-z_]\w*)\s*=(?!=)\s*(.*)", re.DOTALL)
_VARIABLE = re.compile(r"[A-Z]")
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_HARMLESS = frozenset(
    [
        *("staticmethod", "classmethod", "abstractmethod", "property", "override", "Override", "overload", "final"),
        *("contextmanager", "asynccontextmanager", "cache", "lru_cache", "cached_property", "deprecated", "Deprecated"),
    ]
)  # decorators that do not change the parameters
_BAG = re.compile(
    r"(?i:^[$@_]*(?:kwargs|args|attrs|attributes|init|request|spec|conf|data|info|ctx|context)$)|"
    r"(?i:opts?|options?|config|configuration|settings?|params|parameters|props|properties|args|kwargs)$"
)
_OPTIONS_IN_OBJECTS = frozenset({"javascript", "jsx", "typescript", "tsx"})
_WITH_HEADERS = frozenset({"c", "cpp", "cuda", "objc"})
# By language, what returns everything that a function is called with.
_ALL_ARGUMENTS = {
    **dict.fromkeys(_OPTIONS_IN_OBJECTS, "arguments"),
    "php": "func_get_args",
}
_RECEIVER_ARGUMENTS = frozenset({"self", "cls", "this"})


def judge_signature(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge what a document says about the parameters of a function, or of the constructor of a type."""
    is_listed = claim.detail == "listed"
    named = context.definitions(claim.subject)
    subjects = _documented(context) if is_listed else _with_overloads(named, context)
    known = [(one, _parameters(one, context)) for one in subjects]
    if not known or any(parameters is None for _, parameters in known):
        return UNKNOWN
    judge = {
        "takes": _taken,
        "option": _taken,
        "listed": _listed,
        "given": _given,
        "default": _default,
        "count": _count,
        "call": _call,
    }[claim.detail]
    pairs = [judge(claim, one, parameters, context) for one, parameters in known if parameters is not None]
    false = next((one for one in pairs if one.verdict == "refuted"), UNKNOWN)
    found = combined(pairs, lambda: false)
    is_meant = _is_one_function(claim, named) or _has_named_parameter(claim, known)
    if found.verdict != "refuted" or is_listed:
        return found
    is_certain = is_meant and not context.are_of_tests(named) and not context.is_of_library(claim.subject, named)
    return found if is_certain else UNKNOWN


def _documented(context: VerdictContext) -> tuple[Definition, ...]:
    """Return the symbol that a docstring documents; if it is an overload without a body, return all overloads."""
    found = context.snapshot.definition(context.scope.around)
    if found is None:
        return ()
    span = context.span(found)
    return (found,) if span.body < span.end else _with_overloads((found,), context)


def _with_overloads(subjects: tuple[Definition, ...], context: VerdictContext) -> tuple[Definition, ...]:
    """Return the subjects and all functions in the same file with the same qualified name.

    In C and its relatives, a function that is only declared, and its overloads, may be defined in another file.
    """
    found = dict.fromkeys(subjects)
    for one in subjects:
        span, namesakes = context.span(one), context.entry(one).by_name.get(one.name, ())
        if one.language in _WITH_HEADERS and span.body >= span.end:
            namesakes = context.names.definitions((one.name,))
        found |= dict.fromkeys(other for other in namesakes if unnumbered_name(other) == unnumbered_name(one))
    return tuple(found)


def _has_named_parameter(claim: Claim, known: list[tuple[Definition, Parameters | None]]) -> bool:
    """Return whether a claim is about a default, can mean only one function, and names a parameter of that function."""
    name = claim.object.partition("=")[0]
    return claim.detail == "default" and len(known) == 1 and all(one and one.named(name) for _, one in known)


def _is_one_function(claim: Claim, subjects: tuple[Definition, ...]) -> bool:
    """Return whether the subject can only be one function.

    `logger.child`, for example, may be a method of any type.
    """
    name = written_name(claim.subject)
    if name is None or len({(one.path, unnumbered_name(one)) for one in subjects}) > 1:
        return False
    first = name.parts[0]
    if len(name.parts) > 1:
        return first.lstrip("_")[:1].isupper()
    return has_code_shape(first) or (name.arguments is not None and claim.detail != "call") or first[:1].isupper()


def _parameters(one: Definition, context: VerdictContext) -> Parameters | None:
    """Return the parameters of a function, or of a type's only constructor; None if they are not certain.

    They are not if instances of the type can be called as well, or if the function reads all of its arguments at once.
    """
    if one.kind in TYPE_KINDS:
        members = [each for kin in context.names.ancestry(one).types[:1] for each in context.names.members(kin)]
        makers = [each for each in members if each.kind == "Constructor"]
        is_called = any(each.name == "__call__" for each in members)
        if len(makers) != 1 or is_called or _has_main_constructor(one, context):
            return None
        one = makers[0]
    if one.kind not in FUNCTION_KINDS:
        return None
    span, data = context.span(one), context.entry(one).source.data
    words = _ALL_ARGUMENTS.get(one.language, "")
    if words and has_word(data, words, span.body, span.end):
        return None
    return parameters_of(context.entry(one), one)


def _has_main_constructor(one: Definition, context: VerdictContext) -> bool:
    """Return whether a type may declare constructor parameters in its first line, as in Kotlin, Scala and records.

    Such parameters come before the bases. In Python, by contrast, the parentheses contain the bases.
    """
    span, source = context.span(one), context.entry(one).source
    line = source.slice(span.name_end, span.body)
    if not one.bases:
        return "(" in line or line.lstrip().startswith("<")
    before = line[: max(0, *(line.rfind(last_part(base.name)) for base in one.bases))]
    return before.count("(") == before.count(")") > 0


def _is_changed(one: Definition, context: VerdictContext) -> bool:
    """Return whether a decorator may change the signature."""
    symbol = context.entry(one).facts.outline.symbols[one.index]
    return any(last_part(each) not in _HARMLESS for each in symbol.decorators)


def _takes(claim: Claim, one: Definition, parameters: Parameters, context: VerdictContext) -> Judgement:
    name = written_name(claim.object)
    if name is None or len(name.parts) != 1:
        return UNKNOWN
    wanted = name.parts[0].removesuffix("=")
    if parameters.named(wanted) or wanted.strip("_") in {each.name.strip("_") for each in parameters.all}:
        return confirmed("", context.proof(one, f"takes {wanted}"))
    if parameters.is_open or _is_changed(one, context) or wanted in _RECEIVER_ARGUMENTS:
        return UNKNOWN
    names = [each.name for each in parameters.all]
    near = closest(wanted, names) or suggestion(wanted, names)
    listed = f"; its parameters: {', '.join(names)}" if names else "; it has no parameters"
    return refuted(
        f"{claim.subject} has no parameter {wanted}{listed}", "high", context.proof(one, "the signature"), nearest=near
    )


def _listed(claim: Claim, one: Definition, parameters: Parameters, context: VerdictContext) -> Judgement:
    """Judge a docstring field about a parameter.

    The claim is not refuted if the name may be a type parameter, or if it may be the first word of a description, as in
    `@param {string} Raw contents`. It is not refuted either if the function is variadic (`*args`).
    """
    found = _takes(claim, one, parameters, context)
    span, data = context.span(one), context.entry(one).source.data
    opened = data.find(b"(", span.declaration, span.end)
    is_type = has_word(data, claim.object, span.declaration, max(opened, span.declaration))
    is_prose = (
        claim.object[:1].isupper() and parameters.all and not any(each.name[:1].isupper() for each in parameters.all)
    )
    is_open = is_type or is_prose or any(each.is_rest for each in parameters.all)
    return found if found.verdict != "refuted" or not is_open else UNKNOWN


def _taken(claim: Claim, one: Definition, parameters: Parameters, context: VerdictContext) -> Judgement:
    """Judge a sentence about a parameter.

    In some cases, the claim is refuted only if the claimed name is a typo: if a parameter such as `options` may have a
    member of that name, or if the function's file contains a command-line option of that name. An option is never
    refuted where options are members of objects, which a function that this one returns may take.
    """
    found = _takes(claim, one, parameters, context)
    if found.verdict != "refuted":
        return found
    if claim.detail == "option" and one.language in _OPTIONS_IN_OBJECTS:
        return UNKNOWN
    if not _has_bag(parameters) and not _has_option(context.entry(one).source.data, last_part(claim.object)):
        return found
    return found if closest(claim.object, [each.name for each in parameters.all]) else UNKNOWN


def _has_bag(parameters: Parameters) -> bool:
    """Return whether one of the parameters may hold other values, as `options` does."""
    return any(_BAG.search(each.name) for each in parameters.all)


def _has_option(data: bytes, name: str) -> bool:
    """Return whether a file contains the command-line option for a name, such as `--dry-run` for `dry_run`."""
    option = name.strip("-").replace("_", "-")
    return bool(option) and has_word(data, f"--{option}")


def _given(claim: Claim, one: Definition, parameters: Parameters, context: VerdictContext) -> Judgement:
    """Judge a looser statement ("`f` takes `x`"), which is refuted only if the name is a typo of a parameter's name.

    It is no typo if the document writes the function as a call with that name, as in the heading "`f(x)`".
    """
    found = _takes(claim, one, parameters, context)
    if found.verdict != "refuted":
        return found
    name, function = written_name(claim.object), written_name(claim.subject)
    if name is not None and function is not None and name.parts[0] in _WORD.findall(function.arguments or ""):
        return UNKNOWN
    is_slip = name is not None and closest(name.parts[0], [each.name for each in parameters.all])
    return found if is_slip and context.meaning(claim.object).standing == "missing" else UNKNOWN


def _default(claim: Claim, one: Definition, parameters: Parameters, context: VerdictContext) -> Judgement:
    name, _, value = claim.object.partition("=")
    found = parameters.named(name)
    if found is None:
        is_inner = _has_bag(parameters) and not closest(name, [each.name for each in parameters.all])
        return UNKNOWN if is_inner or parameters.is_open or _is_changed(one, context) else refuted(
            f"{claim.subject} has no parameter {name}", "high", context.proof(one, "the signature"),
            nearest=suggestion(name, [each.name for each in parameters.all]),
        )  # fmt: skip
    if found.default is None:
        is_optional = found.is_optional or found.is_rest or found.is_keyword_rest
        return (
            UNKNOWN
            if is_optional
            else refuted(f"{name} of {claim.subject} has no default", "medium", context.proof(one, "the signature"))
        )
    if not is_literal(found.default) or not is_literal(value):
        return UNKNOWN
    is_other = differ(found.default, value)
    if is_other is None:
        return UNKNOWN
    if not is_other:
        return confirmed("", context.proof(one, f"{name} = {found.default}"))
    reason = f"{name} of {claim.subject} defaults to {found.default}, not {value}"
    return refuted(reason, "medium", context.proof(one, "the signature"), nearest=found.default)


def _count(claim: Claim, one: Definition, parameters: Parameters, context: VerdictContext) -> Judgement:
    count = forms.number(claim.object)
    if parameters.most is None or _is_changed(one, context):
        return UNKNOWN
    if count in (parameters.most, parameters.least):
        return confirmed("", context.proof(one, "the signature"))
    if parameters.least < count < parameters.most:
        return UNKNOWN
    reason = f"{claim.subject} has {parameters.most} parameters" + (
        f", {parameters.least} of them required" if parameters.least != parameters.most else ""
    )
    return refuted(reason, "medium", context.proof(one, "the signature"), nearest=str(parameters.most))


def _call(claim: Claim, one: Definition, parameters: Parameters, context: VerdictContext) -> Judgement:
    """Judge the arguments of a call that is written in a code span."""
    pieces = split_arguments(f"({claim.object})", 0)
    if (
        pieces is None
        or _is_changed(one, context)
        or any("..." in each or "…" in each or "*" in each or each.endswith(":") for each in pieces)
        or (len(pieces) > 1 and all(_VARIABLE.fullmatch(each) for each in pieces))
    ):  # `f(after:)` names an overload, `And(A, B)` is a notation
        return UNKNOWN
    keywords = [found for each in pieces if (found := _KEYWORD.fullmatch(each))]
    has_receiver = bool(pieces) and pieces[0] in _RECEIVER_ARGUMENTS
    if parameters.most is not None and len(pieces) - has_receiver > parameters.most:
        reason = f"{claim.subject} has more arguments than the {parameters.most} parameters"
        return refuted(reason, "medium", context.proof(one, "the signature"))
    names = [each.name for each in parameters.all]
    for found in keywords if not parameters.is_open else ():
        if not parameters.named(found[1]):
            reason = f"{one.name} has no parameter {found[1]}; its parameters: {', '.join(names)}"
            return refuted(reason, "high", context.proof(one, "the signature"), nearest=suggestion(found[1], names))
    return confirmed("", context.proof(one, "the signature")) if len(pieces) >= parameters.least else UNKNOWN
