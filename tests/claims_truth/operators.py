"""Makes facts false: each operator changes one part, and the same truth confirms that the result is false.

Where the truth is not complete (calls through a base type, exceptions that pass through), a change counts as false only
if the new name does not occur at all where it would have to. The changes themselves are in `changes`.
"""

from collections.abc import Iterator, Mapping

from tests.claims_truth.changes import classes, files, flow, places, signatures
from tests.claims_truth.changes.mutator import Change, Mutator
from tests.claims_truth.model import Fact, Operator


def false_facts(mutator: Mutator, fact: Fact) -> Iterator[Fact]:
    """One false fact by each operator that suits a true one."""
    for operator, change in CHANGES.get(fact.kind, ()):
        parts = change(mutator, fact)
        if parts is not None:
            yield Fact(fact.kind, {**fact.parts, **parts}, operator, frozenset(parts))


def _both(slot: str) -> tuple[tuple[Operator, Change], ...]:
    return ("typo", places.renamed(slot, "typo")), ("removed", places.renamed(slot, "removed"))


CHANGES: Mapping[str, tuple[tuple[Operator, Change], ...]] = {
    "path": (
        ("typo", places.other_path("typo")),
        ("moved", places.other_path("moved")),
        ("removed", places.other_path("removed")),
    ),
    "line": (("line", places.other_line), ("moved", places.other_path("moved"))),
    "place": (
        ("module", places.other_file),
        ("moved", places.other_path("moved")),
        ("sibling", places.other_symbol_of_place),
        *_both("symbol"),
    ),
    "module": (("module", places.other_module), *_both("symbol")),
    "exists": _both("symbol"),
    "member": (("owner", places.other_owner), ("sibling", places.sibling_member), *_both("member")),
    "keyword": (("keyword", signatures.other_parameter), ("sibling", signatures.sibling_function)),
    "arity": (("arity", signatures.more_parameters),),
    "default": (("value", signatures.other_default), ("keyword", signatures.other_parameter)),
    "calls": (
        ("caller", flow.other_caller),
        ("sibling", flow.other_callee),
        ("direction", flow.swapped_call),
        *_both("callee"),
    ),
    "inherits": (
        ("base", classes.other_base),
        ("sibling", classes.sibling_class),
        ("direction", classes.swapped_classes),
        *_both("base"),
    ),
    "implements": (
        ("base", classes.other_base),
        ("sibling", classes.sibling_class),
        ("direction", classes.swapped_classes),
    ),
    "overrides": (("base", classes.base_of_override), ("sibling", classes.member_of_override)),
    "raises": (("sibling", flow.other_exception), ("caller", flow.other_raiser)),
    "imports": (
        ("direction", files.swapped_import),
        ("module", files.other_import),
        ("sibling", files.other_imported_name),
    ),
    "decorated": (("value", signatures.other_decorator), ("sibling", signatures.undecorated)),
    "constant": (("value", signatures.other_default), ("sibling", signatures.sibling_constant)),
    "tested_by": (("module", files.other_test),),
    "unused": (("sibling", files.used_symbol),),
    "command": _both("command"),
    "environment": _both("variable"),
}
