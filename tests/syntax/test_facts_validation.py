"""Validation of facts from outside: valid ones pass, and no number out of range does."""

from dataclasses import replace

import pytest

from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.syntax.facts_validation import facts_fit
from ctx_lsp.syntax.model import Chunk, FileFacts
from ctx_lsp.syntax.reference import References
from ctx_lsp.text.source import SourceText

PYTHON = SourceText(b"import os\n\nclass Outer:\n    def inner(self):\n        return os.getcwd()\n\nlimit = 3\n")
RUST = SourceText("impl Später { fn früh(&self) {} }\nstruct Später;\n".encode())
FACTS = file_facts("a.py", PYTHON)
SIZE = len(PYTHON.data)


@pytest.mark.parametrize(
    ("path", "text"), [("a.py", PYTHON), ("a.rs", RUST), ("a.md", PYTHON), ("a.py", SourceText(b""))]
)
def test_parsed_facts_are_valid(path: str, text: SourceText) -> None:
    assert facts_fit(file_facts(path, text), len(text.data))


def test_methods_may_come_before_their_type() -> None:
    parents = [symbol.parent for symbol in file_facts("a.rs", RUST).outline.symbols]
    assert any(parent > number for number, parent in enumerate(parents))


def test_facts_of_a_longer_text_do_not_fit() -> None:
    assert facts_fit(FACTS, SIZE)
    assert not facts_fit(FACTS, SIZE - 2)


def with_parent(parent: int) -> FileFacts:
    first, *others = FACTS.outline.symbols
    return replace(FACTS, outline=replace(FACTS.outline, symbols=(first._replace(parent=parent), *others)))


def with_span(**changes: int) -> FileFacts:
    first = FACTS.spans[0]._replace(**changes)  # type: ignore[arg-type]  # only numbers are replaced
    return replace(FACTS, spans=(first, *FACTS.spans[1:]))


def with_reference(**changes: int) -> FileFacts:
    first = FACTS.references[0]._replace(**changes)  # type: ignore[arg-type]  # only numbers are replaced
    return replace(FACTS, references=References.of((first, *FACTS.references[1:])))


def with_chunk(*pieces: tuple[int, int], symbols: tuple[int, ...] = ()) -> FileFacts:
    return replace(FACTS, chunks=(Chunk("module", pieces, symbols),))


SYMBOLS = len(FACTS.outline.symbols)
HOSTILE = {
    "unknown language": replace(FACTS, outline=replace(FACTS.outline, language="no such")),
    "its own parent": with_parent(0),
    "a circle of parents": with_parent(1),
    "a parent that is not there": with_parent(SYMBOLS),
    "a parent before the first": with_parent(-2),
    "a span too few": replace(FACTS, spans=FACTS.spans[1:]),
    "a span before the text": with_span(start=-1),
    "a span behind the text": with_span(end=SIZE + 1),
    "a span the wrong way round": with_span(start=20, end=19),
    "a name the wrong way round": with_span(name_start=20, name_end=19),
    "a name behind the text": with_span(name_end=1 << 62),
    "a body behind the text": with_span(body=SIZE + 1),
    "a declaration before the text": with_span(declaration=-5),
    "a reference around which is no symbol": with_reference(symbol=SYMBOLS),
    "a reference around which is a negative symbol": with_reference(symbol=-2),
    "a reference behind the text": with_reference(end=SIZE + 1),
    "a reference the wrong way round": with_reference(start=20, end=19),
    "a chunk of nothing": with_chunk(),
    "a chunk behind the text": with_chunk((0, SIZE + 1)),
    "a chunk before the text": with_chunk((-1, SIZE)),
    "a chunk the wrong way round": with_chunk((5, 4)),
    "pieces that do not ascend": with_chunk((10, 20), (0, 5)),
    "a chunk of a symbol that is not there": with_chunk((0, 5), symbols=(SYMBOLS,)),
    "a chunk of a negative symbol": with_chunk((0, 5), symbols=(-1,)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_numbers_that_mean_nothing_do_not_fit(name: str) -> None:
    assert not facts_fit(HOSTILE[name], SIZE)


def test_the_sound_neighbours_of_hostile_facts_fit() -> None:
    assert FACTS.outline.symbols[1].parent == 0, "so that a circle can be made"
    assert all(facts_fit(facts, SIZE) for facts in (with_parent(-1), with_span(end=SIZE), with_chunk((0, 5), (5, 9))))
