"""Advice on which alternatives new code in given files should use, in at most three lines."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter

from ctx_lsp.graph.resolution.visibility import family
from ctx_lsp.patterns.adoption import Adoption, Adoptions
from ctx_lsp.syntax.words import stem

MAX_LINES = 3
MAX_TARGETS = 20  # edited files whose categories count
_JOINING = frozenset({"of", "on"})  # words in categories, which are no terms of a question


@dataclass(frozen=True, slots=True)
class PatternLine:
    """A line about one category, and the path of an example file, or "" if there is none."""

    text: str
    example: str


def advice_for(adopted: Adoptions, paths: Iterable[str], terms: Sequence[str] = ()) -> tuple[PatternLine, ...]:
    """Return lines of advice on categories that are used by the files at `paths` or named by the index `terms`.

    Named categories come first, then those that most files use. A category without a preferred alternative is mentioned
    only if its alternatives are in conflict. Raises `Cancelled`.
    """
    targets = _indexed(adopted, paths)
    ranked: list[tuple[tuple[int, int, str], str]] = []  # with the families of languages
    for language in _families(adopted, targets):
        used = {category for path in targets for category, _ in adopted.by_file.get(path, ())}
        for category, one in adopted.preferences.get(language, {}).items():
            is_named = _is_named(category, terms)
            if (category in used or is_named) and (one.preferred or one.conflict):
                ranked.append(((0 if is_named else 1, -adopted.totals[language][category], category), language))
    lines: dict[PatternLine, None] = {}
    for (_, _, category), language in sorted(ranked, key=itemgetter(0)):
        lines[_line(adopted.of(language, category), set(targets))] = None
        if len(lines) == MAX_LINES:  # golden files are looked for only if they are shown
            break
    return tuple(lines)


def conflict_named(adopted: Adoptions, paths: Iterable[str], terms: Sequence[str]) -> str:
    """Return the decision that must precede a task because the team uses conflicting alternatives; "" if there is none.

    This is a text such as "decide what to use for …". It is about the first category that `terms` name and whose
    alternatives are in conflict in one of the languages of the files at `paths`. Raises `Cancelled`.
    """
    for language in _families(adopted, _indexed(adopted, paths)):
        for category, one in sorted(adopted.preferences.get(language, {}).items()):
            if one.conflict and not one.preferred and _is_named(category, terms):
                return f"decide what to use for {category}: {_conflict(adopted.of(language, category))}"
    return ""


def _indexed(adopted: Adoptions, paths: Iterable[str]) -> list[str]:
    return [path for path in dict.fromkeys(paths) if path in adopted.snapshot.files][:MAX_TARGETS]


def _families(adopted: Adoptions, paths: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys(family(adopted.snapshot.files[path].language) for path in paths)


def _is_named(category: str, terms: Sequence[str]) -> bool:
    """Return whether the stems `terms` contain every word of a category: "test" alone does not name "test double"."""
    return {stem(word) for word in category.lower().split() if word not in _JOINING}.issubset(terms)


def _line(one: Adoption, targets: set[str]) -> PatternLine:
    """Return a line of advice. The files in `targets` are being edited, so none of them is given as the example."""
    if one.preferred:
        files = next(each.files for each in one.alternatives if each.name == one.preferred)
        example = next((path for path in one.golden if path not in targets), "")
        shown = f", as in {example}" if example else ""
        return PatternLine(f"{one.category}: prefer {one.preferred} ({files} of {one.files} files){shown}", example)
    return PatternLine(f"{one.category}: {_conflict(one)}, in {one.files} files", "")


def _conflict(one: Adoption) -> str:
    named = [f"{each.name} ({each.files})" for each in one.alternatives if each.name in one.conflict]
    *others, last = named
    amount = "both" if len(named) == 2 else "all"
    return f"{', '.join(others)} and {last} are {amount} in use"
