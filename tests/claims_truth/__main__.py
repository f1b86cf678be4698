"""`python -m tests.claims_truth`: score `ctx-lsp check` on statements whose truth is known from compilers.

The first run fetches packages and indexers into `.oracle`, see `tests.graph_oracle`. Packages of development are
described in the forms of development, or in those of another `--half` (see `forms/README.md`), held-out packages in
held-out forms.
"""

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from tests.claims_truth.checker import Judged, check
from tests.claims_truth.documents import copy_package, write_documents
from tests.claims_truth.model import Half
from tests.claims_truth.packages import chosen
from tests.claims_truth.report import markdown, misses
from tests.claims_truth.statements import choose
from tests.claims_truth.truth.world import load_world
from tests.graph_oracle.packages import Package
from tests.progress_lines import print_line

RESULTS = Path(__file__).with_name("RESULTS.md")
COMMAND = "python -m tests.claims_truth"
HEADINGS: dict[Half, str] = {
    "development": "Development",
    "held_out": "Held out",
    "more": "More forms",
    "more_kept": "More forms, kept",
}


def main() -> int:
    """Score the requested packages, and print or record the tables."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("packages", nargs="*", help="names of packages; all of development where none is given")
    parser.add_argument(
        "--held-out", action="store_true", help="the packages and forms that are looked at only at the end"
    )
    parser.add_argument(
        "--half",
        choices=[half for half in HEADINGS if half != "held_out"],
        default="development",
        help="the forms in which packages of development are described",
    )
    parser.add_argument(
        "--misses", type=int, metavar="N", help="show N examples of each class of errors, of development alone"
    )
    parser.add_argument("--record", action="store_true", help=f"write the tables to {RESULTS.name}")
    parser.add_argument(
        "--program", type=Path, metavar="FOLDER", help="a checkout of ctx-lsp to test instead of this one"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="packages at the same time")
    given = parser.parse_args()
    halves: dict[Half, list[Judged]] = {}
    packages = chosen(given.packages, held_out=given.held_out)
    with ThreadPoolExecutor(given.jobs) as pool:
        each: list[tuple[Package, Half]] = [(one, "held_out" if one.held_out else given.half) for one in packages]
        judged_each = pool.map(lambda one: judge(one[0], one[1], given.program), each)
        for (_, half), judged in zip(each, judged_each, strict=True):
            halves.setdefault(half, []).extend(judged)
    parts = [f"## {HEADINGS[half]}\n\n{markdown(judged)}" for half, judged in sorted(halves.items())]
    print_line("\n".join(parts))
    if given.misses:
        print_line(misses(halves.get(given.half, []), given.misses))
    if given.record:
        made = f"`{COMMAND} {' '.join(sys.argv[1:])}` on {datetime.now(UTC):%Y-%m-%d}."
        RESULTS.write_text(
            "\n".join(["# Statements about code, judged by `ctx-lsp check`", "", made, "", *parts]), "utf-8"
        )
    return 0


def judge(package: Package, half: Half, program: Path | None) -> list[Judged]:
    """Write the statements about one package in the forms of one half, and have them checked."""
    sys.stderr.write(f"{package.name} …\n")
    statements = choose(load_world(package), half=half)
    top = copy_package(package)
    return check(top, write_documents(top, package.name, statements), program)


if __name__ == "__main__":
    sys.exit(main())
