"""The end of an excerpt: a mark stands where a definition whose name is shown goes on."""

import json
from typing import get_args

import pytest

from ctx_lsp.graph.entry import make_entry
from ctx_lsp.packing.candidates import item_of, make_candidate
from ctx_lsp.packing.detail.layout import empty_layout
from ctx_lsp.packing.detail.levels import Rung
from ctx_lsp.packing.detail.lines import LEFT_OUT, Lines, parts_of
from ctx_lsp.packing.detail.redaction import Withheld
from ctx_lsp.packing.elsewhere import pieces_within
from ctx_lsp.packing.model import PackFormat, PackOptions
from ctx_lsp.retrieval.model import Item, Origin
from ctx_lsp.text.source import SourceText
from tests.packing.shop import ask, encoded
from tests.workspaces import snapshot_of

SHIP = """\
class Ship {
  load() {
    this.weigh();

    this.lower();
  }

  unload() {
    this.lift();
  }
}

const fleet = [];
"""
FILLING = "".join(f"    ship.cargo_{number} = weigh(ship, {number})\n" for number in range(70))
LAST_LINE = "ship.cargo_69 ="
PORT = snapshot_of(f"""\
=== port.py
def arrive(ship):
    # The lighthouse keeper wakes up.
    wake_lighthouse_keeper(ship)
{FILLING}""")


def rest_of(text: str, name: str, shown: Lines, secret: Lines = ()) -> tuple[Lines, str]:
    """The lines that are left out after `shown` lines of a file with these texts, and the line that stands for them."""
    snapshot = snapshot_of(f"=== {name}\n{text}")
    entry = snapshot.files[name]
    candidate = make_candidate(snapshot, item_of(snapshot, entry.definitions[0], {}), None, 1.0, core=True, need=0.0)
    layout = empty_layout(entry, Withheld(secret)).showing(candidate, Rung("excerpt", shown, 1))
    parts = parts_of(entry.source, layout.lines, secret, rest=layout.rest)
    return layout.rest, parts[-1]


@pytest.mark.parametrize(
    ("shown", "rest", "mark"),
    [
        (((0, 3),), ((3, 11),), "    …\n"),  # in the middle of a method
        (((1, 3),), ((3, 6),), "    …\n"),  # the class is not named
        (((0, 1), (2, 3)), ((3, 11),), "    …\n"),  # nor is the method, but the class goes on
        (((0, 6),), ((6, 11),), "  …\n"),  # after one of two methods
        (((1, 6),), (), "    this.lower();\n  }\n"),
        (((1, 5),), (), "    this.lower();\n"),  # all but a brace
        (((7, 9),), (), "    this.lift();\n"),
        (((0, 11),), (), "}\n"),
        (((12, 13),), (), "const fleet = [];\n"),  # the end of the file
    ],
)
def test_the_rest_of_a_definition_is_marked(shown: Lines, rest: Lines, mark: str) -> None:
    found, last = rest_of(SHIP, "ship.js", shown)
    assert found == rest
    assert last == mark if rest else last.endswith(mark)


@pytest.mark.parametrize(("last", "is_marked"), [("  end\nend\n", False), ("    ending\n  end\nend\n", True)])
def test_words_that_only_close_blocks_are_not_marked(last: str, is_marked: bool) -> None:
    text = f"class Ship\n  def leave\n    lift\n{last}"
    assert bool(rest_of(text, "ship.rb", ((0, 3),))[0]) is is_marked


def test_sections_of_documents_go_on_too() -> None:
    text = "# Ships\n\nThey load.\n\n## Ports\n\nThey unload.\n\n- Ümläute: ¿?\n"
    assert rest_of(text, "ships.md", ((0, 3),)) == (((3, 9),), "…\n")
    assert rest_of(text, "ships.md", ((0, 8),)) == (((8, 9),), "…\n")
    assert rest_of(text, "ships.md", ((0, 9),))[0] == ()


def test_a_secret_at_the_end_has_a_mark_of_its_own() -> None:
    rest, mark = rest_of(SHIP, "ship.js", ((0, 3),), ((3, 4),))
    assert rest == ((3, 11),)
    assert mark.strip() == LEFT_OUT


@pytest.mark.parametrize("form", get_args(PackFormat))
def test_a_pack_marks_the_cut_within_its_budget(form: PackFormat) -> None:
    texts = []
    for budget in range(150, 1500, 50):
        pack = ask(PORT, "lighthouse keeper wakes", PackOptions(budget, format=form))
        assert encoded(pack.text) == pack.tokens.used <= budget
        texts.append(pack.text)
    is_cut = [LAST_LINE not in text for text in texts if "wake_lighthouse_keeper" in text]
    assert {True, False} == set(is_cut)
    mark = json.dumps("    …", ensure_ascii=False) if form == "json" else "\n    …\n"
    assert [mark in text for text in texts if "wake_lighthouse_keeper" in text] == is_cut


def test_a_long_result_of_another_repository_is_marked_where_it_is_cut() -> None:
    source = SourceText(PORT.files["port.py"].source.data)
    origin = Origin("ports", "", 1, source.line_count - 1)
    found = Item("port.py", 0, len(source.data), "port.py::arrive", "Function", "python", "", 1.0, {}, origin)
    options = PackOptions()
    [cut] = pieces_within([found], {("ports", "", "port.py"): source}, 300, options)
    assert cut.text.endswith(")\n    …\n")
    [whole] = pieces_within([found], {("ports", "", "port.py"): source}, 3000, options)
    assert whole.text.endswith(", 69)\n")


def test_lines_without_a_definition_have_no_mark() -> None:
    entry = make_entry("a.py", SourceText(b"a()\nb()\n"))
    assert empty_layout(entry, Withheld()).rest == ()
