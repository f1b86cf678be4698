"""What libclang says of a few files, as documents, where the headers of a compiler are at hand."""

import json
from pathlib import Path

import pytest

from ctx_lsp.text.source import SourceText
from tests.graph_oracle.clang_index import ask, has_clang
from tests.graph_oracle.compare import compare
from tests.graph_oracle.documents import read_documents
from tests.graph_oracle.oracle import make_oracle
from tests.graph_oracle.ours import Ours, index_workspace
from tests.graph_oracle.packages import Language

C = {
    "include/shop/item.h": """#ifndef ITEM_H
#define ITEM_H
#define TWICE(value) ((value) * 2)
typedef struct item { int price; struct { int wide; } size; } item_t;
typedef struct stock stock;
enum kind { OLD, NEW };
int item_price(const item_t *item);
#endif
""",
    "src/errno.h": "#error this is not the system's\n",
    "src/item.c": """#include <errno.h>
#include "shop/item.h"
/* ünïcode 😀 */ static int helper(int price) { return price; }
struct stock { stock *next; };
int item_price(const item_t *item) {
    int price = helper(item->price) + item->size.wide;
    return TWICE(price) + NEW;
}
""",
    "src/test.c": """#include "shop/item.h"
#define TEST(name) int run_test_##name(void)
static int helper(void) { return 1; }
TEST(prices) { struct item one = { .price = helper() }; return item_price(&one); }
""",
    "src/made.c": '#include "made_by_the_build.h"\nint made(void) { return 0; }\n',
    "src/foreign.c": '#include "foreign.h"\nint foreign(void) {' + "call(LATER[0]);" * 11 + " }\n",
}
CPP = {
    "include/shop.hpp": """#pragma once
#include <string>
namespace shop {
template <typename T> class Box {
public:
    T get() const { return value_; }
private:
    T value_;
};
struct Base { virtual ~Base() = default; virtual int price(int count) = 0; int price() { return price(1); } };
class Item : public Base { public: int price(int count) override { return count * box.get(); } Box<int> box; };
inline int total(Item &item) { std::string name; return item.price(2) + item.box.get(); }
}
""",
}
PREFIX = "clang . . . "

needs_clang = pytest.mark.skipif(not has_clang(), reason="gcc or Debian's tools are absent")


def written(folder: Path, files: dict[str, str]) -> dict[str, SourceText]:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return {name: SourceText(text.encode()) for name, text in files.items()}


def asked(folder: Path, language: Language) -> list[dict[str, object]]:
    return [json.loads(line) for line in ask(folder, language).splitlines()]


@needs_clang
def test_c_is_read_and_compared(tmp_path: Path) -> None:
    """Units with many errors are left out; a structure is one symbol in all units, a static function is not."""
    sources = written(tmp_path, C)
    documents = read_documents(ask(tmp_path, "c").splitlines())
    assert [one.path for one in documents] == ["include/shop/item.h", "src/item.c", "src/made.c", "src/test.c"]
    oracle = make_oracle(documents, sources)
    assert {symbol.removeprefix(PREFIX): kind for symbol, kind in oracle.kinds.items()} == {
        "`include/shop/item.h`/TWICE().": "function",
        "`include/shop/item.h`/item#": "class",
        "`include/shop/item.h`/item#price.": "field",
        "`include/shop/item.h`/item#`c:@S@item@FI@size`.": "field",
        "`include/shop/item.h`/item#`c:@S@item@S@item.h@98`#wide.": "field",
        "`src/item.c`/stock#": "class",
        "`src/item.c`/stock#next.": "field",
        "`include/shop/item.h`/kind#": "class",
        "`include/shop/item.h`/kind#OLD.": "field",
        "`include/shop/item.h`/kind#NEW.": "field",
        "item_price().": "function",
        "`src/item.c`/helper().": "function",
        "`src/test.c`/TEST().": "function",
        "`src/test.c`/helper().": "function",
        "run_test_prices().": "function",
        "made().": "function",
    }
    assert {path for path, _ in oracle.sites[f"{PREFIX}item_price()."]} == {"include/shop/item.h", "src/item.c"}
    assert {path for path, _ in oracle.sites[f"{PREFIX}`src/item.c`/stock#"]} == {"include/shop/item.h", "src/item.c"}
    called = sources["src/test.c"].data.rfind(b"helper()")
    assert oracle.compared(("src/test.c", called)) == {f"{PREFIX}`src/test.c`/helper()."}
    made = compare(oracle, Ours(index_workspace(sources), oracle.paths), sources)
    assert [miss for miss in made.misses if miss.outcome in ("wrong", "too much")] == []
    assert made.scores["references"].expected >= 12
    assert made.scores["references"].recall > 0.8


@needs_clang
def test_headers_of_cpp_are_units(tmp_path: Path) -> None:
    """Overloads are one symbol, members of templates have a place, and bases are listed."""
    sources = written(tmp_path, CPP)
    documents = read_documents(ask(tmp_path, "cpp").splitlines())
    oracle = make_oracle(documents, sources)
    assert {symbol.removeprefix(f"{PREFIX}shop/"): kind for symbol, kind in oracle.kinds.items()} == {
        "Box#": "class",
        "Box#get().": "method",
        "Box#value_.": "field",
        "Base#": "class",
        "Base#`~Base`().": "method",
        "Base#price().": "method",
        "Item#": "class",
        "Item#price().": "method",
        "Item#box.": "field",
        "total().": "function",
    }
    assert oracle.implemented[f"{PREFIX}shop/Item#"] == {f"{PREFIX}shop/Base#"}
    made = compare(oracle, Ours(index_workspace(sources), oracle.paths), sources)
    assert [miss for miss in made.misses if miss.outcome in ("wrong", "too much")] == []
    assert made.scores["inheritance"].found == 1


@needs_clang
def test_columns_are_of_utf_16(tmp_path: Path) -> None:
    """A name behind letters that take two units stands where an editor counts it."""
    written(tmp_path, {"one.c": "/* 😀é */ int name;\n"})
    (document,) = asked(tmp_path, "c")
    assert document["occurrences"] == [
        {"line": 0, "start": 14, "end": 18, "symbol": f"{PREFIX}name.", "definition": True}
    ]
