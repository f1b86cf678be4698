"""Verdicts on the values of constants, and the comparison of literals across languages."""

import re

from ctx_lsp.claims.mention_shapes import is_literal
from ctx_lsp.claims.model import UNKNOWN, Claim, Judgement, confirmed, refuted
from ctx_lsp.claims.verdicts.calls import combined
from ctx_lsp.claims.verdicts.context import VerdictContext
from ctx_lsp.graph.entry import Definition
from ctx_lsp.syntax.symbol_kinds import VARIABLE_KINDS

_ASSIGNED = re.compile(r"[^=\n{}]{0,200}?(?::=|=(?![=>]))(?P<value>[^\n]{1,200})")
_COMMENT = re.compile(r"#|//|/\*|--")
_DEFINED = re.compile(r"\s+(?P<value>\S[^\n]{0,200}?)\s*(?:/[/*].*)?$")  # `#define NAME 5`
_SUFFIX = re.compile(r"(?<=[\d.])(?:[uUlLfFdDnm]+|_?[iuf](?:8|16|32|64|128|size))$")
_WORDS = {"true": True, "false": False, "none": None, "null": None, "nil": None, "undefined": None}


def same_value(one: str, other: str) -> bool | None:
    """Return whether two literals have the same value; None if their types differ or one cannot be parsed."""
    left, right = _value(one), _value(other)
    if left is _UNREADABLE or right is _UNREADABLE or type(left) is not type(right):
        return None
    return left == right


def differ(one: str, other: str) -> bool | None:
    """Return whether two literals differ in value or type; None if this cannot be decided.

    It cannot be decided if one of them cannot be parsed. Nor can it be decided if one is a boolean and the other a
    number, because 1 may be written for true.
    """
    left, right = _value(one), _value(other)
    if _UNREADABLE in (left, right):
        return None
    if type(left) is type(right):
        return left != right
    return None if {type(left), type(right)} == {bool, float} else True  # 1 may be written for true


class _Unreadable:
    """The type of `_UNREADABLE`, which replaces the value of a literal that cannot be parsed."""


_UNREADABLE = _Unreadable()


def _value(text: str) -> object:
    bare = text.strip().rstrip(";,")
    if bare.lower() in _WORDS:
        return _WORDS[bare.lower()]
    if len(bare) >= 2 and bare[0] == bare[-1] and bare[0] in "\"'`":
        return bare[1:-1]
    number = _SUFFIX.sub("", bare).replace("_", "").replace(",", "")
    try:
        return float(int(number, 0))
    except ValueError:
        pass
    try:
        return float(number)
    except ValueError:
        return _UNREADABLE


def judge_constant(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge whether a constant or variable has the value that a document gives."""
    subjects = tuple(
        one for one in context.definitions(claim.subject) if one.kind in VARIABLE_KINDS | {"EnumMember", "Property"}
    )
    if not subjects or not (claim.detail == "default" or all(map(_is_fixed, subjects))):
        return UNKNOWN
    pairs = [_judge_value(one, claim.object, context) for one in subjects]
    values = [value for one in subjects if (value := assigned_literal(one, context))]
    nearest = values[0] if len(set(values)) == 1 else None
    proofs = [context.proof(one, "the value") for one in subjects[:3]]
    return combined(pairs, lambda: refuted(
        f"{claim.subject} is {', '.join(dict.fromkeys(values))}, not {claim.object}", "medium", *proofs, nearest=nearest
    ))  # fmt: skip


def _is_fixed(one: Definition) -> bool:
    """Return whether a variable is constant, judging by its kind or by a name in capitals."""
    return one.kind in ("Constant", "EnumMember") or one.name.isupper()


def _judge_value(one: Definition, written: str, context: VerdictContext) -> Judgement:
    value = assigned_literal(one, context)
    same = same_value(value, written) if value else None
    if same is None:
        return UNKNOWN
    return confirmed("", context.proof(one, f"is {value}")) if same else refuted("", "medium")


def assigned_literal(one: Definition, context: VerdictContext) -> str | None:
    """Return the literal that a variable's definition assigns; None if it assigns anything else."""
    span, source = context.span(one), context.entry(one).source
    line_end = source.line_range(source.line_at(span.name_end))[1]
    rest = source.slice(span.name_end, line_end)
    found = _ASSIGNED.match(rest)
    if found is None and source.data.startswith(b"#", span.start):
        found = _DEFINED.match(rest)
    value = _COMMENT.split(found["value"])[0].strip().rstrip(";,").rstrip() if found else ""
    bare = _SUFFIX.sub("", value)
    return bare if value and is_literal(bare) else None
