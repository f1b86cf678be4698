"""Makes tables of scores, as Markdown for `RESULTS.md` and as plain data."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from tests.graph_oracle.compare import ROWS, Comparison, Row, Score
from tests.graph_oracle.packages import LANGUAGES, Language, Package

HEADING = "| what | language | packages | precision | recall | F1 | of ours right | of the oracle's found |"

CLASSES = 12  # of differences named in the table

# The goal of each figure that has one.
GOALS: Mapping[tuple[Row, Language], str] = {
    ("definitions", "python"): "F1 ≥ 0.98",
    ("definitions", "typescript"): "F1 ≥ 0.98",
    ("references", "python"): "precision ≥ 0.99, recall ≥ 0.97",
    ("references", "typescript"): "precision ≥ 0.96, recall ≥ 0.92",
    ("references", "go"): "precision ≥ 0.98, recall ≥ 0.95",
    ("references", "java"): "precision ≥ 0.98, recall ≥ 0.95",
    ("references", "c"): "precision ≥ 0.95, recall ≥ 0.85",
    ("inheritance", "python"): "F1 ≥ 0.97",
    ("inheritance", "typescript"): "F1 ≥ 0.97",
}


class Result(NamedTuple):
    """The comparison of one package."""

    package: Package
    comparison: Comparison
    classes: Counter[str]  # sizes of the classes of differences; none of held-out packages
    second: Score | None = None  # jedi's references by the same measure, on a sample of the places


def total(results: Iterable[Result], row: Row) -> Score:
    """The summed scores of a row over some packages."""
    made = Score()
    for result in results:
        made = made.plus(result.comparison.scores[row])
    return made


def markdown(results: Sequence[Result], absent: Collection[Language] = ()) -> str:
    """All tables: totals and goals, then a line for each package and row, the cases set aside, and the differences.

    A language whose compiler is `absent` has a line that says so.
    """
    return "\n".join(
        [
            *_totals(results),
            *(f"| all | {language} | absent | | | | | | |" for language in absent),
            "",
            *_packages(results),
            "",
            *_aside(results),
            "",
            *_classes(results),
            "",
            *_second(results),
        ]
    )


def as_data(results: Sequence[Result]) -> dict[str, dict[str, dict[str, float]]]:
    """Package → row → figures."""
    return {
        result.package.key: {row: _figures(score) for row, score in result.comparison.scores.items()}
        for result in results
    }


def _figures(score: Score) -> dict[str, float]:
    derived = {"precision": score.precision, "recall": score.recall, "f1": score.f1}
    return {**score._asdict(), **{name: round(value, 4) for name, value in derived.items()}}


def _totals(results: Sequence[Result]) -> list[str]:
    lines = [f"{HEADING} goal |", "|---|---|---|---|---|---|---|---|---|"]
    for row in ROWS:
        for language in LANGUAGES:
            for held_out in (False, True):
                some = [one for one in results if (one.package.language, one.package.held_out) == (language, held_out)]
                if some:
                    half = f"{len(some)} held out" if held_out else f"{len(some)} of development"
                    goal = GOALS.get((row, language), "")
                    lines.append(f"{_line(row, language, half, total(some, row))} {goal} |")
    return lines


def _packages(results: Sequence[Result]) -> list[str]:
    lines = [HEADING, "|---|---|---|---|---|---|---|---|"]
    for result in sorted(results, key=lambda one: (one.package.language, one.package.held_out, one.package.name)):
        name = f"{result.package.name} {result.package.version}"
        lines += [_line(row, result.package.language, name, result.comparison.scores[row]) for row in ROWS]
    return lines


def _aside(results: Sequence[Result]) -> list[str]:
    counts: dict[Language, Counter[str]] = {language: Counter() for language in LANGUAGES}
    for result in results:
        counts[result.package.language].update(result.comparison.aside)
    lines = ["| set aside | language | places |", "|---|---|---|"]
    return lines + [f"| {why} | {language} | {n:,} |" for language in LANGUAGES for why, n in counts[language].items()]


def _classes(results: Sequence[Result]) -> list[str]:
    lines = ["| the largest classes of differences, development packages | language | places |", "|---|---|---|"]
    for language in LANGUAGES:
        counts: Counter[str] = Counter()
        for result in results:
            if result.package.language == language:
                counts.update(result.classes)
        lines += [f"| {name} | {language} | {n:,} |" for name, n in counts.most_common(CLASSES)]
    return lines


def _second(results: Sequence[Result]) -> list[str]:
    """For comparison: the score of jedi against the same oracle."""
    asked = [(result.package, result.second) for result in results if result.second]
    if not asked:
        return []
    lines = [f"jedi, a sample of the references alone\n\n{HEADING}", "|---|---|---|---|---|---|---|---|"]
    return [
        *lines,
        *(_line("references", one.language, f"{one.name} {one.version}", second) for one, second in asked),
        "",
    ]


def _line(row: Row, language: Language, packages: str, score: Score) -> str:
    figures = f"{score.precision:.3f} | {score.recall:.3f} | {score.f1:.3f}"
    return (
        f"| {row} | {language} | {packages} | {figures} "
        f"| {score.right:,} of {score.answered:,} | {score.found:,} of {score.expected:,} |"
    )
