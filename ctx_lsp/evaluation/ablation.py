"""Ablation of the ranking: settings that disable parts of the ranking, and paired comparisons of two settings.

The `run` module runs the tasks.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ctx_lsp.evaluation.bootstrap import Estimate, estimate, estimate_clustered
from ctx_lsp.evaluation.run import PACK_FIGURES, SEARCH_FIGURES, Setting, TaskReport
from ctx_lsp.workspace import CHANNELS, PARTS

ALL_PARTS = "all"  # disables each part in turn, and then all parts outside a group
EQUAL = 1e-9  # smaller differences are rounding errors

Pair = tuple[TaskReport, TaskReport]  # the same task under two settings


@dataclass(frozen=True, slots=True)
class Difference:
    """The change in one metric between two settings, over the tasks that have this metric under both settings.

    `before` and `after` are means, and `change` is the mean change with a confidence interval bootstrapped over tasks.
    `by_repository` is the same change with an interval bootstrapped over repositories, or None if there are too few.
    `better` and `worse` are the shares of tasks in which the metric rose or fell.
    """

    figure: str
    tasks: int
    before: float
    after: float
    change: Estimate
    by_repository: Estimate | None
    better: float
    worse: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of two settings or runs over the tasks that they have in common; `categories` is sorted by name."""

    before: str
    after: str
    tasks: int
    differences: tuple[Difference, ...]
    categories: tuple["CategoryComparison", ...]


@dataclass(frozen=True, slots=True)
class CategoryComparison:
    """The differences over the tasks of one category."""

    category: str
    tasks: int
    differences: tuple[Difference, ...]


def parts_named(text: str) -> tuple[str, ...]:
    """Parse a comma-separated list of ranking parts. Raises `ValueError` for an unknown part and for an empty list."""
    parts = tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    unknown = [part for part in parts if part not in PARTS]
    if unknown or not parts:
        raise ValueError(f"{(unknown or [text])[0]!r} is not a part of the ranking; the parts are {', '.join(PARTS)}")
    return parts


def setting_without(parts: Iterable[str]) -> Setting:
    """Build a setting that disables the given parts of the ranking."""
    off = tuple(parts)
    return Setting(f"without {', '.join(off)}" if off else "all parts", off)


def ablations(text: str, base: Setting) -> tuple[Setting, ...]:
    """Build one setting for each ranking part in `text`, a comma-separated list.

    Each setting disables its part and the parts that `base` disables. The text "all" means all parts, and adds settings
    that keep only one group of parts. Raises `ValueError` for an unknown part.
    """
    parts = PARTS if text == ALL_PARTS else parts_named(text)
    each = [Setting(f"without {part}", (*base.without, part)) for part in parts if part not in base.without]
    return (*each, *(_groups(base) if text == ALL_PARTS else ()))


def compare(before: Sequence[TaskReport], after: Sequence[TaskReport], names: tuple[str, str]) -> Comparison:
    """Compare two settings or runs, called `names`, task by task.

    Raises `ValueError` if they have no task in common.
    """
    first_run = {task.key: task for task in before}
    pairs = [(first_run[task.key], task) for task in after if task.key in first_run]
    if not pairs:
        raise ValueError(f"{names[0]} and {names[1]} have no task in common")
    categories = tuple(_category(name, pairs) for name in sorted({task.category for _, task in pairs}))
    return Comparison(*names, len(pairs), _differences(pairs), categories)


def _groups(base: Setting) -> tuple[Setting, ...]:
    kept = {"channels alone": set(CHANNELS), "bm25 alone": {"bm25", "lexical"}}
    return tuple(
        Setting(name, tuple(part for part in PARTS if part not in parts or part in base.without))
        for name, parts in kept.items()
    )


def _category(name: str, pairs: Sequence[Pair]) -> CategoryComparison:
    chosen = [pair for pair in pairs if pair[1].category == name]
    return CategoryComparison(name, len(chosen), _differences(chosen))


def _differences(pairs: Sequence[Pair]) -> tuple[Difference, ...]:
    measured = {
        name: [pair for pair in pairs if all(name in task.figures for task in pair)]
        for name in (*SEARCH_FIGURES, *PACK_FIGURES)
    }
    return tuple(_difference(name, having) for name, having in measured.items() if having)


def _difference(name: str, pairs: Sequence[Pair]) -> Difference:
    before, after = [pair[0].figures[name] for pair in pairs], [pair[1].figures[name] for pair in pairs]
    changes = [b - a for a, b in zip(before, after, strict=True)]
    return Difference(
        figure=name,
        tasks=len(pairs),
        before=sum(before) / len(pairs),
        after=sum(after) / len(pairs),
        change=estimate(changes),
        by_repository=estimate_clustered(changes, [task.repo for _, task in pairs]),
        better=sum(change > EQUAL for change in changes) / len(pairs),
        worse=sum(change < -EQUAL for change in changes) / len(pairs),
    )
