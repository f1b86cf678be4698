"""Swift: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols, values

MODULE = """
import Foundation

/// A cart of items.
open class Cart: Base, Codable {
    public static let limit = 10
    private var items: [Item] = []
    let owner, currency: String

    /// How many.
    var count: Int { items.count }

    public init(owner: String) {
        self.owner = owner
        super.init()
    }

    /// Adds one.
    @discardableResult
    open func add<T: Priced>(_ item: T, twice: Bool) -> Cart {
        let line = Line(item: item)
        try store.save(line)
        notify(for: line)
        return self
    }

    subscript(index: Int) -> Item { items[index] }

    static func == (left: Cart, right: Cart) -> Bool { left.owner == right.owner }

    enum State: Int {
        case open = 1, closed
        case failed(Error)
    }
}

extension Cart.State: CustomStringConvertible {
    var description: String { name(of: self) }
}

extension Cart {
    fileprivate func notify(for line: Line) {}
}

extension Array where Element == Item {
    func total() -> Int { 0 }
}

protocol Priced: AnyObject {
    associatedtype Currency
    var price: Int { get }
    func discounted(by rate: Double) -> Self
}

struct Line: Hashable { let item: Item }

typealias Handler = (Cart) -> Void

func checkout(_ cart: Cart) async { await Cart.pay(cart) }

let shared = Cart(owner: "all")
"""


def test_extensions_add_to_the_type_that_they_name() -> None:
    """Types, their members, and the members and conformances of extensions, of types elsewhere as well."""
    assert symbols("a.swift", MODULE) == expected("""
        Class Cart | open class Cart: Base, Codable | inherits Base, Codable "A cart of items."
        Constant Cart.limit | public static let limit = 10
        Field Cart.items | private var items: [Item] = [] | (hidden)
        Field Cart.owner | let owner, currency: String
        Field Cart.currency | let owner, currency: String
        Property Cart.count | var count: Int | "How many."
        Constructor Cart.init | public init(owner: String)
        Method Cart.add | open func add<T: Priced>(_ item: T, twice: Bool) -> Cart | @discardableResult "Adds one."
        Method Cart.subscript | subscript(index: Int) -> Item
        Method Cart.== | static func == (left: Cart, right: Cart) -> Bool
        Enum Cart.State | enum State: Int | implements Int, CustomStringConvertible
        EnumMember Cart.State.open | case open = 1, closed
        EnumMember Cart.State.closed | case open = 1, closed
        EnumMember Cart.State.failed | case failed(Error)
        Property Cart.State.description | var description: String
        Method Cart.notify | fileprivate func notify(for line: Line) | (hidden)
        Method Array.total | func total() -> Int
        Interface Priced | protocol Priced: AnyObject | inherits AnyObject
        Field Priced.Currency | associatedtype Currency
        Property Priced.price | var price: Int { get }
        Method Priced.discounted | func discounted(by rate: Double) -> Self
        Struct Line | struct Line: Hashable | implements Hashable
        Field Line.item | let item: Item
        Interface Handler | typealias Handler = (Cart) -> Void
        Function checkout | func checkout(_ cart: Cart) async
        Constant shared | let shared = Cart(owner: "all")
    """)


def test_imports_open_modules() -> None:
    """A module is imported whole."""
    assert imports("a.swift", MODULE) == expected("""
        Foundation *
    """)


def test_references_are_calls_types_and_bases() -> None:
    """Labels of arguments, parameters and local variables are left out."""
    assert references("a.swift", MODULE) == expected("""
        inherits Base in Cart
        inherits Codable in Cart
        type Item in Cart.items
        type String in Cart.currency
        type Int in Cart.count
        read items in Cart.count
        read items.count in Cart.count
        type String in Cart.init
        write @self.owner in Cart.init
        call @super.init in Cart.init
        decorates discardableResult in Cart.add
        type Priced in Cart.add
        type T in Cart.add
        type Bool in Cart.add
        type Cart in Cart.add
        call Line in Cart.add
        read store in Cart.add
        call store.save in Cart.add
        call notify in Cart.add
        type Int in Cart.subscript
        type Item in Cart.subscript
        call items in Cart.subscript
        type Cart in Cart.==
        type Cart in Cart.==
        type Bool in Cart.==
        read {Cart}.owner in Cart.==
        read {Cart}.owner in Cart.==
        implements Int in Cart.State
        type Error in Cart.State.failed
        implements CustomStringConvertible in Cart.State
        type String in Cart.State.description
        call name in Cart.State.description
        type Line in Cart.notify
        read Element in -
        type Item in -
        type Int in Array.total
        inherits AnyObject in Priced
        type Int in Priced.price
        type Double in Priced.discounted
        type Self in Priced.discounted
        implements Hashable in Line
        type Item in Line.item
        type Cart in Handler
        type Void in Handler
        type Cart in checkout
        read Cart in checkout
        call Cart.pay in checkout
        call Cart in shared
    """)


def test_values_of_module() -> None:
    assert values("a.swift", MODULE) == expected("""
        Cart.limit: {}
        Cart.items: {Array<Item>}
        Cart.currency: {String}
        Cart.count: {Int}
        Cart.add: {Cart}
        Cart.subscript: {Item}
        Cart.State.failed: {tuple<Error>}
        Cart.State.description: {String}
        Array.total: {Int}
        Priced.price: {Int}
        Priced.discounted: {Self}
        Line.item: {Item}
        Handler: {Callable<Cart,Void>}
        shared: Cart()
    """)
