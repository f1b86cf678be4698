"""The modules of the VS Code extension import one another without cycles."""

import re
from pathlib import Path

import networkx

SOURCES = Path(__file__).parents[2] / "editors" / "vscode" / "src"


def test_there_is_no_import_cycle() -> None:
    imports = networkx.DiGraph()
    for file in SOURCES.rglob("*.ts"):
        for name in re.findall(r"""from ["'](\.[^"']+)["']""", file.read_text("utf-8")):
            imports.add_edge(file, (file.parent / f"{name}.ts").resolve())
    assert imports.number_of_edges() > 50
    assert [[file.name for file in cycle] for cycle in networkx.simple_cycles(imports)] == []
