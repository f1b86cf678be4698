"""Scala: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

MODULE = """
package io.shop

import scala.collection.mutable.{Map => MutableMap, Set}
import cats._
import cats.data.Validated

/** A cart. */
sealed class Cart(val owner: String) extends Base[Item] with Store {
  def this() = this("")

  /** Adds one. */
  @deprecated final def +(item: Item): Cart = {
    val next = build(item)
    log.info(next)
    new Full(next)
  }

  private[this] def build(item: Item): List[Item] = item :: Nil
  val items: List[Item]
  lazy val total = items.map(Cart.price).sum
}

object Cart extends Companion {
  final val Limit = 10

  type Prices = MutableMap[String, Int]

  def price(item: Item): Int = item match { case Item(cost) => cost }

  implicit val reads: Decoder[Cart] = new Decoder {
    def apply(a: String) = Cart.empty
  }

  case object Empty extends Cart("")
}

trait Decoder[A] { self =>
  def apply(text: String): A
}

case class Item(cost: Int)

enum Color {
  case Red, Green
  case Custom(code: Int)
}
"""


def test_a_companion_names_its_members_as_the_class_does() -> None:
    """Classes, objects, traits, enums, their members and type aliases; members of anonymous classes are left out."""
    assert symbols("a.scala", MODULE) == expected("""
        Class Cart | sealed class Cart(val owner: String) extends Base[Item] with Store | inherits Base, Store "A cart."
        Field Cart.owner | val owner: String
        Constructor Cart.this | def this()
        Method Cart.+ | final def +(item: Item): Cart | @deprecated "Adds one."
        Method Cart.build | private[this] def build(item: Item): List[Item] | (hidden)
        Field Cart.items | val items: List[Item]
        Field Cart.total | lazy val total = items.map(Cart.price).sum
        Object Cart#2 | object Cart extends Companion | inherits Companion
        Constant Cart.Limit | final val Limit = 10
        Interface Cart.Prices | type Prices = MutableMap[String, Int]
        Method Cart.price | def price(item: Item): Int
        Field Cart.reads | implicit val reads: Decoder[Cart] = new Decoder { def apply(a: String) = Cart.empty }
        Object Cart.Empty | case object Empty extends Cart("") | inherits Cart
        Interface Decoder | trait Decoder[A]
        Method Decoder.apply | def apply(text: String): A
        Class Item | case class Item(cost: Int)
        Field Item.cost | cost: Int
        Enum Color | enum Color
        EnumMember Color.Red | Red
        EnumMember Color.Green | Green
        EnumMember Color.Custom | Custom(code: Int)
    """)


def test_imports_of_members_lists_and_everything() -> None:
    """Renamed members are bound to their new names."""
    assert imports("a.scala", MODULE) == expected("""
        package io.shop
        scala.collection.mutable Map as MutableMap
        scala.collection.mutable Set as Set
        cats *
        cats.data Validated as Validated
    """)


def test_references_are_calls_types_and_bases() -> None:
    """Parameters and local values are left out."""
    assert references("a.scala", MODULE) == expected("""
        type String in Cart.owner
        inherits Base in Cart
        type Item in Cart
        inherits Store in Cart
        decorates deprecated in Cart.+
        type Item in Cart.+
        type Cart in Cart.+
        call build in Cart.+
        read log in Cart.+
        call log.info in Cart.+
        call Full in Cart.+
        type Item in Cart.build
        type List in Cart.build
        type Item in Cart.build
        read Nil in Cart.build
        type List in Cart.items
        type Item in Cart.items
        read items in Cart.total
        call items.map in Cart.total
        read Cart in Cart.total
        read Cart.price in Cart.total
        read items.map().sum in Cart.total
        inherits Companion in Cart#2
        type MutableMap in Cart.Prices
        type String in Cart.Prices
        type Int in Cart.Prices
        type Item in Cart.price
        type Int in Cart.price
        type Item in Cart.price
        type Decoder in Cart.reads
        type Cart in Cart.reads
        call Decoder in Cart.reads
        type String in Cart.reads
        read Cart in Cart.reads
        read Cart.empty in Cart.reads
        inherits Cart in Cart.Empty
        type String in Decoder.apply
        type Int in Item.cost
        type Int in Color.Custom
    """)
