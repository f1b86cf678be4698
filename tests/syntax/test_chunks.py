"""Chunks: whole definitions, headers of classes, parts of long definitions, joined neighbours."""

from ctx_lsp.syntax.chunking.chunks import DEFINITION_BYTES, JOINED_BYTES
from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.syntax.model import FileFacts, chunk_text
from ctx_lsp.text.source import SourceText
from tests.syntax.shown import chunks, expected


def read(path: str, text: str) -> tuple[FileFacts, list[str]]:
    """The facts of `text` and the texts of its chunks."""
    source = SourceText(text.encode())
    facts = file_facts(path, source)
    return facts, [chunk_text(source, chunk) for chunk in facts.chunks]


def test_a_class_is_a_header_with_signatures_and_its_members() -> None:
    shown = chunks(
        "a.py",
        '''
        """Shop."""
        import os

        LIMIT = 3

        # Keeps items.
        @register
        class Cart(Base):
            """Holds items."""

            size: int = 0

            @property
            def count(self) -> int:
                return self.size

            # Takes it out.
            def drop(self, item):
                self.size -= 1

        total = Cart()
        ''',
    )
    assert shown == expected(
        '''
        --- module: LIMIT total
        """Shop."""
        import os

        LIMIT = 3
        total = Cart()
        --- header: Cart
        # Keeps items.
        @register
        class Cart(Base):
            """Holds items."""
        size: int = 0
        def count(self) -> int:
        def drop(self, item):
        --- module: Cart.size
        size: int = 0
        --- definition: Cart.count
        @property
            def count(self) -> int:
                return self.size
        --- definition: Cart.drop
        # Takes it out.
            def drop(self, item):
                self.size -= 1
        '''
    )


def test_a_type_without_bodies_is_one_chunk_of_all_its_symbols() -> None:
    shown = chunks(
        "a.go",
        """
        package shop

        // Cart holds items.
        type Cart struct {
            Name string
            a, b int
        }

        type View interface {
            Open() error
        }
        """,
    )
    assert shown == expected(
        """
        --- module:
        package shop
        --- definition: Cart Cart.Name Cart.a Cart.b
        // Cart holds items.
        type Cart struct {
            Name string
            a, b int
        }
        --- definition: View View.Open
        type View interface {
            Open() error
        }
        """
    )


def test_nested_functions_and_fields_of_a_constructor_stand_in_the_chunk_around_them() -> None:
    shown = chunks(
        "a.py",
        """
        class Cart:
            def __init__(self):
                self.items = []

                def inner():
                    return 1
        """,
    )
    assert shown == expected(
        """
        --- header: Cart
        class Cart:
        def __init__(self):
        --- definition: Cart.__init__ Cart.items Cart.__init__.inner
        def __init__(self):
                self.items = []

                def inner():
                    return 1
        """
    )


def test_a_block_of_a_type_in_the_file_is_a_header_of_the_type() -> None:
    shown = chunks(
        "a.rs",
        """
        pub struct Cart;
        /// The methods.
        impl Cart {
            const MAX: u8 = 1;
            fn drop(&self) { self.go() }
        }
        impl View for Other {
            fn open(&self) {}
        }
        """,
    )
    assert shown == expected(
        """
        --- module: Cart
        pub struct Cart;
        --- header: Cart
        /// The methods.
        impl Cart {
        const MAX: u8 = 1;
        fn drop(&self)
        }
        --- module: Cart.MAX
        const MAX: u8 = 1;
        --- definition: Cart.drop
        fn drop(&self) { self.go() }
        --- module: Other.open
        impl View for Other {
        fn open(&self)
        }
        --- definition: Other.open
        fn open(&self) {}
        """
    )


def test_an_object_is_a_header_and_its_functions() -> None:
    shown = chunks(
        "a.js",
        """
        const api = {
          path: "/api",
          get() { return this.path; },
          post: async (body) => { send(body); },
        };
        """,
    )
    assert shown == expected(
        """
        --- header: api
        const api = {
          path: "/api",
        get()
        post: async (body) =>
        };
        --- definition: api.get
        get() { return this.path; },
        --- definition: api.post
        post: async (body) => { send(body); },
        """
    )


def test_closing_brackets_go_with_the_definition_in_front_of_them() -> None:
    shown = chunks(
        "a.js",
        """
        wrap("cart", () => {
          function make() { return 1; }
        });
        """,
    )
    assert shown == expected(
        """
        --- module:
        wrap("cart", () => {
        --- definition: make
        function make() { return 1; }
        });
        """
    )


def test_a_long_function_is_split_between_statements_behind_its_header() -> None:
    body = "".join(f"    total_{number} = compute(total_{number - 1}, {number})\n" for number in range(1, 100))
    text = f"# Adds.\n@cache\ndef add(\n    first,\n):\n{body}"
    facts, texts = read("a.py", text)
    assert {chunk.kind for chunk in facts.chunks} == {"part"}
    assert texts[0].startswith("# Adds.\n@cache\ndef add(\n    first,\n):\n    total_1 = ")
    for part in texts[1:]:
        assert part.startswith("def add(\n    first,\n):\ntotal_")
        assert part.endswith(")")
    assert all(DEFINITION_BYTES // 2 < len(part) <= DEFINITION_BYTES for part in texts[:-1])
    assert sum(part.count("compute") for part in texts) == body.count("compute")


def test_a_statement_too_long_for_a_chunk_is_split_inside() -> None:
    rows = "".join(f'    "key {number}": [{number}, {number}],\n' for number in range(200))
    facts, texts = read("a.py", f"def table():\n    return {{\n{rows}    }}\n")
    assert {chunk.kind for chunk in facts.chunks} == {"part"}
    assert all(part.startswith("def table():") for part in texts)
    assert all(part.endswith(("],", "}")) for part in texts)


def test_a_long_function_inside_a_long_function_has_chunks_of_its_own() -> None:
    inner = "".join(f"        step_{number}(value, {number})\n" for number in range(80))
    outer = "".join(f"    outer_{number}()\n" for number in range(100))
    facts, texts = read("a.py", f"def outer():\n    def inner(value):\n{inner}\n{outer}")
    owners = [facts.outline.symbols[chunk.symbols[0]].qualname for chunk in facts.chunks]
    assert set(owners) == {"outer", "outer.inner"}
    for owner, text in zip(owners, texts, strict=True):
        assert ("step_" in text) == (owner == "outer.inner")


def test_long_documentation_is_split_into_parts_of_the_class() -> None:
    paragraphs = "".join(f"    Paragraph {number}. {'word ' * 60}\n\n" for number in range(12))
    documentation = f'    """Holds items.\n\n{paragraphs}    """\n'
    facts, texts = read("a.py", f"class Cart:\n{documentation}\n    def drop(self):\n        pass\n")
    kinds = [chunk.kind for chunk in facts.chunks]
    assert kinds.count("part") >= 2
    assert "class Cart:\ndef drop(self):" in texts
    assert all(text.startswith("class Cart:") for text, kind in zip(texts, kinds, strict=True) if kind == "part")


def test_small_neighbours_are_joined_up_to_a_size() -> None:
    text = "".join(f"CONSTANT_{number} = {number}\n" for number in range(200))
    facts, texts = read("a.py", text)
    assert {chunk.kind for chunk in facts.chunks} == {"module"}
    assert all(JOINED_BYTES // 2 < len(text) <= JOINED_BYTES for text in texts[:-1])
    assert "\n".join(texts) + "\n" == text


def test_a_comment_stays_with_the_constant_below_it() -> None:
    numbers = range(60)
    text = "".join(f"# What {number} is for.\n# It is good.\nCONSTANT_{number} = {number}\n\n" for number in numbers)
    _, texts = read("a.py", text)
    assert len(texts) > 3
    assert all(text.startswith("# What") and text.splitlines()[-1].startswith("CONSTANT") for text in texts)


def test_a_long_constant_is_a_chunk_of_its_own() -> None:
    rows = "".join(f"    {number},\n" for number in range(100))
    table = f"TABLE = [\n{rows}]"
    facts, texts = read("a.py", f"before = {'1' * 200}\n{table}\nafter = 2\n")
    assert [chunk.kind for chunk in facts.chunks] == ["module", "definition", "module"]
    assert texts[1] == table


def test_a_lone_line_between_definitions_goes_on_to_the_next_neighbours() -> None:
    shown = chunks(
        "a.py",
        """
        if fast:
            def run():
                return 1
        else:
            def run():
                return 2
        DONE = True
        """,
    )
    assert "--- module: DONE\nif fast:\nelse:\nDONE = True" in shown


def test_other_languages_are_cut_along_the_tree() -> None:
    rules = "".join(f".rule-{number} {{\n  color: red;\n  margin: {number}px;\n}}\n\n" for number in range(60))
    facts, texts = read("a.css", rules)
    assert {chunk.kind for chunk in facts.chunks} == {"module"}
    assert len(texts) > 2
    assert all(text.startswith(".rule-") and text.endswith("}") for text in texts)


def test_data_is_text() -> None:
    facts, _ = read("a.csv", "a,b\n1,2\n")
    assert [chunk.kind for chunk in facts.chunks] == ["text"]


def test_small_keys_of_data_share_a_chunk() -> None:
    facts, _ = read("a.json", '{"a": [1, 2, 3], "b": {"c": 1}}')
    assert [(chunk.kind, chunk.symbols) for chunk in facts.chunks] == [("module", (0, 1, 2))]


def test_a_long_header_without_a_symbol_is_split_into_parts_alone() -> None:
    notes = "".join(f"    /// Note {number} about the delay between two attempts.\n" for number in range(60))
    head = "extension Retrier where Self == Policy {\n"
    text = f"{head}{notes}    static func retry(a: Int = 1,\n(() => {{\n  b: Int = 2) -> Int {{\n"
    source = SourceText(text.encode())
    found = file_facts("retry.swift", source).chunks
    assert all(one.pieces for one in found)
    assert "Note 59" in "".join(chunk_text(source, one) for one in found)
