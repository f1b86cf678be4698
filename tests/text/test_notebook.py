"""Notebooks as text: the shown parts of the JSON, the language, and the lines of each cell."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.text.decode import from_str
from ctx_lsp.text.disk import Disk, Limits, Skipped
from ctx_lsp.text.notebook import Cell, Notebook, notebook_language, parse_notebook, readable
from ctx_lsp.text.source import SourceText

MIXED = {
    "nbformat": 4,
    "metadata": {"kernelspec": {"language": "python"}},
    "cells": [
        {"cell_type": "markdown", "source": ["# Title\n", "\n", "text"]},
        {"cell_type": "code", "source": ["def f():\n", "    return 1"], "outputs": [{"data": "not shown"}]},
        {"cell_type": "code", "source": "%%bash\nls"},
        {"cell_type": "code", "source": "SELECT 1", "metadata": {"vscode": {"languageId": "SQL"}}},
        {"cell_type": "raw", "source": "as it is"},
        {"cell_type": "code"},
    ],
}
SHOWN = """\
# %% [markdown]

# # Title
#\x20
# text
# %%

def f():
    return 1
# %%

# %%bash
# ls
# %% [sql]

# SELECT 1
# %% [raw]

# as it is
# %%


"""


def shown(document: object) -> str | None:
    notebook = parse_notebook(SourceText(json.dumps(document).encode()))
    return None if notebook is None else notebook.source.data.decode()


def test_code_is_verbatim_and_everything_else_in_comments() -> None:
    assert shown(MIXED) == SHOWN


def test_the_older_format_is_read() -> None:
    cells = [{"cell_type": "code", "input": ["x = 1"]}, {"cell_type": "heading", "source": "Top"}]
    assert shown({"nbformat": 3, "worksheets": [{"cells": cells}]}) == "# %%\n\nx = 1\n# %% [markdown]\n\n# Top\n"


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "5", '{"cells": 5}', '{"a": {}}', '{"worksheets": [5, {}]}', '{"cells": [5, null]}', "[" * 10**5],
)
def test_an_invalid_notebook_is_not_an_error(text: str) -> None:
    notebook = parse_notebook(SourceText(text.encode()))
    assert notebook is None or notebook.cells == ()


def test_an_invalid_notebook_is_shown_as_plain_text() -> None:
    broken = SourceText(b'{"cells": [<<<<<<< HEAD')
    assert readable("a.ipynb", broken) == broken
    other = SourceText(json.dumps(MIXED).encode())
    assert readable("a.json", other) == other


@pytest.mark.parametrize(
    ("metadata", "cells", "language"),
    [
        (None, [], "python"),
        ({}, ["python", "sql", "python"], "python"),
        ({"language_info": {"name": "R"}}, [], "r"),
        ({"kernelspec": {"language": "julia"}}, ["", ""], "julia"),
        ({"metadata": {"language_info": {"name": "scala"}}}, [], "scala"),
        ({"custom": {"metadata": {"kernelspec": {"language": "go"}}}}, ["go", "sql", "sql"], "go"),
        ({"language_info": {"name": "c++"}}, ["cpp", "cpp"], "cpp"),
        ({"language_info": {"name": 5}, "kernelspec": []}, [], "python"),
    ],
)
def test_the_language_of_a_notebook(metadata: object, cells: list[str], language: str) -> None:
    assert notebook_language(metadata, cells) == language


def test_comments_are_those_of_the_language() -> None:
    notebook = Notebook("scala", (Cell("text", "markdown"), Cell("val x = 1", "scala")))
    assert notebook.source == SourceText(b"// %% [markdown]\n\n// text\n// %%\n\nval x = 1\n", "scala")


TEXTS = st.text(alphabet="ab#%\r\n\ud800é🦀", max_size=12)


@given(st.lists(st.tuples(TEXTS, st.sampled_from(["python", "markdown"])), max_size=5))
def test_every_line_of_every_cell_is_found_in_the_text(cells: list[tuple[str, str]]) -> None:
    notebook = Notebook("python", tuple(Cell(text, language) for text, language in cells))
    source = notebook.source
    for number, ((text, _), placed) in enumerate(zip(cells, notebook.lines, strict=True)):
        written = from_str(text)
        assert placed.count == written.line_count
        assert notebook.cell_at(placed.first - 1) == notebook.cell_at(placed.first - 2) == number
        for line in range(written.line_count):
            start, end = source.line_range(placed.first + line)
            assert source.slice(start, end) == placed.prefix + written.slice(*written.line_range(line))
            assert notebook.cell_at(placed.first + line) == number


def test_a_notebook_is_read_for_its_cells_and_not_for_its_pictures(tmp_path: Path) -> None:
    picture = {"cell_type": "code", "source": "plot()", "outputs": [{"data": {"image/png": "A" * 3_000_000}}]}
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": [picture]}))
    assert Disk().read(tmp_path, "a.ipynb", Limits()) == SourceText(b"# %%\n\nplot()\n", "python")
    long = {"cell_type": "code", "source": "x = 1\n" * 200_000}
    (tmp_path / "b.ipynb").write_text(json.dumps({"cells": [long]}))
    assert Disk().read(tmp_path, "b.ipynb", Limits()) == Skipped("b.ipynb", "too_large")
