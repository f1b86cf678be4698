"""What the checker says today about statements that readers have judged.

Only the documents with labels are checked again, in checkouts at the commits of the labels.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.claims_truth.checker import ask
from tests.claims_truth.real_documents.labels import Label
from tests.claims_truth.score import Share


class Repeated(NamedTuple):
    """A label with the verdict and message of today; both are "" if the checker no longer finds the statement."""

    label: Label
    verdict: str
    message: str

    @property
    def change(self) -> str:
        """How the verdict compares with the one that was judged: "same", or what became of a right or wrong one.

        A right verdict is "lost" if it is unknown today, and "wrong" if it is the opposite; a wrong one is "mended" or
        "turned".
        """
        if self.verdict == self.label.verdict:
            return "same"
        if self.verdict in ("refuted", "confirmed"):
            return "wrong" if self.label.is_right else "turned"
        return "lost" if self.label.is_right else "mended"


def repeated(labels: list[Label], checkouts: Path, program: Path | None) -> Iterator[Repeated]:
    """Check the documents of all labels whose repository has a checkout, `owner+name`, at the right commit."""
    by_repository: dict[tuple[str, str], list[Label]] = {}
    for one in labels:
        by_repository.setdefault((one.repository, one.commit), []).append(one)
    for (repository, commit), group in sorted(by_repository.items()):
        top = checkouts / repository.replace("/", "+")
        if not top.is_dir() or (top / ".commit").read_text("utf-8").strip() != commit:
            continue
        claims = ask(top, sorted({one.path for one in group}), program)["claims"]
        verdicts = {_place(one): one for one in claims}
        for label in group:
            claim = verdicts.get((label.path, label.line, label.kind, label.text), {})
            yield Repeated(label, claim.get("verdict", ""), claim.get("message") or "")


def _place(claim: dict[str, Any]) -> tuple[str, int, str, str]:
    return claim["path"], claim["range"]["start"]["line"] + 1, claim["kind"], claim["text"]


def repeated_summary(found: list[Repeated]) -> str:
    """The precision of "refuted" when the labels were made and today, and each statement whose verdict has changed.

    Statements that are refuted today and have no label do not count.
    """
    then = [one.label for one in found if one.label.verdict == "refuted"]
    now = [one for one in found if one.verdict == "refuted"]
    right = sum(one.label.first == one.label.second == "false" for one in now)
    lines = [
        f"refuted then: right {Share(sum(one.is_right for one in then), len(then))}",
        f"refuted today: right {Share(right, len(now))}; {len({one.label.repository for one in found})} repositories",
    ]
    for one in found:
        if one.change != "same":
            row = (one.change, one.label.verdict, one.verdict or "-", one.label.repository, one.label.path)
            lines.append(json.dumps([*row, one.label.line, one.label.kind, one.label.text, one.message]))
    return "\n".join(lines)
