"""Swift: references resolve by types and modules: extensions, protocols, implicit members and bindings."""

from tests.graph.test_resolve import edges

PACKAGE = """
=== Sources/Stock/Item.swift
public protocol Priced { var price: Int { get } }
public enum State { case fresh, sold(Item) }
public struct Item: Priced {
    public var price: Int { 1 }
    var state: State
    var next: Item?
    static let empty = Item(state: .fresh)
    func label() -> String { "" }
}
public func find() -> Item? { nil }
=== Sources/Stock/Deep/Extra.swift
extension Item { func doubled() -> Int { price * 2 } }
extension Priced { func shown() -> String { "" } }
extension String { func shout() -> String { self } }
=== Sources/Other/Item.swift
public struct Item { func label() -> Int { 1 } }
"""


def uses(code: str, kinds: str = "calls reads writes", folder: str = "Sources/Stock/Main") -> list[str]:
    """The targets of the function `run` of another file."""
    start = f"{folder}/main.swift::run "
    found = edges(f"{PACKAGE}=== {folder}/main.swift\n{code}\n", kinds)
    return [edge.removeprefix(start) for edge in found if edge.startswith(start)]


LABEL = ["calls Sources/Stock/Item.swift::Item.label"]


def test_members_of_types_and_of_their_extensions_in_other_files() -> None:
    assert uses("func run(one: Item) { one.label(); one.doubled(); one.shown() }") == [
        "calls Sources/Stock/Deep/Extra.swift::Item.doubled",
        "calls Sources/Stock/Deep/Extra.swift::Priced.shown",
        *LABEL,
    ]
    assert uses("func run(one: String) { one.shout() }") == ["calls Sources/Stock/Deep/Extra.swift::String.shout"]


def test_code_of_an_extension_sees_members_without_a_receiver() -> None:
    assert "Sources/Stock/Deep/Extra.swift::Item.doubled reads Sources/Stock/Item.swift::Item.price" in edges(PACKAGE)


def test_files_see_their_own_module_and_those_that_they_import() -> None:
    assert uses("func run(one: Item) { one.label() }", folder="Sources/Other") == [
        "calls Sources/Other/Item.swift::Item.label"
    ]
    assert uses("import Stock\nfunc run(one: Item) { one.label() }", folder="Tests/StockTests") == LABEL
    assert uses("func run(one: Item) { one.label() }", folder="Tests/StockTests") == []


def test_bindings_of_optionals_and_elements() -> None:
    assert uses("func run(one: Item) { guard let two = one.next?.next else { return }; two.label() }", "calls") == LABEL
    assert uses("func run() { if let one = find() { one.label() } }", "calls")[0] == LABEL[0]
    assert uses("func run(all: [Item]) { for one in all { one.label() } }") == LABEL
    assert uses("func run(all: [Item]) { all.map { $0.label() } }") == LABEL
    assert uses("func run(all: [Item]) { all.filter { one in one.label() == nil } }") == LABEL
    assert uses("func run(value: Any) { if let one = value as? Item { one.label() } }") == LABEL


def test_members_without_a_receiver_are_of_the_expected_type() -> None:
    assert uses("func run(one: Item) { one.state = .fresh }") == [
        "reads Sources/Stock/Item.swift::State.fresh",
        "writes Sources/Stock/Item.swift::Item.state",
    ]
    assert uses("func run() -> State { return .fresh }") == ["reads Sources/Stock/Item.swift::State.fresh"]
    assert uses("func run() -> Item { return .empty }") == ["reads Sources/Stock/Item.swift::Item.empty"]
    assert uses("func run(one: State) { switch one { case .fresh: break; default: break } }") == [
        "reads Sources/Stock/Item.swift::State.fresh"
    ]


def test_conditional_compilation_does_not_end_a_type() -> None:
    text = "=== a.swift\nclass A {\n#if os(Linux)\n  func one() { two() }\n#else\n  let x = 1\n#endif\n"
    text += "  func two() {}\n}\n"
    assert edges(text, "calls") == ["a.swift::A.one calls a.swift::A.two"]
