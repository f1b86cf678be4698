"""Builds the training pairs from all packages as JSON lines, with one file per package. A script, run by hand.

    python -m ctx_lsp.training.pairs.pairs .training/packages .training/pairs \\
        --recipe ctx_lsp/training/packages/packages.toml \\
        --exclude EXCLUDED --fingerprints .training/excluded.bin --work .training/read

The same packages always give the same pairs. Each line holds the fields of `package_pairs.Pair`, the package and its
split.
"""

import argparse
import pickle
import re
from collections import Counter
from collections.abc import Iterable
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import cast

from ctx_lsp.training.packages.exclusion import ExcludedNames, read_names
from ctx_lsp.training.packages.fingerprints import copied_paths, read_digests
from ctx_lsp.training.packages.recipe import Package, hash_share, read_recipe
from ctx_lsp.training.pairs.package_pairs import Candidates, Pair, choose, find_candidates, json_line

MAX_COPIES = 0.1  # maximum share of copied files; a package with more contains an excluded project
MAX_PACKAGES = 2  # maximum number of packages with the same question; a more common question is boilerplate
LANGUAGE_SHARE = 0.2  # maximum share of one language in all pairs

_NOT_WORDS = re.compile(r"\W+")

Row = tuple[Package, Pair]


def allowed_pairs(
    package: Package, candidates: Candidates, excluded: ExcludedNames, copied: frozenset[int]
) -> list[Pair]:
    """Return the pairs from a package, except those from files that must not be used for training; print the counts.

    Such a file is in a folder that is `excluded`, or contains code whose digests are in `copied`. If too many files of
    the package are copies, no pair is returned.
    """
    copies = copied_paths(candidates.digests, copied)
    named = {path for path in candidates.digests if any(excluded.matches_folder(part) for part in path.split("/")[:-1])}
    is_copy = len(copies) > MAX_COPIES * len(candidates.digests)
    pairs = [] if is_copy else choose(candidates, frozenset(copies | named))
    files = f"{len(candidates.digests)} files, {len(copies)} copied, {len(named)} in excluded folders"
    print(f"{package.folder}: {len(pairs)} pairs, {files}{', LEFT OUT: a copy' if is_copy else ''}", flush=True)
    return pairs


def _kept_candidates(package: Package, folder: Path, work: Path) -> Candidates:
    kept = work / f"{package.folder}=={package.version}.pickle"
    if kept.exists():
        return cast(Candidates, pickle.loads(kept.read_bytes()))  # noqa: S301 - written below
    found = find_candidates(folder / package.folder)
    kept.write_bytes(pickle.dumps(found))
    return found


def balanced(rows: list[Row]) -> list[Row]:
    """Drop questions that many packages ask, limit the share of each language, and return the remaining rows."""
    asked: dict[str, set[str]] = {}
    for package, pair in rows:
        asked.setdefault(_normalised(pair.query), set()).add(package.name)
    rows = [(package, pair) for package, pair in rows if len(asked[_normalised(pair.query)]) <= MAX_PACKAGES]
    rows.sort(key=lambda row: hash_share(f"{row[0].folder} {row[1].path} {row[1].query}"))
    most = most_of_one(Counter(pair.language for _, pair in rows).values(), LANGUAGE_SHARE)
    taken: Counter[str] = Counter()
    kept: list[Row] = []
    for row in rows:
        taken[row[1].language] += 1
        if taken[row[1].language] <= most:
            kept.append(row)
    return kept


def most_of_one(counts: Iterable[int], share: float) -> int:
    """Return the highest cap such that no capped count exceeds `share` of the sum of the capped counts.

    If there are too few counts for any cap to work, return the highest count.
    """
    remaining = sorted(counts)
    if share * len(remaining) <= 1:  # no limit can bring every count below its share
        return max(remaining, default=0)
    total = 0
    for taken, count in enumerate(remaining):
        cut = len(remaining) - taken  # this one and all larger ones
        if cut * share < 1 and (limit := int(share * total / (1 - cut * share))) < count:
            return limit
        total += count
    return remaining[-1]


def _normalised(query: str) -> str:
    return _NOT_WORDS.sub(" ", query.lower()).strip()


def write_pairs(rows: list[Row], out: Path) -> None:
    """Write the pairs of each package to a separate file."""
    out.mkdir(parents=True, exist_ok=True)
    lines: dict[str, list[str]] = {}
    for package, pair in rows:
        lines.setdefault(package.folder, []).append(json_line(pair, package.name, package.split))
    for folder, texts in lines.items():
        (out / f"{folder}.jsonl").write_text("".join(texts))


def _print_table(rows: list[Row]) -> None:
    counts = Counter((pair.language, pair.kind) for _, pair in rows)
    kinds = sorted({kind for _, kind in counts})
    print("language", *kinds, "all", sep="\t")
    languages = Counter(pair.language for _, pair in rows)
    for name, total in languages.most_common():
        print(name, *(counts[name, kind] for kind in kinds), total, sep="\t")
    print("all", *(sum(counts[name, kind] for name in languages) for kind in kinds), len(rows), sep="\t")


def main() -> None:
    """Build the pairs and write them to files."""
    parser = argparse.ArgumentParser(description="Make (question, code) pairs of packages.")
    parser.add_argument("packages", type=Path, help="the folder that `collect` laid the packages out in")
    parser.add_argument("out", type=Path)
    parser.add_argument("--recipe", type=Path, required=True)
    parser.add_argument("--exclude", type=Path, nargs="*", default=[], help="files of project names never to train on")
    parser.add_argument("--fingerprints", type=Path, nargs="*", default=[], help="digests of what never to train on")
    parser.add_argument("--work", type=Path, required=True, help="where what was read is kept, so that a run can go on")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()

    packages = [one for one in read_recipe(arguments.recipe) if (arguments.packages / one.folder).is_dir()]
    arguments.work.mkdir(parents=True, exist_ok=True)
    find = partial(_kept_candidates, folder=arguments.packages, work=arguments.work)
    excluded = ExcludedNames(read_names(arguments.exclude))
    copied = read_digests(arguments.fingerprints)
    rows: list[Row] = []
    with Pool(arguments.jobs) as pool:
        for package, candidates in zip(packages, pool.imap(find, packages), strict=True):
            rows += [(package, pair) for pair in allowed_pairs(package, candidates, excluded, copied)]
    rows = balanced(rows)
    write_pairs(rows, arguments.out)
    _print_table(rows)


if __name__ == "__main__":
    main()
