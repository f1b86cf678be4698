"""Thrift: definitions of another file are named by the stem of that file."""

from tests.graph.meant import meant

SERVICES = """
=== api/till.thrift
include "base/shared.thrift"
service Till extends shared.«Service» { shared.«Part» get(1: «Own» own = shared.«DEFAULT») }
struct Own {}
=== api/base/shared.thrift
service Service {}
struct Part {}
const i32 DEFAULT = 1
"""


def test_names_of_an_included_file_and_of_the_own_one() -> None:
    assert meant(SERVICES) == [
        "Service -> shared.thrift::Service",
        "Part -> shared.thrift::Part",
        "Own -> till.thrift::Own",
        "DEFAULT -> shared.thrift::DEFAULT",
    ]
