"""Inference accepts any text as an expression: the value may be unknown, but nothing fails."""

from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.graph.resolution.inference import Inference
from ctx_lsp.graph.resolution.meanings import parsed
from ctx_lsp.graph.resolution.scope import Scope
from ctx_lsp.graph.tables import head_of
from tests.workspaces import snapshot_of

SNAPSHOT = snapshot_of("""
=== shelf.ts
export class Shelf<T> { items: T[] = []; first(): T { return this.items[0]; } each(f: (one: T) => void) {} }
=== use.ts
import { Shelf } from "./shelf";
export function shelf(): Shelf<string> { return new Shelf<string>(); }
""")
PARTS = ["shelf", "Shelf", "items", "first", "each", "{Shelf<string>}", "@self", "@root", "?", "7", "9" * 5_000]
ASSERTED = [
    ";items=one",
    ";items~one",
    ";items-",
    "{=Shelf<string>}",
    '{"./shelf"}',
    "{@member<Shelf,items>}",
    "{@shape<a,b,c>}",
]
MARKS = [*".()[]{}<>^%!,|';=~@", "()", "(0)", "[]", *ASSERTED]
texts = st.lists(st.sampled_from(PARTS + MARKS), max_size=8).map("".join)


@given(texts, st.sampled_from(PARTS))
def test_no_expression_fails(text: str, name: str) -> None:
    entry = SNAPSHOT.files["use.ts"]
    inference = Inference(Scope("use.ts", head_of(entry), SNAPSHOT.tables.lookups(entry)))
    assert all(definition.path.endswith(".ts") for definition, _ in inference.member(text, name, entry.definitions[0]))


@given(texts)
def test_head_and_steps_hold_every_character(text: str) -> None:
    head, steps = parsed(text)
    assert (head + "".join(steps)).replace("%[]", "").replace("%^", "") == text.replace("%[]", "").replace("%^", "")


def test_well_formed_messages_are_handled() -> None:
    entry = SNAPSHOT.files["use.ts"]
    inference = Inference(Scope("use.ts", head_of(entry), SNAPSHOT.tables.lookups(entry)))
    assert [one.qualname for one, _ in inference.member("shelf()", "first", None)] == ["Shelf.first"]
