"""Zig: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

MODULE = """
//! Iterators over arguments.
const std = @import("std");
const Names = @import("names.zig").Names;

/// How many values a parameter takes.
pub const Values = enum {
    none,
    many,

    pub fn count(self: Values) usize {
        return if (self == .none) 0 else MAX;
    }
};

/// One argument.
pub const Arg = struct {
    name: Names,
    value: ?[]const u8 = null,

    const Self = @This();

    /// Reads it.
    pub fn parse(text: []const u8) !Arg {
        const local = try helper(text);
        return Arg{ .name = local.name };
    }
};

const Payload = union(enum) { text: []const u8, arg: Arg };
pub const Failure = error{ Missing, Unknown };
const MAX: usize = 10;
var calls: u32 = 0;

/// A list of anything.
pub fn List(comptime T: type) type {
    return struct {
        items: []T,

        pub fn len(self: @This()) usize {
            return self.items.len;
        }
    };
}

fn helper(text: []const u8) !Arg {
    calls += 1;
    return std.mem.parse(Arg, text);
}

test "Arg.parse" {
    _ = try Arg.parse("a");
}
"""


def test_containers_hold_their_fields_and_functions() -> None:
    """Structs, enums, unions and error sets bound to names, and functions that return a type."""
    assert symbols("a.zig", MODULE) == expected("""
        Enum Values | const Values | "How many values a parameter takes."
        EnumMember Values.none | none
        EnumMember Values.many | many
        Method Values.count | fn count(self: Values) usize
        Struct Arg | const Arg | "One argument."
        Field Arg.name | name: Names
        Field Arg.value | value: ?[]const u8 = null
        Constant Arg.Self | const Self = @This() | (hidden)
        Method Arg.parse | fn parse(text: []const u8) !Arg | "Reads it."
        Struct Payload | const Payload | (hidden)
        Field Payload.text | text: []const u8 | (hidden)
        Field Payload.arg | arg: Arg | (hidden)
        Enum Failure | const Failure
        EnumMember Failure.Missing | Missing
        EnumMember Failure.Unknown | Unknown
        Constant MAX | const MAX: usize = 10 | (hidden)
        Variable calls | var calls: u32 = 0 | (hidden)
        Struct List | fn List(comptime T: type) type | "A list of anything."
        Field List.items | items: []T
        Method List.len | fn len(self: @This()) usize
        Function helper | fn helper(text: []const u8) !Arg | (hidden)
        Function test | test "Arg.parse" | (hidden)
    """)


def test_imports_are_not_constants() -> None:
    """`@import` binds a file, or a member of it."""
    assert imports("a.zig", MODULE) == expected("""
        std as std
        names.zig Names as Names
    """)


def test_references_leave_locals_out() -> None:
    """Calls, types in headers and fields, and reads."""
    assert references("a.zig", MODULE) == expected("""
        type Values in Values.count
        read ?.none in Values.count
        read MAX in Values.count
        type Names in Arg.name
        type Arg in Arg.parse
        call helper in Arg.parse
        read Arg in Arg.parse
        read ?.name in Arg.parse
        type Arg in Payload.arg
        read T in List.items
        read @self.items in List.len
        read @self.items.len in List.len
        type Arg in helper
        read calls in helper
        read std in helper
        read std.mem in helper
        call std.mem.parse in helper
        read Arg in helper
        read Arg in test
        call Arg.parse in test
    """)
