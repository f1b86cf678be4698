"""Names that are imported from packages, and the ways in which an index of exports may spell them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ctx_lsp.published.versions import Ecosystem

CALLED = "()"  # at the end of a part: its result, so an object of the type if it is one
DEFAULT = "default"


class Spelling(NamedTuple):
    """A module, a name in it ("": the module itself), and the parts that follow, which are members."""

    module: str
    name: str
    rest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportedName:
    """A name as the importing file reaches it: a module as imports write it, and the parts that follow.

    `Invoice().total` after `from billing.invoice import Invoice` has the parts `Invoice()` and `total`.
    """

    ecosystem: Ecosystem
    module: str
    parts: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """The last part, as a person would call it."""
        return (self.parts[-1] if self.parts else self.module).removesuffix(CALLED)

    @property
    def spellings(self) -> tuple[Spelling, ...]:
        """The spellings under which the definition may be listed, those that leave fewer members first."""
        found = _python(self) if self.ecosystem == "pypi" else _by_module(self)
        return tuple(one for one in found if one.module and not one.module.endswith(CALLED))

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules that the package of the name exports, if it is published at all."""
        if self.ecosystem != "pypi":
            return tuple(dict.fromkeys((self.module, *_around(self.module))))
        return tuple(dict.fromkeys((self.module.partition(".")[0], *(one.module for one in self.spellings))))


def _python(name: ImportedName) -> Iterator[Spelling]:
    """Yield attributes before submodules of the same name."""
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
    """Yield the paths around a module, which its package exports, too."""
    while "/" in module:
        module = module.rpartition("/")[0]
        yield module
