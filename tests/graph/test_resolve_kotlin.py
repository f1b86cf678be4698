"""Kotlin: members, extensions and values by the rules of the language."""

from tests.graph.meant import meant
from tests.graph.test_resolve import edges

EXTENSIONS = """
=== shop/Item.kt
package shop
open class Item(val price: Int) {
    fun label(): String = ""
    fun next(): Item = this
    companion object { fun of(): Item = Item(1) }
}
class Other
=== shop/Extensions.kt
package shop
fun Item.doubled(): Item { «label»(); this.«next»(); return this }
val Item.short: String get() = «label»()
fun Other.tripled() { «label»() }
fun plain() = 1
=== main/Main.kt
package main
import shop.Item
import shop.Other
import shop.doubled
import shop.plain
import shop.short
import shop.tripled
fun main(item: Item, other: Other, list: List<Item>, text: String) {
    item.«doubled»().«label»()
    item.«short»
    item.«tripled»()
    item.«plain»()
    text.«doubled»()
    Item.«of»().«price»
    list.first().«doubled»()
}
"""


def test_extensions_see_the_members_of_their_type_and_are_members_of_it() -> None:
    assert meant(EXTENSIONS) == [
        "label -> Item.kt::Item.label",
        "next -> Item.kt::Item.next",
        "label -> Item.kt::Item.label",
        "label ->",
        "doubled -> Extensions.kt::doubled",
        "label -> Item.kt::Item.label",
        "short -> Extensions.kt::short",
        "tripled ->",
        "plain ->",
        "doubled ->",
        "of -> Item.kt::Item.of",
        "price -> Item.kt::Item.price",
        "doubled -> Extensions.kt::doubled",
    ]


VALUES = """
=== shop/Item.kt
package shop
interface Item { fun label(): String; fun next(): Item; val part: Item }
typealias Items = List<Item>
class Box(val item: Item)
=== shop/Shop.kt
package shop
class Shop(private val first: Item, list: Items) {
    private val lazily by lazy { Box(first) }
    val asked get() = first.next()
    var row: Array<Item> = arrayOf()
    fun each(call: (Item) -> Unit) {}
    fun run(thing: Any, maybe: Item?) {
        first.«label»()
        lazily.item.«label»()
        asked.«label»()
        row[0].«label»()
        for (one in row) one.«label»()
        list.filter { it.«label»() == "" }.forEach { one -> one.«label»() }
        maybe?.let { it.«label»() }
        maybe?.also { one -> one.«label»() }?.«next»()
        maybe!!.«part».«part».«label»()
        each { it.«label»() }
        each { one -> one.«label»() }
        if (thing is Item) { thing.«label»() }
        when (thing) { is Item -> thing.«next»(); is Box -> thing.item.«next»() }
        val label = (thing as Item).«label»()
        val cast = thing as Item
        cast.«label»()
        val either = maybe ?: first
        either.«label»()
        thing.«label»()
        "text".«label»()
    }
}
"""


def test_values_of_declared_and_evident_types_have_the_members_of_these() -> None:
    got = meant(VALUES)
    assert got[-2:] == ["label ->", "label ->"]
    wanted = {one: f"{one} -> Item.kt::Item.{one}" for one in ("label", "next", "part")}
    assert got[:-2] == [wanted[one.partition(" ")[0]] for one in got[:-2]]


NAMESAKES = """
=== shop/Channel.kt
package shop
interface Channel { fun read() }
fun Channel(size: Int): Channel = TODO()
=== main/Main.kt
package main
import shop.Channel
fun run(channel: «Channel») { channel.«read»(); «Channel»(1).«read»(); read() }
"""


def test_a_type_and_a_function_may_have_one_name() -> None:
    assert [one for one in meant(NAMESAKES) if one.startswith("read")] == ["read -> Channel.kt::Channel.read"] * 2
    assert meant(NAMESAKES)[0] == "Channel -> Channel.kt::Channel"


DELEGATING = """
=== a.kt
interface Door { fun open() }
class Plain : Door { override fun open() {} }
class Guarded(val door: Door) : Door by door {
    val size = 1
    private val other = Plain()
    fun mine() { val local = other; other.open(); local.open() }
    override fun open() { door.open() }
    companion object { fun make() = Guarded(Plain()) }
}
class Made : Door by Plain() { val inner = Plain(); fun run() { inner.open() } }
class Bare(door: Door) : Door by door
fun use(one: Guarded) { one.size; one.mine(); Guarded.make() }
"""


def test_a_class_that_delegates_to_a_value_has_a_body() -> None:
    assert [edge for edge in edges(DELEGATING, "calls reads overrides") if not edge.endswith("::Plain")] == [
        "a.kt::Guarded calls a.kt::Guarded.door",
        "a.kt::Guarded.make calls a.kt::Guarded",
        "a.kt::Guarded.mine calls a.kt::Plain.open",
        "a.kt::Guarded.mine reads a.kt::Guarded.other",
        "a.kt::Guarded.open calls a.kt::Door.open",
        "a.kt::Guarded.open overrides a.kt::Door.open",
        "a.kt::Guarded.open reads a.kt::Guarded.door",
        "a.kt::Made.run calls a.kt::Plain.open",
        "a.kt::Made.run reads a.kt::Made.inner",
        "a.kt::Plain.open overrides a.kt::Door.open",
        "a.kt::use calls a.kt::Guarded.make",
        "a.kt::use calls a.kt::Guarded.mine",
        "a.kt::use reads a.kt::Guarded",
        "a.kt::use reads a.kt::Guarded.size",
    ]


CONTEXTS = """
=== a.kt
class Log
class Shop {
    context(Log) fun one() { two() }
    context(log: Log, all: List<Log>) private fun two() {}
    @Old("") context(Log) inline fun three() { two() }
    context(Log)
    fun four() { context(Log()) }
}
context(Log) fun top(shop: Shop) { shop.one() }
fun context(log: Log) {}
fun call(log: Log) {
    context(log)
    val next = 1
}
"""


def test_declarations_after_context_parameters_are_read() -> None:
    assert edges(CONTEXTS, "calls") == [
        "a.kt::Shop.four calls a.kt::Log",
        "a.kt::Shop.four calls a.kt::context",
        "a.kt::Shop.one calls a.kt::Shop.two",
        "a.kt::Shop.three calls a.kt::Shop.two",
        "a.kt::call calls a.kt::context",
        "a.kt::top calls a.kt::Shop.one",
    ]
