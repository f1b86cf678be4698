"""Scala: members, companions and values by the rules of the language."""

from tests.graph.meant import meant

VALUES = """
=== shop/Item.scala
package shop
case class Item(price: Int, parts: List[Item]) {
  def label: String = ""
  def next: Item = this
}
object Item { def of(price: Int): Item = new Item(price, Nil) }
trait Shelf { def top: Item; val bottom: Item }
object Maker { def apply(price: Int): Item = Item.«of»(price) }
=== shop/Shop.scala
package shop
class Shop(first: Item) extends Shelf {
  private val second = new Item(1, Nil)
  def both = first.«next».«label»
  def run(thing: Any, list: List[Item]): Unit = {
    «top».«label»; «bottom».«next».«label»
    second.«label»
    Item.«of»(1).«parts».head.«label»
    Maker(1).«label»
    list.map(_.«label»)
    list.foreach { one => one.«next» }
    list.filter(one => one.«price» > 1).foreach(_.«label»)
    for { one <- list; part <- one.«parts»; other = part.«next» } yield other.«label»
    thing match { case item: Item => item.«label»; case _ => thing.«label» }
  }
}
=== other/Other.scala
package other
class Other { def run(item: Item) = item.«label» }
"""


def test_members_of_types_and_companions() -> None:
    got = meant(VALUES)
    members = {one: f"{one} -> Item.scala::Item.{one}" for one in ("label", "next", "parts", "price")}
    members |= {"of": "of -> Item.scala::Item.of"}
    members |= {one: f"{one} -> Item.scala::Shelf.{one}" for one in ("top", "bottom")}
    assert got[:-2] == [members[one.partition(" ")[0]] for one in got[:-2]]
    assert got[-2:] == ["label ->", "label ->"]


IMPLICIT = """
=== shop/Ops.scala
package shop
class Item
object Ops {
  implicit class ItemOps(item: Item) { def shout: Item = item }
  class Plain(item: Item) { def whisper: Item = item }
}
=== shop/Main.scala
package shop
class Main { def run(item: Item): Unit = { item.«shout»; item.«whisper» } }
"""


def test_members_of_implicit_classes_extend_their_parameter_type() -> None:
    assert meant(IMPLICIT) == ["shout -> Ops.scala::Ops.ItemOps.shout", "whisper ->"]
