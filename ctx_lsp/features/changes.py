"""Finds symbols that differ from an older revision, comparing current texts (even unsaved ones) with those in Git.

Texts are compared symbol by symbol, not line by line, so moved code does not count as changed. `reach` finds
dependants.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import TypeVar

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.model import BadRequest, Change
from ctx_lsp.graph.entry import FileEntry, make_entry
from ctx_lsp.packing.detail.lines import Lines, union
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.decode import decode
from ctx_lsp.text.git import (
    GitError,
    NotARepository,
    Tree,
    content_name,
    read_texts,
    removed_below,
    resolve_revision,
    tree_below,
)  # fmt: skip
from ctx_lsp.text.notebook import readable
from ctx_lsp.text.roots import Root, Roots

MAX_COMPARED = 1_000_000  # pairs of differing lines to compare; above this limit, all differing lines form one hunk
RENAMED_SHARE = 0.5  # minimum share of common lines for a removed file to count as renamed

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Move:
    """A file that was at the workspace path `old`, with the content `text`, and is now at `new`.

    If a diff that moves the file is not applied yet, the file is still at `old`.
    """

    old: str
    new: str
    text: bytes


@dataclass(frozen=True, slots=True)
class Changes:
    """The differences from an older revision; `warnings` names the folders and submodules that cannot be compared.

    `hunks` contains the changed lines of each current file and, where lines were removed, the lines next to the gap.
    `gone` contains the old texts of deleted files, keyed by workspace path; binary and oversized files may be missing.
    Each of the `moves` also counts as a removed and an added file, but only its edited symbols count as changed.
    `doubt` says why the change is probably incomplete; it is empty if nothing suggests that.
    """

    changes: tuple[Change, ...]
    warnings: tuple[str, ...]
    hunks: Mapping[str, Lines] = field(default_factory=dict)
    gone: Mapping[str, bytes] = field(default_factory=dict)
    doubt: str = ""
    moves: tuple[Move, ...] = ()

    @property
    def is_none(self) -> bool:
        """Whether everything was compared and nothing differs."""
        return not self.changes and not self.warnings


NO_CHANGES = Changes((), ())


def nothing_changed(since: str = "") -> str:
    """Return the sentence that nothing has changed, if known since which Git revision."""
    return f"Nothing has changed since {since}." if since else "Nothing has changed."


def changes_since(snapshot: Snapshot, roots: Roots, base: str, token: CancelToken) -> Changes:
    """Find the differences between the Git revision `base` and the texts of `snapshot`.

    Raises `BadRequest` if no folder has the revision. Raises `Cancelled`.
    """

    def changes_in(root: Root) -> Changes:
        token.check()
        now = {path: entry for path, entry in snapshot.files.items() if _is_in(roots, root, path)}
        return _changes_in(root.directory, root.prefix, base, now, token)

    found, problems = in_each_folder(roots.all, base, changes_in)
    changes = (change for one in found for change in one.changes)
    warnings = (warning for one in found for warning in one.warnings)
    own_warnings = (_not_compared(folder.name, error) for folder, error in problems.items())
    return Changes(
        tuple(changes), (*own_warnings, *warnings), _all_hunks(found), _all_gone(found), moves=_all_moves(found)
    )


def _not_compared(folder: str, error: GitError) -> str:
    return f"{folder} was not compared: {error}."


def in_each_folder(
    roots: Iterable[Root], revision: str, read: Callable[[Root], Result]
) -> tuple[list[Result], dict[Path, GitError]]:
    """Call `read` for each folder. It looks for the Git revision there, and may raise `GitError`.

    Return the results, and the errors of the other folders. Raises `BadRequest` if there is no result.
    """
    found: list[Result] = []
    problems: dict[Path, GitError] = {}
    for root in roots:
        try:
            found.append(read(root))
        except GitError as error:
            problems[root.directory] = error
    if not found:
        raise _unknown_revision(revision, problems)
    return found, problems


def _unknown_revision(revision: str, problems: Mapping[Path, GitError]) -> BadRequest:
    """Return the error for a revision that no folder has. `problems` has the error of each folder."""
    if not problems:
        return BadRequest("no folder is open, so there are no changes to show")
    if all(isinstance(error, NotARepository) for error in problems.values()):
        *others, last = (folder.name for folder in problems)
        are = (
            f"{', '.join(others)} and {last} are not Git repositories" if others else f"{last} is not a Git repository"
        )
        return BadRequest(f"{are}, so there are no changes to show")
    first, dots, _ = revision.partition("..")
    if dots:
        advice = f"; {first!r} compares with the files as they are" if first else ""
        return BadRequest(f"{revision!r} is a range, and one Git revision is needed{advice}")
    named = [f"{folder.name}: {error}" if len(problems) > 1 else str(error) for folder, error in problems.items()]
    reasons = "; ".join(named)
    return BadRequest(f"no Git revision {revision!r} in this workspace ({reasons})")


def _changes_in(folder: Path, prefix: str, base: str, now: Mapping[str, FileEntry], token: CancelToken) -> Changes:
    """Return the differences between `base` and the files in `now`.

    Each path in `now` consists of `prefix` and a path relative to `folder`.
    """
    tree = tree_below(folder, resolve_revision(folder, base))
    token.check()
    inner_changes: list[Changes] = []
    problems: list[str] = []
    for path, commit in sorted(tree.submodules.items()):
        inner = f"{prefix}{path}/"
        inside = {one: entry for one, entry in now.items() if one.startswith(inner)}
        now = {one: entry for one, entry in now.items() if one not in inside}
        try:
            found = _changes_in(folder / path, inner, commit, inside, token) if inside else NO_CHANGES
        except GitError as error:
            found = Changes((), (_not_compared(inner, error),))
        inner_changes.append(found)
        problems += found.warnings
    own = _differences(folder, prefix, tree, now, token)
    nested = (change for one in inner_changes for change in one.changes)
    everything = [own, *inner_changes]
    return Changes(
        (*own.changes, *nested), tuple(problems), _all_hunks(everything), _all_gone(everything),
        moves=_all_moves(everything),
    )  # fmt: skip


def _all_hunks(found: Iterable[Changes]) -> dict[str, Lines]:
    return {path: lines for one in found for path, lines in one.hunks.items()}


def _all_gone(found: Iterable[Changes]) -> dict[str, bytes]:
    return {path: text for one in found for path, text in one.gone.items()}


def _all_moves(found: Iterable[Changes]) -> tuple[Move, ...]:
    return tuple(move for one in found for move in one.moves)


def _differences(folder: Path, prefix: str, tree: Tree, now: Mapping[str, FileEntry], token: CancelToken) -> Changes:
    names = {prefix + path: name for path, name in tree.texts.items()}
    different = [
        path
        for path, entry in sorted(now.items())
        if path not in names or content_name(entry.source.data, names[path]) != names[path]
    ]
    removed = sorted(path for one in removed_below(folder, tree) if (path := prefix + one) not in now)
    wanted = [names[path] for path in (*different, *removed) if path in names]
    contents = dict(read_texts(folder, wanted))
    gone = {path: text for path in removed if (text := contents.get(names.get(path, ""))) is not None}
    gone_lines = {path: line_set(text) for path, text in gone.items()}
    changes: list[Change] = []
    hunks: dict[str, Lines] = {}
    moves: list[Move] = []
    for path in different:
        token.check()
        before = contents.get(names.get(path, ""))
        if before is None and (former := renamed_from(now[path].source.data, gone_lines)):
            before = gone.pop(former)
            del gone_lines[former]
            moves.append(Move(former, path, before))
        old = entry_of(path, before) if before is not None else None
        changed = list(changed_symbols(old, now[path]))
        if moves and moves[-1].new == path and Change(path, "changed") not in changed:
            changed.insert(0, Change(path, "added"))
        changes += changed
        hunks[path] = changed_lines(old, now[path])
    changes += [Change(path, "removed") for path in removed]
    return Changes(tuple(changes), (), hunks, gone, moves=tuple(moves))


def renamed_from(data: bytes, gone: Mapping[str, frozenset[bytes]]) -> str | None:
    """Return the removed file that a new file was renamed from, or None; `gone` maps removed paths to their lines."""
    own = line_set(data)
    shares = {path: len(own & lines) / len(own | lines) for path, lines in gone.items() if lines}
    best = max(sorted(shares), key=lambda path: shares[path], default=None)
    return best if best is not None and shares[best] >= RENAMED_SHARE else None


def line_set(data: bytes) -> frozenset[bytes]:
    """Return the set of non-blank lines of a text, each without white space at its start and end."""
    return frozenset(line.strip() for line in data.splitlines() if line.strip())


def changed_lines(old: FileEntry | None, new: FileEntry) -> Lines:
    """Return the lines that differ from an older text, and the lines next to a gap where lines were removed."""
    if old is None:
        return ((0, new.source.line_count),) if new.source.data else ()
    before, after = (entry.source.data.splitlines() for entry in (old, new))
    spans, last = [(start, end) for _, _, start, end in line_edits(before, after)], len(after)
    return union([((max(0, a - (a == b)), min(last, b + (a == b))),) for a, b in spans if last])


def line_edits(before: Sequence[bytes], after: Sequence[bytes]) -> list[tuple[int, int, int, int]]:
    """Return the replacements that turn `before` into `after`, each as start and end in `before`, then in `after`.

    If more than `MAX_COMPARED` pairs of lines would have to be compared, everything between the common head and the
    common tail is one replacement.
    """
    shorter = min(len(before), len(after))
    head = next((n for n in range(shorter) if before[n] != after[n]), shorter)
    tail = next((n for n in range(shorter - head) if before[-1 - n] != after[-1 - n]), shorter - head)
    between = before[head : len(before) - tail], after[head : len(after) - tail]
    if len(between[0]) * len(between[1]) > MAX_COMPARED:
        return [(head, len(before) - tail, head, len(after) - tail)]
    codes = SequenceMatcher(None, *between, autojunk=False).get_opcodes()
    return [(head + a, head + b, head + c, head + d) for tag, a, b, c, d in codes if tag != "equal"]


def _is_in(roots: Roots, root: Root, path: str) -> bool:
    located = roots.locate(path)
    return located is not None and located[0] == root


def entry_of(path: str, content: bytes) -> FileEntry | None:
    """Build the entry of a file with this content; return None if the content is binary."""
    source = decode(content)
    return make_entry(path, readable(path, source)) if source is not None else None


def changed_symbols(old: FileEntry | None, new: FileEntry) -> Iterator[Change]:
    """Yield the symbols that were added, removed or changed, and the file itself if text outside its symbols differs.

    A change inside a nested symbol does not count as a change of the symbols around it. If `old` is None, everything in
    the file is added.
    """
    before, after = own_texts(old) if old else {}, own_texts(new)
    for node, text in after.items():
        if node not in before:
            yield Change(node, "added")
        elif before[node] != text:
            yield Change(node, "changed")
    yield from (Change(node, "removed") for node in before if node not in after)


def own_texts(entry: FileEntry) -> Mapping[str, Sequence[bytes]]:
    """Return the lines of each symbol without its nested symbols, and the lines of the file outside its symbols.

    Lines of a symbol are keyed by its id, and those of the file by its path. Blank lines, line endings and trailing
    blanks are ignored.
    """
    spans, data = entry.facts.spans, entry.source.data
    found: dict[str, Sequence[bytes]] = {}
    for index in (-1, *range(len(spans))):
        start, end = (spans[index].start, spans[index].end) if index >= 0 else (0, len(data))
        pieces: list[bytes] = []
        for inner in sorted((spans[child].start, spans[child].end) for child in entry.children.get(index, ())):
            pieces.append(data[start : max(start, min(inner[0], end))])
            start = max(start, min(inner[1], end))
        pieces.append(data[start:end])
        lines = (line.rstrip() for piece in pieces for line in piece.splitlines())
        found[entry.definitions[index].id if index >= 0 else entry.path] = [line for line in lines if line]
    return found
