"""Departures: uses of a rare alternative in changed lines, where nearly all other files use another one.

The changed file itself is not counted, because its use of the rare alternative is what is being judged. The usual
alternative must also prevail in the file's top folder, because parts of a repository such as a web site have
conventions of their own. Among the files of the same folder, the rare alternative must not be the more common one.
Categories whose alternatives are used side by side have no departures. Where the history shows that a team moves to the
rare alternative, its use is no departure either (`without_migrations`).
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.graph.modules.files import folder_of
from ctx_lsp.graph.resolution.visibility import family
from ctx_lsp.patterns.adoption import Adoptions, Direction
from ctx_lsp.patterns.trend import Trends
from ctx_lsp.syntax.alternatives import AlternativeUse, alternatives_of, uses

USUAL_SHARE = 0.9  # minimum share of the other files that the usual alternative has
RARE_SHARE = 0.1  # maximum share of the other files that a rare alternative has
MIN_FILES = 5  # minimum number of other files that use the usual alternative
_IMPORTS = re.compile(rb"\b(?:import|from|use|require|include|extern)\b")


@dataclass(frozen=True, slots=True)
class Departure:
    """A use of the rare alternative `used` at a `line` (counted from 0), where most other files use `usual`.

    `start`–`end` is the byte range of the name that shows the use: a function, a definition or an imported module. If
    the name of the file shows it, the range is the first line. `of` is the number of other files that use any
    alternative of the category; `files` of them use `usual`. `golden` is the path of a good example of `usual`, or "".
    `language` is the family of languages whose files are counted. `trend` is the trend of `usual`, or "" if it is
    unknown.
    """

    path: str
    line: int
    start: int
    end: int
    category: str
    used: str
    usual: str
    files: int
    of: int
    golden: str
    language: str = ""
    trend: Direction | Literal[""] = ""

    @property
    def message(self) -> str:
        """The text of the departure for the user."""
        example = f" See {self.golden}." if self.golden else ""
        usual = f"{self.usual} ({self.trend})" if self.trend else self.usual
        return f"{self.category}: {self.used} is unusual here; {self.files} of {self.of} files use {usual}.{example}"


def departures(adopted: Adoptions, path: str, changed: Sequence[tuple[int, int]]) -> Iterator[Departure]:
    """Yield the departures in the changed lines of a file, in text order.

    `changed` holds ranges of lines, counted from 0; the end of a range is not included. Raises `Cancelled`.
    """
    entry = adopted.snapshot.files[path]
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for use in uses(entry.facts, path):
        key = use.alternative.key
        if key not in adopted.by_file.get(path, ()) or (use.alternative.files and not _is_new(entry, changed)):
            continue  # the file's name shows the use, and the name has not changed
        for start, end in _places(entry, use):
            line = entry.source.line_at(start)
            if any(first <= line < last for first, last in changed) and (start, end) < found.get(key, (start + 1, 0)):
                found[key] = start, end
    for key, (start, end) in sorted(found.items(), key=lambda one: (one[1], one[0])):
        usual = _usual(adopted, path, key)
        if usual is not None:
            language = family(entry.language)
            golden = next((one for one in adopted.of(language, key[0]).golden if one != path), "")
            best, files, of = usual
            yield Departure(path, entry.source.line_at(start), start, end, *key, best, files, of, golden, language)


def without_migrations(found: Iterable[Departure], known: Trends) -> Iterator[Departure]:
    """Yield the departures whose `used` is not rising and whose `usual` is not declining, with `trend` filled in."""
    for one in found:
        usual = known.get((one.language, (one.category, one.usual)))
        if known.get((one.language, (one.category, one.used))) != "rising" and usual != "declining":
            yield replace(one, trend=usual or "")


def _usual(adopted: Adoptions, path: str, key: tuple[str, str]) -> tuple[str, int, int] | None:
    """Return the alternative that nearly all other files use instead of `key`, and two counts of other files.

    `key` holds the category and the name of the alternative that the file at `path` uses. The first count is for
    the files that use the returned alternative, the second for those that use any alternative of the category. Returns
    None if no alternative is that common, or if the file uses the common one, too.
    """
    category, name = key
    entry = adopted.snapshot.files[path]
    language, own = family(entry.language), adopted.by_file[path]
    if category in alternatives_of(entry.language).complementary:
        return None
    others = Counter(
        {one: count - ((category, one) in own) for one, count in adopted.users[language][category].items()}
    )
    files = adopted.totals[language][category] - 1
    best = max(sorted(others), key=lambda one: others[one])
    if best == name or (category, best) in own or not _is_rule(others, files, best, name):
        return None
    near: list[frozenset[tuple[str, str]]] = []
    beside: list[frozenset[tuple[str, str]]] = []
    for one, keys in adopted.by_file.items():
        adopted.token.check()
        if one != path and _top(one) == _top(path):
            near.append(keys)
            if folder_of(one) == folder_of(path):
                beside.append(keys)
    local, used = _counted(near, category)
    closest, _ = _counted(beside, category)
    is_local_rule = _is_rule(local, used, best, name) and closest[name] <= closest[best]
    return (best, others[best], files) if is_local_rule else None


def _counted(files: Iterable[frozenset[tuple[str, str]]], category: str) -> tuple[Counter[str], int]:
    """Count the files that use each alternative of a category, and those that use at least one."""
    used = [[name for one, name in keys if one == category] for keys in files]
    return Counter(name for names in used for name in names), sum(map(bool, used))


def _is_rule(counts: Counter[str], files: int, usual: str, rare: str) -> bool:
    return counts[usual] >= max(MIN_FILES, USUAL_SHARE * files) and counts[rare] <= RARE_SHARE * files


def _top(path: str) -> str:
    """Return the outermost folder of a path, or "" for a file in the root."""
    return path.partition("/")[0] if "/" in path else ""


def _is_new(entry: FileEntry, changed: Sequence[tuple[int, int]]) -> bool:
    return any(first == 0 and last >= entry.source.line_count - 1 for first, last in changed)


def _places(entry: FileEntry, use: AlternativeUse) -> Iterator[tuple[int, int]]:
    """Yield the byte ranges of a use.

    For an import, these are the places of the module's name in lines that import it. If the name of the file shows the
    use, the only range is the first line.
    """
    source = entry.source
    if use.end > 0:
        yield use.start, use.end
    elif use.start == 0:
        yield source.text_start(0), source.line_range(0)[1]
    else:
        written = use.written.encode()
        place = source.data.find(written)
        while place >= 0:
            first, last = source.line_range(source.line_at(place))
            line = source.data[first:last]
            if keyword := _IMPORTS.search(line):
                start = max(line.find(written, keyword.end()), line.find(written))  # "port" is also in "import"
                yield first + start, first + start + len(written)
            place = source.data.find(written, last + 1)
