"""`python -m tests.answers.absent FOLDER`: packs for plausible requests about something that a repository lacks.

`absent.jsonl` names for each request a pattern that the texts of any solution would contain. The command first searches
the checkouts for it: the request is plausible, but nothing there answers it. Then it asks each request, and counts the
packs that say "no good match". FOLDER holds a checkout of each repository's commit under the repository's name; others
are skipped. Weights and thresholds are chosen by the half "choose" alone.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ctx_lsp.cli.session import open_analysis, settings_of
from tests.answers.packs import has_no_match, packed
from tests.answers.tasks import HERE
from tests.progress_lines import print_line

MAX_BYTES = 2_000_000
# Lock files name the dependencies of dependencies, licences all kinds of uses, and one line of minified text anything.
_NO_TEXT = re.compile(
    r"(^|/)(LICEN[CS]E[^/]*|[^/]*lock(file)?(\.\w+)?|[^/]*\.(svg|asc)|[^/]*\.min\.\w+)$", re.IGNORECASE
)


def main() -> None:
    """Check and ask the requests about all checkouts below the folder, and print the counts of each half."""
    parser = argparse.ArgumentParser(prog="python -m tests.answers.absent", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--check", action="store_true", help="only search the texts")
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    for about in repositories():
        checkout = given.folder / about["repository"].partition("/")[2]
        if checkout.is_dir():
            for found in contradictions(checkout, about["requests"]):
                print_line(f"{checkout.name}: {found}")
            if not given.check:
                _ask(checkout, about, counts)
    for half in sorted({name.partition(":")[0] for name in counts}):
        print_line(f"{half}: {counts[f'{half}: no good match']} of {counts[f'{half}: asked']} have no good match")


def repositories() -> list[dict[str, Any]]:
    """Read the requests, grouped by repository."""
    return [json.loads(line) for line in (HERE / "absent.jsonl").read_text("utf-8").splitlines()]


def contradictions(checkout: Path, requests: list[Mapping[str, str]]) -> Iterator[str]:
    """Yield the lines of a checkout in which a request's pattern occurs, although the repository should lack it."""
    files = [file for file in sorted(checkout.rglob("*")) if file.is_file() and file.stat().st_size < MAX_BYTES]
    for file in files:
        path = str(file.relative_to(checkout))
        if path.startswith(".git/") or _NO_TEXT.search(path):
            continue
        data = file.read_bytes()
        if b"\0" in data:  # an image or an archive
            continue
        text = data.decode("utf-8", "replace")
        for one in requests:
            if match := re.search(one["lacks"], text, re.IGNORECASE):
                yield f"{one['query']}: {path}:{text.count(chr(10), 0, match.start()) + 1} has {match.group()}"


def _ask(checkout: Path, about: Mapping[str, Any], counts: Counter[str]) -> None:
    with open_analysis(checkout, settings_of(checkout), semantic=True) as analysis:
        for one in about["requests"]:
            pack = packed(analysis, one["query"])
            counts[f"{about['half']}: asked"] += 1
            counts[f"{about['half']}: no good match"] += has_no_match(pack)
            print_line(f"{checkout.name}: {pack.confidence}: {one['query']}: {pack.readiness.reason or 'ready'}")


if __name__ == "__main__":
    main()
