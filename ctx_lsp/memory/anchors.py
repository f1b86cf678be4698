"""Verdicts on the anchors of a note: whether the code that the note is about is still the same."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.entry import Definition, path_of, qualname_of, without_numbers
from ctx_lsp.memory.code_digest import CodeDigest, code_digest
from ctx_lsp.memory.model import Anchor
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.words import split_identifier

_WORD = re.compile(r"[^\W\d]\w*")
_FAILING = frozenset({"raise", "throw", "panic", "fatalError", "todo", "unimplemented", "abort"})
_CONSTANT = frozenset(
    {"return", "pass", "None", "True", "False", "nil", "null", "undefined", "true", "false", "self", "this", "void"}
)

AnchorVerdict = Literal["fresh", "moved", "drifted", "orphaned"]

MIN_TOKENS = 20  # of code that is recognised under another name: shorter definitions are alike
MIN_TOKENS_BESIDE = 8  # the same, in the container that the symbol was in
MAX_NAMESAKES = 50  # among which moved code is sought: each may be in another file, which has to be parsed
MAX_IN_FILE = 500  # definitions of the file of a symbol that is gone, among which renamed code is sought


@dataclass(frozen=True, slots=True)
class JudgedAnchor:
    """An anchor with its verdict.

    `fresh`: the code is unchanged. `drifted`: the code has changed, or of several definitions with one name in the
    file, this one is gone. `moved`: the symbol no longer exists, but the same code exists elsewhere or under another
    name. As long as the symbol exists, copies of its code are ignored, except one whose id differs only in its number.
    `orphaned`: the symbol or file no longer exists, and nothing has the same code. `now` is the current symbol or path,
    or "" if the anchor is orphaned.
    """

    anchor: Anchor
    verdict: AnchorVerdict
    now: str


def anchor_of(snapshot: Snapshot, definition: Definition) -> Anchor:
    """Return an anchor to a definition, with the digest of its current code."""
    return Anchor(definition.id, _digest(snapshot, definition).value)


def is_symbol(anchor: Anchor) -> bool:
    """Return whether an anchor refers to a symbol, rather than to a file or folder."""
    return "::" in anchor.target


def judge(
    snapshot: Snapshot,
    anchor: Anchor,
    root: str,
    exists: Callable[[str], bool],
    token: CancelToken | None = None,
) -> JudgedAnchor:
    """Judge an anchor of a note whose paths are relative to the folder `root`, which is "" or ends in a slash.

    An anchor without a digest is fresh as long as its target exists. `exists` returns whether there is a file or folder
    at a workspace path. Code that is missing while files are still being indexed counts as fresh. Raises `Cancelled`.
    """
    if is_symbol(anchor):
        return judge_symbol(snapshot, anchor, root, token or CancelToken())
    target = root + anchor.target
    there = target in snapshot.files or exists(target) or not snapshot.is_complete
    return JudgedAnchor(anchor, "fresh", target) if there else JudgedAnchor(anchor, "orphaned", "")


def judge_symbol(snapshot: Snapshot, anchor: Anchor, root: str, token: CancelToken) -> JudgedAnchor:
    """Judge an anchor to a symbol. The verdict depends only on the snapshot. Raises `Cancelled`."""
    token.check()
    target = root + anchor.target
    found = snapshot.definition(target)
    if found is not None and (not anchor.digest or _digest(snapshot, found).value == anchor.digest):
        return JudgedAnchor(anchor, "fresh", target)
    if found is not None:
        same = _overload(snapshot, anchor, target)
        return JudgedAnchor(anchor, "moved", same.id) if same else JudgedAnchor(anchor, "drifted", target)
    moved = _moved(snapshot, anchor, target, root, token)
    if moved is not None:
        return JudgedAnchor(anchor, "moved", moved.id)
    if not snapshot.is_complete:
        return JudgedAnchor(anchor, "fresh", target)
    entry = snapshot.files.get(path_of(target))
    overloads = _with_same_qualname(entry.definitions if entry else (), target)
    return JudgedAnchor(anchor, "drifted", overloads[0].id) if overloads else JudgedAnchor(anchor, "orphaned", "")


def _moved(snapshot: Snapshot, anchor: Anchor, target: str, root: str, token: CancelToken) -> Definition | None:
    """Find the definition to which the code of an anchor has moved, after the anchor's symbol has disappeared.

    Candidates are the definitions with the same name, those in the same file, and the members of renamed types. Exactly
    one of them must have the same code; otherwise, return None. Unrelated short definitions are often equal, so a short
    one must have kept its qualified name, or have kept its container and be no stub. If there are too many candidates
    of one kind, these are not compared.
    """
    if not anchor.digest:
        return None
    named = namesakes(snapshot, target, root)
    alike = _with_same_qualname(named, target)
    long = [one for one in named if _may_be_long(snapshot, one)]
    entry = snapshot.files.get(path_of(target))
    inside = entry.definitions if entry else ()
    container = _container(target)
    beside = [one for one in inside if _container(one.id) == container and _does_something(snapshot, one)]
    for candidates, least, most in (
        (alike, 0, MAX_NAMESAKES),
        (long, MIN_TOKENS, MAX_NAMESAKES),
        ([one for one in inside if _may_be_long(snapshot, one)], MIN_TOKENS, MAX_IN_FILE),
        (beside, MIN_TOKENS_BESIDE, MAX_IN_FILE),
    ):
        same = []
        for one in candidates if len(candidates) <= most else ():
            token.check()
            if _digest(snapshot, one).tokens >= least and _has_code(snapshot, one, anchor.digest, container):
                same.append(one)
        if same:
            return same[0] if len(same) == 1 else None
    return _carried(snapshot, anchor, target)


def _overload(snapshot: Snapshot, anchor: Anchor, target: str) -> Definition | None:
    """Return the definition that has the code of an anchor, and the name of its symbol with another number.

    Numbers change when a definition with the same name is added or removed above.
    """
    alike = _with_same_qualname(snapshot.files[path_of(target)].definitions, target)
    same = [one for one in alike if _digest(snapshot, one).value == anchor.digest]
    return same[0] if len(same) == 1 else None


def _carried(snapshot: Snapshot, anchor: Anchor, target: str) -> Definition | None:
    """Return the member that has the name and the code of the anchor's symbol, in a type that was renamed.

    Code of any length counts. The old type must be gone from the file, and the names of the old and new type must have
    a word in common, because unrelated types often have the same short members. If several members qualify, return the
    one whose type has the most words in common, or None if several have the most.
    """
    entry = snapshot.files.get(path_of(target))
    holder, _, name = without_numbers(qualname_of(target)).rpartition(".")
    if entry is None or not holder or any(without_numbers(one.qualname) == holder for one in entry.definitions):
        return None
    words = set(split_identifier(holder))
    same: dict[int, list[Definition]] = {}
    for one in entry.by_name.get(name, ()):
        inside = without_numbers(one.qualname).rpartition(".")[0]
        common = words.intersection(split_identifier(inside))
        if not common:
            continue
        if _has_code(snapshot, one, anchor.digest, holder):
            same.setdefault(len(common), []).append(one)
    best = same[max(same)] if same else []
    return best[0] if len(best) == 1 else None


def namesakes(snapshot: Snapshot, target: str, root: str) -> list[Definition]:
    """Return the definitions below `root` whose qualified names have the same last part as the symbol `target`."""
    name = without_numbers(qualname_of(target)).rpartition(".")[2]
    return [one for one in snapshot.named(name) if one.path.startswith(root)]


def _has_code(snapshot: Snapshot, one: Definition, digest: str, container: str) -> bool:
    """Return whether a definition has the code of a digest, or has it if its type still had the name `container`.

    The code may mention the type, as that of a Go method does.
    """
    if _digest(snapshot, one).value == digest:
        return True
    renaming = (_container(one.id).rpartition(".")[2], container.rpartition(".")[2])
    entry = snapshot.files[one.path]
    return all(renaming) and renaming[0] != renaming[1] and code_digest(entry, one, renaming).value == digest


def _container(symbol: str) -> str:
    """Return the qualified name of the definition that contains a symbol, or ""."""
    return without_numbers(qualname_of(symbol)).rpartition(".")[0]


def _with_same_qualname(definitions: Iterable[Definition], target: str) -> list[Definition]:
    wanted = without_numbers(qualname_of(target))
    return [one for one in definitions if without_numbers(one.qualname) == wanted]


def _does_something(snapshot: Snapshot, definition: Definition) -> bool:
    """Return whether a definition has a body that names something and is no stub. Stubs beside each other are alike."""
    entry = snapshot.files[definition.path]
    span = entry.facts.spans[definition.index]
    words = _WORD.findall(entry.source.slice(span.body, span.end))
    return bool(words) and words[0] not in _FAILING and not _CONSTANT.issuperset(words)


def _may_be_long(snapshot: Snapshot, definition: Definition) -> bool:
    """Return whether a definition has enough bytes for `MIN_TOKENS` tokens; its file need not be parsed for this."""
    span = snapshot.files[definition.path].facts.spans[definition.index]
    return span.end - span.start >= MIN_TOKENS


def _digest(snapshot: Snapshot, definition: Definition) -> CodeDigest:
    return code_digest(snapshot.files[definition.path], definition)
