"""Reading indexes, and the symbols that are compared."""

import pytest

from ctx_lsp.text.source import SourceText
from tests.graph_oracle.compare import Score, compare
from tests.graph_oracle.headers import headers
from tests.graph_oracle.oracle import Kind, Oracle, compared_kind, make_oracle, offset, plain
from tests.graph_oracle.ours import Ours, index_workspace
from tests.graph_oracle.scip import Document, Occurrence, descriptors, read_index

PREFIX = "scip-python python shop 1.0 "


def varint(value: int) -> bytes:
    return bytes([value]) if value < 0x80 else bytes([value & 0x7F | 0x80]) + varint(value >> 7)


def part(number: int, value: bytes | int) -> bytes:
    """One field of a message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def test_read_index() -> None:
    symbol, base = f"{PREFIX}`shop.cart`/Cart#".encode(), f"{PREFIX}`shop.base`/Base#".encode()
    definition = part(2, part(1, bytes([3, 6, 10])) + part(2, symbol) + part(3, 1))
    use = part(2, part(1, varint(300) + bytes([0]) + varint(301) + bytes([4])) + part(2, base) + part(3, 8))
    relation = part(4, part(1, base) + part(3, 1)) + part(4, part(1, b"scip x y z Other#") + part(2, 1))
    document = part(1, b"shop/cart.py") + definition + use + part(3, part(1, symbol) + relation)
    assert read_index(part(1, b"metadata") + part(2, document)) == [
        Document(
            "shop/cart.py",
            (Occurrence(3, 6, 10, symbol.decode(), 1), Occurrence(300, 0, 4, base.decode(), 8)),
            {symbol.decode(): (base.decode(),)},
        )
    ]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("`shop.cart`/Cart#", "class"),
        ("`shop.cart`/Cart#Inner#", "class"),
        ("`shop.cart`/run().", "function"),
        ("`shop.cart`/Cart#run().", "method"),
        ("`shop.cart`/Cart#`<constructor>`().", "method"),
        ("`shop.cart`/LIMIT.", "variable"),
        ("`shop.cart`/Cart#size.", "field"),
        ("src/`a.ts`/Options#typeLiteral12:size.", "field"),
        ("`shop.cart`/__init__:", None),
        ("`shop.cart`/run().(size)", None),
        ("`shop.cart`/run().inner().", None),
        ("`shop.cart`/run().Inner#size.", None),
        ("`shop.cart`/Cart#[T]", None),
        ("src/`a.ts`/size0:", None),
        ("src/`a.ts`/Options#size.typeLiteral3:deep.", None),
        ("src/`a.ts`/Shop/", None),
    ],
)
def test_compared_kinds(name: str, kind: Kind | None) -> None:
    assert compared_kind(PREFIX + name) == kind


def test_a_name_that_is_not_a_symbol_has_no_descriptors() -> None:
    assert descriptors("local 3") == descriptors(f"{PREFIX}a b") == descriptors("") == ()


def test_variants_of_a_symbol_are_one() -> None:
    names = ("`<get>size`().", "`<set>size`().")
    assert len({plain(f"{PREFIX}`a`/Cart#{name}", "a.ts") for name in names}) == 1
    assert plain(f"{PREFIX}`a`/run(+2).", "a.ts") == f"{PREFIX}`a`/run()."
    assert plain("local 1", "a.ts") != plain("local 1", "b.ts")
    assert plain(f"{PREFIX}`shop.cart`/LIMIT.LIMIT.", "a.py") == f"{PREFIX}`shop.cart`/LIMIT."


def test_columns_are_of_utf_16() -> None:
    source = SourceText("x\n'𝒳é' + name".encode())
    assert source.data[offset(source, Occurrence(1, 8, 12, "", 0)) :] == b"name"


def test_headers() -> None:
    python = SourceText(b"class A(base.B, C[int], metaclass=M): pass")
    script = SourceText(b"class A<T> extends b.B<T> implements C, d.D<E> {}\ninterface F extends G, H<I> {}")
    assert names(python, "a.py") == {"A": ["B", "C"]}
    assert names(script, "a.ts") == {"A": ["B", "C", "D"], "F": ["G", "H"]}


def names(source: SourceText, path: str) -> dict[str, list[str]]:
    words = source.data.decode()
    return {words[name]: [words[base] for base in bases] for name, bases in headers(path, source)}


def test_bases_in_headers_count_where_the_index_does_not_list_them() -> None:
    base, derived = f"{PREFIX}`a`/Base#", f"{PREFIX}`a`/Derived#"
    rows = ((0, 6, 10, base, 1), (1, 6, 13, derived, 1), (1, 14, 18, base, 8), (2, 0, 7, "local 0", 8))
    document = Document("a.py", tuple(Occurrence(*row) for row in rows), {})
    oracle = make_oracle([document], {"a.py": SourceText(b"class Base: ...\nclass Derived(Base): ...\nunknown\n")})
    assert oracle.implemented == {derived: frozenset({base})}
    assert ("a.py", 41) not in oracle.at, "a local symbol without a definition is a name that was not resolved"


def test_a_class_with_a_base_that_the_index_does_not_resolve() -> None:
    known, unsure = f"{PREFIX}`a`/Known#", f"{PREFIX}`a`/Unsure#"
    rows = ((0, 6, 11, known, 1), (0, 12, 15, "scip-python python stdlib 3 `builtins`/int#", 8), (1, 6, 12, unsure, 1))
    document = Document("a.py", tuple(Occurrence(*row) for row in rows), {})
    oracle = make_oracle([document], {"a.py": SourceText(b"class Known(int): ...\nclass Unsure(other.Base): ...\n")})
    assert oracle.unsure == {unsure}


def test_a_member_that_the_index_takes_for_a_builtin_is_no_error() -> None:
    text = b"class Box:\n    type: str\ndef f(box: Box):\n    return box.type, type(box)\n"
    builtin, box = "scip-python python python-stdlib 3.11 builtins/type#", f"{PREFIX}`a`/Box#"
    rows = ((0, 6, 9, box, 1), (1, 4, 8, f"{box}type.", 1), (3, 15, 19, builtin, 8), (3, 21, 25, builtin, 8))
    sources = {"a.py": SourceText(text)}
    oracle = make_oracle([Document("a.py", tuple(Occurrence(*row) for row in rows), {})], sources)
    made = compare(oracle, Ours(index_workspace(sources), oracle.paths), sources)
    assert not [miss for miss in made.misses if miss.row == "references"]
    assert made.aside["references: members that the oracle takes for the builtin of the same name"] == 1


def test_a_variable_of_two_branches_is_one() -> None:
    text = b"if nt:\n    END = 1\nelse:\n    END = 2\nprint(END)\n"
    end = f"{PREFIX}`a`/END."
    sources = {"a.py": SourceText(text)}
    document = Document("a.py", (Occurrence(3, 4, 7, end, 1), Occurrence(4, 6, 9, end, 8)), {})
    made = compare(oracle := make_oracle([document], sources), ours_of(oracle, sources), sources)
    assert made.scores["references"] == Score(1, 1, 1, 1)


def test_names_that_the_index_does_not_resolve_are_set_aside() -> None:
    """A class in code for another system is named but defined nowhere, and its import in another file is local."""
    first = b"class Box: ...\ndef f() -> Box: ...\nMOST = 1\n"
    second = b"from a import Box\nBox()\nLIMIT = 1\n"
    box, most, limit = f"{PREFIX}`a`/Box#", f"{PREFIX}`a`/MOST.", f"{PREFIX}`b`/LIMIT."
    sources = {"a.py": SourceText(first), "b.py": SourceText(second)}
    documents = [
        Document("a.py", (Occurrence(1, 11, 14, box, 8), Occurrence(2, 0, 4, most, 1)), {}),
        Document(
            "b.py",
            (Occurrence(0, 14, 17, "local 0", 0), Occurrence(1, 0, 3, "local 0", 0), Occurrence(2, 0, 5, limit, 1)),
            {},
        ),
    ]
    made = compare(oracle := make_oracle(documents, sources), ours_of(oracle, sources), sources)
    assert made.scores["references"] == Score()
    assert made.aside["references: to a symbol that the oracle defines nowhere"] == 1
    assert made.aside["references: to an import that the oracle could not resolve"] == 1


def ours_of(oracle: Oracle, sources: dict[str, SourceText]) -> Ours:
    return Ours(index_workspace(sources), oracle.paths)
