"""Measures how well the checker tells that documents rotted: python -m tests.claims_truth.rot MIRRORS [--kept FILE].

The documents of a repository are taken as they were 180 days before its newest commit, and laid over the code of that
commit. An *alert* is a statement in them that the older code did not refute and the newer one does. What really rotted
follows from the trees alone: `mentions` has the definition, which was written before the first run. An alert is right
(a *catch*) if it is about a rotten mention. Recall is the share of the rotten mentions with an alert; beside it stands
the recall of those that a later commit corrected: the line that has the mention is no longer in today's document.

What these rules cannot see: statements that became false although all names are still there. Alerts on them count as
wrong. Names of other projects that the code stopped using count as rotten. Alerts about paths of documents and pictures
do not count.

The halves are those of `tests.memory.rot`; of each, the repositories of at most `MAX_FILES` files are measured, or as
many of them as `--draw` takes by a seed. `--without-history` leaves out what the checker knows of removed names.
`--staledocs` measures that program (PyPI) on the same trees: its baseline is recorded while the documents lie in the
older tree, its findings are about the newer one.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from ctx_lsp.evaluation.bootstrap import estimate
from ctx_lsp.text.git import tree_below
from ctx_lsp.training.histories.repositories import Repository, git_folder
from tests.claims_truth.rot.judging import Alert, Judged, Rotten, judged
from tests.claims_truth.rot.mentions import DOCUMENTS, PICTURES
from tests.claims_truth.rot.staledocs import staledocs_alerts
from tests.memory.rot.__main__ import HALVES, drawn, half_of
from tests.progress_lines import print_line

MAX_FILES = 2_500  # of a repository: larger ones take too long

Found = Sequence[tuple[str, Judged]]
_DECODER = msgspec.json.Decoder(tuple[str, Judged])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("--kept", type=Path, help="keeps what was measured, so that a run can be continued")
    parser.add_argument("--draw", type=int, help="draw that many repositories of the half by a seed")
    parser.add_argument("--without-history", action="store_true", help="as if the folder were no Git repository")
    parser.add_argument("--half", choices=tuple(HALVES), default="looked")
    parser.add_argument("--staledocs", type=Path, metavar="PROGRAM", help="measure this program instead")
    parser.add_argument("--show", choices=("missed", "wrong", "caught"), help="print these")
    arguments = parser.parse_args()
    kept = {}
    if arguments.kept and arguments.kept.exists():
        kept = dict(map(_DECODER.decode, arguments.kept.read_bytes().splitlines()))
    found: list[tuple[str, Judged]] = []
    for one in chosen(arguments.half, arguments.mirrors, arguments.draw):
        result = kept.get(one.repository)
        if result is None:
            folder = git_folder(arguments.mirrors, one)
            result = (
                staledocs_alerts(folder, one.head, arguments.staledocs)
                if arguments.staledocs
                else judged(folder, one.head, with_history=not arguments.without_history)
            )
            if arguments.kept:
                with arguments.kept.open("ab") as file:
                    file.write(msgspec.json.encode((one.repository, result)) + b"\n")
        print_line(f"{one.repository}: {len(result.rotten)} of {result.mentions} rotten, {len(result.alerts)} alerts")
        found.append((one.repository, result))
        for line in shown(result, arguments.show):
            print_line(f"  {line}")
    for line in report(found):
        print_line(f"{arguments.half}: {line}")


def chosen(half: str, mirrors: Path, count: int | None) -> list[Repository]:
    """Return the repositories of a half that are not too large, or a random part of them."""
    sizes = {one: len(tree_below(git_folder(mirrors, one), one.head).texts) for one in half_of(half)}
    found = drawn([one for one, size in sizes.items() if size <= MAX_FILES], count)
    return sorted(found, key=lambda one: sizes[one])


def is_about_code(alert: Alert) -> bool:
    """Return whether an alert is about a name or a path of the code, and not about a document or a picture."""
    return not alert.text.partition("#")[0].endswith((*DOCUMENTS, *PICTURES))


def is_about(alert: Alert, one: Rotten) -> bool:
    """Return whether an alert is about a rotten mention."""
    mention = one.mention
    return alert.path == mention.path and alert.start < mention.end and mention.start < alert.end


def report(found: Found) -> Iterator[str]:
    """Yield the figures of some repositories."""
    rotten = [(where, each, one.alerts) for where, one in found for each in one.rotten]
    for name, of_it in (("all", rotten), ("corrected", [one for one in rotten if one[1].is_corrected])):
        caught = [float(any(is_about(alert, one) for alert in alerts)) for _, one, alerts in of_it]
        yield f"recall, {name}: {_estimate(caught, [where for where, *_ in of_it])}"
    alerts = [(where, alert, one.rotten) for where, one in found for alert in filter(is_about_code, one.alerts)]
    right = [float(any(is_about(alert, each) for each in of_it)) for _, alert, of_it in alerts]
    yield f"alerts that are catches: {_estimate(right, [where for where, *_ in alerts])}"
    if any(right):
        yield f"alerts a catch: {len(right) / sum(right):.2f}"
    with_rot = sum(bool(one.rotten) for _, one in found)
    yield f"{sum(one.mentions for _, one in found)} mentions; {with_rot} of {len(found)} repositories have rotten ones"


def _estimate(values: Sequence[float], clusters: Sequence[str]) -> str:
    if not values:
        return "none"
    one = estimate(list(values), list(clusters))
    return f"{one.mean:.3f} [{one.low:.3f}, {one.high:.3f}], {sum(values):.0f} of {len(values)}"


def shown(one: Judged, kind: str | None) -> Iterator[str]:
    """Yield lines about rotten mentions that were missed or caught, or about wrong alerts."""
    if kind == "wrong":
        for alert in one.alerts:
            if not any(is_about(alert, each) for each in one.rotten):
                yield f"{alert.path} {alert.kind} “{alert.text}” {alert.reason}"
    elif kind:
        for each in one.rotten:
            if any(is_about(alert, each) for alert in one.alerts) == (kind == "caught"):
                mark = "corrected" if each.is_corrected else "stands"
                yield f"{each.mention.path}:{each.mention.line + 1} `{each.mention.text}` {mark} “{each.line[:160]}”"


if __name__ == "__main__":
    main()
