"""Finds the most similar existing name, to suggest corrections. `retrieval.channels.fuzzy` does this for questions."""

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from rapidfuzz.distance import OSA
from rapidfuzz.fuzz import ratio
from rapidfuzz.process import extract, extractOne

NAMESAKES = 3
SHORTEST = 4  # letters; shorter names are similar to too many others
SHORTEST_TWICE = 8  # letters; in a name of at least this length, two typing errors are tolerated
_COMMON_NAMES = ("__init__.py", "index.ts", "index.js", "mod.rs", "README.md")  # of files in many folders
_SUGGESTED = 0.7  # minimum similarity (0–1) of a suggestion
_REPLACEABLE = 60.0  # minimum similarity (0–100) of a text and the correction that an editor offers to put in its place


_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def split_words(name: str) -> list[str]:
    """Split a name at underscores, capital letters and digits, and return the parts in lower case."""
    return [one.lower() for one in _WORDS.findall(name)]


def closest(written: str, names: Iterable[str], is_fit: Callable[[str], bool] = lambda _: True) -> str:
    """Return the name that `written` is most likely a typo of; "" if there is none.

    One typing error is tolerated, two in a long name, and none in a very short one. `is_fit` can reject names; it is
    called only with similar ones.
    """
    allowed = (len(written) >= SHORTEST) + (len(written) >= SHORTEST_TWICE)
    if not allowed:
        return ""
    others = {name for name in names if name != written}
    similar = extract(written, others, scorer=OSA.distance, score_cutoff=allowed, limit=None)
    by_distance = sorted((distance, name) for name, distance, _ in similar)
    return next((name for _, name in by_distance if is_fit(name)), "")


def is_slip(written: str, name: str) -> bool:
    """Return whether two similar names may differ by a slip of the pen, rather than mean two things.

    They mean two things if one is the other after one more letter, such as `fflush` and `flush`, or if one of their
    words is short and quite different, such as `gui_scripts` and `get_scripts`.
    """
    longer, shorter = sorted((written, name), key=len, reverse=True)
    if longer[1:] == shorter and longer[0] != "_":
        return False
    words = split_words(written), split_words(name)
    pairs = [(one, other) for one, other in zip(*words, strict=False) if one != other]
    return len(words[0]) != len(words[1]) or all(
        OSA.distance(one, other) <= (len(one) > 1) + (len(one) >= SHORTEST) for one, other in pairs
    )


def suggestion(written: str, names: Iterable[str]) -> str | None:
    """Return the name in `names` that is most similar to `written`, or None if no name is similar enough to suggest."""
    others = sorted({name for name in names if name != written})
    found = extractOne(written, others, scorer=OSA.normalized_similarity, score_cutoff=_SUGGESTED) if others else None
    return found[0] if found else None


def nearest_paths(path: str, files: Sequence[str]) -> list[str]:
    """Return the paths that somebody may have meant by `path`, the most similar first: of files, or else of a folder.

    They are the files with the same name in up to `NAMESAKES` other folders, or the most similar path.
    """
    path = path.rstrip("/")
    name = posixpath.basename(path)
    namesakes = [] if name in _COMMON_NAMES else [one for one in files if posixpath.basename(one) == name]
    if namesakes:
        found = extract(path, sorted(namesakes), scorer=OSA.normalized_similarity, limit=NAMESAKES)
        return [one for one, _, _ in found]
    folders = {folder for one in files for folder in _folders_of(one)}
    nearest = nearest_path(path, files) or suggestion(path, folders)
    return [nearest] if nearest else []


def _folders_of(path: str) -> Iterator[str]:
    """Yield the folders around a file, innermost first."""
    while path := posixpath.dirname(path):
        yield path


def nearest_path(path: str, files: Sequence[str]) -> str | None:
    """Return the most similar path: the same name elsewhere, a similar name in the same folder, or any similar path."""
    name, folder = posixpath.basename(path), posixpath.dirname(path).removeprefix("./")
    moved = [one for one in files if posixpath.basename(one) == name]
    if len(moved) == 1 and name not in _COMMON_NAMES:
        return moved[0]
    suffix = name.rpartition(".")[2]
    alike = [one for one in files if one.endswith("." + suffix)]
    beside = [one for one in alike if posixpath.dirname(one).endswith(folder)] if folder else alike
    found = suggestion(name, (posixpath.basename(one) for one in beside))
    if found:
        return min((one for one in beside if posixpath.basename(one) == found), key=len)
    return suggestion(path, alike)


def replacement(gone: str, names: Iterable[str]) -> str | None:
    """Return the name that is most similar to the removed name `gone`, so that an editor can replace `gone` with it.

    Return None if no name is similar enough.
    """
    found = extractOne(gone, sorted(names), scorer=ratio, score_cutoff=_REPLACEABLE)
    return found[0] if found else None


def can_replace(written: str, nearest: str) -> bool:
    """Return whether two texts are similar enough for an editor to offer one as the replacement of the other."""
    return ratio(written, nearest) >= _REPLACEABLE
