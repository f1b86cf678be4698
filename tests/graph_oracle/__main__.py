"""`python -m tests.graph_oracle`: score definitions, references and inheritance against compilers' indexes.

The first run fetches packages and indexers into `.oracle`; node is needed for the indexers. Go, Java, C and C++ are
compared if their compilers and Debian's packages are available. `compare` defines what counts as right.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path

from ctx_lsp.text.source import SourceText
from tests.graph_oracle import golden
from tests.graph_oracle.clang_index import clang_version, has_clang
from tests.graph_oracle.compare import ROWS, Comparison, compare
from tests.graph_oracle.go_types import go_version, has_go
from tests.graph_oracle.javac import has_java, java_version
from tests.graph_oracle.loading import load
from tests.graph_oracle.misses import classes, sizes
from tests.graph_oracle.ours import Ours, index_workspace
from tests.graph_oracle.packages import INDEXERS, LANGUAGES, Language, chosen
from tests.graph_oracle.report import Result, as_data, markdown
from tests.graph_oracle.second import second_opinion
from tests.progress_lines import print_line

RESULTS = Path(__file__).with_name("RESULTS.md")
COMMAND = "python -m tests.graph_oracle"


def main() -> int:
    """Compare the requested packages, and print or record the tables."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("packages", nargs="*", help="names of packages; all of development where none is given")
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("--held-out", action="store_true", help="the packages that are looked at only at the end, too")
    parser.add_argument("--misses", type=int, metavar="N", help="show the N largest classes of differences")
    parser.add_argument("--row", choices=ROWS, help="of `--misses`: of this row alone")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    parser.add_argument("--record", action="store_true", help=f"write the tables to {RESULTS.name}")
    parser.add_argument("--second", action="store_true", help="also ask jedi, at a sample of places in Python packages")
    parser.add_argument("--golden", action="store_true", help="make the indexes that the tests read, and nothing else")
    given = parser.parse_args()
    if given.golden:
        golden.make()
        return 0
    compilers: dict[Language, bool] = {"go": has_go(), "java": has_java(), "c": has_clang(), "cpp": has_clang()}
    absent = tuple(language for language, is_there in compilers.items() if not is_there)
    packages = [one for one in chosen(given.packages, given.language, given.held_out) if one.language not in absent]
    results = []
    for package in packages:
        oracle, sources = load(package)
        comparison = compare(oracle, Ours(index_workspace(sources), oracle.paths), sources)
        differences = Counter[str]() if package.held_out else sizes(comparison.misses, sources)
        is_asked = given.second and package.language == "python"
        second = second_opinion(package, oracle, sources) if is_asked else None
        results.append(Result(package, comparison, differences, second))
        if given.misses and not package.held_out:
            print_line(f"\n## {package.name}\n")
            _show(comparison, sources, given.misses, given.row)
    print_line(json.dumps(as_data(results), indent=1) if given.json else markdown(results, absent))
    if given.record:
        RESULTS.write_text(_recorded(results, absent), "utf-8")
    return 0


def _show(comparison: Comparison, sources: dict[str, SourceText], count: int, row: str | None) -> None:
    wanted = (miss for miss in comparison.misses if row in (None, miss.row))
    for found in classes(wanted, sources, count):
        print_line(f"{found.size:6,}  {found.name}")
        for sample in found.samples:
            print_line(f"          {sample}")


def _recorded(results: list[Result], absent: Collection[Language]) -> str:
    named = [f"{name} {version}" for name, version in INDEXERS.values()]
    indexers = ", ".join(
        (*named, f"go/types of {go_version()}", f"the Tree API of {java_version()}", f"libclang {clang_version()}")
    )
    made = f"`{COMMAND} {' '.join(sys.argv[1:])}` on {datetime.now(UTC):%Y-%m-%d}, against {indexers}."
    explained = "What is compared, and how, is in `compare.py` and `oracle.py`."
    return f"# Agreement with compilers' indexes\n\n{made} {explained}\n\n{markdown(results, absent)}"


if __name__ == "__main__":
    sys.exit(main())
