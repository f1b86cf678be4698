"""Matches names against patterns with one `*`, as in the `paths`, `exports` and `imports` of JavaScript projects."""

from ctx_lsp.graph.projects.model import Targets


def substituted(patterns: Targets, name: str) -> tuple[str, ...]:
    """Return the targets of the pattern that matches `name` best; empty if no pattern matches.

    An exact match is best, then the pattern with the longest text before its `*`. In the targets, `*` is replaced by
    the text that it matches.
    """
    best: tuple[int, int, tuple[str, ...], str] | None = None
    for pattern, targets in patterns:
        if pattern == name:
            return targets
        before, star, after = pattern.partition("*")
        is_fit = star and len(name) >= len(before) + len(after) and name.startswith(before) and name.endswith(after)
        if is_fit and (best is None or best[:2] < (len(before), len(pattern))):
            best = (len(before), len(pattern), targets, name[len(before) : len(name) - len(after)])
    return tuple(target.replace("*", best[3]) for target in best[2]) if best else ()
