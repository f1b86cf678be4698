"""Details of TypeScript and JavaScript declarations, by TypeScript's compiler, cached.

The compiler is the one that scip-typescript brings along.
"""

import json
from collections import Counter
from pathlib import Path

from ctx_lsp.base.digest import digest
from tests.claims_truth.truth.details import Detail, Details, Import, Parameter
from tests.graph_oracle.commands import run, work_folder
from tests.graph_oracle.fetch import workspace
from tests.graph_oracle.packages import INDEXERS, Package

_PROGRAM = Path(__file__).with_name("typescript") / "details.js"


def typescript_details(package: Package) -> Details:
    """The details of a package's files."""
    top = workspace(package)
    kept = top.with_name(f"details-{digest(_PROGRAM.read_bytes()).hex()[:12]}.jsonl")
    if not kept.exists():
        name, version = INDEXERS["typescript"]
        compiler = work_folder(f"indexers/{name.rpartition('/')[2]}-{version}") / "node_modules" / "typescript"
        kept.write_bytes(run(["node", str(_PROGRAM), str(compiler), str(top), package.root], top))
    return _read(kept.read_text("utf-8").splitlines())


def _read(lines: list[str]) -> Details:
    made = Details()
    seen: Counter[tuple[str, int, str]] = Counter()
    for record in map(json.loads, lines):
        if "variable" in record:
            made.variables.add(record["variable"])
        elif "target" in record:
            if record["target"] != record["path"]:
                made.imports.add(Import(record["path"], record["target"], record["target"], record["imported"]))
        else:
            key = record["path"], record["line"], record["name"]
            seen[key] += 1
            if "value" in record:
                made.of[key] = Detail(value=record["value"])
            else:
                parameters = tuple(
                    Parameter(one["name"], one["default"], one["variadic"], is_optional=one["optional"])
                    for one in record["parameters"]
                    if one["name"] != "this"
                )
                made.of[key] = Detail(parameters, frozenset(record["raises"]))
    for key, times in seen.items():
        if times > 1:  # a field and a parameter of the same line
            del made.of[key]
    return made
