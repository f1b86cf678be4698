"""Rust: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols, values

CART = """
//! A shop.
#![allow(dead_code)]
use std::collections::HashMap;
use crate::stock::{self, Item, shelf as board, deep::{A, B}, all::*};
pub use self::money::Price;
use super::signals::*;
use log;
extern crate serde as s;
mod plugins;
pub mod money {
    pub struct Price;
    fn round() {}
}

/// Holds items.
/// And more.
#[derive(Debug, serde::Serialize)]
#[repr(C)]
pub struct Cart<'a, T: Bound + 'a>
where
    T: Other,
{
    /// What it is called.
    pub name: Vec<T>,
    label: &'a str,
}
struct Pair(pub u32, String);
pub enum Colour {
    Red,
    Mixed(Item),
    Named { name: Label },
}
pub trait View: Node + fmt::Debug {
    type Item: Iterator;
    const DEPTH: u8 = 1;
    fn open(&self) -> Self::Item;
    fn close(&self) { self.open(); }
}

/// The plain methods.
impl<'a, T> Cart<'a, T> {
    pub const MAX: usize = 3;
    /// Makes one.
    #[inline]
    pub fn new(name: Vec<T>) -> Self { Self { name, label: "" } }
    async fn drop_all(&mut self, visit: impl Fn(Item) -> Bar) -> Result<(), Box<dyn Error>> {
        self.name.push(1)?;
        helper::<T>(2);
        Vec::<u8>::new();
        show!(self.name, Item::label(), LIMIT);
        Ok(())
    }
}
impl<T> fmt::Display for Cart<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { write!(f, "{}", 1) }
}
impl View for other::Foreign {
    fn open(&self) -> Option<u8> { None }
}
pub const LIMIT: usize = 10;
static COUNTER: AtomicUsize = AtomicUsize::new(0);
pub type Outcome<T> = Result<T, Failure>;
#[macro_export]
macro_rules! show {
    ($x:expr) => { $x };
}
fn outer<F: Fn() -> u8>(f: F, (a, b): (u8, u8), Pair { x, .. }: Pair) -> impl View {
    fn nested() {}
    let z = |q| q + a;
    for i in 0..x.len() {
        match i {
            Colour::Red => {}
            Colour::Mixed(n) if n > 0 => {}
            _ => {}
        }
    }
    if let Some(v) = opt { v.go() }
    nested();
    z(1);
    Item { k: 1 }
}
#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn works() { assert_eq!(Cart::new(vec![]).name, LIMIT); }
}
extern "C" { fn c_size(x: i32); }
"""


def test_imports() -> None:
    assert imports("cart.rs", CART) == expected("""
        std::collections HashMap as HashMap
        crate stock as stock
        crate::stock Item as Item
        crate::stock shelf as board
        crate::stock::deep A as A
        crate::stock::deep B as B
        crate::stock::all *
        self::money Price as Price (reexport)
        super::signals *
        log as log
        serde as s
        self plugins as plugins
        self::tests::super *
    """)


def test_symbols() -> None:
    assert symbols("cart.rs", CART) == expected("""
        Module money | pub mod money
        Struct money.Price | pub struct Price
        Function money.round | fn round() | (hidden)
        Struct Cart | pub struct Cart<'a, T: Bound + 'a> where T: Other | implements Debug, serde.Serialize, fmt.Display @derive @repr "Holds items."
        Field Cart.name | pub name: Vec<T> | "What it is called."
        Field Cart.label | label: &'a str | (hidden)
        Struct Pair | struct Pair(pub u32, String) | (hidden)
        Enum Colour | pub enum Colour
        EnumMember Colour.Red | Red
        EnumMember Colour.Mixed | Mixed(Item)
        EnumMember Colour.Named | Named
        Field Colour.Named.name | name: Label | (hidden)
        Interface View | pub trait View: Node + fmt::Debug | inherits Node, fmt.Debug
        Interface View.Item | type Item: Iterator
        Constant View.DEPTH | const DEPTH: u8 = 1
        Method View.open | fn open(&self) -> Self::Item
        Method View.close | fn close(&self)
        Constant Cart.MAX | pub const MAX: usize = 3
        Method Cart.new | pub fn new(name: Vec<T>) -> Self | @inline "Makes one."
        Method Cart.drop_all | async fn drop_all(&mut self, visit: impl Fn(Item) -> Bar) -> Result<(), Box<dyn Error>> | (hidden)
        Method Cart.fmt | fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result
        Method Foreign.open | fn open(&self) -> Option<u8>
        Constant LIMIT | pub const LIMIT: usize = 10
        Variable COUNTER | static COUNTER: AtomicUsize = AtomicUsize::new(0) | (hidden)
        Interface Outcome | pub type Outcome<T> = Result<T, Failure>
        Function show | macro_rules! show | @macro_export
        Function outer | fn outer<F: Fn() -> u8>(f: F, (a, b): (u8, u8), Pair { x, .. }: Pair) -> impl View | (hidden)
        Function outer.nested | fn nested() | (hidden)
        Module tests | mod tests | @cfg (hidden)
        Function tests.works | fn works() | @test (hidden)
        Function c_size | fn c_size(x: i32) | (hidden)
    """)


def test_references() -> None:
    assert references("cart.rs", CART) == expected("""
        decorates derive in Cart
        implements Debug in Cart
        read serde in Cart
        implements serde.Serialize in Cart
        decorates repr in Cart
        read C in Cart
        type Bound in Cart
        type Other in Cart
        type Vec in Cart.name
        type String in Pair
        type Item in Colour.Mixed
        type Label in Colour.Named.name
        inherits Node in View
        read fmt in View
        inherits fmt.Debug in View
        type Iterator in View.Item
        read Self in View.open
        type @Self.Item in View.open
        call @self.open in View.close
        decorates inline in Cart.new
        type Vec in Cart.new
        write @Self!.name in Cart.new
        write @Self!.label in Cart.new
        type Fn in Cart.drop_all
        type Item in Cart.drop_all
        type Bar in Cart.drop_all
        type Result in Cart.drop_all
        type Box in Cart.drop_all
        type Error in Cart.drop_all
        read @self.name in Cart.drop_all
        call @self.name.push in Cart.drop_all
        call helper in Cart.drop_all
        type Vec in Cart.drop_all
        call Vec.new in Cart.drop_all
        call show in Cart.drop_all
        read @self.name in Cart.drop_all
        read Item in Cart.drop_all
        call Item.label in Cart.drop_all
        read LIMIT in Cart.drop_all
        call Ok in Cart.drop_all
        read fmt in Cart
        implements fmt.Display in Cart
        read fmt in Cart.fmt
        type fmt.Formatter in Cart.fmt
        read fmt in Cart.fmt
        type fmt.Result in Cart.fmt
        call write in Cart.fmt
        implements View in -
        read other in -
        type Option in Foreign.open
        read None in Foreign.open
        type AtomicUsize in COUNTER
        read AtomicUsize in COUNTER
        call AtomicUsize.new in COUNTER
        type Result in Outcome
        type Failure in Outcome
        decorates macro_export in show
        type Fn in outer
        type Pair in outer
        read Pair!.x in outer
        type Pair in outer
        type View in outer
        call Pair.x.len in outer
        read Colour in outer
        read Colour.Red in outer
        read Colour in outer
        read Colour.Mixed in outer
        read Some in outer
        read opt in outer
        call opt.go in outer
        call nested in outer
        call Item in outer
        write Item!.k in outer
        decorates cfg in tests
        read test in tests
        decorates test in tests.works
        call assert_eq in tests.works
        read Cart in tests.works
        call Cart.new in tests.works
        read vec in tests.works
        read Cart.new().name in tests.works
        read LIMIT in tests.works
    """)


def test_values_of_cart() -> None:
    assert values("cart.rs", CART) == expected("""
        Cart[T]
        Cart.name: {Vec<T>}
        Cart.label: {str}
        Pair: {tuple<u32,String>}
        Colour.Mixed: {tuple<Item>}
        Colour.Named.name: {Label}
        View.Item: {Iterator}
        View.DEPTH: {u8}
        View.open: {Self.Item}
        Cart.MAX: {usize}
        Cart.new: {Self}
        Cart.drop_all: {Result<tuple,Box<Error>>}
        Cart.fmt: {fmt.Result}
        Foreign.open: {Option<u8>}
        LIMIT: {usize}
        COUNTER: {AtomicUsize}
        Outcome[T]: {Result<T,Failure>}
        outer[F]: {View}
    """)
