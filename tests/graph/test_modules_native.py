"""Modules of Go, Rust, C and Zig, found by build files and folders."""

import pytest

from tests.graph.imports import meanings

GO = """
=== go.mod
module example.com/shop // the shop
require example.com/money v1.0.0
replace example.com/money => ./lib/money
=== main.go
package main
import (
	"fmt"
	"log"
	"example.com/shop/cart"
	"example.com/money/coins"
	"github.com/pkg/errors"
	"example.com/other/cart"
	"example.com/shop/none"
)
=== log/log.go
=== cart/cart.go
=== cart/cart_test.go
package cart_test
import "example.com/shop/cart"
=== cart/notes.txt
=== cart/deep/deep.go
=== errors/errors.go
=== lib/money/go.mod
module example.com/money/v2
=== lib/money/coins/coin.go
=== tools/go.mod
module tools
=== tools/main.go
package main
import (
	"tools/lint"
	"example.com/shop/cart/deep"
)
=== tools/lint/lint.go
"""


def test_go_packages_are_folders_of_modules() -> None:
    assert meanings(GO, "main.go") == [
        "fmt ->",
        "log ->",
        "example.com/shop/cart -> cart/cart.go",
        "example.com/money/coins -> lib/money/coins/coin.go",
        "github.com/pkg/errors ->",
        "example.com/other/cart ->",
        "example.com/shop/none ->",
    ]
    assert meanings(GO, "tools/main.go") == [
        "tools/lint -> tools/lint/lint.go",
        "example.com/shop/cart/deep -> cart/deep/deep.go",
    ]


def test_tests_of_a_go_package_know_each_other() -> None:
    assert meanings(GO, "cart/cart_test.go") == ["example.com/shop/cart -> cart/cart.go, cart/cart_test.go"]


NO_GO_MOD = """
=== main.go
package main
import (
	"strings"
	"github.com/owner/repo/store"
	"example.com/store"
	"github.com/owner/store"
)
=== store/store.go
=== strings/strings.go
"""


def test_without_a_module_file_only_the_custom_of_forges_is_known() -> None:
    assert meanings(NO_GO_MOD, "main.go") == [
        "strings ->",
        "github.com/owner/repo/store -> store/store.go",
        "example.com/store ->",
        "github.com/owner/store ->",
    ]


RUST = """
=== Cargo.toml
[workspace]
members = ["app", "my-core"]
=== app/Cargo.toml
[package]
name = "app"
[dependencies]
my-core = { path = "../my-core" }
short = { package = "my-core", path = "../my-core" }
serde = "1"
=== app/src/main.rs
mod cart;
mod log;
use cart::Cart;
use std::fmt::Display;
use serde::Serialize;
use my_core::shapes::Circle;
use short::shapes::deep::Area;
use log::warn;
use fmt::x;
=== app/src/cart/mod.rs
pub mod items;
use super::log::warn;
use crate::log;
use self::items::Item;
use crate::cart::items::inner::Part;
=== app/src/cart/items.rs
use super::super::log::warn;
use super::Cart;
use super::pricing::rate;
mod tests { use super::*; }
=== app/src/cart/pricing.rs
=== app/src/log.rs
=== app/src/fmt/mod.rs
=== app/tests/it.rs
use app::cart::Cart;
use my_core::shapes;
mod common;
use common::setup;
=== app/tests/common/mod.rs
=== my-core/Cargo.toml
[package]
name = "my-core"
[lib]
path = "code/root.rs"
=== my-core/code/root.rs
pub mod shapes;
=== my-core/code/shapes.rs
use crate::Thing;
pub struct Circle;
=== my-core/code/shapes/deep.rs
=== my-core/examples/serde.rs
use my_core::Thing;
use r#type::Name;
"""


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (
            "app/src/main.rs",
            [
                "self -> app/src/main.rs",
                "cart -> app/src/cart/mod.rs",
                "std::fmt ->",
                "serde ->",
                "my_core::shapes -> my-core/code/shapes.rs",
                "short::shapes::deep -> my-core/code/shapes/deep.rs",
                "log -> app/src/log.rs",
                "fmt -> app/src/fmt/mod.rs",
            ],
        ),
        (
            "app/src/cart/mod.rs",
            [
                "self -> app/src/cart/mod.rs",
                "super::log -> app/src/log.rs",
                "crate -> app/src/main.rs",
                "self::items -> app/src/cart/items.rs",
                "crate::cart::items::inner -> app/src/cart/items.rs#inner",
            ],
        ),
        (
            "app/src/cart/items.rs",
            [
                "super::super::log -> app/src/log.rs",
                "super -> app/src/cart/mod.rs",
                "super::pricing -> app/src/cart/pricing.rs",
                "self::tests::super -> app/src/cart/items.rs",
            ],
        ),
        (
            "app/tests/it.rs",
            [
                "app::cart ->",
                "my_core -> my-core/code/root.rs",
                "self -> app/tests/it.rs",
                "common -> app/tests/common/mod.rs",
            ],
        ),
        ("my-core/code/shapes.rs", ["crate -> my-core/code/root.rs"]),
        ("my-core/examples/serde.rs", ["my_core -> my-core/code/root.rs", "r#type ->"]),
    ],
)
def test_rust_paths(path: str, expected: list[str]) -> None:
    assert meanings(RUST, path) == expected


REEXPORTS = """
=== Cargo.toml
[package]
name = "all"
[dependencies]
one = { path = "one" }
=== src/lib.rs
pub use one as first;
pub use one::parts as pieces;
pub extern crate one as again;
pub use std::fmt as show;
pub use self::here as there;
pub use circle as circle;
pub mod here { pub mod inner {} }
#[path = "elsewhere.rs"]
mod gone;
=== src/main.rs
use all::first::parts::deep::X;
use all::pieces::Y;
use all::again::parts::Z;
use all::show::Display;
use all::there::inner::A;
use all::circle::B;
use all::gone::C;
=== one/Cargo.toml
[package]
name = "one"
=== one/src/lib.rs
pub mod parts;
=== one/src/parts.rs
pub mod deep {}
"""


def test_rust_modules_by_other_names() -> None:
    assert meanings(REEXPORTS, "src/main.rs") == [
        "all::first::parts::deep -> one/src/parts.rs#deep",
        "all::pieces -> one/src/parts.rs",
        "all::again::parts -> one/src/parts.rs",
        "all::show ->",
        "all::there::inner -> src/lib.rs#here.inner",
        "all::circle ->",
        "all::gone ->",
    ]


NO_CARGO = """
=== src/lib.rs
pub mod a;
=== src/a.rs
use crate::b::c::X;
use b::Y;
=== src/b/c.rs
use super::super::Z;
=== src/b.rs
"""


def test_rust_without_a_manifest() -> None:
    assert meanings(NO_CARGO, "src/a.rs") == ["crate::b::c -> src/b/c.rs", "b -> src/b.rs"]
    assert meanings(NO_CARGO, "src/b/c.rs") == ["super::super -> src/lib.rs"]


C = """
=== src/main.c
#include <stdio.h>
#include <string.h>
#include "util.h"
#include "net/socket.h"
#include <api/types.h>
#include "../include/api/more.h"
#include <string>
#include "gone.h"
=== src/util.h
=== src/net/socket.h
=== include/api/types.h
=== include/api/more.h
=== compat/api/types.h
=== compat/string.h
=== compat/string
=== test/util.h
=== test/main.c
#include "util.h"
#include "net/socket.h"
#include "string.h"
=== test/string.h
"""


def test_included_files() -> None:
    assert meanings(C, "src/main.c") == [
        "stdio.h ->",
        "string.h ->",
        "util.h -> src/util.h",
        "net/socket.h -> src/net/socket.h",
        "api/types.h -> include/api/types.h",
        "../include/api/more.h -> include/api/more.h",
        "string ->",
        "gone.h ->",
    ]
    assert meanings(C, "test/main.c") == [
        "util.h -> test/util.h",
        "net/socket.h -> src/net/socket.h",
        "string.h -> test/string.h",
    ]


ZIG = """
=== build.zig
pub fn build(b: *std.Build) void {
    const one = b.addModule("clap", .{ .root_source_file = b.path("src/root.zig") });
    const two = b.addModule("none", .{ .target = target });
}
=== example/main.zig
const std = @import("std");
const clap = @import("clap");
const none = @import("none");
const other = @import("other.zig");
=== example/other.zig
=== src/root.zig
=== src/std.zig
"""


def test_zig_modules() -> None:
    assert meanings(ZIG, "example/main.zig") == [
        "std ->",
        "clap -> src/root.zig",
        "none ->",
        "other.zig -> example/other.zig",
    ]
