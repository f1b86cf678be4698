"""Fuzzy search for names: misspelt, in another naming style, abbreviated by humps, or written in part.

It searches names only, not texts. Names with a given prefix are found by `channels.prefixes`.
"""

import re
from collections.abc import Iterable, Iterator

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from ctx_lsp.retrieval.question.analyse import MAX_NAME
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS
from ctx_lsp.syntax.words import terms

SHORTEST_MISSPELT = 5  # letters; every second shorter name differs from some other by a single letter
SHORTEST_TWICE = 8  # letters of a name in which two mistakes are allowed
SHORTEST_WORDS = 2  # letters of a word in a name, on average; bounds the number of separators between the words
SHORTEST_INSIDE = 4  # letters to search for inside of names
HUMPS_SHARE = 0.6  # closeness of a match by humps, relative to a misspelt name
MIN_SIMILARITY = 80.0  # of 100, rapidfuzz's WRatio
INSIDE_SHARE = 0.4  # closeness of a match inside of a name, relative to a misspelt name
_SIGNS = "_$@"  # at the beginning of names, where users leave them out
_NO_SIGNS = str.maketrans("", "", _SIGNS)
_BETWEEN = "\0"
_HUMP = re.compile(r"[A-Z][a-z0-9]*|[a-z0-9]+")


def similar_names(snapshot: Snapshot, written: str, *, look_up: bool) -> dict[str, float]:
    """Return names close to `written`, which is not a name itself, with their closeness (0–1), closest first.

    A word that occurs in some text is not taken as misspelt. Humps and parts of names match only in a look-up, because
    questions contain names in full. A mistake in the first letter is not allowed unless the letter is swapped with the
    second, so that only about a tenth of all names is compared.
    """
    whole, *parts = terms(written) or [""]
    occurs = snapshot.lexical.document_frequency(whole) > 0
    names = _begin_with_first_letter(snapshot, written)
    misspelt = _misspelt(names, written, forgiving=not occurs)
    close = [(name, closeness) for name, closeness in misspelt if _may_mean(snapshot, written, name)]
    if look_up and not (occurs and parts):
        close += [*_by_humps(names, written), *_inside(snapshot, written)]
    found: dict[str, float] = {}
    for name, closeness in close:
        found[name] = max(found.get(name, 0.0), closeness)
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], len(pair[0]), pair[0])))


def nearest_to(snapshot: Snapshot, written: str, most: int) -> list[str]:
    """Return up to `most` names similar to `written`, best first.

    It is meant for error messages and tolerates more than a search does.
    """
    if len(written) > MAX_NAME:
        return []
    names = sorted(_begin_with_first_letter(snapshot, written))
    return [name for name, _, _ in extract(written, names, limit=most, score_cutoff=MIN_SIMILARITY)]


def _begin_with_first_letter(snapshot: Snapshot, written: str) -> list[str]:
    folded = _fold(written)
    first, swapped = folded[:1], folded[:2][::-1]
    found: list[str] = []
    for beginning, names in snapshot.initials.items() if first else ():
        if beginning[:1] == first or beginning == swapped or (beginning[:1] in _SIGNS and beginning[1:] == first):
            found.extend(names)
    return found


def _fold(text: str) -> str:
    """Normalise a name or names: lower case, without the signs that differ between naming styles."""
    return text.lower().translate(_NO_SIGNS)


def _misspelt(names: Iterable[str], written: str, *, forgiving: bool) -> Iterator[tuple[str, float]]:
    """Yield names in another style and, if `forgiving`, with a few letters wrong, missing, surplus or swapped."""
    wanted = _fold(written)
    mistakes = (len(wanted) >= SHORTEST_MISSPELT) + (len(wanted) >= SHORTEST_TWICE) if forgiving else 0
    least, most = len(wanted) - mistakes, len(wanted) + mistakes + len(wanted) // SHORTEST_WORDS
    alike = [name for name in names if least <= len(name) <= most and _BETWEEN not in name]
    if not alike:
        return
    folded = _fold(_BETWEEN.join(alike)).split(_BETWEEN)  # ten times as fast as folding each name
    for _, distance, place in extract(wanted, folded, scorer=OSA.distance, score_cutoff=mistakes, limit=None):
        yield alike[place], 1.0 - distance / len(wanted)


def _may_mean(snapshot: Snapshot, written: str, name: str) -> bool:
    """Return whether the case of `written` allows `name`: a capital letter means a type, even one in lower case."""
    slipped = written[0].isupper() and name[:1].islower()
    return not slipped or any(definition.kind in CONTAINER_KINDS for definition in snapshot.named(name))


def _by_humps(names: Iterable[str], written: str) -> Iterator[tuple[str, float]]:
    """Yield names with words that begin with the humps of `written`: `getUserName` for `gUN` or `getName`."""
    humps = _HUMP.findall(written)
    if len(humps) < 2:
        return
    first, *others = humps
    start = rf"^[{_SIGNS}]*[{first[0].lower()}{first[0].upper()}]{first[1:]}"
    rest = (rf"\w*?(?:_{hump[0].lower()}|_?{hump[0].upper()}){hump[1:]}" for hump in others)
    pattern = re.compile(start + "".join(rest) + ".*$", re.MULTILINE)
    for name in pattern.findall("\n".join(names)):
        if not name.lower().startswith(written.lower()):
            yield name, HUMPS_SHARE * len(written) / max(len(name), len(written))


def _inside(snapshot: Snapshot, written: str) -> Iterator[tuple[str, float]]:
    """Yield names that contain `written` in any case, but not at the beginning."""
    wanted = written.lower()
    if len(wanted) < SHORTEST_INSIDE:
        return
    for entry in [entry for entry in snapshot.files.values() if wanted in entry.names_in_lower_case]:
        for name in entry.by_name:
            if wanted in name.lower()[1:] and " " not in name:  # a name with a space is a heading
                yield name, INSIDE_SHARE * len(wanted) / len(name)
