"""C and C++: names and members resolve by the rules of the language. `«…»` marks the names in question."""

from tests.graph.meant import meant
from tests.workspaces import snapshot_of

C = """
=== src/main.c
#include "store.h"
static int helper(int code) { return code; }
static struct entry defaults[] = { { .«key» = 0 } };
int main(void) {
  store_t *store = «store_open»("x");
  store->«first»->«next»->«key» = «LIMIT»;
  store->rows[0].«key»;
  ((struct entry *) store)->«key»;
  store->«data».«number»;
  store->on_close(«helper»(1));
  enum mode mode = «MODE_FAST»;
  entry_t copy = { .«next» = 0 };
  copy.«key»;
  «hidden»();
  other.«key»;
  «free»(store);
}
=== include/store.h
#define LIMIT 16
enum mode { MODE_FAST, MODE_SLOW };
typedef struct entry { int key; struct entry *next; } entry_t;
struct table { int key; };
typedef struct store {
  struct entry *first;
  entry_t rows[4];
  union { int number; } data;
  void (*on_close)(int);
} store_t;
store_t *store_open(const char *path);
=== src/store.c
#include "store.h"
static int helper(int code) { return 2; }
static void hidden(void) {}
store_t *store_open(const char *path) { return 0; }
"""


def test_c_follows_typed_pointers_typedefs_and_includes() -> None:
    """Fields belong to their type; static names of other files are invisible; definitions precede declarations."""
    assert meant(C) == [
        "key -> store.h::entry_t.key",
        "store_open -> store.c::store_open",
        "first -> store.h::store_t.first",
        "next -> store.h::entry_t.next",
        "key -> store.h::entry_t.key",
        "LIMIT -> store.h::LIMIT",
        "key -> store.h::entry_t.key",
        "key -> store.h::entry_t.key",
        "data -> store.h::store_t.data",
        "number -> store.h::store_t.number",
        "helper -> main.c::helper",
        "MODE_FAST -> store.h::mode.MODE_FAST",
        "next -> store.h::entry_t.next",
        "key -> store.h::entry_t.key",
        "hidden ->",
        "key ->",
        "free ->",
    ]


CPP = """
=== src/main.cpp
#include "shop/cart.h"
#include <memory>
using namespace shop;
namespace st = shop::stock;
namespace { int local() { return 1; } }
int main() {
  Cart cart(1);
  cart.«fill»(2).«total»();
  auto made = std::make_unique<shop::stock::Item>(1);
  made->«weight»;
  auto *item = new st::«Item»();
  item->«name»();
  for (auto &one : cart.items()) one.«weight»;
  for (const auto &one : cart.«items_») { one.«name»(); }
  static_cast<shop::Base *>(item)->«open»();
  shop::stock::Item::«blank»().«weight»;
  auto colour = shop::Colour::«Red»;
  ::«helper»();
  cart.«weight»;
  std::string text;
  text.«size»();
  «local»();
}
void helper() {}
=== include/shop/cart.h
#include "item.h"
#include <vector>
namespace shop {
enum class Colour { Red, Green };
class Base { public: virtual int open(); int size_ = 0; };
class Cart : public Base {
 public:
  explicit Cart(int count);
  Cart &fill(int count);
  int total() const;
  int open() override;
  std::vector<stock::Item> &items();
  std::vector<stock::Item> items_;
};
}
=== include/shop/item.h
namespace shop { namespace stock {
struct Item { int weight; int name() const; static Item blank(); };
} }
=== src/cart.cpp
#include "shop/cart.h"
namespace shop {
Cart &Cart::fill(int count) { «size_» = count; this->«total»(); return *this; }
int Cart::total() const { return «items_»[0].«weight»; }
std::vector<stock::Item> &Cart::items() { return items_; }
}
=== src/other.cpp
namespace { int local() { return 2; } }
class Box { public: int weight; int size(); };
static void helper() {}
"""


def test_cpp_follows_namespaces_types_and_bases() -> None:
    """Members defined outside their class, in other files, come first; namesakes are not found."""
    assert meant(CPP) == [
        "fill -> cart.cpp::shop.Cart.fill",
        "total -> cart.cpp::shop.Cart.total",
        "weight -> item.h::shop.stock.Item.weight",
        "Item -> item.h::shop.stock.Item",
        "name -> item.h::shop.stock.Item.name",
        "weight -> item.h::shop.stock.Item.weight",
        "items_ -> cart.h::shop.Cart.items_",
        "name -> item.h::shop.stock.Item.name",
        "open -> cart.h::shop.Base.open",
        "blank -> item.h::shop.stock.Item.blank",
        "weight -> item.h::shop.stock.Item.weight",
        "Red -> cart.h::shop.Colour.Red",
        "helper -> main.cpp::helper",
        "weight ->",
        "size ->",
        "local -> main.cpp::local",
        "size_ -> cart.h::shop.Base.size_",
        "total -> cart.cpp::shop.Cart.total",
        "items_ -> cart.h::shop.Cart.items_",
        "weight -> item.h::shop.stock.Item.weight",
    ]


CUDA = """
=== src/scale.cu
#include "device.h"
void run() { «launch»(1); Device device; device.«start»(); }
=== src/device.h
class Device { public: void start(); };
void launch(int count);
=== src/device.cpp
#include "device.h"
void Device::start() {}
void launch(int count) {}
"""


def test_cuda_code_refers_to_cpp_definitions() -> None:
    assert meant(CUDA) == [
        "launch -> device.cpp::launch",
        "start -> device.cpp::Device.start",
    ]


def test_a_base_is_a_type() -> None:
    """A member called like the type inside a library's type is no base."""
    graph = snapshot_of(
        """
=== json.hpp
namespace std { template<> struct hash<int> {}; }
struct json { int type() const; };
struct base {};
=== use.hpp
#include "json.hpp"
template<class B> struct wrapped : std::conditional<true, int, B>::type {};
struct derived : base {};
"""
    ).graph
    edges = (edge for edges in graph.by_file.values() for edge in edges if edge.kind == "inherits")
    assert [(edge.source, edge.target) for edge in edges] == [("use.hpp::derived", "json.hpp::base")]


def test_an_enumerator_belongs_to_the_scope_around_its_enum() -> None:
    """Namesakes in other namespaces and types are not found; a scope may be reopened in another file."""
    code = """
=== src/use.cpp
#include "errors.h"
namespace shop {
int check() { return error::«EMPTY»; }
}
int main() {
  shop::error::«EMPTY»;
  shop::error::code::«EMPTY»;
  stock::error::«EMPTY»;
  shop::Cart::«OPEN»;
  shop::Basket::«OPEN»;
  shop::error::«CLOSED»;
}
=== include/errors.h
namespace shop { namespace error {
enum code { EMPTY, FULL };
} }
namespace stock { namespace error {
enum code { EMPTY };
} }
namespace shop {
class Cart { public: enum state { OPEN, CLOSED }; int run() { return «OPEN»; } };
class Basket : public Cart {};
}
"""
    assert meant(code) == [
        "EMPTY -> errors.h::shop.error.code.EMPTY",
        "EMPTY -> errors.h::shop.error.code.EMPTY",
        "EMPTY -> errors.h::shop.error.code.EMPTY",
        "EMPTY -> errors.h::stock.error.code.EMPTY",
        "OPEN -> errors.h::shop.Cart.state.OPEN",
        "OPEN -> errors.h::shop.Cart.state.OPEN",
        "CLOSED ->",
        "OPEN -> errors.h::shop.Cart.state.OPEN",
    ]


def test_an_enumerator_of_a_namesake_type_in_another_file_is_not_found() -> None:
    """The enumerator may be inherited from a type outside the workspace."""
    code = """
=== src/use.cpp
#include <vendor/base.h>
struct Options : vendor::Base { int level; };
int main() { return Options::«VERBOSE»; }
=== src/other.cpp
struct Options { enum mode { VERBOSE }; };
"""
    assert meant(code) == ["VERBOSE ->"]


def test_only_enumerators_of_plain_enums_belong_to_the_scope_around_their_enum() -> None:
    """An `enum class` keeps its enumerators to itself; those of an enum without a name are in the innermost scope."""
    code = """
=== src/use.cpp
#include "errors.h"
int main() {
  shop::«EMPTY»;
  shop::«FULL»;
  shop::code::«EMPTY»;
  shop::«OPEN»;
  shop::error::«CLOSED»;
  shop::«CLOSED»;
}
=== include/errors.h
namespace shop { void reset(); namespace error { void clear(); } }
=== include/more.h
namespace shop {
enum class code : int { EMPTY };
enum struct size { FULL };
enum { OPEN };
namespace error { enum { CLOSED }; }
}
"""
    assert meant(code) == [
        "EMPTY ->",
        "FULL ->",
        "EMPTY -> more.h::shop.code.EMPTY",
        "OPEN -> more.h::shop.OPEN",
        "CLOSED -> more.h::shop.error.CLOSED",
        "CLOSED ->",
    ]
