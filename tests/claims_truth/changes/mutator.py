"""What all changes of facts share: the package, its names, and a source of chance."""

import random
from collections.abc import Callable

from tests.claims_truth.changes.spelling import composed, misspelt, moved_path, other_value
from tests.claims_truth.model import Fact, Parts
from tests.claims_truth.truth.names import Symbol
from tests.claims_truth.truth.world import World

_TRIES = 40
Change = Callable[["Mutator", Fact], Parts | None]  # the changed parts; None if there is none that is surely false


class Mutator:
    """Finds other names, paths and values of one package, reproducible by the seed of `chance`."""

    def __init__(self, world: World, chance: random.Random) -> None:
        self.world = world
        self._chance = chance
        self.names = sorted(world.symbols)
        self.paths = sorted(world.sources)
        self.classes = [one for one in self.names if world.symbols[one].kind == "class"]
        self.functions = [one for one in self.names if world.symbols[one].kind in ("function", "method")]
        self._stems = sorted({one.name for one in world.symbols.values()})

    def pick(self, among: list[str], holds: Callable[[str], bool]) -> str | None:
        """One of some for which a condition holds; None if none was found."""
        for _ in range(_TRIES if among else 0):
            one = self._chance.choice(among)
            if holds(one):
                return one
        return None

    def alike(self, symbol: Symbol) -> list[str]:
        """The symbols of the same kind, preferably with the same owner or file."""
        same = [one for one in self.names if (other := self.world.symbols[one]).kind == symbol.kind
                and other.noun == symbol.noun and other is not symbol]  # fmt: skip
        near = [one for one in same if self.world.symbols[one].path == symbol.path]
        return near or same

    def typo(self, name: str) -> str | None:
        """A misspelt name that occurs nowhere."""
        return misspelt(name, self.world.words, self._chance)

    def gone(self, name: str) -> str | None:
        """A name that could be of this package, but occurs nowhere."""
        return composed(name, self._stems, self.world.words, self._chance)

    def moved(self, path: str) -> str | None:
        """A path in another folder, with the same file name, that does not exist."""
        return moved_path(path, self.paths, self._chance)

    def value(self, value: str) -> str:
        """Another value of the same type."""
        return other_value(value, self._chance)

    def far_line(self, path: str, line: int) -> str | None:
        """A line of the file that is far from the given one."""
        count = self.world.sources[path].line_count
        lines = [one for one in range(1, count + 1) if abs(one - line) > 8]
        return str(self._chance.choice(lines)) if lines else None
