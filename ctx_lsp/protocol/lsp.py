"""The message types of LSP: `lsprotocol.types`, which loads in half the time when imported through this module.

Half of the time that lsprotocol takes to load goes into compiling `__eq__` and `__repr__` for each of its 554 classes,
and a server hardly ever compares or prints one. Here, all of these classes share one function for each. Import this
module before threads start, because it replaces `attrs.define` meanwhile.
"""

from typing import Any

import attrs


def _equals(this: Any, other: object) -> Any:  # noqa: ANN401  # as attrs has it
    """Return whether two messages have the same class and equal fields, as the method of attrs does."""
    fields = attrs.fields(this.__class__)
    if other.__class__ is not this.__class__:
        return NotImplemented
    return all(getattr(this, field.name) == getattr(other, field.name) for field in fields)


def _represent(this: Any) -> str:  # noqa: ANN401  # as attrs has it
    """Return the class and the fields of a message, as the method of attrs does."""
    fields = ", ".join(f"{field.name}={getattr(this, field.name)!r}" for field in attrs.fields(type(this)))
    return f"{type(this).__qualname__}({fields})"


def _define(cls: type | None = None, **options: Any) -> Any:  # noqa: ANN401  # as attrs has it
    """Do what `attrs.define` does, with the shared methods unless the class has its own.

    With options, which no class of lsprotocol has today, do only what `attrs.define` does.
    """
    if cls is None or options:
        return _attrs_define(cls, **options)
    own = vars(cls)
    has_equals, has_represent = "__eq__" in own, "__repr__" in own
    made: Any = _attrs_define(cls, eq=False, repr=False)
    if not has_equals:
        made.__eq__ = _equals
        made.__hash__ = None
    if not has_represent:
        made.__repr__ = _represent
    return made


_attrs_define = attrs.define
attrs.define = _define  # type: ignore[assignment]  # lsprotocol uses it without arguments
try:
    from lsprotocol import types
finally:
    attrs.define = _attrs_define

__all__ = ["types"]
