"""Downloads the packages of the training data and records them in the recipe. A script, run by hand.

    python -m ctx_lsp.training.packages.collect --recipe packages.toml --out .training/packages
    python -m ctx_lsp.training.packages.collect --recipe packages.toml --out .training/packages --add NAMES \\
        --exclude EXCLUDED

Without `--add`, every package of the recipe that is missing from the output folder is downloaded in the recorded
version and checked against its digest. With `--add`, the packages listed in the file NAMES (one `REGISTRY NAME` per
line) are added to the recipe if their licence is clearly permissive and their name is not excluded. `pairs` chooses the
files to train on.
"""

import argparse
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal, cast

from ctx_lsp.training.packages.exclusion import ExcludedNames, read_names
from ctx_lsp.training.packages.licences import LONGEST, is_permissive
from ctx_lsp.training.packages.recipe import REGISTRIES, Package, Registry, folder_name, read_recipe, write_recipe
from ctx_lsp.training.packages.registries import Download, Wanted, download
from ctx_lsp.training.packages.unpack import licence_of, unpack

DOWNLOADS = 4  # in parallel
BATCH = 12  # packages per call of a registry's client, because a call takes long to start

Outcome = Literal["added", "excluded by name", "unavailable", "licence", "no files", "digest differs"]


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome for one package; `package` is set only if the package was added."""

    outcome: Outcome
    name: str
    package: Package | None = None
    note: str = ""


def add(registry: Registry, names: Sequence[str], out: Path) -> list[Result]:
    """Download the newest versions of packages, and unpack those that may be used for training."""
    with tempfile.TemporaryDirectory() as folder:
        got = download(registry, [Wanted(name, "") for name in names], Path(folder))
        return [
            _add_one(registry, name, got[name], out) if name in got else Result("unavailable", name) for name in names
        ]


def _add_one(registry: Registry, name: str, got: Download, out: Path) -> Result:
    licence = licence_of(registry, got)
    if not is_permissive(licence):
        return Result("licence", name, note=licence[:LONGEST])
    return _lay_out(Package(registry, name, got.version, licence[:LONGEST], got.sha256), got.archive, out)


def restore(packages: Sequence[Package], out: Path) -> list[Result]:
    """Download and unpack packages in the versions of the recipe. All of them must belong to one registry."""
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as folder:
        wanted = [Wanted(one.name, one.version) for one in packages]
        found = download(packages[0].registry, wanted, Path(folder))
        for package in packages:
            got = found.get(package.name)
            if got is None:
                results.append(Result("unavailable", package.name))
            elif got.sha256 != package.sha256:
                results.append(Result("digest differs", package.name, note=got.sha256))
            else:
                results.append(_lay_out(package, got.archive, out))
    return results


def _lay_out(package: Package, archive: Path, out: Path) -> Result:
    target = out / package.folder
    shutil.rmtree(target, ignore_errors=True)
    if not unpack(package.registry, archive, target):
        return Result("no files", package.name)
    return Result("added", package.name, package)


def read_wanted(file: Path) -> list[tuple[Registry, str]]:
    """Read the packages that a file lists as lines of `REGISTRY NAME`. Raises `ValueError` for an unknown registry."""
    rows = [(parts[0], parts[1]) for parts in map(str.split, read_names([file]))]
    unknown = {registry for registry, _ in rows} - set(REGISTRIES)
    if unknown:
        raise ValueError(f"unknown registries: {', '.join(sorted(unknown))}")
    return [(cast(Registry, registry), name) for registry, name in dict.fromkeys(rows)]


def collect(recipe: Path, out: Path, wanted: list[tuple[Registry, str]], excluded: ExcludedNames) -> Counter[Outcome]:
    """Add packages to a recipe; return the number of packages for each outcome."""
    packages = {(one.registry, one.name): one for one in read_recipe(recipe)}
    ends: Counter[Outcome] = Counter()
    allowed: list[tuple[Registry, str]] = []
    for registry, name in wanted:
        if excluded.matches(name):
            ends["excluded by name"] += 1
            print(f"{name}: excluded by name")
        elif (registry, name) not in packages or not (out / folder_name(registry, name)).is_dir():
            allowed.append((registry, name))

    jobs = [partial(add, registry, names, out) for registry, names in _batches(allowed)]
    for results in _run(jobs):
        ends.update(result.outcome for result in results)
        packages |= {(one.registry, one.name): one for one in (result.package for result in results) if one}
        write_recipe(recipe, list(packages.values()))  # after every batch, so that a stopped run loses little
    return ends


def collect_again(recipe: Path, out: Path) -> Counter[Outcome]:
    """Download the missing packages of a recipe; return the number of packages for each outcome."""
    missing = {(one.registry, one.name): one for one in read_recipe(recipe) if not (out / one.folder).is_dir()}
    batches = _batches(list(missing))
    jobs = [partial(restore, [missing[registry, name] for name in names], out) for registry, names in batches]
    return Counter(result.outcome for results in _run(jobs) for result in results)


def _batches(packages: list[tuple[Registry, str]]) -> list[tuple[Registry, list[str]]]:
    """Divide packages into batches. All packages of a batch are from one registry, and the registries take turns."""
    batches: list[tuple[int, Registry, list[str]]] = []
    for registry in REGISTRIES:
        names = [name for of, name in packages if of == registry]
        batches += [(start, registry, names[start : start + BATCH]) for start in range(0, len(names), BATCH)]
    return [(registry, names) for _, registry, names in sorted(batches)]


def _run(jobs: Iterable[Callable[[], list[Result]]]) -> Iterable[list[Result]]:
    with ThreadPoolExecutor(DOWNLOADS) as pool:
        for done in as_completed([pool.submit(job) for job in jobs]):
            results = done.result()
            for result in results:
                if result.outcome != "added":
                    print(f"{result.name}: {result.outcome} {result.note}", flush=True)
            yield results


def main() -> None:
    """Download the packages of a recipe, or add packages to it."""
    parser = argparse.ArgumentParser(description="Get the packages that training data is made of.")
    parser.add_argument("--recipe", type=Path, required=True, help="the recipe, a TOML file")
    parser.add_argument("--out", type=Path, required=True, help="where to lay the packages out")
    parser.add_argument("--add", type=Path, help="a file of packages to add: REGISTRY NAME a line")
    parser.add_argument("--exclude", type=Path, nargs="*", default=[], help="files of project names never to train on")
    arguments = parser.parse_args()

    arguments.out.mkdir(parents=True, exist_ok=True)
    if arguments.add:
        excluded = ExcludedNames(read_names(arguments.exclude))
        ends = collect(arguments.recipe, arguments.out, read_wanted(arguments.add), excluded)
    else:
        ends = collect_again(arguments.recipe, arguments.out)
    print(", ".join(f"{count} {outcome}" for outcome, count in ends.most_common()))


if __name__ == "__main__":
    main()
