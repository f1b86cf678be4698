"""Names that are imported from packages, and the ways in which an index of exports may spell them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ctx_lsp.published.versions import Ecosystem

CALLED = "()"  # at the end of a part: its result, so an object of the type if it is one
DEFAULT = "default"


class Spelling(NamedTuple):
    """A module, a name in it ("" for the module itself), and the members that follow the name (`rest`)."""

    module: str
    name: str
    rest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportedName:
    """A name as the importing file uses it: the module as written in the import, and the parts that follow.

    `Invoice().total` after `from billing.invoice import Invoice` has the parts `Invoice()` and `total`.
    """

    ecosystem: Ecosystem
    module: str
    parts: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """The last part, or the module if there are no parts, as shown to the user."""
        return (self.parts[-1] if self.parts else self.module).removesuffix(CALLED)

    @property
    def spellings(self) -> tuple[Spelling, ...]:
        """The spellings under which the definition may be listed, those with fewer members in `rest` first."""
        found = _python(self) if self.ecosystem == "pypi" else _by_module(self)
        return tuple(one for one in found if one.module and not one.module.endswith(CALLED))

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules by which the name's package can be found among published exports."""
        if self.ecosystem != "pypi":
            return tuple(dict.fromkeys((self.module, *_around(self.module))))
        return tuple(dict.fromkeys((self.module.partition(".")[0], *(one.module for one in self.spellings))))


def _python(name: ImportedName) -> Iterator[Spelling]:
    """Yield the spellings of a Python name. An attribute of a module comes before a submodule of the same name."""
    full = (*name.module.split("."), *name.parts)
    for end in range(len(full), 0, -1):
        if not any(part.endswith(CALLED) for part in full[: end - 1]):
            yield Spelling(".".join(full[: end - 1]), full[end - 1].removesuffix(CALLED), full[end:])
        if end == len(full) and not any(part.endswith(CALLED) for part in full):
            yield Spelling(".".join(full), "")


def _by_module(name: ImportedName) -> Iterator[Spelling]:
    if not name.parts:
        yield Spelling(name.module, "")
        return
    first, *rest = name.parts
    yield Spelling(name.module, first.removesuffix(CALLED), tuple(rest))
    if first.removesuffix(CALLED) == DEFAULT and not rest:
        yield Spelling(name.module, "")
    elif first == DEFAULT:  # a module of CommonJS: members of its one value are exports as well
        yield Spelling(name.module, rest[0].removesuffix(CALLED), tuple(rest[1:]))


def _around(module: str) -> Iterator[str]:
    """Yield the parent paths of a module, the longest first; any of them may be the name of the module's package."""
    while "/" in module:
        module = module.rpartition("/")[0]
        yield module
