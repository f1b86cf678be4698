"""Rates definitions that were found by name alone, because the receiver is unknown or no import binds the name.

A value's type is usually defined in the file that uses the value, or in a file that this one imports. Definitions in
these files therefore come first. `scope` decides whether to guess.
"""

from collections.abc import Collection, Sequence

from ctx_lsp.graph.entry import Definition
from ctx_lsp.graph.resolution.bindings import Bindings, RatedDefinitions

GUESSED = 0.5  # divided by the number of candidates that are equally near


def rated_by_nearness(candidates: Sequence[Definition], bindings: Bindings) -> RatedDefinitions:
    """Return `candidates` for a name in the file of `bindings`, with their confidence, highest first.

    The confidence of a candidate in the nearest files is `GUESSED` divided by the number of such candidates. The
    confidence of any other candidate is `GUESSED` divided by the number of all candidates.
    """
    if len(candidates) < 2:
        return tuple((one, GUESSED) for one in candidates)
    near = _near(candidates, bindings)
    others = [one for one in candidates if one not in near]
    rated = [(one, GUESSED / len(near)) for one in near]
    return (*rated, *((one, GUESSED / len(candidates)) for one in others))


def _near(candidates: Sequence[Definition], bindings: Bindings) -> Collection[Definition]:
    """Return the candidates in the file of `bindings`, else those in files that it imports, else all."""
    own = [one for one in candidates if one.path == bindings.path]
    return own or [one for one in candidates if one.path in bindings.imported_paths] or candidates
