"""The recipe for the training data: a row for each package that it uses, stored in `packages.toml`.

`registries` downloads the packages; `pairs` builds the pairs.
"""

import json
import tomllib
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Literal, get_args

Registry = Literal["pypi", "npm", "debian", "debian-source"]
REGISTRIES: tuple[Registry, ...] = get_args(Registry)
Split = Literal["train", "validation"]

VALIDATION_SHARE = 0.05

_HEADER = "# The packages that training data is made of; written by `python -m ctx_lsp.training.packages.collect`.\n"


@dataclass(frozen=True, slots=True, order=True)
class Package:
    """A published package. `sha256` is the digest of its archive, or of the main archive if it is a source package."""

    registry: Registry
    name: str
    version: str
    licence: str
    sha256: str

    @property
    def folder(self) -> str:
        """The name of the package's folder, which is also used as a unique file name."""
        return folder_name(self.registry, self.name)

    @property
    def split(self) -> Split:
        """The split of the package. It depends only on the package's name, and is the same in every recipe."""
        return "validation" if hash_share(self.name.lower()) < VALIDATION_SHARE else "train"


def folder_name(registry: Registry, name: str) -> str:
    """Return a unique file name for a package."""
    return f"{registry}--{name.replace('/', '+')}"


def hash_share(text: str) -> float:
    """Return a pseudo-random number in [0, 1) that is always the same for `text`."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little") / 2**64


def read_recipe(file: Path) -> list[Package]:
    """Read the packages in a recipe; return an empty list if the file does not exist yet."""
    if not file.exists():
        return []
    with file.open("rb") as stream:
        return [Package(**row) for row in tomllib.load(stream).get("package", [])]


def write_recipe(file: Path, packages: list[Package]) -> None:
    """Write the packages in sorted order, so that the same packages always give the same file."""
    # The strings in these fields are ASCII without control characters, which JSON and TOML write alike.
    rows = ("".join(f"{key} = {json.dumps(value)}\n" for key, value in asdict(one).items()) for one in sorted(packages))
    file.write_text(_HEADER + "".join(f"\n[[package]]\n{row}" for row in rows))
