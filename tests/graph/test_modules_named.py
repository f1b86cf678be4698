"""Modules named by a path from a root, and names that files declare."""

import pytest

from ctx_lsp.graph.modules import module_targets
from ctx_lsp.graph.modules.packages import PackageMembers, constant, visible_packages
from ctx_lsp.graph.modules.swift import module_of
from tests.graph.imports import meanings
from tests.workspaces import snapshot_of

RUBY = """
=== lib/shop.rb
require "json"
require "shop/cart"
require "sinatra/base"
require_relative "shop/version"
require "./tasks"
=== lib/shop/cart.rb
require "logger"
require_relative "prices"
=== lib/shop/version.rb
=== lib/shop/prices.rb
=== lib/shop/logger.rb
=== lib/shop/json.rb
=== lib/tasks.rb
=== spec/spec_helper.rb
=== spec/shop/cart_spec.rb
require "spec_helper"
require "shop"
"""


def test_ruby_requires_from_its_load_path_or_beside() -> None:
    assert meanings(RUBY, "lib/shop.rb") == [
        "json ->",
        "shop/cart -> lib/shop/cart.rb",
        "sinatra/base ->",
        "shop/version -> lib/shop/version.rb",
        "./tasks -> lib/tasks.rb",
    ]
    assert meanings(RUBY, "lib/shop/cart.rb") == ["logger ->", "prices -> lib/shop/prices.rb"]
    assert meanings(RUBY, "spec/shop/cart_spec.rb") == ["spec_helper -> spec/spec_helper.rb", "shop -> lib/shop.rb"]


LUA = """
=== lua/plugin/init.lua
local util = require("plugin.util")
local core = require("plugin.core")
local ext = require("telescope.util")
local util = require("util")
=== lua/plugin/util.lua
=== lua/plugin/core/init.lua
local plugin = require("plugin")
"""


def test_lua_modules() -> None:
    assert meanings(LUA, "lua/plugin/init.lua") == [
        "plugin.util -> lua/plugin/util.lua",
        "plugin.core -> lua/plugin/core/init.lua",
        "telescope.util ->",
        "util ->",
    ]
    assert meanings(LUA, "lua/plugin/core/init.lua") == ["plugin -> lua/plugin/init.lua"]


HASKELL = """
=== src/Data/Shop.hs
module Data.Shop where
import Prelude (Int)
import Data.Shop.Types (Cart)
import Data.Map (Map)
=== src/Data/Shop/Types.hs
=== src/Data/Shop/Internal/Prelude.hs
=== src/Data/Shop/Data/Map.hs
=== tests/Main.hs
import Data.Shop (run)
import Types (one)
=== tests/Types.hs
"""


def test_haskell_modules() -> None:
    assert meanings(HASKELL, "src/Data/Shop.hs") == [
        "Prelude ->",
        "Data.Shop.Types -> src/Data/Shop/Types.hs",
        "Data.Map ->",
    ]
    assert meanings(HASKELL, "tests/Main.hs") == ["Data.Shop -> src/Data/Shop.hs", "Types -> tests/Types.hs"]


ELIXIR = """
=== lib/shop.ex
defmodule Shop do
  alias Shop.Cart
  alias Shop.Cart.Item
  alias Other.Cart
end
=== lib/shop/things.ex
defmodule Shop.Cart do
  defmodule Item do
  end
end
"""


def test_elixir_modules_are_known_by_name() -> None:
    assert meanings(ELIXIR, "lib/shop.ex") == [
        "Shop.Cart -> lib/shop/things.ex#Shop.Cart",
        "Shop.Cart.Item -> lib/shop/things.ex#Shop.Cart.Item",
        "Other.Cart ->",
    ]


BASH = """
=== bin/run
#!/bin/bash
source "$ROOT/lib/log.sh"
. ./setup.sh
source "${BASH_SOURCE%/*}/../lib/deep/tool"
source /etc/profile
source "$FILE"
=== bin/setup.sh
=== lib/log.sh
=== lib/deep/tool.bash
=== profile
=== test/a.bats
load helper
=== test/helper.bash
=== other/helper.bash
"""


def test_bash_sources() -> None:
    assert meanings(BASH, "bin/run") == [
        "$ROOT/lib/log.sh -> lib/log.sh",
        "./setup.sh -> bin/setup.sh",
        "${BASH_SOURCE%/*}/../lib/deep/tool -> lib/deep/tool.bash",
        "/etc/profile ->",
        "$FILE ->",
    ]
    assert meanings(BASH, "test/a.bats") == ["helper -> test/helper.bash"]


PATHS = """
=== proto/api/user.proto
=== proto/common/types.proto
=== google/protobuf/other.proto
=== web/style/main.scss
=== proto/common/types.thrift
=== web/style/_mixins.scss
=== web/style/theme/_index.scss
=== web/style/base.css
=== pkgs/default.nix
=== pkgs/tools/default.nix
=== infra/main.tf
=== infra/net/main.tf
=== app/pubspec.yaml
name: shop
=== app/lib/src/cart.dart
=== app/lib/main.dart
=== app/vendor/core/pubspec.yaml
name: core
=== app/vendor/core/lib/core.dart
=== web/inc/db.php
=== web/index.php
"""


@pytest.mark.parametrize(
    ("language", "path", "module", "expected"),
    [
        ("proto", "proto/api/user.proto", "common/types.proto", "proto/common/types.proto"),
        ("proto", "proto/api/user.proto", "google/protobuf/any.proto", ""),
        ("thrift", "proto/api/user.thrift", "common/types.thrift", "proto/common/types.thrift"),
        ("scss", "web/style/main.scss", "mixins", "web/style/_mixins.scss"),
        ("scss", "web/style/main.scss", "theme", "web/style/theme/_index.scss"),
        ("scss", "web/style/main.scss", "base", "web/style/base.css"),
        ("scss", "web/style/main.scss", "sass:math", ""),
        ("css", "web/style/base.css", "https://example.com/base.css", ""),
        ("nix", "pkgs/default.nix", "./tools", "pkgs/tools/default.nix"),
        ("nix", "pkgs/default.nix", "tools", ""),
        ("hcl", "infra/main.tf", "./net", "infra/net/main.tf"),
        ("hcl", "infra/main.tf", "terraform-aws-modules/vpc/aws", ""),
        ("dart", "app/lib/main.dart", "src/cart.dart", "app/lib/src/cart.dart"),
        ("dart", "app/lib/main.dart", "package:shop/src/cart.dart", "app/lib/src/cart.dart"),
        ("dart", "app/lib/main.dart", "package:core/core.dart", "app/vendor/core/lib/core.dart"),
        ("dart", "web/main.dart", "package:core/core.dart", ""),
        ("dart", "app/lib/main.dart", "dart:core", ""),
        ("php", "web/index.php", "/inc/db.php", "web/inc/db.php"),
        ("markdown", "web/index.php", "inc/db.php", ""),
    ],
)
def test_files_named_by_path(language: str, path: str, module: str, expected: str) -> None:
    snapshot = snapshot_of(PATHS)
    lookups = snapshot.tables.lookups(snapshot.files["web/index.php"])
    assert ", ".join(place.path for place in module_targets(path, language, module, lookups)) == expected


PACKAGES = """
=== a/Outer.java
package shop.core;
public class Outer {
  public static int LIMIT = 1;
  public static class Inner { static int size() { return 1; } }
}
=== a/List.java
package shop.util;
public class List {}
=== a/Thing.kt
package shop.things

class Thing {
    companion object {
        fun make() = Thing()
    }
}

fun helper() = 1
=== a/pkg.scala
package shop.core
object syntax {
  def show: Int = 1
}
=== a/Ns.cs
namespace Shop.Core;
public class Cart { public class Line {} public static int Max; }
=== a/Cart.php
<?php
namespace Shop\\Core;
class Cart {}
function pay() {}
"""


@pytest.mark.parametrize(
    ("language", "package", "module", "name", "expected"),
    [
        ("java", "x", "shop.core", "Outer", "a/Outer.java::Outer"),
        ("java", "x", "shop.core.Outer", "Inner", "a/Outer.java::Outer.Inner"),
        ("java", "x", "shop.core.Outer.Inner", "size", "a/Outer.java::Outer.Inner.size"),
        ("java", "x", "shop.core.Outer", "LIMIT", "a/Outer.java::Outer.LIMIT"),
        ("java", "shop.util", "java.util", "List", ""),
        ("java", "shop", "core", "Outer", ""),
        ("kotlin", "x", "shop.things", "helper", "a/Thing.kt::helper"),
        ("kotlin", "x", "shop.things.Thing.Companion", "make", "a/Thing.kt::Thing.make"),
        ("scala", "shop.app", "core", "Outer", "a/Outer.java::Outer"),
        ("scala", "shop.app", "core.syntax", "show", "a/pkg.scala::syntax.show"),
        ("scala", "shop.app", "_root_.core", "Outer", ""),
        ("scala", "other", "core", "Outer", ""),
        ("csharp", "Shop.App", "Core", "Cart", "a/Ns.cs::Cart"),
        ("csharp", "", "global::Shop.Core.Cart", "Line", "a/Ns.cs::Cart.Line"),
        ("csharp", "Other", "Core", "Cart", ""),
        ("php", "App", "Shop\\Core", "Cart", "a/Cart.php::Cart"),
        ("php", "App", "Shop\\Core", "pay", "a/Cart.php::pay"),
        ("php", "Shop", "Core", "Cart", ""),
    ],
)
def test_members_of_packages(language: str, package: str, module: str, name: str, expected: str) -> None:
    snapshot = snapshot_of(PACKAGES)
    lookups = snapshot.tables.lookups(snapshot.files["a/Outer.java"])
    found = PackageMembers(language, lookups).named(package, module, name)
    assert ", ".join(definition.id for definition in found) == expected


STATIC = """
=== a/Main.java
package app;
import static shop.core.Outer.*;
import static shop.core.Outer.Inner.size;
import shop.core.*;
import java.util.*;
=== a/util.java
package java;
class other {}
=== a/Outer.java
package shop.core;
public class Outer { public static class Inner { static int size() { return 1; } } }
"""


def test_types_whose_members_are_imported() -> None:
    assert meanings(STATIC, "a/Main.java") == [
        "shop.core.Outer -> a/Outer.java#Outer",
        "shop.core.Outer.Inner -> a/Outer.java#Outer.Inner",
        "shop.core ->",
        "java.util ->",
    ]


def test_packages_that_are_visible_without_an_import() -> None:
    assert visible_packages("java", "a.b") == ("a.b",)
    assert visible_packages("csharp", "A.B") == ("A.B", "A", "")
    assert visible_packages("scala", "a.b") == ("a.b", "a")
    assert visible_packages("php", "A\\B") == ("A.B", "")


CONSTANTS = """
=== a.rb
module Shop
  class Cart
  end
  module Admin
    class Cart
    end
  end
end
=== b.rb
class Cart
end
"""


@pytest.mark.parametrize(
    ("around", "name", "expected"),
    [
        ("Shop.Admin", "Cart", "a.rb::Shop.Admin.Cart"),
        ("Shop", "Cart", "a.rb::Shop.Cart"),
        ("Other", "Cart", "b.rb::Cart"),
        ("Shop.Admin", "Admin.Cart", "a.rb::Shop.Admin.Cart"),
        ("Shop", "Line", ""),
    ],
)
def test_constants_by_nesting(around: str, name: str, expected: str) -> None:
    snapshot = snapshot_of(CONSTANTS)
    found = constant("ruby", around, name, snapshot.tables.lookups(snapshot.files["b.rb"]))
    assert ", ".join(definition.id for definition in found) == expected


SWIFT = """
=== Package.swift
let package = Package(name: "Net", targets: [
    .target(name: "Net", path: "Source"),
    .target(name: "Core"),
    .testTarget(name: "NetTests", dependencies: ["Net"]),
])
=== Source/Session/Session.swift
=== Sources/Core/Core.swift
=== Tests/NetTests/All.swift
=== Example/App.swift
=== other/Sources/Tool/main.swift
"""


def test_swift_targets() -> None:
    snapshot = snapshot_of(SWIFT)
    lookups = snapshot.tables.lookups(snapshot.files["Package.swift"])
    assert {path: module_of(path, lookups) for path in snapshot.files} == {
        "Package.swift": "",
        "Source/Session/Session.swift": "Net",
        "Sources/Core/Core.swift": "Core",
        "Tests/NetTests/All.swift": "NetTests",
        "Example/App.swift": "",
        "other/Sources/Tool/main.swift": "Tool",
    }
