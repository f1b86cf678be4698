"""Adds lines about commits to the header of a finished pack about changes, one line for each file.

The commits are found only after the pack has been built, so the pack is built with room for these lines.
`workspace.past.pack_commits` finds the commits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ctx_lsp.base.checks import never
from ctx_lsp.base.timestamps import date_text
from ctx_lsp.graph.entry import path_of
from ctx_lsp.packing.assessment.readiness import within_larger
from ctx_lsp.packing.formats.counted import counted
from ctx_lsp.packing.formats.formats import FORMATS
from ctx_lsp.packing.formats.tokens import count_tokens
from ctx_lsp.packing.identity import id_with_context
from ctx_lsp.packing.model import AdviceLine, Pack, PackOptions, SymbolCommit
from ctx_lsp.packing.packer import ADVICE_FRAME_TOKENS
from ctx_lsp.text.redaction import redacted

SHARE = 0.1  # of the budget for these lines
MAX_TOKENS = 400
LEAST_TOKENS = 50  # room for a line; with less, none is shown
MAX_NAMED = 2  # commits in one line, the newest
MAX_SUBJECT = 60  # characters

Commits = Mapping[str, tuple[SymbolCommit, ...]]
"""The commits that changed each symbol, newest first."""


def room_for_commits(options: PackOptions) -> int:
    """Return how many tokens of the budget to leave for the lines about commits; 0 if the budget is too small."""
    room = min(MAX_TOKENS, int(SHARE * options.max_tokens))
    return room if room >= LEAST_TOKENS else 0


def with_commits(pack: Pack, commits: Commits, options: PackOptions) -> Pack:
    """Return the pack with `commits`, and with as many lines about them as fit into `room_for_commits`.

    The pack must have been built with a budget of `options.max_tokens` minus `room_for_commits(options)`.
    """
    left, lines = room_for_commits(options) - ADVICE_FRAME_TOKENS, list[AdviceLine]()
    for line in _lines(commits):
        left -= max(count_tokens(form.advice_line(line.text), options.encoding) for form in FORMATS.values())
        if left < 0:
            break
        lines.append(line)
    readiness = within_larger(pack.readiness, pack.tokens.budget, options.max_tokens)
    summary = replace(pack.document.summary, budget=options.max_tokens)
    summary = replace(summary, advice=(*summary.advice, *lines))
    if summary.reason == pack.readiness.reason:
        summary = replace(summary, reason=readiness.reason)
    pack = replace(pack, readiness=readiness)
    document, text = counted(replace(pack.document, summary=summary), options.format, options.encoding)
    if document.summary.used > options.max_tokens:
        never(bool(pack.text), "the lines about commits did not fit into the room that was left for them")
        return replace(pack, tokens=replace(pack.tokens, budget=options.max_tokens), commits=commits)
    return replace(
        pack,
        pack_id=id_with_context(pack.pack_id, [one.text for one in lines]),
        tokens=replace(pack.tokens, used=document.summary.used, budget=options.max_tokens),
        text=text,
        document=document,
        commits=commits,
    )


def _lines(commits: Commits) -> list[AdviceLine]:
    """Return a line for each file with commits, in the order of the symbols."""
    by_path: dict[str, dict[str, SymbolCommit]] = {}
    for symbol, found in commits.items():
        by_path.setdefault(path_of(symbol), {}).update((one.name, one) for one in found)
    return [_line(path, sorted(found.values(), key=lambda one: -one.time)) for path, found in by_path.items() if found]


def _line(path: str, commits: Sequence[SymbolCommit]) -> AdviceLine:
    named = [f"{one.short_name} “{_cut(one.subject)}” ({date_text(one.time)})" for one in commits]
    more = len(commits) - MAX_NAMED
    also = f" and {more} more commit{'' if more == 1 else 's'}" if more > 0 else ""
    return AdviceLine("commits", f"{path} changed in {', '.join(named[:MAX_NAMED])}{also}", path)


def _cut(subject: str) -> str:
    subject = redacted(subject)  # before it is cut, because half of a secret would not be recognised
    return subject if len(subject) <= MAX_SUBJECT else f"{subject[: MAX_SUBJECT - 1].rstrip()}…"
