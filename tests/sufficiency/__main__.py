"""`python -m tests.sufficiency`: the share of the needs of functions that their packs show.

The needs come from compilers' indexes, which the first run makes with fetched tools (see `tests.graph_oracle`; node is
required). `asked` defines needs, `measure` what counts as shown, and `baselines` the alternatives to packs.
"""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from tests.graph_oracle.loading import load
from tests.graph_oracle.packages import INDEXERS, LANGUAGES, Package, chosen
from tests.progress_lines import print_line
from tests.sufficiency.asked import find_asked
from tests.sufficiency.causes import Miss, list_misses
from tests.sufficiency.measure import METHODS, PACK, Measuring, Outcome, analysis_of
from tests.sufficiency.report import causes, markdown

RESULTS = Path(__file__).with_name("RESULTS.md")
COMMAND = "python -m tests.sufficiency"
FUNCTIONS = 30  # a package
SEED = 6
HEADINGS = {False: "Packages of development", True: "Held-out packages"}


def main() -> int:
    """Measure the requested packages, and print or record the tables."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("packages", nargs="*", help="names of packages; all of development where none is given")
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("--held-out", action="store_true", help="the packages that are looked at only at the end, too")
    parser.add_argument("--functions", type=int, default=FUNCTIONS, metavar="N", help="of each package")
    parser.add_argument("--seed", type=int, default=SEED, help="of the choice of functions")
    parser.add_argument("--packs-alone", action="store_true", help="without what packs are compared with")
    parser.add_argument("--misses", action="store_true", help="list what packs lack, by cause")
    parser.add_argument("--record", action="store_true", help=f"write the tables to {RESULTS.name}")
    given = parser.parse_args()
    methods = (PACK,) if given.packs_alone else METHODS
    halves: dict[bool, list[Outcome]] = {}
    misses: list[Miss] = []
    for package in chosen(given.packages, given.language, given.held_out):
        if package.language not in INDEXERS and not (given.packages or given.language):
            continue  # the recorded figures are of the languages that have an indexer
        sys.stderr.write(f"{package.name} …\n")
        outcomes, lacking = _measured(package, given.functions, given.seed, methods)
        halves.setdefault(package.held_out, []).extend(outcomes)
        misses += lacking
        if given.misses:
            print_line("\n".join(f"{miss.cause} {miss.kind}: {miss.needed} ← {miss.function}" for miss in lacking))
    parts = [f"## {HEADINGS[held_out]}\n\n{markdown(half, methods)}" for held_out, half in sorted(halves.items())]
    tables = "\n".join([*parts, causes(misses)])
    print_line(tables)
    if given.record:
        RESULTS.write_text(_recorded(tables), "utf-8")
    return 0


def _measured(package: Package, count: int, seed: int, methods: tuple[str, ...]) -> tuple[list[Outcome], list[Miss]]:
    """The outcomes of one package, and its single misses, which are hidden for held-out packages."""
    oracle, _ = load(package)
    with analysis_of(package) as analysis:
        measuring = Measuring(package.name, analysis, oracle)
        outcomes = [measuring.outcome(one, methods) for one in find_asked(oracle, analysis.snapshot.files, count, seed)]
        explained = () if package.held_out else outcomes
        return outcomes, [miss for one in explained for miss in list_misses(analysis, measuring, one)]


def _recorded(tables: str) -> str:
    indexers = ", ".join(f"{name} {version}" for name, version in INDEXERS.values())
    made = f"`{COMMAND} {' '.join(sys.argv[1:])}` on {datetime.now(UTC):%Y-%m-%d}, against {indexers}."
    return f"# What packs hold of what functions need\n\n{made}\n\n{tables}\n"


if __name__ == "__main__":
    sys.exit(main())
