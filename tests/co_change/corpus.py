"""The repositories of `repositories.json` that are at hand, with their git directories.

Every second repository of the whole manifest is held out, so the halves do not depend on which ones are at hand.
"""

from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.training.histories.repositories import git_folder, read_manifest

MANIFEST = Path(__file__).with_name("repositories.json")


@dataclass(frozen=True)
class Clone:
    """A repository as `OWNER/NAME`, its git directory, its newest commit to use, and whether it is held out."""

    repository: str
    folder: Path
    head: str
    held_out: bool


def clones(mirrors: Path) -> list[Clone]:
    """Return the repositories that have a git directory `OWNER+NAME` or `OWNER+NAME/repo` below `mirrors`, in order.

    Raises `OSError` and `msgspec.DecodeError` if the manifest cannot be read.
    """
    found = (
        Clone(one.repository, git_folder(mirrors, one), one.head, held_out=index % 2 == 1)
        for index, one in enumerate(read_manifest(MANIFEST))
    )
    return [one for one in found if one.folder.is_dir()]
