"""Go: references resolve by types: members across the files of a package, promoted ones, literals, interfaces."""

from tests.graph.test_resolve import edges

STORE = """
=== go.mod
module example.com/shop
=== stock/item.go
package stock
type Item struct {
	Name string
	next *Item
}
func (i *Item) Price() int { return 1 }
func Find(name string) (*Item, error) { return nil, nil }
func Pair() (left, right *Item) { return nil, nil }
type Items []*Item
type Visit func(item Item) *Item
=== stock/extra.go
package stock
func (i *Item) Label() string { return i.Name }
=== other/item.go
package other
type Item struct{ Name string }
func (i *Item) Price() int { return 2 }
func (i *Item) Label() string { return "" }
"""


def members(code: str, kinds: str = "calls reads writes") -> list[str]:
    """The targets of the code of a function in another package."""
    text = f'{STORE}=== main.go\npackage main\nimport "example.com/shop/stock"\n{code}\n'
    start = "main.go::run "
    return [edge.removeprefix(start) for edge in edges(text, kinds) if edge.startswith(start)]


def test_members_of_a_type_are_found_in_all_files_of_its_package() -> None:
    assert members("func run(i *stock.Item) { i.Price(); i.Label() }") == [
        "calls stock/extra.go::Item.Label",
        "calls stock/item.go::Item.Price",
    ]


def test_each_of_several_results_has_its_type() -> None:
    code = 'func run() { item, err := stock.Find("a"); item.Price(); err.Label(); _, two := stock.Pair(); two.Label() }'
    assert members(code, "calls") == [
        "calls stock/extra.go::Item.Label",
        "calls stock/item.go::Find",
        "calls stock/item.go::Item.Price",
        "calls stock/item.go::Pair",
    ]


def test_keys_of_literals_write_fields_of_their_type() -> None:
    code = 'func run() { _ = map[string][]stock.Item{"a": {{Name: "x"}}}; _ = struct{ Name string }{Name: "y"} }'
    assert members(code, "writes") == ["writes stock/item.go::Item.Name"]


def test_literals_assertions_and_made_values_have_the_type_that_is_written() -> None:
    assert members("func run(v any) { v.(*stock.Item).Price() }", "calls") == ["calls stock/item.go::Item.Price"]
    assert members("func run() { new(stock.Item).Price() }", "calls") == ["calls stock/item.go::Item.Price"]
    assert members("func run() { v := make([]stock.Item, 3); v[0].Price() }", "calls") == [
        "calls stock/item.go::Item.Price"
    ]
    assert members("func run(v any) { v.(error).Price() }", "calls") == []


def test_a_case_of_a_type_switch_tells_the_type_in_its_block_alone() -> None:
    code = "func run(v any) { switch one := v.(type) { case *stock.Item: one.Price(); case error: one.Label() } }"
    assert members(code, "calls") == ["calls stock/item.go::Item.Price"]


def test_elements_keys_and_channels() -> None:
    assert members("func run(all stock.Items) { for _, one := range all { one.Price() } }") == [
        "calls stock/item.go::Item.Price"
    ]
    assert members("func run(all map[*stock.Item]bool) { for one := range all { one.Price() } }") == [
        "calls stock/item.go::Item.Price"
    ]
    assert members("func run(all chan *stock.Item) { one := <-all; one.Price() }") == [
        "calls stock/item.go::Item.Price"
    ]
    assert members("func run(visit stock.Visit) { visit(nil).Price() }") == ["calls stock/item.go::Item.Price"]


def test_an_inner_block_has_its_own_variables() -> None:
    code = "func run(one *stock.Item) { if true { one := 1; _ = one }; one.Price() }"
    assert members(code) == ["calls stock/item.go::Item.Price"]


def test_embedded_types_lend_their_members_and_are_fields() -> None:
    code = "type box struct { *stock.Item }\nfunc run(b box) { b.Price(); b.Item.Label() }"
    assert members(code) == ["calls stock/extra.go::Item.Label", "calls stock/item.go::Item.Price"]


INTERFACES = """
=== go.mod
module example.com/shop
=== api/api.go
package api
import "context"
type Store interface {
	Load(ctx context.Context, name string) (Item, error)
	Save(item Item) error
}
type Loader interface { Load(name string) (Item, error) }
type Closer interface { Store; Close() }
type Any interface{}
type hidden interface { Save(item Item) error }
type Item struct{}
=== db/db.go
package db
import ("context"; "example.com/shop/api")
type DB struct{}
func (d *DB) Load(c context.Context, key string) (item api.Item, err error) { return item, nil }
type Closing struct { *DB }
type Half struct{}
func (Half) Save(item api.Item) error { return nil }
=== db/save.go
package db
import "example.com/shop/api"
func (d *DB) Save(item api.Item) error { return nil }
func (c Closing) Close() {}
"""


def test_types_implement_the_interfaces_whose_methods_they_have() -> None:
    """Methods in all files of the package and promoted ones count; half of the methods are not enough."""
    assert edges(INTERFACES, "implements overrides") == [
        "db/db.go::Closing implements api/api.go::Closer",
        "db/db.go::Closing implements api/api.go::Store",
        "db/db.go::DB implements api/api.go::Store",
        "db/db.go::DB.Load overrides api/api.go::Store.Load",
        "db/save.go::Closing.Close overrides api/api.go::Closer.Close",
        "db/save.go::DB.Save overrides api/api.go::Store.Save",
    ]


def test_interfaces_that_embed_external_ones_are_not_satisfied() -> None:
    text = """
=== a.go
package a
import "io"
type Sink interface { io.Writer; Flush() }
type File struct { io.Writer }
func (f File) Flush() {}
type Pipe struct {}
func (p Pipe) Flush() {}
"""
    assert edges(text, "implements") == ["a.go::File implements a.go::Sink"]


def test_methods_of_embedded_standard_interfaces_are_known() -> None:
    text = """
=== a.go
package a
import flags "flag"
type Option interface { flags.Value; IsBool() bool }
type Switch struct{}
func (s *Switch) String() string { return "" }
func (s *Switch) Set(value string) error { return nil }
func (s *Switch) IsBool() bool { return true }
type Half struct{}
func (h *Half) String() string { return "" }
func (h *Half) IsBool() bool { return true }
"""
    assert edges(text, "implements overrides") == [
        "a.go::Switch implements a.go::Option",
        "a.go::Switch.IsBool overrides a.go::Option.IsBool",
    ]


def test_a_dot_import_lends_its_names() -> None:
    text = """
=== go.mod
module example.com/log
=== log.go
package log
type Entry struct{}
type Hook interface { Fire(entry *Entry) error }
=== log_test.go
package log_test
import . "example.com/log"
type Counting struct{}
func (c *Counting) Fire(entry *Entry) error { return nil }
"""
    assert edges(text, "implements") == ["log_test.go::Counting implements log.go::Hook"]


def test_types_of_different_packages_are_different() -> None:
    text = """
=== go.mod
module example.com/shop
=== parser/parser.go
package parser
type Name string
type Setter interface { Set(name Name) }
=== render/render.go
package render
type Name string
type Setter interface { Set(name Name) }
type Own struct{}
func (o *Own) Set(name Name) {}
=== use/use.go
package use
import base "example.com/shop/render"
type Config struct{}
func (c *Config) Set(name base.Name) {}
"""
    assert edges(text, "implements") == [
        "render/render.go::Own implements render/render.go::Setter",
        "use/use.go::Config implements render/render.go::Setter",
    ]


def test_an_imported_package_has_its_declared_name() -> None:
    text = """
=== go.mod
module example.com/go-shop
=== item.go
package shop
func Find() {}
=== cmd/main.go
package main
import "example.com/go-shop"
func run() { shop.Find() }
"""
    assert edges(text, "calls") == ["cmd/main.go::run calls item.go::Find"]


GENERIC = """
=== go.mod
module shop
=== pair.go
package shop
type Fruit struct{}
func (f Fruit) Eat() {}
type Nail struct{}
func (n Nail) Eat() {}
type Pair[K, V any] struct { first K; second V }
=== methods.go
package shop
func (p *Pair[_, B]) Second() B { return p.second }
func (p Pair[A, B]) Both() ([]A, B) { return nil, p.second }
=== use.go
package shop
func second(p *Pair[Fruit, Nail]) { p.Second().Eat() }
func both(p Pair[Fruit, Nail]) { all, _ := p.Both(); all[0].Eat() }
"""


def test_methods_of_generic_types_name_the_type_parameters_again() -> None:
    assert [edge for edge in edges(GENERIC, "calls") if edge.endswith("Eat")] == [
        "use.go::both calls pair.go::Fruit.Eat",
        "use.go::second calls pair.go::Nail.Eat",
    ]


def test_received_values_are_elements_of_the_channel() -> None:
    price = ["calls stock/item.go::Item.Price"]
    assert members("func run(all <-chan *stock.Item) { for one := range all { one.Price() } }") == price
    assert members("func run(all <-chan *stock.Item) { (<-all).Price() }") == price
    assert members("func run(all chan<- chan *stock.Item) { (<-<-all).Price() }") == price
    assert members("func run(all chan *stock.Item) { var one = <-all; one.Price() }") == price


def test_each_name_of_a_declaration_has_the_type_of_its_value() -> None:
    code = "func run() { var n, p, q = 1, other.Item{}, stock.Item{}; p.Price(); q.Price() }"
    code = f'import "example.com/shop/other"\n{code}'
    assert members(code, "calls") == [
        "calls other/item.go::Item",
        "calls other/item.go::Item.Price",
        "calls stock/item.go::Item",
        "calls stock/item.go::Item.Price",
    ]
    assert members(code.replace("var ", "").replace(" = ", " := "), "calls") == members(code, "calls")
