"""Options of results and packs: those in the request, completed by the settings."""

from dataclasses import fields, replace
from typing import TypeVar

from msgspec import UnsetType

from ctx_lsp.packing.model import PackOptions
from ctx_lsp.protocol.messages.options import Filter, Options
from ctx_lsp.protocol.routes import Call
from ctx_lsp.retrieval.model import ResultFilter
from ctx_lsp.workspace import Analysis, default_options

T = TypeVar("T")

_DEFAULT = Options()
_SET = tuple(option.name for option in fields(PackOptions) if option.name != "filter")


def pack_options(call: Call[Analysis], given: Options = _DEFAULT) -> PackOptions:
    """Return the options of a pack: the given ones, completed by the settings."""
    given_options = {name: value for name in _SET if not isinstance(value := getattr(given, name), UnsetType)}
    return replace(default_options(call.settings), filter=result_filter(given.filter), **given_options)


def result_filter(given: Filter) -> ResultFilter:
    """Convert the filter of a request."""
    return ResultFilter(given.languages, given.kinds, given.include, given.exclude, given.tests)


def value_or(given: T | UnsetType, default: T) -> T:
    """Return `given`, or `default` if it is unset."""
    return default if isinstance(given, UnsetType) else given
