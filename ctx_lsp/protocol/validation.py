"""Conversion of JSON values to typed parameters, with errors that name the field and the values it accepts.

The types are in `messages` (commands) and in lsprotocol (standard methods).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from enum import Enum
from functools import partial
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin

import cattrs
import msgspec
from msgspec import inspect

from ctx_lsp.protocol.documents.changes import UNVERSIONED
from ctx_lsp.protocol.errors import RequestError, invalid_params
from ctx_lsp.protocol.lsp import types

Params = TypeVar("Params")

_PROBLEMS = (cattrs.BaseValidationError, ValueError, TypeError, KeyError, AttributeError)
_PLACED = " - at `$"
_MISSING = re.compile(r"Object missing required field `(?P<name>.*)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.*)`")
_NOT_LISTED = re.compile(r"Invalid enum value (?P<value>.*)", re.DOTALL)
_TYPE_NAME = re.compile(r"`([^`]*)`")
_WORDS = {
    "int": "a whole number", "float": "a number", "str": "text", "bool": "true or false", "array": "a list",
    "list": "a list", "object": "an object",
}  # fmt: skip
_BOUNDS = {" of length <= ": " of length up to ", " of length >= ": " of length at least ", " <= ": " of at most ",
           " >= ": " of at least ", ", got ": ", not "}  # fmt: skip
_EMPTY = " of length >= 1"  # the end of what is expected
_CATTRS_PLACE = re.compile(r"(?P<problem>.*) @ (?P<path>.*)", re.DOTALL)


def command_params(arguments: object, kind: type[Params]) -> Params:
    """Convert the single object in a command's `arguments` to `kind`. Missing arguments count as an empty object.

    Raises `RequestError` if the object does not match `kind`.
    """
    if arguments is None:
        arguments = ()
    if not isinstance(arguments, list | tuple) or len(arguments) > 1:
        raise invalid_params("arguments must be a list with one object")
    try:
        return msgspec.convert(arguments[0] if arguments else {}, kind)
    except msgspec.ValidationError as error:
        raise _explained(str(error), kind) from None


def method_params(converter: cattrs.Converter, params: object, kind: type[Params]) -> Params:
    """Convert the `params` of a standard method to the lsprotocol type `kind`. For `NoneType`, return None.

    Raises `RequestError` if `params` do not match the type.
    """
    if kind is NoneType:
        return cast(Params, None)
    if not isinstance(params, Mapping):
        raise invalid_params("params must be an object")
    try:
        return converter.structure(params, kind)
    except _PROBLEMS as error:
        problems = "; ".join(map(_camel_place, cattrs.transform_error(error, "params", _problem)))
        raise invalid_params(problems) from None


class WrongTypeError(ValueError):
    """An error for a value of the wrong type. The message names the expected type."""


def _problem(error: BaseException, kind: type | None) -> str:
    if isinstance(error, WrongTypeError):
        return str(error)
    problem = cattrs.v.format_exception(error, kind).replace("required field missing", "is required")
    return re.sub(
        r"invalid value for type, expected (\w+)", lambda name: f"must be {_WORDS.get(name[1], name[1])}", problem
    )


def strict(converter: cattrs.Converter) -> cattrs.Converter:
    """Make `converter` reject values of the wrong type, and return `converter`.

    By default, cattrs turns 5 into "5" for a string and accepts any iterable as a list, and lsprotocol accepts any
    scalar for a union such as `LanguageKind | str`.
    """
    for scalar in (str, int, bool):
        converter.register_structure_hook(scalar, _exactly(scalar))
    converter.register_structure_hook_func(_is_choice_of_scalars, _chosen)
    converter.register_structure_hook_func(_is_list, partial(_listed, converter))
    versioned = converter.get_structure_hook(types.VersionedTextDocumentIdentifier)
    converter.register_structure_hook(types.VersionedTextDocumentIdentifier, partial(_with_version, versioned))
    return converter


def _with_version(structure: Callable[[object, type], object], value: object, kind: type) -> object:
    """Convert the identifier of a changed document, whose version may be null in earlier versions of the protocol."""
    if isinstance(value, Mapping) and value.get("version", UNVERSIONED) is None:
        value = {**value, "version": UNVERSIONED}
    return structure(value, kind)


def _is_list(kind: object) -> bool:
    return get_origin(kind) in (list, Sequence)


def _listed(converter: cattrs.Converter, value: object, kind: Any) -> tuple[object, ...]:  # noqa: ANN401  # any type
    """Convert the items of a list. Stop with an error at the first wrong item.

    By itself, cattrs would collect an error with a traceback for each wrong item. A string of 800,000 letters in place
    of a list of folders would block the loop for more than a minute.
    """
    if not isinstance(value, list):
        raise WrongTypeError("must be a list")
    [item_kind] = get_args(kind)
    items = []
    for index, item in enumerate(value):
        try:
            items.append(converter.structure(item, item_kind))
        except _PROBLEMS as error:
            error.add_note(cattrs.IterableValidationNote(f"@ index {index}", index, item_kind))
            raise cattrs.IterableValidationError("in a list", [error], kind) from None
    return tuple(items)


def _is_choice_of_scalars(kind: object) -> bool:
    return get_origin(kind) in (Union, UnionType) and all(
        arm in (str, int, bool, NoneType) or (isinstance(arm, type) and issubclass(arm, Enum)) for arm in get_args(kind)
    )


def _chosen(value: object, kind: object) -> object:
    arms = get_args(kind)
    if type(value) in arms:
        return value
    enums = (arm for arm in arms if issubclass(arm, Enum))
    member = next(
        (one for enum in enums for one in enum if type(one.value) is type(value) and one.value == value), None
    )
    if member is None:
        names = dict.fromkeys("null" if arm is NoneType else _WORDS.get(arm.__name__, arm.__name__) for arm in arms)
        raise WrongTypeError(f"must be {' or '.join(names)}")
    return member


def _exactly(scalar: type) -> Callable[[object, type], object]:
    def check(value: object, _: type) -> object:
        if type(value) is not scalar:
            raise WrongTypeError(f"must be {_WORDS[scalar.__name__]}")
        return value

    return check


def _camel_place(message: str) -> str:
    """Rewrite the field names in a cattrs message in camelCase, as used on the wire."""
    match = _CATTRS_PLACE.fullmatch(message)
    if match is None:
        return message
    path = re.sub(r"_([a-z])", lambda letter: letter[1].upper(), match["path"])
    return f"{path} {match['problem']}"


def _explained(message: str, kind: type) -> RequestError:
    """Convert a msgspec message to an error that also names the accepted values, which msgspec leaves out."""
    problem, placed, path = message.rpartition(_PLACED)
    problem, path = (problem, path.removeprefix(".").removesuffix("`")) if placed else (message, "")
    if match := _MISSING.fullmatch(problem):
        return invalid_params(f"{_joined(path, match['name'])} is required")
    if match := _UNKNOWN.fullmatch(problem):
        names = [field.encode_name for field in _fields(_type_at(kind, path))]
        nearest = get_close_matches(match["name"], names, 1)
        known = f"known: {', '.join(names)}" if names else "nothing is expected here"
        hint = f"did you mean {nearest[0]}?" if nearest else known
        return invalid_params(f"{_joined(path, match['name'])} is unknown; {hint}")
    if match := _NOT_LISTED.fullmatch(problem):
        return invalid_params(f"{path} must be {' or '.join(_choices(_type_at(kind, path)))}, not {match['value']}")
    if problem.endswith(_EMPTY):
        return invalid_params(f"{path} must not be empty")
    if problem.startswith("Expected "):
        return invalid_params(f"{path or 'arguments[0]'} must be {_in_words(problem.removeprefix('Expected '))}")
    return invalid_params(f"{path} is out of bounds: {problem.rstrip('.')}")  # only lsprotocol's types get here


def _in_words(expected: str) -> str:
    """Rewrite msgspec's expectation in words: ``"`int` >= 100"`` becomes "a whole number of at least 100"."""
    in_words = _TYPE_NAME.sub(lambda name: " or ".join(_WORDS.get(one, one) for one in name[1].split(" | ")), expected)
    for sign, words in _BOUNDS.items():
        in_words = in_words.replace(sign, words)
    return in_words


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _type_at(kind: type, path: str) -> inspect.Type:
    """Return the type of the field at `path`, such as `options.filter.kinds[...]`, in `kind`."""
    found: inspect.Type = inspect.type_info(kind)
    for name in re.findall(r"[A-Za-z_]+|\[", path):
        if name == "[":
            found = next(item.item_type for item in _members(found) if isinstance(item, inspect.VarTupleType))
        else:
            found = next(field.type for field in _fields(found) if field.encode_name == name)
    return found


def _members(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    """Return the alternatives of a union, or only the type itself if it is not a union. Metadata is removed."""
    if isinstance(kind, inspect.Metadata):
        return _members(kind.type)
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def _fields(kind: inspect.Type) -> tuple[inspect.Field, ...]:
    structs = (inspect.StructType, inspect.DataclassType)
    return next((member.fields for member in _members(kind) if isinstance(member, structs)), ())


def _choices(kind: inspect.Type) -> list[str]:
    choices: list[str] = []
    for member in _members(kind):
        if isinstance(member, inspect.LiteralType):
            choices += [f'"{value}"' for value in member.values]
        elif isinstance(member, inspect.BoolType):
            choices += ["true", "false"]
    return choices
