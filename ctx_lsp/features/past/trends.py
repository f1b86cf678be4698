"""Finds which alternatives a sample of files used now and at earlier times. `patterns.trend` compares these states.

The files are read from Git. The earlier times are the ends of the last half-years, so that a new commit changes only
the newest state. Nothing is read before the first request, which parses a few hundred files. Their alternatives are
then cached in memory.
"""

import heapq
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path, PurePosixPath

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.digest import digest
from ctx_lsp.base.lru import Lru
from ctx_lsp.graph.entry import make_entry
from ctx_lsp.graph.file_roles import file_role, is_project_code
from ctx_lsp.graph.resolution.visibility import family
from ctx_lsp.patterns.adoption import Key
from ctx_lsp.patterns.trend import SampledFile, State, Trends, trends
from ctx_lsp.syntax.alternatives import alternatives_of
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.text.decode import decode
from ctx_lsp.text.generated import file_reason, folder_reason
from ctx_lsp.text.git import GitError, commit_before, commit_time, read_texts, resolve_revision, tree_below
from ctx_lsp.text.roots import Roots

HALF_YEAR = 15_778_800  # seconds
STATES = 4  # earlier states
SAMPLE = 100  # files of one family and role in a state
MAX_BYTES = 200_000  # of a sampled file; larger ones are mostly generated
BATCH = 50  # files read together

_File = tuple[str, str]  # path and object name
_known: Lru[_File, frozenset[Key]] = Lru(8_000)


def trends_of(roots: Roots, token: CancelToken) -> Trends:
    """Return how the use of alternatives, such as two HTTP libraries, has changed up to the current commits.

    Folders whose history cannot be read are left out. Raises `Cancelled`.
    """
    found: list[list[State]] = []
    for root in roots.all:
        with suppress(GitError):
            found.append(states_at(root.directory, resolve_revision(root.directory, "HEAD"), token))
    return _trends(found)


def trends_at(tips: Mapping[Path, str], token: CancelToken) -> Trends:
    """Return the trends up to a commit of each folder. Raises `GitError` and `Cancelled`."""
    return _trends([states_at(folder, tip, token) for folder, tip in tips.items()])


def _trends(by_folder: Sequence[Sequence[State]]) -> Trends:
    """Return the trends over the states of several folders. A folder without any earlier state does not count."""
    found = [states for states in by_folder if len(states) > 1]
    return trends([[file for state in states for file in state] for states in zip(*found, strict=False)])


def states_at(folder: Path, tip: str, token: CancelToken) -> list[State]:
    """Return the states of `folder` at `tip` and at earlier times, newest first. Raises `GitError` and `Cancelled`."""
    samples = [_sample(folder, commit) for commit in commits_before(folder, tip)]
    files = dict.fromkeys(file for sample in samples for file in sample)
    used = _alternatives_of(folder, list(files), token)
    return [[SampledFile(family(_language(path)), used[path, name]) for path, name in one] for one in samples]


def commits_before(folder: Path, tip: str) -> Iterator[str]:
    """Yield `tip`, and then the newest commit from before the end of each of the last `STATES` half-years.

    Stop at the first half-year without an earlier commit. Raises `GitError`.
    """
    yield tip
    time = commit_time(folder, tip)
    for back in range(STATES):
        end = (time // HALF_YEAR - back) * HALF_YEAR
        found = commit_before(folder, tip, end)
        if not found:
            return
        yield found


@lru_cache(maxsize=10)
def _sample(folder: Path, commit: str) -> tuple[_File, ...]:
    """Return the sampled files of a state: for each language family and role, those with the lowest path digests.

    The samples of different states therefore contain the same files, except where a file does not exist.
    """
    texts = tree_below(folder, commit).texts
    groups: defaultdict[tuple[str, str], list[tuple[bytes, str]]] = defaultdict(list)
    for path in texts:
        language = _language(path)
        if language and not _is_foreign(path) and is_project_code(path):
            groups[family(language), file_role(path)].append((digest(path.encode()), path))
    return tuple((path, texts[path]) for group in groups.values() for _, path in heapq.nsmallest(SAMPLE, group))


def _language(path: str) -> str:
    """Return the language that a file's suffix stands for, or an empty string if no alternatives are known for it."""
    return _with_alternatives(PurePosixPath(path).suffix)


@lru_cache(maxsize=1_024)
def _with_alternatives(suffix: str) -> str:
    language = language_of(f"file{suffix}")
    return language if alternatives_of(language).rows else ""


def _is_foreign(path: str) -> bool:
    """Return whether a file is vendored or generated, judging by its path."""
    *folders, name = path.split("/")
    return any(map(folder_reason, folders)) or file_reason(name) is not None


def _alternatives_of(folder: Path, files: Sequence[_File], token: CancelToken) -> dict[_File, frozenset[Key]]:
    found: dict[_File, frozenset[Key]] = {}
    for start in range(0, len(files), BATCH):
        batch = files[start : start + BATCH]
        kept = {one: keys for one in batch if (keys := _known.get(one)) is not None}
        contents = dict(read_texts(folder, (name for path, name in batch if (path, name) not in kept)))
        for path, name in batch:
            token.check()
            if (path, name) not in kept:
                kept[path, name] = _alternatives(path, contents.get(name, b""))
                _known.put((path, name), kept[path, name])
        found |= kept
    return found


def _alternatives(path: str, data: bytes) -> frozenset[Key]:
    source = decode(data) if len(data) <= MAX_BYTES else None
    return make_entry(path, source).alternatives if source is not None else frozenset()
