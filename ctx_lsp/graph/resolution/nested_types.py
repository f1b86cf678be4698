"""Types within a type, as the declarations of its methods name them.

In Python, the body of a class sees the names of the class, and the bodies of its methods do not. But the annotations in
the declaration of a method belong to the class body, although they are part of the method's symbol.
"""

from ctx_lsp.graph.entry import Definition, qualname_of
from ctx_lsp.graph.lookups import Lookups
from ctx_lsp.graph.resolution.bindings import CERTAIN, RatedDefinitions
from ctx_lsp.graph.resolution.visibility import visibility_of
from ctx_lsp.syntax.symbol_kinds import CODE_KINDS, CONTAINER_KINDS, SPACE_KINDS


def nested_type(name: str, around: Definition | None, lookups: Lookups) -> RatedDefinitions:
    """Return the type `name` that the declaration of the method `around` sees in the body of its class.

    The result is empty if there is none, or if the method has a type parameter or type of its own with that name.
    """
    if around is None or around.kind not in CODE_KINDS or visibility_of(around.language).bare_members != "body":
        return ()
    holder = lookups.symbol(around.path, qualname_of(around.container))
    if holder is None or holder.kind not in CONTAINER_KINDS - SPACE_KINDS:
        return ()
    found = lookups.symbol(around.path, f"{holder.qualname}.{name}")
    is_hidden = found is None or lookups.symbol(around.path, f"{around.qualname}.{name}") is not None
    return ((found, CERTAIN),) if found and found.kind in CONTAINER_KINDS and not is_hidden else ()


def declaring(name: str, around: Definition | None, lookups: Lookups) -> Definition | None:
    """Return the definition inside which the type name `name` must be looked up if it is written in `around`.

    This is usually `around` itself. It is the class of the method `around` if the method's declaration mentions `name`
    and the class contains such a type (see `nested_type`). Callers do not know whether `name` is written in the
    declaration or in the body of the method. A name that the declaration does not mention must be in the body.
    """
    head = name.partition(".")[0]
    found = nested_type(head, around, lookups)
    if around is None or not found:
        return around
    declared = {one.partition(".")[0] for one in lookups.typing(around.path, around.qualname).type_names}
    return lookups.symbol(around.path, qualname_of(around.container)) if head in declared else around
