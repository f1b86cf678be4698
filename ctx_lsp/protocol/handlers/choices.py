"""Options of results and packs: those in the request, completed by the settings."""

from dataclasses import fields, replace
from typing import TypeVar

from msgspec import UnsetType

from ctx_lsp.packing.model import PackOptions
from ctx_lsp.protocol.messages.options import Filter, Options
from ctx_lsp.protocol.routes import Call
from ctx_lsp.retrieval.model import ResultFilter
from ctx_lsp.workspace import Analysis, usual_options

T = TypeVar("T")

_USUAL = Options()
_SAID = tuple(option.name for option in fields(PackOptions) if option.name != "filter")


def pack_options(call: Call[Analysis], given: Options = _USUAL) -> PackOptions:
    """Return the options of a pack: the given ones, completed by the settings."""
    said = {name: value for name in _SAID if not isinstance(value := getattr(given, name), UnsetType)}
    return replace(usual_options(call.settings), filter=result_filter(given.filter), **said)


def result_filter(given: Filter) -> ResultFilter:
    """Convert the filter of a request."""
    return ResultFilter(given.languages, given.kinds, given.include, given.exclude, given.tests)


def either(given: T | UnsetType, usual: T) -> T:
    """Return `given`, or `usual` if it is unset."""
    return usual if isinstance(given, UnsetType) else given
