"""Go: the results of the queries in small texts."""

from ctx_lsp.features.changes import entry_of
from tests.syntax.languages.outlines import expected, imports, references, symbols, values

CART = """
// Package shop sells.
package shop

import (
	"fmt"
	h "net/http"
	_ "image/png"
	. "math"
	"github.com/acme/money/v2"
)

// MaxItems is the limit.
const MaxItems = 10

const (
	Red = iota // the first
	// Blue is the second.
	Blue
	green, Grey = 1, 2
)

var (
	low, high int = 1, 2
	ErrEmpty      = errors.New("empty")
)

var _ View = (*Cart[int])(nil)
var _ Node = &Shelf{}

// Cart holds items.
//
// It is safe.
type Cart[T any] struct {
	Holder
	*stock.Shelf
	Name  string `json:"name"` // what it is called
	a, b  map[string]*Item
	visit func(Item) error
	inner struct{ z int }
}

// View shows.
type View interface {
	fmt.Stringer
	// Open opens.
	Open(ctx context.Context, n int) (Item, error)
}

type Number interface {
	~int | ~string
}
type Alias = stock.Item
type Visit func(item Item) Result
type (
	Shelf struct{}
	ID    int
)

// Add adds.
func (c *Cart[T]) Add(ctx context.Context, items ...T) (err error) {
	local := MaxItems
	var other Item
	go c.run(local, other)
	defer func() { c.Close() }()
	for i, item := range c.items {
		fmt.Println(i, item, len(items))
	}
	switch one := x.(type) {
	case *Item:
		one.Drop()
	}
	made := &Item{Name: "x", Price: price}
	list := List[int]{}
	h.HandleFunc("/", c.handle)
	type pair struct{ q int }
	return money.New(made, list).Total()
}

func (Shelf) Size() int { return 0 }

func NewCart[K comparable](a, b int, visit func(n int) Item) *Cart[K] { return &Cart[K]{} }
"""


def test_the_name_of_a_package_is_assumed_from_its_path() -> None:
    paths = {
        "github.com/nats-io/nats.go": "nats",
        "gopkg.in/yaml.v3": "yaml",
        "github.com/hashicorp/go-multierror": "multierror",
        "github.com/acme/go-money/v2": "money",
        "example.org/go-": "go-",
        "net/http_test": "http_test",
    }
    text = "package a\n\n" + "".join(f'import "{path}"\n' for path in paths)
    entry = entry_of("a.go", text.encode())
    assert entry is not None
    assert {one.module: one.alias for one in entry.facts.outline.imports} == paths


def test_imports() -> None:
    assert imports("cart.go", CART) == expected("""
        package shop
        fmt as fmt
        net/http as h
        image/png
        math *
        github.com/acme/money/v2 as money
    """)


def test_symbols() -> None:
    assert symbols("cart.go", CART) == expected("""
        Constant MaxItems | const MaxItems = 10 | "MaxItems is the limit."
        Constant Red | Red = iota
        Constant Blue | Blue | "Blue is the second."
        Constant green | green, Grey = 1, 2 | (hidden)
        Constant Grey | green, Grey = 1, 2
        Variable low | low, high int = 1, 2 | (hidden)
        Variable high | low, high int = 1, 2 | (hidden)
        Variable ErrEmpty | ErrEmpty = errors.New("empty")
        Struct Cart | type Cart[T any] struct | implements View inherits Holder, stock.Shelf "Cart holds items."
        Field Cart.Name | Name string `json:"name"`
        Field Cart.a | a, b map[string]*Item | (hidden)
        Field Cart.b | a, b map[string]*Item | (hidden)
        Field Cart.visit | visit func(Item) error | (hidden)
        Field Cart.inner | inner struct{ z int } | (hidden)
        Interface View | type View interface | inherits fmt.Stringer "View shows."
        Method View.Open | Open(ctx context.Context, n int) (Item, error) | "Open opens."
        Interface Number | type Number interface
        Class Alias | type Alias = stock.Item
        Class Visit | type Visit func(item Item) Result
        Struct Shelf | Shelf struct | implements Node
        Class ID | ID int
        Method Cart.Add | func (c *Cart[T]) Add(ctx context.Context, items ...T) (err error) | "Add adds."
        Struct Cart.Add.pair | type pair struct | (hidden)
        Field Cart.Add.pair.q | q int | (hidden)
        Method Shelf.Size | func (Shelf) Size() int
        Function NewCart | func NewCart[K comparable](a, b int, visit func(n int) Item) *Cart[K]
    """)


def test_references() -> None:
    assert references("cart.go", CART) == expected("""
        read errors in ErrEmpty
        call errors.New in ErrEmpty
        implements View in Cart
        implements Node in Shelf
        call Shelf in Shelf
        inherits Holder in Cart
        inherits stock.Shelf in Cart
        type Item in Cart.b
        type Item in Cart.visit
        inherits fmt.Stringer in View
        type context.Context in View.Open
        type Item in View.Open
        type stock.Item in Alias
        type Item in Visit
        type Result in Visit
        type context.Context in Cart.Add
        read MaxItems in Cart.Add
        type Item in Cart.Add
        call {Cart<T>}.run in Cart.Add
        call {Cart<T>}.Close in Cart.Add
        read {Cart<T>}.items in Cart.Add
        read fmt in Cart.Add
        call fmt.Println in Cart.Add
        read x in Cart.Add
        type Item in Cart.Add
        call {Item}.Drop in Cart.Add
        call Item in Cart.Add
        write {Item}!.Name in Cart.Add
        write {Item}!.Price in Cart.Add
        read price in Cart.Add
        call List in Cart.Add
        read h in Cart.Add
        call h.HandleFunc in Cart.Add
        read {Cart<T>}.handle in Cart.Add
        read money in Cart.Add
        call money.New in Cart.Add
        call money.New().Total in Cart.Add
        type Item in NewCart
        type Cart in NewCart
        call Cart in NewCart
    """)


def test_values_of_cart() -> None:
    assert values("cart.go", CART) == expected("""
        MaxItems: {}
        Red: iota
        low: {int}
        high: {int}
        ErrEmpty: errors.New()
        Cart[T]
        Cart.Name: {string}
        Cart.a: {map<string,Item>}
        Cart.b: {map<string,Item>}
        Cart.visit: {Callable<error>}
        View.Open: {tuple<Item,error>}
        Alias: {stock.Item}
        Visit: {Callable<Result>}
        ID: {int}
        Cart.Add[T]: {error}
        Cart.Add.pair.q: {int}
        Shelf.Size: {int}
        NewCart[K]: {Cart<K>}
    """)
