"""Output of notes, as text or JSON."""

from collections.abc import Iterable

from ctx_lsp.cli.json_answers.notes import proposal_json, recall_json
from ctx_lsp.cli.output import print_warnings
from ctx_lsp.cli.printing import print_line, show_json, style
from ctx_lsp.workspace import Proposals, Recall, RecalledNote

_COLOURS = {"fresh": "green", "moved": "green", "drifted": "yellow", "orphaned": "red", "refuted": "red"}


def show_recall(recall: Recall, as_json: bool) -> None:
    """Print each note with its verdict, its strength and its text; problems go to standard error."""
    if as_json:
        show_json(recall_json(recall))
        return
    for one in recall.notes:
        _show(one)
    if not recall.notes:
        print_line("no note found", err=True)
    if len(recall.notes) < recall.total:
        print_line(f"{len(recall.notes)} of {recall.total:,} notes; see --limit", err=True)
    for problem in recall.problems:
        print_line(f"warning: {problem.text}", err=True)
    print_warnings(recall.warnings)


def warn_of_contradictions(path: str, contradictions: Iterable[str]) -> None:
    """Print the false statements in the text of a note to standard error, as warnings."""
    print_warnings(f"{path} says something false: {sentence}" for sentence in contradictions)


def show_proposals(proposals: Proposals, commits: int, as_json: bool) -> None:
    """Print each proposed note with its source, its text and the code that it is about.

    If there are none, say how far the search went: to the newest `commits` commits of each folder.
    """
    if as_json:
        show_json({"proposals": list(map(proposal_json, proposals.notes)), "warnings": proposals.warnings})
        return
    for one in proposals.notes:
        print_line(f"{style(one.source, fg='cyan')}  {one.type}" + (f", {one.day}" if one.day else ""))
        for line in one.text.splitlines():
            print_line(f"    {line}" if line else "")
        print_line(style(f"    about {', '.join(one.about)}", dim=True))
    if not proposals.notes:
        print_line(f"no new proposals in the documents{_commits_read(proposals, commits)}", err=True)
    print_warnings(proposals.warnings)


def _commits_read(proposals: Proposals, commits: int) -> str:
    if proposals.warnings:  # they say why no commits were read
        return ""
    return f" and the newest {commits:,} commits; --commits reads more" if commits else "; --commits reads commits, too"


def _show(recalled: RecalledNote) -> None:
    one, note = recalled.judged, recalled.judged.note
    verdict = style(recalled.verdict, fg=_COLOURS[recalled.verdict])
    marks = {
        f"strength {one.strength:.0%}": True,
        "stale: confirm or retire it": one.is_stale,
    }
    marks |= dict.fromkeys(recalled.doubts, True)
    shown = ", ".join(mark for mark, is_set in marks.items() if is_set)
    print_line(f"{style(one.path, fg='cyan')}  {note.type}, {verdict}, {shown}")
    print_line(f"    {note.title}")
    facts = {
        note.date.isoformat(): True,
        f"by {note.source}": note.source != "person",
        f"topic: {note.category}": bool(note.category),
        f"because: {note.reason}": bool(note.reason),
    }
    print_line(style(f"    {', '.join(fact for fact, is_set in facts.items() if is_set)}", dim=True))
    for line in note.body.splitlines():
        print_line(f"    {line}")
    for anchor in one.anchors:
        where = f" → {anchor.now}" if anchor.now not in ("", one.root + anchor.anchor.target) else ""
        print_line(style(f"    {anchor.verdict}  {anchor.anchor.target}{where}", dim=True))
    for sentence in recalled.contradictions:
        print_line(f"    {sentence}")
