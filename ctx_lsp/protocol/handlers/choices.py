"""What a caller chose about results and packs, else what the settings say."""

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
    """How a pack is made: as it was asked for, else as the settings have it."""
    said = {name: value for name in _SAID if not isinstance(value := getattr(given, name), UnsetType)}
    return replace(usual_options(call.settings), filter=result_filter(given.filter), **said)


def result_filter(given: Filter) -> ResultFilter:
    """Which results are wanted."""
    return ResultFilter(given.languages, given.kinds, given.include, given.exclude, given.tests)


def either(given: T | UnsetType, usual: T) -> T:
    """A given value, else the usual one."""
    return usual if isinstance(given, UnsetType) else given
