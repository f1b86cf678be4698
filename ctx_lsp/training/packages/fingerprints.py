"""Finds copies of excluded projects by comparing digests of runs of code lines. The script writes the digests.

    python -m ctx_lsp.training.packages.fingerprints --out .training/excluded.bin FOLDER...

Each folder is an unpacked project. Comments, imports, white space and file names are ignored. Nothing is parsed, so
hundreds of whole projects take only a minute.
"""

import argparse
import re
from array import array
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path

from ctx_lsp.languages.table import language
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.text.decode import decode
from ctx_lsp.text.source import SourceText
from ctx_lsp.training.packages.sources import own_paths

RUN = 5  # number of consecutive lines
SHORTEST_LINE = 8  # characters; shorter lines mostly close blocks
SHORTEST_RUN = 150  # characters without white space; shorter runs may match by chance
MAX_SHARED = 1  # number of runs in a file that may match by chance

_COMMENT = re.compile(r"/\*.*?\*/|\{-.*?-\}|<!--.*?-->", re.DOTALL)
_SKIPPED = ("//", "#", "*", "--", ";", "import", "from", "use", "package", "using", "require")


def run_digests(text: str) -> set[int]:
    """Return the 64-bit digests of all runs of code lines that are long enough to be distinctive."""
    lines = ("".join(line.split()) for line in _COMMENT.sub("", text).splitlines())
    kept = [line for line in lines if len(line) >= SHORTEST_LINE and not line.startswith(_SKIPPED)]
    ends = [0]
    for line in kept:
        ends.append(ends[-1] + len(line))
    starts = [start for start in range(len(kept) - RUN + 1) if ends[start + RUN] - ends[start] >= SHORTEST_RUN]
    return {_digest("\n".join(kept[start : start + RUN])) for start in starts}


def _digest(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


def copied_paths(digests: Mapping[str, frozenset[int]], excluded: frozenset[int]) -> set[str]:
    """Return the paths of files that share more runs with excluded projects than can be explained by chance.

    `digests` holds the digests of each file, keyed by path.
    """
    return {path for path, own in digests.items() if len(own & excluded) > MAX_SHARED}


def project_digests(folder: Path) -> set[int]:
    """Return the digests of an unpacked project's code, leaving out vendored code."""
    found: set[int] = set()
    for path in own_paths(folder, with_compiled=True):  # other projects may copy the compiled code
        if language(language_of(path, SourceText(b""))).category == "code":
            source = decode((folder / path).read_bytes())
            found |= run_digests(source.data.decode()) if source else set()
    return found


def write_digests(file: Path, digests: Iterable[int]) -> None:
    """Write digests to a file as sorted 64-bit integers."""
    file.write_bytes(array("Q", sorted(digests)).tobytes())


def read_digests(files: list[Path]) -> frozenset[int]:
    """Read the digests from files written by `write_digests`."""
    return frozenset(number for file in files for number in array("Q", file.read_bytes()))


def main() -> None:
    """Write the digests of projects to a file."""
    parser = argparse.ArgumentParser(description="Make the fingerprints of projects that are not to be trained on.")
    parser.add_argument("--out", type=Path, required=True, help="where to write the digests")
    parser.add_argument("folders", type=Path, nargs="+", help="unpacked projects")
    arguments = parser.parse_args()

    found: set[int] = set()
    for folder in arguments.folders:
        own = project_digests(folder)
        print(f"{folder.name}: {len(own)} runs of lines", flush=True)
        found |= own
    write_digests(arguments.out, found)
    print(f"{arguments.out}: {len(found)} runs of lines")


if __name__ == "__main__":
    main()
