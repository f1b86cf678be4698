"""Measures co-change on public histories: python -m tests.co_change MIRRORS [--only OWNER/NAME] [--scores FILE].

For each commit, each of its files (definitions) is given in turn, and the others are to be found among the first five.
Compared are the product's order, the history alone, the graph alone and the files of the same folder. The hint is asked
of each commit as it was made (how often does it fire although the commit is complete?) and with one file left out.
Every second repository of `repositories.json` was looked at while the rules were chosen; the others are held out.
MIRRORS holds a git directory `OWNER+NAME` or `OWNER+NAME/repo` for each. FILE keeps the scores of each repository, one
a line, so that a run can be continued.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ctx_lsp.evaluation.bootstrap import estimate
from ctx_lsp.training.histories.repositories import git_folder, read_manifest
from tests.co_change.measure import Scores, measure
from tests.progress_lines import print_line

MANIFEST = Path(__file__).with_name("repositories.json")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--scores", type=Path)
    arguments = parser.parse_args()
    kept = read_scores(arguments.scores)
    groups: dict[str, dict[str, Scores]] = {"chosen on": {}, "held out": {}}
    for number, one in enumerate(read_manifest(MANIFEST)):
        if arguments.only and one.repository != arguments.only:
            continue
        scores = kept.get(one.repository) or measure(git_folder(arguments.mirrors, one), one.head)
        if arguments.scores and one.repository not in kept:
            with arguments.scores.open("a", encoding="utf-8") as file:
                file.write(json.dumps([one.repository, scores]) + "\n")
        groups["held out" if number % 2 else "chosen on"][one.repository] = scores
        means = (f"{name} {sum(values) / len(values):.3f} ({len(values)})" for name, values in scores.items() if values)
        print_line(f"{one.repository}: {', '.join(means)}")
    for group, found in groups.items():
        for line in report(found):
            print_line(f"{group}: {line}")


def read_scores(file: Path | None) -> dict[str, Scores]:
    """Return the scores that an earlier run kept."""
    if file is None or not file.exists():
        return {}
    return dict(json.loads(line) for line in file.read_text("utf-8").splitlines())


def report(found: Mapping[str, Scores]) -> Iterator[str]:
    """Yield a line for each measure: its mean over tasks, with the interval over repositories."""
    pooled: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for repository, scores in found.items():
        for name, values in scores.items():
            pooled[name] += [(repository, value) for value in values]
    for name, pairs in pooled.items():
        yield f"{name}: {interval([value for _, value in pairs], [repository for repository, _ in pairs])}"
    for name in ("files", "definitions"):
        for other in ("history", "graph"):
            differences = [
                (repository, ours - theirs)
                for repository, scores in found.items()
                for ours, theirs in zip(scores.get(name, ()), scores.get(f"{name}, {other} alone", ()), strict=True)
            ]
            if differences:
                shown = interval([value for _, value in differences], [repository for repository, _ in differences])
                yield f"{name}, difference to {other} alone: {shown}"


def interval(values: Sequence[float], clusters: Sequence[str]) -> str:
    """Return a mean with its interval, drawn over repositories, and the number of values."""
    one = estimate(values, clusters)
    return f"{one.mean:.3f} [{one.low:.3f}, {one.high:.3f}], n = {len(values)}, {len(set(clusters))} repositories"


if __name__ == "__main__":
    main()
