"""Names that are nearly what was written: misspelt, in another style, by their humps, or a part of them.

Only names are looked at, never texts. Names that begin alike are found in `channels.prefixes`.
"""

import re
from collections.abc import Iterable, Iterator

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from ctx_lsp.retrieval.question.analyse import MAX_NAME
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS
from ctx_lsp.syntax.words import terms

SHORTEST_MISSPELT = 5  # letters; among shorter names every second one is one letter from another
SHORTEST_TWICE = 8  # letters of a name in which two mistakes are forgiven
SHORTEST_WORDS = 2  # letters of a word in a name, on average: so many signs between them are looked past
SHORTEST_INSIDE = 4  # letters that are looked for inside of names
HUMPS_SHARE = 0.6  # closeness of a name of which only the beginnings of words are written, beside one that is misspelt
LEAST_LIKENESS = 80.0  # of 100, rapidfuzz's WRatio
INSIDE_SHARE = 0.4  # closeness of a name that holds what is written, beside one that is misspelt
_SIGNS = "_$@"  # that names begin with and nobody types
_NO_SIGNS = str.maketrans("", "", _SIGNS)
_BETWEEN = "\0"
_HUMP = re.compile(r"[A-Z][a-z0-9]*|[a-z0-9]+")


def close_names(snapshot: Snapshot, written: str, *, look_up: bool) -> dict[str, float]:
    """Names that are close to `written`, which is none itself, and how close (0–1); the closest first.

    What occurs in some text is not misspelt. Who only looks a name up may write a part of it; in a question names are
    written in full. A mistake in the first letter is not forgiven, unless it changed places with the second: a tenth
    of all names is looked at, not all of them.
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
    """The names that look most like `written`, best first: for error messages, so it forgives more than a search."""
    if len(written) > MAX_NAME:
        return []
    names = sorted(_begin_with_first_letter(snapshot, written))
    return [name for name, _, _ in extract(written, names, limit=most, score_cutoff=LEAST_LIKENESS)]


def _begin_with_first_letter(snapshot: Snapshot, written: str) -> list[str]:
    folded = _fold(written)
    first, swapped = folded[:1], folded[:2][::-1]
    found: list[str] = []
    for beginning, names in snapshot.initials.items() if first else ():
        if beginning[:1] == first or beginning == swapped or (beginning[:1] in _SIGNS and beginning[1:] == first):
            found.extend(names)
    return found


def _fold(text: str) -> str:
    """Names without what tells styles of writing apart."""
    return text.lower().translate(_NO_SIGNS)


def _misspelt(names: Iterable[str], written: str, *, forgiving: bool) -> Iterator[tuple[str, float]]:
    """Names in another style and, if `forgiving`, with few letters wrong, missing, too many or swapped."""
    wanted = _fold(written)
    mistakes = (len(wanted) >= SHORTEST_MISSPELT) + (len(wanted) >= SHORTEST_TWICE) if forgiving else 0
    least, most = len(wanted) - mistakes, len(wanted) + mistakes + len(wanted) // SHORTEST_WORDS
    alike = [name for name in names if least <= len(name) <= most and _BETWEEN not in name]
    if not alike:
        return
    folded = _fold(_BETWEEN.join(alike)).split(_BETWEEN)  # all at once: ten times as fast as one by one
    for _, distance, place in extract(wanted, folded, scorer=OSA.distance, score_cutoff=mistakes, limit=None):
        yield alike[place], 1.0 - distance / len(wanted)


def _may_mean(snapshot: Snapshot, written: str, name: str) -> bool:
    """Whether a name may be meant by its case: who writes a capital means a type, however that is written."""
    slipped = written[0].isupper() and name[:1].islower()
    return not slipped or any(definition.kind in CONTAINER_KINDS for definition in snapshot.named(name))


def _by_humps(names: Iterable[str], written: str) -> Iterator[tuple[str, float]]:
    """Names whose words begin with the words of `written`, more between them: `gUN` and `getName` for `getUserName`."""
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
    """Names that hold what is written in any case, but not at the beginning."""
    wanted = written.lower()
    if len(wanted) < SHORTEST_INSIDE:
        return
    for entry in [entry for entry in snapshot.files.values() if wanted in entry.names_in_lower_case]:
        for name in entry.by_name:
            if wanted in name.lower()[1:] and " " not in name:  # a heading
                yield name, INSIDE_SHARE * len(wanted) / len(name)
