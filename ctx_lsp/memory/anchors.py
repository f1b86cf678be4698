"""Verdicts on the anchors of a note: whether the code that it is about is still the same."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.entry import Definition, path_of, qualname_of
from ctx_lsp.memory.code_digest import CodeDigest, code_digest
from ctx_lsp.memory.model import Anchor
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.words import split_identifier

AnchorVerdict = Literal["fresh", "moved", "drifted", "orphaned"]

MIN_TOKENS = 20  # of code that is recognised under another name: shorter definitions are alike
MAX_NAMESAKES = 50  # among which moved code is sought: each may be in another file, which has to be parsed
_NUMBER = re.compile(r"#\d+")
MAX_IN_FILE = 500  # definitions of the file of a symbol that is gone, among which renamed code is sought


@dataclass(frozen=True, slots=True)
class JudgedAnchor:
    """An anchor with its verdict.

    `fresh`: the code is as it was. `drifted`: the code has changed. `moved`: there is no such symbol any more, but the
    same code stands elsewhere, or has another name; a copy of a symbol that is still there is not that. `orphaned`:
    there is no such code. `now` is the symbol or path that the anchor means now, or "" if it is orphaned.
    """

    anchor: Anchor
    verdict: AnchorVerdict
    now: str


def anchor_of(snapshot: Snapshot, definition: Definition) -> Anchor:
    """Return an anchor to a definition as it is."""
    return Anchor(definition.id, _digest(snapshot, definition).value)


def is_symbol(anchor: Anchor) -> bool:
    """Return whether an anchor is to a symbol; others are to files and folders."""
    return "::" in anchor.target


def judge(
    snapshot: Snapshot,
    anchor: Anchor,
    root: str,
    exists: Callable[[str], bool],
    token: CancelToken | None = None,
) -> JudgedAnchor:
    """Judge an anchor of a note whose paths are relative to the folder `root`, which is "" or ends in a slash.

    An anchor without a digest is fresh as long as it exists; `exists` returns whether there is a file or folder at a
    workspace path. Code that is missing while files are still being indexed counts as fresh. Raises `Cancelled`.
    """
    if is_symbol(anchor):
        return judge_symbol(snapshot, anchor, root, token or CancelToken())
    target = root + anchor.target
    there = target in snapshot.files or exists(target) or not snapshot.is_complete
    return JudgedAnchor(anchor, "fresh", target) if there else JudgedAnchor(anchor, "orphaned", "")


def judge_symbol(snapshot: Snapshot, anchor: Anchor, root: str, token: CancelToken) -> JudgedAnchor:
    """Judge an anchor to a symbol, which depends on the snapshot alone. Raises `Cancelled`."""
    token.check()
    target = root + anchor.target
    found = snapshot.definition(target)
    if found is not None and (not anchor.digest or _digest(snapshot, found).value == anchor.digest):
        return JudgedAnchor(anchor, "fresh", target)
    if found is not None:
        return JudgedAnchor(anchor, "drifted", target)
    moved = _moved(snapshot, anchor, target, root, token)
    if moved is not None:
        return JudgedAnchor(anchor, "moved", moved.id)
    if not snapshot.is_complete:
        return JudgedAnchor(anchor, "fresh", target)
    successor = _successor(snapshot, target, root)
    return JudgedAnchor(anchor, "drifted", successor.id) if successor else JudgedAnchor(anchor, "orphaned", "")


def _moved(snapshot: Snapshot, anchor: Anchor, target: str, root: str, token: CancelToken) -> Definition | None:
    """Return the only definition with the code of an anchor whose symbol is gone: a namesake, or one in its file.

    Short definitions are alike, so they must keep their qualified name, too. Where there are too many candidates, none
    is compared.
    """
    if not anchor.digest:
        return None
    named = _namesakes(snapshot, target, root)
    alike = _with_same_qualname(named, target)
    long = [one for one in named if _may_be_long(snapshot, one)]
    entry = snapshot.files.get(path_of(target))
    inside = [one for one in (entry.definitions if entry else ()) if _may_be_long(snapshot, one)]
    for candidates, least, most in (
        (alike, 0, MAX_NAMESAKES),
        (long, MIN_TOKENS, MAX_NAMESAKES),
        (inside, MIN_TOKENS, MAX_IN_FILE),
    ):
        same = []
        for one in candidates if len(candidates) <= most else ():
            token.check()
            code = _digest(snapshot, one)
            if code.value == anchor.digest and code.tokens >= least:
                same.append(one)
        if same:
            return same[0] if len(same) == 1 else None
    return _carried(snapshot, anchor, target)


def _carried(snapshot: Snapshot, anchor: Anchor, target: str) -> Definition | None:
    """Return the member of a renamed type that has the name and the code of an anchor, however short.

    The anchor's own type must be gone from the file, and the type must have a word in common with it, because unrelated
    types have the same short members. Of several such members, the one is meant whose type has the most words.
    """
    entry = snapshot.files.get(path_of(target))
    holder, _, name = _NUMBER.sub("", qualname_of(target)).rpartition(".")
    if entry is None or not holder or any(_NUMBER.sub("", one.qualname) == holder for one in entry.definitions):
        return None
    words = set(split_identifier(holder))
    same: dict[int, list[Definition]] = {}
    for one in entry.by_name.get(name, ()):
        inside = _NUMBER.sub("", one.qualname).rpartition(".")[0]
        common = words.intersection(split_identifier(inside))
        if common and code_digest(entry, one).value == anchor.digest:
            same.setdefault(len(common), []).append(one)
    best = same[max(same)] if same else []
    return best[0] if len(best) == 1 else None


def _successor(snapshot: Snapshot, target: str, root: str) -> Definition | None:
    """Return the only definition with the qualified name of a symbol whose file is gone.

    A plain name must be in a file of the same name as well, because unrelated files define it, too.
    """
    path = path_of(target)
    if path in snapshot.files:
        return None
    found = _with_same_qualname(_namesakes(snapshot, target, root), target)
    if len(found) != 1:
        return None
    same_file = found[0].path.rpartition("/")[2] == path.rpartition("/")[2]
    return found[0] if same_file or "." in qualname_of(target) else None


def _namesakes(snapshot: Snapshot, target: str, root: str) -> list[Definition]:
    """Return the definitions below `root` whose qualified names end in the same part as that of a symbol."""
    name = _without_number(qualname_of(target)).rpartition(".")[2]
    return [one for one in snapshot.named(name) if one.path.startswith(root)]


def _with_same_qualname(definitions: Iterable[Definition], target: str) -> list[Definition]:
    wanted = _without_number(qualname_of(target))
    return [one for one in definitions if _without_number(one.qualname) == wanted]


def _may_be_long(snapshot: Snapshot, definition: Definition) -> bool:
    """Return whether a definition has enough bytes for `MIN_TOKENS` tokens, which is known without parsing its file."""
    span = snapshot.files[definition.path].facts.spans[definition.index]
    return span.end - span.start >= MIN_TOKENS


def _without_number(qualname: str) -> str:
    """Return a qualified name without the number that tells definitions of one name apart (`total#2`)."""
    return qualname.partition("#")[0]


def _digest(snapshot: Snapshot, definition: Definition) -> CodeDigest:
    return code_digest(snapshot.files[definition.path], definition)
