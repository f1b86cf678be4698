"""Advice from the team's patterns: which alternative new code in given files should use, in at most three lines."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ctx_lsp.graph.resolution.visibility import family
from ctx_lsp.patterns.adoption import Adoption, Adoptions

MAX_LINES = 3
MAX_TARGETS = 20  # edited files whose categories count


@dataclass(frozen=True, slots=True)
class _Advice:
    rank: tuple[int, int, str]
    text: str


def advice_for(adopted: Adoptions, paths: Iterable[str], words: Sequence[str] = ()) -> tuple[str, ...]:
    """Return lines about the categories in which the files at `paths` take part, or that `words` name, best first.

    Categories that are named come first, then those that most files use. A category without a preferred alternative is
    mentioned only if its alternatives are in conflict.
    """
    targets = [path for path in dict.fromkeys(paths) if path in adopted.snapshot.files][:MAX_TARGETS]
    spoken = {word.lower() for word in words}
    found: dict[str, _Advice] = {}
    for language in dict.fromkeys(family(adopted.snapshot.files[path].language) for path in targets):
        used = {category for path in targets for category, _ in adopted.by_file.get(path, ())}
        for category in adopted.users.get(language, ()):
            is_named = not spoken.isdisjoint(category.split())
            if category in used or is_named:
                one = adopted.of(language, category)
                text = _line(one, set(targets))
                if text:
                    found.setdefault(text, _Advice((0 if is_named else 1, -one.files, category), text))
    return tuple(one.text for one in sorted(found.values(), key=lambda one: one.rank)[:MAX_LINES])


def _line(one: Adoption, targets: set[str]) -> str:
    """Return a line of advice, or "" if there is none. A file that is being edited is no example for itself."""
    if one.preferred:
        files = next(each.files for each in one.alternatives if each.name == one.preferred)
        example = next((path for path in one.golden if path not in targets), "")
        return (
            f"{one.category}: prefer {one.preferred} ({files} of {one.files} files)"
            f"{f', as in {example}' if example else ''}"
        )
    if one.conflict:
        named = [f"{each.name} ({each.files})" for each in one.alternatives if each.name in one.conflict]
        return f"{one.category}: {' and '.join(named)} are both in use, of {one.files} files"
    return ""
