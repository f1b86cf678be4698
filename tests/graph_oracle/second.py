"""A second opinion on Python: jedi's answers at a sample of the oracle's places.

It shows how well two engines that infer types agree with each other, by the measure of `compare`.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import jedi

from ctx_lsp.text.source import SourceText
from tests.graph_oracle.compare import Score
from tests.graph_oracle.fetch import workspace
from tests.graph_oracle.oracle import Oracle, Place
from tests.graph_oracle.packages import Package

SAMPLE = 400  # places a package; jedi takes some 50 ms for each


def second_opinion(package: Package, oracle: Oracle, sources: Mapping[str, SourceText]) -> Score:
    """Score jedi's definitions of used names, except imports, against the oracle's."""
    top = workspace(package)
    project = jedi.Project(top, added_sys_path=[str(top.parent / "deps")], smart_sys_path=False)
    sites = {place for places in oracle.sites.values() for place in places}
    places = sorted(oracle.at.keys() - sites - oracle.imports)
    score = Score()
    for place in places[:: max(1, len(places) // SAMPLE)]:
        targets = set(_targets(project, top, place, sources))
        expected = oracle.compared(place)
        if expected:
            right = any(oracle.compared(target) & expected for target in targets)
            score = score.plus(Score(right, 1, right, bool(targets)))
        elif any(oracle.compared(target) for target in targets):
            score = score.plus(Score(answered=1))
    return score


def _targets(project: jedi.Project, top: Path, place: Place, sources: Mapping[str, SourceText]) -> Iterator[Place]:
    """The definitions in the workspace that jedi finds for the name at a place."""
    path, offset = place
    source = sources[path]
    line = source.line_at(offset)
    script = jedi.Script(path=top / path, project=project)
    column = len(source.slice(source.line_range(line)[0], offset))
    for name in script.goto(line + 1, column, follow_imports=True):
        if name.module_path is None or name.line is None or not name.module_path.is_relative_to(top):
            continue
        found = name.module_path.relative_to(top).as_posix()
        if found in sources:
            start, end = sources[found].line_range(name.line - 1)
            yield found, start + len(sources[found].slice(start, end)[: name.column].encode())
