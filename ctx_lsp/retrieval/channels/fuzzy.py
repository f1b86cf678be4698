"""Fuzzy search for names that are misspelt, in another naming style, shortened to camel-case initials, or incomplete.

Only names are searched, not texts. `channels.prefixes` finds names with a given prefix.
"""

import re
from collections.abc import Iterable, Iterator

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from ctx_lsp.lexical.index import LexicalView
from ctx_lsp.retrieval.question.analyse import MAX_NAME
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS
from ctx_lsp.syntax.words import terms

SHORTEST_MISSPELT = 5  # letters; half of all shorter names differ from some other name by a single letter
SHORTEST_TWICE = 8  # minimum letters of a name in which two mistakes are allowed
SHORTEST_WORDS = 2  # minimum average length of the words in a name; limits how many separators a name may have
SHORTEST_INSIDE = 4  # letters; shorter texts are not searched for inside names
HUMPS_SHARE = 0.6  # similarity of a match by camel-case initials, relative to a misspelt name
MIN_SIMILARITY = 80.0  # of 100, rapidfuzz's WRatio
INSIDE_SHARE = 0.4  # similarity of a match inside a name, relative to a misspelt name
_SIGNS = "_$@"  # punctuation at the beginning of names, which users leave out
_NO_SIGNS = str.maketrans("", "", _SIGNS)
_BETWEEN = "\0"
_HUMP = re.compile(r"[A-Z][a-z0-9]*|[a-z0-9]+")


def similar_names(
    snapshot: Snapshot, written: str, *, look_up: bool, lexical: LexicalView | None = None
) -> dict[str, float]:
    """Return the names similar to the unknown name `written`, with their similarities (0–1), most similar first.

    A word that occurs in `lexical`, by default the text index of the snapshot, does not count as misspelt. Camel-case
    initials and parts of names match only if `look_up` is set, because questions contain full names. The first letter
    must be right or swapped with the second, so that only about a tenth of all names have to be compared.
    """
    whole, *parts = terms(written) or [""]
    occurs = (lexical or snapshot.lexical).document_frequency(whole) > 0
    names = _begin_with_first_letter(snapshot, written)
    misspelt = _misspelt(names, written, forgiving=not occurs)
    close = [(name, closeness) for name, closeness in misspelt if _may_mean(snapshot, written, name)]
    if look_up and not (occurs and parts):
        close += [*_camel_case_matches(names, written), *_inside(snapshot, written)]
    found: dict[str, float] = {}
    for name, closeness in close:
        found[name] = max(found.get(name, 0.0), closeness)
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], len(pair[0]), pair[0])))


def nearest_to(snapshot: Snapshot, written: str, most: int) -> list[str]:
    """Return up to `most` names similar to `written`, most similar first.

    The names are for error messages, so more differences are tolerated than in a search.
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
    """Convert the names in `text` to lower case and remove the punctuation in which naming styles differ."""
    return text.lower().translate(_NO_SIGNS)


def _misspelt(names: Iterable[str], written: str, *, forgiving: bool) -> Iterator[tuple[str, float]]:
    """Yield the names that match `written` if naming style is ignored, each with its similarity.

    If `forgiving`, a match may also have a few wrong, missing, extra or swapped letters.
    """
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
    """Return whether `written` may mean `name`: if only `written` is capitalised, `name` must be a type."""
    slipped = written[0].isupper() and name[:1].islower()
    return not slipped or any(definition.kind in CONTAINER_KINDS for definition in snapshot.named(name))


def _camel_case_matches(names: Iterable[str], written: str) -> Iterator[tuple[str, float]]:
    """Yield names whose words begin with the camel-case parts of `written`, such as `getUserName` for `gUN`.

    Other words may come in between, so `getName` matches `getUserName` too.
    """
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
    """Yield names that contain `written` after their first letter, ignoring case."""
    wanted = written.lower()
    if len(wanted) < SHORTEST_INSIDE:
        return
    for entry in [entry for entry in snapshot.files.values() if wanted in entry.names_in_lower_case]:
        for name in entry.by_name:
            if wanted in name.lower()[1:] and " " not in name:  # a name with a space is a heading
                yield name, INSIDE_SHARE * len(wanted) / len(name)
