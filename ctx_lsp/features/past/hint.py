"""The hint after a save: the one file that nearly always changes with the saved file but has not been changed."""

from collections.abc import Collection
from dataclasses import dataclass

from ctx_lsp.base.digest import digest
from ctx_lsp.features.past.partners import FilePartner
from ctx_lsp.history.co_change import MAX_FILES
from ctx_lsp.history.histories import Histories, Located
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.decode import decode
from ctx_lsp.text.git import GitError, committed_texts
from ctx_lsp.text.notebook import readable

LATEST = 16  # latest commits of the file, the only ones that count
MIN_COMMITS = 6  # minimum number of commits that show a habit
MIN_SHARE = 0.9  # minimum share of these commits that touched the other file too
SETTLED = 3  # newest commits of all; if one touched the other file, it may belong to the same change


@dataclass(frozen=True, slots=True)
class UsualPartner:
    """The file that a hint suggests after another file was saved.

    `committed` is the digest of the saved file's committed text. It stays the same until the user commits the change.
    """

    partner: FilePartner
    committed: bytes


def hint_after_save(snapshot: Snapshot, histories: Histories, path: str) -> UsualPartner | None:
    """Return the file to suggest after the file at `path` was saved; in most cases None.

    The saved file must differ from the checked-out commit, and the suggested file must not. Both must be indexed.
    """
    located, found = histories.locate(path), usual_partner(histories, path, {path})
    other = histories.locate(found.path) if found else None
    if located is None or found is None or other is None or other.root != located.root:
        return None
    folder, tip = located.root.directory, located.history.tip
    try:
        committed = committed_texts(folder, tip, (located.path, other.path))
    except GitError:
        return None
    touched = [
        _differs(snapshot, one, committed.get(place.path)) for one, place in ((path, located), (found.path, other))
    ]
    return UsualPartner(found, digest(committed[located.path])) if touched == [True, False] else None


def _differs(snapshot: Snapshot, path: str, committed: bytes | None) -> bool | None:
    """Return whether the current text of a file differs from the `committed` one; None if one of them is missing.

    Line endings and byte-order marks are ignored, because Git may convert line endings and the index drops the marks.
    """
    entry = snapshot.files.get(path)
    if entry is None or committed is None:
        return None
    current = entry.source.data
    if current == committed:
        return False
    source = decode(committed)
    return source is None or readable(path, source).data.splitlines() != current.splitlines()


def usual_partner(histories: Histories, path: str, touched: Collection[str]) -> FilePartner | None:
    """Return the file that nearly always changes with the one at `path` and is not in `touched`; in most cases None.

    Only the file's latest commits are considered. A file that changed in one of the repository's newest commits counts
    as touched, because a change may be spread over several commits.
    """
    located = histories.locate(path)
    number = located.history.number(located.path) if located else None
    if located is None or number is None:
        return None
    history = located.history
    latest = [one for one in history.indices(number) if len(history.touched(one)) <= MAX_FILES][-LATEST:]
    if len(latest) < MIN_COMMITS:
        return None
    together: dict[int, int] = {}
    for position in latest:
        for other in history.touched(position):
            together[other] = together.get(other, 0) + 1
    del together[number]
    for other, count in sorted(together.items(), key=lambda one: (-one[1], one[0])):
        if count / len(latest) < MIN_SHARE:
            break
        name = history.path(other)
        if name is not None and located.root.prefix + name not in touched and not _is_recent(located, other):
            return FilePartner(located.root.prefix + name, path, count, len(latest), count / len(latest), hidden=False)
    return None


def _is_recent(located: Located, number: int) -> bool:
    indices = located.history.indices(number)
    return bool(indices) and indices[-1] >= located.history.count - SETTLED
