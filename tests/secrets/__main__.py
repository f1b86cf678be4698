"""`python -m tests.secrets`: the share of made-up secrets found, by kind and by type of file.

`--held-out` measures the kinds that the rules were not completed with. Folders as arguments are searched for false
alarms, which are counted by folder; `--misses` lists the secrets that are missed, and the lines that are false alarms.
"""

import argparse
import sys
from pathlib import Path

from tests.progress_lines import print_line
from tests.secrets.documented import documented_secrets
from tests.secrets.kinds import fake_secrets
from tests.secrets.recall import false_alarms, is_found, shares
from tests.secrets.shapes import FakeSecret


def main() -> int:
    """Measure recall, or false alarms where folders are given."""
    parser = argparse.ArgumentParser(prog="python -m tests.secrets", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, help="folders without secrets")
    parser.add_argument("--held-out", action="store_true", help="measure the held-out kinds")
    parser.add_argument("--misses", action="store_true", help="list missed secrets and false alarms")
    options = parser.parse_args()
    if options.folders:
        _report_alarms(options.folders, options.misses)
        return 0
    if not options.held_out:
        _report("kinds in lines of every type of file", list(fake_secrets()), options.misses)
    title = "held-out documented kinds" if options.held_out else "documented kinds of development"
    _report(title, list(documented_secrets(options.held_out)), options.misses)
    return 0


def _report(title: str, made: list[FakeSecret], misses: bool) -> None:
    print_line(f"{title}:")
    for by in ("kind", "type"):
        found = shares(made, by)
        hits, total = (sum(counts) for counts in zip(*found.values(), strict=True))
        print_line(f"  {hits / total:.3f} of {total} secrets, by {by} ({len(found)}); incomplete:")
        for key, (some, all_) in sorted(found.items()):
            if some < all_:
                print_line(f"    {key} {some}/{all_}")
    if misses:
        for one in made:
            if not is_found(one):
                print_line(f"  missed: {one.kind} in {one.file}: {one.line}")


def _report_alarms(folders: list[Path], misses: bool) -> None:
    lines_of_all, alarms_of_all = 0, 0
    for folder in folders:
        lines, alarms = false_alarms(folder)
        lines_of_all, alarms_of_all = lines_of_all + lines, alarms_of_all + len(alarms)
        print_line(f"{folder.name}: {len(alarms)} of {lines:,} lines")
        if misses:
            for alarm in alarms:
                print_line(f"  {alarm.file.relative_to(folder)}:{alarm.line}: {alarm.text.strip()[:160]}")
    ratio = f"1 in {lines_of_all // alarms_of_all:,}" if alarms_of_all else "none"
    print_line(f"all: {alarms_of_all} of {lines_of_all:,} lines ({ratio})")


if __name__ == "__main__":
    sys.exit(main())
