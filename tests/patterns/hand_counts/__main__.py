"""Compares the adoption that the program measures with counts by hand; see the package's docstring."""

import argparse
import json
from collections import defaultdict
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.resolution.visibility import family
from ctx_lsp.languages.table import language
from ctx_lsp.patterns.adoption import Adoption, AdoptionIndex
from ctx_lsp.snapshot.host import Host
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.text.generated import file_reason
from ctx_lsp.text.source import SourceText

COUNTS = Path(__file__).parent / "counts.jsonl"


def measured(root: Path, name: str) -> dict[str, Adoption]:
    """The adoption in the files of one family of languages, keyed by category."""
    files = (file for file in sorted(root.rglob("*")) if file.is_file() and ".git" not in file.parts)
    paths = [file.relative_to(root).as_posix() for file in files]
    code = [
        path
        for path in paths
        if language(language_of(path)).category == "code"
        and family(language_of(path)) == name
        and file_reason(path.rpartition("/")[2]) is None
    ]
    host = Host()
    host.apply({path: SourceText((root / path).read_bytes()) for path in code})
    host.resolve()
    return {one.category: one for one in AdoptionIndex().at(host.snapshot(len(code)), CancelToken()).all()}


def main() -> None:
    """Print each category with both counts, and how many agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    rows = [json.loads(line) for line in COUNTS.read_text("utf-8").splitlines()]
    groups = defaultdict(list)
    for row in rows:
        groups[row["repository"], row["language"]].append(row)
    equal = 0
    for (repository, name), own in groups.items():
        found = measured(folder / repository.replace("/", "+"), name)
        for row in own:
            counted = {one.name: one.files for one in found[row["category"]].alternatives}
            equal += counted == row["files"]
            label = "equal" if counted == row["files"] else "DIFFERENT"
            print(label, repository, row["category"], counted, row["files"])  # noqa: T201
    print(f"{equal} of {len(rows)} categories are equal")  # noqa: T201


if __name__ == "__main__":
    main()
