"""Protocol buffers: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

MESSAGES = """
syntax = "proto3";
package shop.v1;
import "shop/v1/money.proto";
import public "common.proto";
option go_package = "q";

// An order.
message Order {
  string id = 1; // not documentation
  repeated Line.Item lines = 2;
  map<string, Money> prices = 3;
  oneof payment {
    Card card = 4;
  }
  enum State { OPEN = 0; }
  message Note { string text = 1; }
}
enum Color { RED = 0; }
// Sells.
service Shop {
  // Gets one.
  rpc Get(GetRequest) returns (stream Order) {}
  rpc Put(shop.v1.Order) returns (google.protobuf.Empty);
}
"""


def test_messages_services_and_enums() -> None:
    """Fields in a oneof are fields of the message."""
    assert symbols("a.proto", MESSAGES) == expected("""
        Struct Order | message Order | "An order."
        Field Order.id | string id = 1
        Field Order.lines | repeated Line.Item lines = 2
        Field Order.prices | map<string, Money> prices = 3
        Field Order.card | Card card = 4
        Enum Order.State | enum State
        EnumMember Order.State.OPEN | OPEN = 0
        Struct Order.Note | message Note
        Field Order.Note.text | string text = 1
        Enum Color | enum Color
        EnumMember Color.RED | RED = 0
        Interface Shop | service Shop | "Sells."
        Method Shop.Get | rpc Get(GetRequest) returns (stream Order) {} | "Gets one."
        Method Shop.Put | rpc Put(shop.v1.Order) returns (google.protobuf.Empty)
    """)


def test_the_package_and_imported_files() -> None:
    """A public import is exported again."""
    assert imports("a.proto", MESSAGES) == expected("""
        package shop.v1
        shop/v1/money.proto *
        common.proto *
        common.proto * (reexport)
    """)


def test_types_are_used() -> None:
    """By their last name, with the package as the receiver."""
    assert references("a.proto", MESSAGES) == expected("""
        type Line.Item in Order.lines
        type Money in Order.prices
        type Card in Order.card
        type GetRequest in Shop.Get
        type Order in Shop.Get
        type shop.v1.Order in Shop.Put
        type google.protobuf.Empty in Shop.Put
    """)
