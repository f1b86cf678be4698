"""No document takes more than linear time to be read for items, whatever is in it. `attacks` tries single patterns."""

import pytest

from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.text.source import SourceText
from tests.linear_time.attacks import PUMPED
from tests.linear_time.measure import cpu_seconds, ended_after

RECORD = "# 1. A\n\n## Context\n\n## Decision\n\n"
WORST: dict[str, tuple[str, str]] = {
    "marks around a state": ("docs/adr/0001-a.md", RECORD + "status" + "*_" * PUMPED + " " * PUMPED + ":\n"),
    "lines below a state": ("docs/adr/0001-a.md", RECORD + "status:\n" * (PUMPED // 8)),
    "spaces in the front matter": (
        "docs/adr/0001-a.md",
        f"---\ntitle:{' ' * PUMPED}\n---\n# Status\n\n# Context\n\n# Decision\n",
    ),
    "a rule without an end": ("a.md", "# A\n\n|" + "-" * PUMPED + " " * PUMPED + "x\n"),
    "clauses of a criterion": ("a.md", "# A\n\ngiven " + "when " * (PUMPED // 5) + "\n"),
    "dots before a version": ("CHANGELOG.md", "# " + ".a" * (PUMPED // 2) + "\n\n- An entry\n"),
    "numbers of an identifier": ("a.md", "# A\n\n" + "REQ-1" * (PUMPED // 5) + "\n"),
    "brackets before an identifier": ("a.md", "# A\n\nimplements " + "[" * PUMPED + " REQ-1\n"),
    "examples on one line": ("a.md", "# A\n\n" + "format REQ-1 " * (PUMPED // 13) + "\n"),
    "quotes in an export": ("a.csv", "id,title\n" + '"","' * (PUMPED // 4)),
    "short rows below a wide header": (
        "a.md",
        "# A\n\n|ID|" + "a|" * (PUMPED // 4) + "\n|--|\n" + "|\n" * (PUMPED // 4),
    ),
    "marks of fences on one line": ("a.md", "# A\n\n" + "``` " * (PUMPED // 4) + "\n"),
}


@pytest.mark.parametrize("form", WORST)
def test_a_document_is_read_in_linear_time(form: str) -> None:
    path, text = WORST[form]
    with ended_after(cpu_seconds()):
        file_facts(path, SourceText(text.encode()))
