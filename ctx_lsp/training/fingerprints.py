"""Finds copies of excluded projects by content: digests of their functions' tokens. A script and what it makes.

    python -m ctx_lsp.training.fingerprints --out .training/excluded.txt FOLDER...

Each folder is an unpacked project. Documentation, comments, white space and the name of the file make no difference.
"""

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from multiprocessing import Pool
from pathlib import Path

from ctx_lsp.syntax.definitions import CALLABLE_KINDS, Definitions
from ctx_lsp.text.source import SourceText
from ctx_lsp.training.sources import own_paths, read_definitions

FEWEST_TOKENS = 25  # shorter functions are alike by chance
MOST_SHARED = 1  # functions of a file that may be alike by chance
DIGEST_BYTES = 8  # among 10^6 functions a chance of 10^-7 for any collision
MOST_BYTES = 10_000_000  # of one excluded project

_TOKEN = re.compile(rb"[\w\x80-\xff]+|[^\w\s]")


def function_digests(source: SourceText, definitions: Definitions) -> set[str]:
    """Digests of the functions of a file that are long enough to be told apart."""
    return set(_digests(source.data, definitions))


def _digests(data: bytes, definitions: Definitions) -> Iterator[str]:
    for index, one in enumerate(definitions.items):
        if one.kind not in CALLABLE_KINDS:
            continue
        docs = definitions.docstrings.get(index)
        comments = (comment for comment in definitions.comments if one.start <= comment.start < one.end)
        skipped = sorted([*comments, *([docs] if docs else [])])
        text = b" ".join(data[start:end] for start, end in _kept(one.start, one.end, skipped))
        tokens = _TOKEN.findall(text)
        if len(tokens) >= FEWEST_TOKENS:
            yield blake2b(b" ".join(tokens), digest_size=DIGEST_BYTES).hexdigest()


def _kept(start: int, end: int, skipped: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The range without the skipped ones."""
    for skipped_start, skipped_end in skipped:
        if skipped_start > start:
            yield start, skipped_start
        start = max(start, skipped_end)
    if start < end:
        yield start, end


def copied_paths(digests: Mapping[str, frozenset[str]], excluded: frozenset[str]) -> set[str]:
    """The files, of digests by path, more functions of which are in excluded projects than may be by chance."""
    return {path for path, own in digests.items() if len(own & excluded) > MOST_SHARED}


def read_digests(files: list[Path]) -> frozenset[str]:
    """The digests in files that `main` wrote."""
    return frozenset(line for file in files for line in file.read_text().split())


def project_digests(folder: Path, most_bytes: int = MOST_BYTES) -> set[str]:
    """The digests of the functions of an unpacked project, until `most_bytes` are read."""
    found: set[str] = set()
    taken = 0
    for path in own_paths(folder, with_compiled=True):  # which is what others copy
        read = read_definitions(folder, path) if taken < most_bytes else None
        if read:
            found |= function_digests(*read)
            taken += len(read[0].data)
    return found


def main() -> None:
    """Write the digests of projects into a file."""
    parser = argparse.ArgumentParser(description="Make the fingerprints of projects that are not to be trained on.")
    parser.add_argument("--out", type=Path, required=True, help="where to write the digests")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("folders", type=Path, nargs="+", help="unpacked projects")
    arguments = parser.parse_args()

    found: set[str] = set()
    with Pool(arguments.jobs) as pool:
        digests = pool.imap(project_digests, arguments.folders)
        for folder, own in zip(arguments.folders, digests, strict=True):
            print(f"{folder.name}: {len(own)} functions", flush=True)
            found |= own
    arguments.out.write_text("\n".join(sorted(found)) + "\n")
    print(f"{arguments.out}: {len(found)} functions")


if __name__ == "__main__":
    main()
