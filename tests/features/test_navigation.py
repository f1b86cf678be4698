"""Navigation from a name at a position to its definitions, references and implementations."""

from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features import mentions
from ctx_lsp.features.mentions import imported_names
from ctx_lsp.features.navigation import symbol_at
from ctx_lsp.features.nodes import same_entity
from ctx_lsp.graph.resolution.resolve import occurrences
from ctx_lsp.snapshot.host import Host
from ctx_lsp.text.source import SourceText
from tests.workspace.asking import Asked, ask, relations_of

TOKEN = CancelToken()


def definitions(asked: Asked, mark: int = 0) -> list[str]:
    return asked.shown(asked.relations.definitions(asked.pointed(mark)))


def references(asked: Asked, mark: int = 0, *, declarations: bool = False) -> list[str]:
    return asked.shown(asked.relations.references(asked.pointed(mark), declarations, TOKEN))


PYTHON = """
=== shop/cart.py
from shop.money import tax, «Rate» as Percent
from shop import «money»
import «shop.money»
class Cart:
    rate: «Percent» = Percent()
    def total(self):
        return «tax»(self.«rate») + self.«total»()
    def other(self):
        local = 1
        return «local»
=== shop/money.py
class Rate: ...
def tax(x): return x
=== other/money.py
def tax(x): return 2
"""


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        (0, ["shop/money.py:1:Rate"]),
        (1, ["shop/money.py:1:"]),
        (2, ["shop/money.py:1:"]),
        (3, ["shop/money.py:1:Rate"]),
        (4, ["shop/money.py:2:tax"]),
        (5, ["shop/cart.py:5:rate"]),
        (6, ["shop/cart.py:6:total"]),
    ],
)
def test_a_name_leads_to_its_definition(mark: int, expected: list[str]) -> None:
    assert definitions(ask(PYTHON), mark) == expected


def test_a_local_variable_a_keyword_and_a_literal_mean_nothing() -> None:
    asked = ask(PYTHON)
    assert asked.relations.name_at(*asked.marks[7]) is None
    text = asked.snapshot.files["shop/cart.py"].source.data
    for word in (b"return tax", b"= 1"):
        assert asked.relations.name_at("shop/cart.py", text.index(word) + 2) is None


@pytest.mark.parametrize("word", ["path.join", "tax)", ")\n"])
def test_the_imports_of_a_file_are_read_only_for_names_in_them(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "import os.path as path, tax\ndef f(x): return path.join(path, tax)\n"
    asked = ask(f"=== a.py\n{text}")
    read: list[str] = []

    def noted(_: object, path: str) -> tuple[()]:
        read.append(path)
        return ()

    monkeypatch.setattr(mentions, "imported_names", noted)
    assert asked.relations.name_at("a.py", text.index(word)) is None
    assert not read
    assert asked.relations.name_at("a.py", text.index("path")) is None
    assert read == ["a.py"], "there it is one"


def test_every_kind_of_reference_is_found_by_the_edge_that_it_leaves() -> None:
    text = """
=== a.py
def made(): ...
class Base(Exception):
    kept = 1
=== b.py
from a import Base, made
@made
class Below(Base):
    kept: Base = Base()
    def go(self):
        try:
            raise Base
        except Base as error:
            Base.kept = made
            return Base.kept, «Base», made()
=== c.ts
export interface Shape {}
=== d.ts
import { «Shape» } from "./c";
class Square implements Shape {}
"""
    asked = ask(text)
    lines = [place.partition(":")[2] for place in references(asked)]
    assert lines == [f"{line}:Base" for line in (1, 3, 4, 4, 7, 8, 9, 10, 10)]
    assert references(asked, 1) == ["d.ts:1:Shape", "d.ts:2:Shape"]


def test_a_definition_is_its_own_definition() -> None:
    assert definitions(ask("=== a.py\ndef «f»(): ...\n")) == ["a.py:1:f"]


@pytest.mark.parametrize("moved", [0, 1, 3])
def test_a_position_at_either_end_of_a_name_is_on_it(moved: int) -> None:
    asked = ask("=== a.py\ndef tax(): ...\nx = «tax»()\n")
    path, offset = asked.marks[0]
    pointed = asked.relations.name_at(path, offset + moved)
    assert pointed is not None
    assert asked.shown(asked.relations.definitions(pointed)) == ["a.py:1:tax"]


def test_an_ambiguous_name_leads_to_all_that_it_can_mean() -> None:
    asked = ask("=== a.py\nclass A:\n    def go(self): ...\nclass B:\n    def go(self): ...\ndef f(x): x.«go»()\n")
    assert definitions(asked) == ["a.py:2:go", "a.py:4:go"]


SCRIPT = """
=== a.ts
export interface Shape { area(): number }
export class Square implements Shape { area() { return 1 } }
export class Big extends Square { area() { return 2 } }
=== b.ts
import { «Square» as Sq } from "«./a»";
const s = new «Sq»();
"""


def test_imports_of_other_languages_lead_on_as_well() -> None:
    asked = ask(SCRIPT)
    assert [definitions(asked, mark) for mark in range(3)] == [["a.ts:2:Square"], ["a.ts:1:"], ["a.ts:2:Square"]]


def test_references_are_those_of_the_meaning_in_all_files_under_any_name() -> None:
    assert references(ask(SCRIPT)) == ["a.ts:3:Square", "b.ts:1:Square", "b.ts:1:Sq", "b.ts:2:Sq"]


COMPONENTS = """
=== Card.svelte
<script>
  import { «area» } from "./a";
  export let size = area(2);
</script>
<p>{size}</p>
=== a.ts
export function area(size) { return size * size }
=== Page.astro
---
import «Card» from "«./Card.svelte»";
---
<«Card» size={1} />
"""


def test_components_are_the_files_that_imports_bind() -> None:
    asked = ask(COMPONENTS)
    assert [definitions(asked, mark) for mark in range(4)] == [["a.ts:1:area"], *[["Card.svelte:1:"]] * 3]
    uses = ["Page.astro:2:Card", "Page.astro:2:./Card.svelte", "Page.astro:4:Card"]
    assert [references(asked, mark) for mark in (1, 3)] == [uses, uses]
    assert references(asked) == ["Card.svelte:2:area", "Card.svelte:3:area"]
    found = asked.relations.highlights("Page.astro", asked.pointed(3))
    text = COMPONENTS.partition("Page.astro\n")[2].replace("«", "").replace("»", "")
    assert [text[one.start : one.end] for one in found] == ["Card", "./Card.svelte", "Card"]


SHADOWED = """
=== shop.py
=== a.py
import «shop»
def f():
    def shop(): ...
    shop()
def g(shop):
    shop()
print(shop)
"""


def test_references_to_a_module_are_not_those_to_what_hides_its_name() -> None:
    asked = ask(SHADOWED)
    assert references(asked) == ["a.py:1:shop", "a.py:7:shop"]
    starts = [one.start for one in asked.relations.highlights("a.py", asked.pointed())]
    assert len(starts) == 2, "highlights agree with references"


def test_imported_members_may_be_files() -> None:
    package = "=== pkg/__init__.py\n=== pkg/default.py\n=== a.py\nfrom pkg import «default»\n"
    assert definitions(ask(package)) == ["pkg/default.py:1:"], "`default` is a plain name in Python"
    default = '=== n.ts\nexport const a = 1;\n=== m.ts\nexport * as default from "./n";\n'
    assert definitions(ask(f'{default}=== a.ts\nimport «x» from "./m";\n')) == ["n.ts:1:"]


def test_references_hold_the_definition_where_that_is_wanted() -> None:
    text = "=== a.py\ndef «f»(): f()\n=== b.py\nfrom a import f\nf()\n=== c.py\ndef f(): ...\nf()\n"
    used = ["a.py:1:f", "b.py:1:f", "b.py:2:f"]
    assert references(ask(text)) == used, "recursion, the import and the call; not the namesake"
    assert references(ask(text), declarations=True) == ["a.py:1:f", *used]


def test_overloads_are_one_thing_with_several_definitions() -> None:
    text = """
=== a.py
from typing import overload
@overload
def f(x: int) -> int: ...
@overload
def «f»(x: str) -> str: ...
def f(x): return x
f(1)
"""
    assert references(ask(text), declarations=True) == ["a.py:3:f", "a.py:5:f", "a.py:6:f", "a.py:7:f"]


def test_a_guess_counts_as_a_reference_only_where_nothing_is_surer() -> None:
    text = """
=== a.py
class A:
    def «go»(self): self.go()
class B:
    def go(self): self.go()
"""
    assert references(ask(text)) == ["a.py:2:go"]


def test_highlights_are_the_references_and_definitions_in_the_file() -> None:
    asked = ask("=== a.py\nfrom b import «f»\nf()\ndef g(): f()\n=== b.py\ndef f(): ...\n")
    found = asked.relations.highlights("a.py", asked.pointed())
    assert [(asked.at("a.py", one.start, one.end), one.writes) for one in found] == [
        ("a.py:1:f", False),
        ("a.py:2:f", False),
        ("a.py:3:f", False),
    ]


@pytest.mark.parametrize(
    ("mark", "expected"), [(0, ["a.ts:2:Square", "a.ts:3:Big"]), (1, ["a.ts:2:area", "a.ts:3:area"])]
)
def test_implementations_include_indirect_ones(mark: int, expected: list[str]) -> None:
    asked = ask(SCRIPT.replace("interface Shape { area()", "interface «Shape» { «area»()"))
    assert asked.shown(asked.relations.implementations(asked.pointed(mark), TOKEN)) == expected


def test_types_that_are_below_each_other_are_found_once() -> None:
    asked = ask("=== a.py\nclass «A»(B): ...\nclass B(A): ...\n")
    assert asked.shown(asked.relations.implementations(asked.pointed(), TOKEN)) == ["a.py:2:B"]


def test_the_type_of_a_value_is_the_declared_one() -> None:
    asked = ask(PYTHON)
    assert asked.shown(asked.relations.type_definitions(asked.pointed(5))) == ["shop/money.py:1:Rate"]
    assert asked.shown(asked.relations.type_definitions(asked.pointed(3))) == ["shop/money.py:1:Rate"]
    assert asked.shown(asked.relations.type_definitions(asked.pointed(4))) == []


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("    return «tax»(1)", "a.py::tax"),
        ("    «return» tax(1)", "a.py::total"),
        ("    return tax(1)\nfrom b import «other»", "b.py::other"),
    ],
)
def test_a_position_means_its_name_or_the_enclosing_definition(marked: str, expected: str) -> None:
    asked = ask(f"=== a.py\ndef total():\n{marked}\ndef tax(x): return x\n=== b.py\ndef other(): ...\n")
    definition = symbol_at(asked.snapshot, *asked.marks[0])
    assert definition is not None
    assert definition.id == expected


def test_references_in_a_package_are_those_that_reading_every_file_finds(structlog_root: Path) -> None:
    texts = {file.relative_to(structlog_root).as_posix(): file.read_bytes() for file in structlog_root.rglob("*.py")}
    host = Host()
    host.apply({path: SourceText(text) for path, text in texts.items()})
    host.resolve()
    snapshot = host.snapshot(len(texts))
    relations = relations_of(snapshot)
    meant: dict[str, set[tuple[str, int]]] = {}
    for path, entry in snapshot.files.items():
        for reference, found in occurrences(snapshot.tables.lookups(entry)):
            best = max((sure for _, sure in found), default=0.0)
            for definition, sure in found:
                if sure == best:
                    meant.setdefault(definition.id, set()).add((path, reference.start))
        for name in imported_names(snapshot, path):
            for node in name.surest:
                meant.setdefault(node, set()).add((path, name.start))
    assert sum(map(len, meant.values())) > 1_000
    for definition in (one for entry in snapshot.files.values() for one in entry.definitions):
        if len(same_entity(snapshot, definition.id)) == 1:
            start = snapshot.files[definition.path].facts.spans[definition.index].name_start
            pointed = relations.name_at(definition.path, start)
            assert pointed is not None
            found_places = {(one.path, one.start) for one in relations.references(pointed, False, TOKEN)}
            assert found_places == meant.get(definition.id, set()), definition.id
