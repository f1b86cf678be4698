"""Thrift: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SERVICES = """
include "base/shared.thrift"
namespace py tutorial

typedef i32 Amount
const map<string, Kind> KINDS = {"a": Kind.ONCE, "b": shared.DEFAULT}

// How often.
enum Kind { ONCE = 1, TWICE (name = "two"); OFTEN }

/** What is to be done. */
struct Work {
  1: optional Kind kind = Kind.ONCE; // not documentation
  2: required list<shared.Part> parts (name = "p")
} (final = "1")

union Result { 1: Work work }
exception Refused { 1: string why }

service Till extends shared.Service {
  # Pays.
  Result pay(1: Amount amount, 2: map<string, shared.Part> parts) throws (1: Refused refused),
  oneway void close()
}
"""


def test_structs_enums_and_services() -> None:
    assert symbols("a.thrift", SERVICES) == expected("""
        Interface Amount | typedef i32 Amount
        Constant KINDS | const map<string, Kind> KINDS = {"a": Kind.ONCE, "b": shared.DEFAULT}
        Enum Kind | enum Kind | "How often."
        EnumMember Kind.ONCE | ONCE
        EnumMember Kind.TWICE | TWICE
        EnumMember Kind.OFTEN | OFTEN
        Struct Work | struct Work | "What is to be done."
        Field Work.kind | 1: optional Kind kind = Kind.ONCE
        Field Work.parts | 2: required list<shared.Part> parts
        Struct Result | union Result
        Field Result.work | 1: Work work
        Struct Refused | exception Refused
        Field Refused.why | 1: string why
        Interface Till | service Till extends shared.Service | inherits shared.Service
        Method Till.pay | Result pay(1: Amount amount, 2: map<string, shared.Part> parts) throws (1: Refused refused) | "Pays."
        Method Till.close | oneway void close()
    """)


def test_an_included_file_is_called_by_its_stem() -> None:
    assert imports("a.thrift", SERVICES) == expected("""
        base/shared.thrift as shared
    """)


def test_types_bases_and_constants_are_used() -> None:
    """The receiver of a name is the file that defines it."""
    assert references("a.thrift", SERVICES) == expected("""
        type Kind in KINDS
        read Kind.ONCE in KINDS
        read shared.DEFAULT in KINDS
        type Kind in Work.kind
        read Kind.ONCE in Work.kind
        type shared.Part in Work.parts
        type Work in Result.work
        inherits shared.Service in Till
        type Result in Till.pay
        type Amount in Till.pay
        type shared.Part in Till.pay
        type Refused in Till.pay
    """)
