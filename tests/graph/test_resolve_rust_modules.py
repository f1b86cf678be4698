"""Rust: modules inside a file have imports of their own, and a module may be in a file with another name."""

from tests.graph.meant import meant

PRELUDE = """
=== Cargo.toml
[package]
name = "shop"
=== src/lib.rs
pub mod stock;
pub mod sales;
pub mod prelude {
    pub use crate::stock::{run as go, Item};
    pub mod errors { pub use crate::stock::Error; }
}
=== src/stock.rs
pub struct Error;
pub struct Item;
impl Item { pub fn price(&self) {} }
pub fn run() {}
=== src/sales.rs
use crate::prelude::errors::Error;
use crate::prelude::{go, Item};
fn named(item: «Item», error: «Error») { «go»(); item.«price»(); crate::prelude::«go»(); }
mod inner {
    use crate::prelude::*;
    fn starred(item: «Item») { «go»(); item.«price»() }
}
=== tests/all.rs
use shop::prelude::*;
fn outside(item: «Item») { «go»() }
"""


def test_names_that_modules_inside_a_file_export_again() -> None:
    assert meant(PRELUDE) == [
        "Item -> stock.rs::Item",
        "Error -> stock.rs::Error",
        "go -> stock.rs::run",
        "price -> stock.rs::Item.price",
        "go -> stock.rs::run",
        "Item -> stock.rs::Item",
        "go -> stock.rs::run",
        "price -> stock.rs::Item.price",
        "Item -> stock.rs::Item",
        "go -> stock.rs::run",
    ]


SEPARATE = """
=== src/main.rs
mod other;
pub struct Thing;
fn result() -> Result<«Thing», «Error»> { todo!() }
fn local() { use crate::other::Error; let error: «Error»; }
mod one {
    use crate::other::*;
    fn shown(thing: «Thing», error: «Error») {}
}
mod two {
    use super::*;
    fn shown(thing: «Thing», error: «Error») {}
    mod deeper {
        use super::shown;
        use super::super::local;
        fn run() { «shown»(); «local»(); }
        mod all { use super::*; fn run() { «local»() } }
    }
}
=== src/other.rs
pub struct Thing;
pub struct Error;
"""


def test_imports_inside_modules_and_functions_bind_names_there_alone() -> None:
    assert meant(SEPARATE) == [
        "Thing -> main.rs::Thing",
        "Error ->",
        "Error -> other.rs::Error",
        "Thing -> other.rs::Thing",
        "Error -> other.rs::Error",
        "Thing -> main.rs::Thing",
        "Error ->",
        "shown -> main.rs::two.shown",
        "local -> main.rs::local",
        "local -> main.rs::local",
    ]


OTHER_FILES = """
=== src/main.rs
#[path = "system/unix_files.rs"]
#[allow(dead_code)]
mod system;
#[cfg_attr(windows, path = "windows.rs")]
pub mod console;
use system::open;
fn run(file: system::«File») { «open»(); system::«close»(); console::«write»(); file.«read»() }
=== src/system/unix_files.rs
pub struct File;
impl File { pub fn read(&self) {} }
pub fn open() {}
pub fn close() {}
=== src/windows.rs
pub fn write() {}
=== src/user.rs
use crate::system::File;
fn run(file: «File») { file.«read»(); crate::console::«write»() }
"""


def test_modules_in_files_with_other_names() -> None:
    assert meant(OTHER_FILES) == [
        "File -> unix_files.rs::File",
        "open -> unix_files.rs::open",
        "close -> unix_files.rs::close",
        "write -> windows.rs::write",
        "read -> unix_files.rs::File.read",
        "File -> unix_files.rs::File",
        "read -> unix_files.rs::File.read",
        "write -> windows.rs::write",
    ]


OWN_PRELUDE = """
=== Cargo.toml
[package]
name = "shop"
=== src/lib.rs
mod lib { pub use crate::stock::Item; }
mod stock;
mod de;
=== src/stock.rs
pub struct Item;
impl Item { pub fn price(&self) {} }
=== src/de.rs
use crate::lib::*;
fn run(item: «Item») { item.«price»() }
"""


def test_a_module_may_have_the_name_of_the_root_file() -> None:
    assert meant(OWN_PRELUDE) == ["Item -> stock.rs::Item", "price -> stock.rs::Item.price"]
