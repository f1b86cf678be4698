"""Rust: references resolve by types: impl blocks, paths, patterns, wrappers, bounds, closures."""

from tests.graph.test_resolve import edges

CRATE = """
=== Cargo.toml
[package]
name = "shop"
=== src/lib.rs
pub mod stock;
pub mod other;
=== src/other.rs
pub struct Item;
impl Item { pub fn price(&self) -> u8 { 2 } }
=== src/stock.rs
use std::sync::{Arc, Mutex};
pub trait Priced {
    fn price(&self) -> u8;
    fn double(&self) -> u8 { self.price() * 2 }
}
pub struct Item { pub name: String, pub next: Option<Box<Item>> }
impl Item {
    pub const LIMIT: u8 = 3;
    pub fn new() -> Self { Self { name: String::new(), next: None } }
    pub fn label(&self) -> &str { &self.name }
}
impl Priced for Item { fn price(&self) -> u8 { Self::LIMIT } }
pub struct Shared(pub Arc<Mutex<Item>>, u8);
pub enum Found { One(Item), Named { item: Item }, None }
pub fn find() -> Result<Item, String> { todo!() }
pub fn all() -> Vec<Item> { vec![] }
"""


def uses(code: str, kinds: str = "calls reads writes") -> list[str]:
    """The targets of the function `run` of another module."""
    text = f"{CRATE}=== src/main.rs\nuse shop::stock::{{self, Found, Item, Priced, Shared}};\n{code}\n"
    start = "src/main.rs::run "
    return [edge.removeprefix(start) for edge in edges(text, kinds) if edge.startswith(start)]


PRICE = ["calls src/stock.rs::Item.price"]
LABEL = ["calls src/stock.rs::Item.label"]


def test_traits_are_implemented_and_their_methods_overridden() -> None:
    assert edges(CRATE, "implements overrides") == [
        "src/stock.rs::Item implements src/stock.rs::Priced",
        "src/stock.rs::Item.price overrides src/stock.rs::Priced.price",
    ]


def test_associated_functions_constants_and_default_methods() -> None:
    assert uses("fn run() { Item::new().double(); let _ = Item::LIMIT; }") == [
        "calls src/stock.rs::Item.new",
        "calls src/stock.rs::Priced.double",
        "reads src/stock.rs::Item",
        "reads src/stock.rs::Item.LIMIT",
    ]


def test_paths_lead_through_modules_without_an_import() -> None:
    assert uses("fn run(one: shop::stock::Item) { one.label(); }") == LABEL
    assert uses("fn run(one: shop::other::Item) { one.price(); }") == ["calls src/other.rs::Item.price"]
    assert uses("fn run(one: shop::missing::Item) { one.price(); }") == []


def test_wrappers_and_marks_of_failure_are_looked_through() -> None:
    assert uses("fn run() { let one = stock::find()?; one.label(); }", "calls") == [*LABEL, "calls src/stock.rs::find"]
    assert uses("fn run(one: &mut Item) { one.next.as_ref().unwrap().label(); }") == [
        *LABEL,
        "reads src/stock.rs::Item.next",
    ]
    assert uses("fn run(one: Shared) { one.0.lock().unwrap().label(); }") == LABEL
    assert uses("fn run(one: Shared) { one.1.label(); }") == []


def test_patterns_bind_their_parts() -> None:
    assert uses("fn run(one: Option<Item>) { if let Some(item) = one { item.label(); } }") == LABEL
    assert (
        uses("fn run(one: Result<Item, u8>) { match one { Ok(item) => item.label(), Err(e) => e.label() }; }") == LABEL
    )
    assert uses("fn run(one: Found) { match one { Found::One(ref item) => item.label(), _ => 1 }; }", "calls") == LABEL
    assert uses("fn run(one: Found) { if let Found::Named { item } = one { item.label(); } }", "calls") == LABEL


def test_elements_and_functions_without_a_name() -> None:
    assert uses("fn run() { for one in stock::all().iter() { one.label(); } }", "calls")[0] == LABEL[0]
    assert uses("fn run(all: Vec<Item>) { all.iter().map(|one| one.label()); }") == LABEL
    assert uses("fn run(all: Vec<Item>) { for (at, one) in all.iter().enumerate() { one.label(); } }") == LABEL


def test_a_type_parameter_has_the_members_of_its_bound() -> None:
    assert uses("fn run<T: Priced>(one: T) { one.price(); }") == ["calls src/stock.rs::Priced.price"]
    assert uses("fn run<T>(one: T) where T: Priced { one.double(); }") == ["calls src/stock.rs::Priced.double"]
    assert uses("fn run<T: Clone>(one: T) { one.label(); }") == []


def test_literals_write_fields_and_arguments_of_macros_are_code() -> None:
    code = 'fn run(name: String) { let one = Item { name, next: None }; println!("{}", one.label()); }'
    assert uses(code, "calls writes") == [
        "calls src/stock.rs::Item",
        *LABEL,
        "writes src/stock.rs::Item.name",
        "writes src/stock.rs::Item.next",
    ]


INLINE_MODULES = """
=== Cargo.toml
[package]
name = "shop"
=== src/main.rs
mod k;
fn deep() {}
struct T;
fn same() { self::deep(); }
mod inner {
    pub fn deep() {}
    pub struct T;
    impl T { fn m(&self) { super::deep(); } }
    pub mod more {
        fn up() { super::deep(); }
        fn twice() { super::super::deep(); }
        fn types(one: super::T) { let it: super::super::T; }
    }
}
=== src/k.rs
fn deep() {}
fn local() {}
fn up() { super::deep(); }
mod z { fn up() { super::local(); super::super::deep(); } }
mod y {
    use crate::inner::deep;
    use super::local;
    fn imported() { deep(); local(); self::sibling(); }
    fn sibling() {}
}
"""


def test_paths_from_modules_inside_a_file_begin_at_these_modules() -> None:
    assert edges(INLINE_MODULES, "calls uses-type") == [
        "src/k.rs::up calls src/main.rs::deep",
        "src/k.rs::y.imported calls src/k.rs::local",
        "src/k.rs::y.imported calls src/k.rs::y.sibling",
        "src/k.rs::y.imported calls src/main.rs::inner.deep",
        "src/k.rs::z.up calls src/k.rs::local",
        "src/k.rs::z.up calls src/main.rs::deep",
        "src/main.rs::inner.T.m calls src/main.rs::deep",
        "src/main.rs::inner.more.twice calls src/main.rs::deep",
        "src/main.rs::inner.more.types uses-type src/main.rs::T",
        "src/main.rs::inner.more.types uses-type src/main.rs::inner.T",
        "src/main.rs::inner.more.up calls src/main.rs::inner.deep",
        "src/main.rs::same calls src/main.rs::deep",
    ]
