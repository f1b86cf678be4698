"""Measures co-change on public histories: python -m tests.co_change MIRRORS [--kept FILE] [--about SUBJECT].

For each commit, each of its files (definitions) is given in turn, and the others are to be found among the first five.
Compared are the product's order of files, the history alone, the graph alone, the number of common commits and the
files of the same folder; of definitions the orders of `definitions.ORDERS`. The hint is asked of each commit as it was
made (how often does it fire although the commit is complete?) and with one file left out. Every second repository of
`repositories.json` was looked at while the rules were chosen; the others are held out. Small repositories come first,
and `--repositories` bounds their number. MIRRORS holds a git directory `OWNER+NAME` or `OWNER+NAME/repo` for each;
repositories without one are left out. FILE keeps what was measured on each repository, one a line, so that a run can be
continued.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import get_args

import msgspec

from ctx_lsp.evaluation.bootstrap import estimate
from ctx_lsp.text.git import tree_below
from tests.co_change.corpus import clones
from tests.co_change.definitions import ORDERS, DefinitionTask, recalls
from tests.co_change.measure import Measured, Scores, Subject, measure
from tests.progress_lines import print_line

_DECODER = msgspec.json.Decoder(tuple[str, Measured])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--repositories", type=int, default=1_000)
    parser.add_argument(
        "--about",
        choices=get_args(Subject),
        default="definitions",
        help="only this is measured; the last takes most time",
    )
    arguments = parser.parse_args()
    kept = read_kept(arguments.kept)
    groups: dict[str, dict[str, Scores]] = {"chosen on": {}, "held out": {}, "all": {}}
    by_size = sorted(clones(arguments.mirrors), key=lambda one: len(tree_below(one.folder, one.head).texts))
    for one in by_size[: arguments.repositories]:
        measured = kept.get(one.repository) or measure(one.folder, one.head, arguments.about)
        if arguments.kept and one.repository not in kept:
            with arguments.kept.open("ab") as file:
                file.write(msgspec.json.encode((one.repository, measured)) + b"\n")
        scores = {**measured.scores, **scores_of_definitions(measured.definitions)}
        for group in ("held out" if one.held_out else "chosen on", "all"):
            groups[group][one.repository] = scores
        means = (f"{name} {sum(values) / len(values):.3f} ({len(values)})" for name, values in scores.items() if values)
        print_line(f"{one.repository}: {', '.join(means)}")
    for group, found in groups.items():
        for line in report(found):
            print_line(f"{group}: {line}")


def read_kept(file: Path | None) -> dict[str, Measured]:
    """Return what an earlier run kept."""
    return dict(map(_DECODER.decode, file.read_bytes().splitlines())) if file and file.exists() else {}


def scores_of_definitions(tasks: Sequence[DefinitionTask]) -> Scores:
    """Return the recall of each order of definitions, one value for each commit."""
    scores: dict[str, list[float]] = defaultdict(list)
    for task in tasks:
        for name, weights in ORDERS.items():
            values = list(recalls(task, weights))
            scores[name].append(sum(values) / len(values))
    return scores


def report(found: Mapping[str, Scores]) -> Iterator[str]:
    """Yield a line for each measure: its mean over tasks, with the interval over repositories."""
    pooled: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for repository, scores in found.items():
        for name, values in scores.items():
            pooled[name] += [(repository, value) for value in values]
    for name, pairs in pooled.items():
        yield f"{name}: {interval([value for _, value in pairs], [repository for repository, _ in pairs])}"
    for name in ("files", "definitions"):
        for other in [each for each in pooled if each.startswith(f"{name}, ")]:
            differences = [
                (repository, ours - theirs)
                for repository, scores in found.items()
                if name in scores and other in scores
                for ours, theirs in zip(scores[name], scores[other], strict=True)
            ]
            if not differences:
                continue
            shown = interval([value for _, value in differences], [repository for repository, _ in differences])
            yield f"{name}, difference to {other.removeprefix(name)[2:]}: {shown}"


def interval(values: Sequence[float], clusters: Sequence[str]) -> str:
    """Return a mean with its interval, drawn over repositories, and the number of values."""
    one = estimate(values, clusters)
    return f"{one.mean:.3f} [{one.low:.3f}, {one.high:.3f}], n = {len(values)}, {len(set(clusters))} repositories"


if __name__ == "__main__":
    main()
