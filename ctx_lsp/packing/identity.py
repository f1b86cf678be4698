"""Content addresses of packs: packs with the same question, options and content have the same id.

The id depends neither on positions in files nor on anything outside the pack.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict

import orjson

from ctx_lsp.base.digest import digest
from ctx_lsp.packing.formats.render import one_line
from ctx_lsp.packing.model import PackItem, PackOptions

_FORM = b"pack 1"  # increase when the meaning of an id changes


def pack_id(question: str, options: PackOptions, items: Sequence[PackItem]) -> str:
    """Return the id of a pack: thirty-two hexadecimal digits."""
    wanted = asdict(options)
    del wanted["filter"]["withheld"]  # what a request leaves out of itself shows in the items
    parts = [_FORM, one_line(question).encode(), orjson.dumps(wanted, option=orjson.OPT_SORT_KEYS)]
    for packed in items:
        where = packed.item.symbol or packed.item.path
        fields = (where, packed.role, packed.relation, packed.level, packed.text)
        parts += [field.encode("utf-8", "replace") for field in fields]
    return digest(*parts).hex()


def id_with_context(name: str, context: Iterable[str]) -> str:
    """Derive an id from the id `name` and the texts in `context`; if `context` is empty, return `name` itself."""
    parts = [part.encode("utf-8", "replace") for part in context]
    return digest(bytes.fromhex(name), *parts).hex() if parts else name
