"""`python -m tests.graph_oracle.titles`: score tests by title against the runners' own listings.

A listed test is found where one of our tests of that file has a pattern that fits its full title: the pattern that runs
this test alone. A test of ours is right where its pattern fits a listed one. A pattern without a word fits everything
and counts for nothing. Files that the runner cannot load are left out, and counted.
"""

import argparse
import re
import sys
from collections.abc import Mapping

from ctx_lsp.features.test_commands import titles
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.text.source import SourceText
from tests.graph_oracle.compare import Score
from tests.graph_oracle.ours import index_workspace
from tests.graph_oracle.suites import SUITES, Listing, listing, sources
from tests.progress_lines import print_line

_WORD = re.compile(r"\w")
_TESTS = frozenset({"it", "test", "specify", "xit", "xtest", "fit"})


def compare_titles(listing: Listing, sources: Mapping[str, SourceText]) -> tuple[Score, list[str]]:
    """Compare the tests of the files that are listed. Returns the score and the differences as lines."""
    snapshot = index_workspace(sources)
    score, differences = Score(), list[str]()
    for path, listed in sorted(listing.items()):
        patterns = set(_patterns(snapshot.files[path]))
        fitting = {one: {title for title in listed if re.fullmatch(one, title, re.DOTALL)} for one in patterns}
        found = set().union(*fitting.values())
        right = sum(map(bool, fitting.values()))
        score = score.plus(Score(len(found), len(listed), right, len(patterns)))
        differences += [f"{path}: missed: {title}" for title in sorted(listed - found)]
        differences += [f"{path}: too much: {one}" for one, fits in sorted(fitting.items()) if not fits]
    return score, differences


def _patterns(entry: FileEntry) -> list[str]:
    named = (one.id.partition("::")[2] for one in entry.definitions if one.name.partition(" ")[0] in _TESTS)
    patterns = (" ".join(titles(entry, qualname)) for qualname in named)
    return [pattern for pattern in patterns if _WORD.search(pattern)]


def main() -> int:
    """Compare the requested suites, and print the scores."""
    parser = argparse.ArgumentParser(prog="python -m tests.graph_oracle.titles", description=__doc__)
    parser.add_argument("packages", nargs="*", help="names of packages; all of development where none is given")
    parser.add_argument("--held-out", action="store_true", help="the packages that are looked at only at the end, too")
    parser.add_argument("--misses", type=int, default=0, metavar="N", help="show N differences of each package")
    given = parser.parse_args()
    named = [one for one in SUITES if not given.packages or one.name in given.packages]
    for suite in (one for one in named if given.held_out or not one.held_out):
        listed = {path: names for path, names in listing(suite).items() if names}
        files = sources(suite)
        score, differences = compare_titles(listed, files)
        print_line(
            f"{suite.key} ({suite.runner}): precision {score.precision:.3f} ({score.right:,} of {score.answered:,}), "
            f"recall {score.recall:.3f} ({score.found:,} of {score.expected:,}), in {len(listed):,} files; "
            f"{len(files) - len(listed):,} could not be loaded, or have no tests"
        )
        for line in () if suite.held_out else differences[: given.misses]:
            print_line(f"    {line}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
