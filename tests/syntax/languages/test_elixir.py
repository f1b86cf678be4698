"""Elixir: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

MODULE = '''
defmodule Shop.Cart do
  @moduledoc """
  A cart of items.

  More about it.
  """
  use GenServer
  @behaviour Shop.Store
  alias Shop.{Item, Price}
  alias Shop.Discount, as: Off
  import Shop.Guards, only: [positive: 1]
  require Logger

  @limit 10
  @enforce_keys [:items]
  defstruct items: [], total: 0

  @type t :: %__MODULE__{items: [Item.t()]}

  @doc "Called for every item."
  @callback price(Item.t()) :: integer

  @doc ~S"""
  Adds an item.
  """
  @spec add(t, Item.t()) :: t
  def add(%{items: items}, _item) when length(items) > @limit, do: {:error, :full}
  # the ordinary case
  def add(cart, item) do
    total = item |> Price.of() |> reduce
    Logger.info("added")
    %Shop.Cart{cart | total: total}
  end

  def empty, do: %__MODULE__{items: []}

  defp reduce(price), do: Off.apply(price, &round/1)

  defmacro __using__(_opts) do
    quote do
      def checkout(cart), do: cart
    end
  end

  defdelegate size(cart), to: Shop.Size
end

defprotocol Shop.Size do
  @doc "How many."
  def size(value)
end

defimpl Shop.Size, for: Shop.Cart do
  def size(cart), do: length(cart.items)
end
'''

TESTS = """
defmodule Shop.CartTest do
  describe "add" do
    test "counts" do
      assert Cart.add(1)
    end
  end
end
"""


def test_modules_hold_functions_of_many_clauses() -> None:
    """Clauses are one function, attributes before it its documentation; implementations are named as in Elixir."""
    assert symbols("a.ex", MODULE) == expected("""
        Module Shop.Cart | defmodule Shop.Cart | inherits GenServer implements Shop.Store "A cart of items."
        Constant Shop.Cart.limit | @limit 10
        Struct Shop.Cart.defstruct | defstruct items: [], total: 0
        Interface Shop.Cart.t | @type t :: %__MODULE__{items: [Item.t()]}
        Method Shop.Cart.price | @callback price(Item.t()) :: integer | "Called for every item."
        Function Shop.Cart.add | def add(%{items: items}, _item) when length(items) > @limit | "Adds an item."
        Function Shop.Cart.empty | def empty
        Function Shop.Cart.reduce | defp reduce(price) | (hidden)
        Function Shop.Cart.__using__ | defmacro __using__(_opts)
        Function Shop.Cart.__using__.checkout | def checkout(cart) | (hidden)
        Function Shop.Cart.size | defdelegate size(cart)
        Interface Shop.Size | defprotocol Shop.Size
        Method Shop.Size.size | def size(value) | "How many."
        Class Shop.Size.Shop.Cart | defimpl Shop.Size, for: Shop.Cart | implements Shop.Size
        Method Shop.Size.Shop.Cart.size | def size(cart)
    """)


def test_aliases_bind_the_last_part() -> None:
    """`alias`, its list, `as:`, `import` of everything, `use` without a name."""
    assert imports("a.ex", MODULE) == expected("""
        GenServer
        Shop.Item as Item
        Shop.Price as Price
        Shop.Discount as Off
        Shop.Guards *
        Logger as Logger
    """)


def test_references_are_calls_types_and_behaviours() -> None:
    """Pipes and captures are calls; definers, attributes and local variables are not references."""
    assert references("a.ex", MODULE) == expected("""
        inherits GenServer in Shop.Cart
        implements Shop.Store in Shop.Cart
        type Item in Shop.Cart.t
        call Item.t in Shop.Cart.t
        type Item in Shop.Cart.price
        call Item.t in Shop.Cart.price
        type integer in Shop.Cart.price
        type t in Shop.Cart.add
        type Item in Shop.Cart.add
        call Item.t in Shop.Cart.add
        type t in Shop.Cart.add
        call length in Shop.Cart.add
        read limit in Shop.Cart.add
        read Price in Shop.Cart.add
        call Price.of in Shop.Cart.add
        call reduce in Shop.Cart.add
        read Logger in Shop.Cart.add
        call Logger.info in Shop.Cart.add
        type Shop in Shop.Cart.add
        type Shop.Cart in Shop.Cart.add
        read Off in Shop.Cart.reduce
        call Off.apply in Shop.Cart.reduce
        call round in Shop.Cart.reduce
        read Shop.Size in Shop.Cart.size
        implements Shop.Size in Shop.Size.Shop.Cart
        call length in Shop.Size.Shop.Cart.size
        read ?.items in Shop.Size.Shop.Cart.size
    """)


def test_tests_are_functions_named_by_their_titles() -> None:
    """In the `describe` around them."""
    assert symbols("a.exs", TESTS) == expected("""
        Module Shop.CartTest | defmodule Shop.CartTest
        Namespace Shop.CartTest.add | describe "add"
        Function Shop.CartTest.add.counts | test "counts"
    """)
