"""Java: members, types and values by the rules of the language."""

from tests.graph.meant import meant
from tests.graph.test_resolve import edges

INHERITED = """
=== shop/Base.java
package shop;
public class Base {
    protected int stock;
    Base(int stock) { this.stock = stock; }
    Base copy() { return new Base(1); }
    static Base of() { return new Base(2); }
    static class Part { void fit() {} }
}
=== shop/Cart.java
package shop;
import other.Stock;
class Cart extends Base {
    private Base inner;
    private Stock outside;
    void pay() {
        «stock» = 1;
        «copy»().«stock»++;
        inner.«copy»();
        outside.«copy»();
        this.«copy»().«copy»();
        Base.«of»().«stock» = 3;
        new Base(3).«copy»();
        new Part().«fit»();
    }
    class Lane { void run() { «copy»(); Cart.this.«pay»(); «stock» = 2; Cart.super.«copy»(); } }
}
=== other/Nothing.java
package other;
class Nothing { void run() { «copy»(); } }
"""


def test_bare_names_and_members_are_inherited_and_those_of_outer_types() -> None:
    assert meant(INHERITED) == [
        "stock -> Base.java::Base.stock",
        "copy -> Base.java::Base.copy",
        "stock -> Base.java::Base.stock",
        "copy -> Base.java::Base.copy",
        "copy ->",
        "copy -> Base.java::Base.copy",
        "copy -> Base.java::Base.copy",
        "of -> Base.java::Base.of",
        "stock -> Base.java::Base.stock",
        "copy -> Base.java::Base.copy",
        "fit -> Base.java::Base.Part.fit",
        "copy -> Base.java::Base.copy",
        "pay -> Cart.java::Cart.pay",
        "stock -> Base.java::Base.stock",
        "copy -> Base.java::Base.copy",
        "copy ->",
    ]


VALUES = """
=== shop/Item.java
package shop;
interface Item { String label(); Item next(); }
=== shop/Shop.java
package shop;
import java.util.*;
import java.util.function.*;
record Point(Item item, int y) {}
interface Handler { void handle(Item item, Point point); }
class Shop {
    List<Item> items;
    Map<String, Item> byName;
    Optional<Item> best;
    Supplier<Item> maker;
    Item[] row;
    void on(String name, int count) {}
    void on(String name, Handler handler) {}
    void each(Consumer<Item> call) {}
    Item label(Item label) { return «label»(label.«next»()); }
    void run(Object thing, Point point) {
        for (var one : items) one.«label»();
        for (Item one : byName.values()) one.«label»();
        items.stream().filter(i -> i.«label»() != null).map(i -> i.«next»());
        items.get(0).«next»().«label»();
        row[0].«label»();
        best.get().«label»();
        best.ifPresent(i -> i.«label»());
        maker.get().«label»();
        point.item().«label»();
        on("a", (item, at) -> at.item().«label»());
        each(i -> i.«label»());
        Handler handler = (item, at) -> item.«label»();
        if (thing instanceof Item item && item.«label»() != null) item.«next»();
        ((Item) thing).«label»();
        var made = new Point(null, 1) { int z; }.item().«next»();
        made.«label»();
        thing.«label»();
        thing.toString().«next»();
    }
}
"""


def test_values_of_declared_and_evident_types_have_the_members_of_these() -> None:
    got = meant(VALUES)
    assert got[0] == "label -> Shop.java::Shop.label"  # a parameter of that name is not called
    assert got[-2:] == ["label ->", "next ->"]
    wanted = {"label": "label -> Item.java::Item.label", "next": "next -> Item.java::Item.next"}
    assert got[1:-2] == [wanted[one.partition(" ")[0]] for one in got[1:-2]]


PACKAGES = """
=== a/b/Tool.java
package a.b;
public class Tool { public static void run() {} public enum Kind { ONE } }
=== main/Main.java
package main;
class Main {
    a.b.«Tool» tool;
    void go() { a.b.«Tool».«run»(); a.b.Tool.Kind k = a.b.Tool.Kind.«ONE»; x.y.«Tool».«run»(); a.b.«Kind».«ONE»(); }
}
"""


def test_names_are_written_out_in_full() -> None:
    assert meant(PACKAGES) == [
        "Tool -> Tool.java::Tool",
        "Tool -> Tool.java::Tool",
        "run -> Tool.java::Tool.run",
        "ONE -> Tool.java::Tool.Kind.ONE",
        "Tool ->",
        "run ->",
        "Kind ->",
        "ONE ->",
    ]


TYPE_ARGUMENTS = """
=== a/A.java
package a;
class Made { static <T> Made of(T one) { return null; } Made more() { return null; } }
class User {
    Made of() { return null; }
    void run() { Made.<String>«of»("").«more»(); Made.< String > «of»("").«more»(); this.<String>«run»(); }
}
"""


def test_type_arguments_before_a_name_hide_nothing() -> None:
    assert meant(TYPE_ARGUMENTS) == [
        "of -> A.java::Made.of",
        "more -> A.java::Made.more",
        "of -> A.java::Made.of",
        "more -> A.java::Made.more",
        "run -> A.java::User.run",
    ]


NAMESAKES = """
=== a/A.java
package a;
class Style { void flat() {} }
class Other { void flat() {} void round() {} }
class Page {
    private Style style;
    private Style[] parts;
    Other style() { return null; }
    Other[] parts() { return null; }
    Page style(Style given) {
        style.«flat»();
        this.style.«flat»();
        style.«round»();
        parts[0].«flat»();
        return this;
    }
}
"""


def test_a_name_that_is_not_called_means_the_field() -> None:
    assert meant(NAMESAKES) == [
        "flat -> A.java::Style.flat",
        "flat -> A.java::Style.flat",
        "round ->",
        "flat -> A.java::Style.flat",
    ]


ANNOTATIONS = """
=== a/package-info.java
@«Checked»
package a;
=== a/Checked.java
package a;
@interface Checked { int value() default 0; Part[] parts() default {}; }
=== a/Part.java
package a;
@interface Part { String name(); }
=== b/B.java
package b;
import a.Checked;
import a.Part;
import other.Column;
@Checked(«value» = 1, «parts» = { @Part(«name» = "") })
class B { int value; @Column(«name» = "", «value» = 2) int size; @a.Checked(«value» = 1) int area; }
"""


def test_keys_of_annotations_are_members_of_their_types() -> None:
    assert meant(ANNOTATIONS) == [
        "Checked -> Checked.java::Checked",
        "value -> Checked.java::Checked.value",
        "parts -> Checked.java::Checked.parts",
        "name -> Part.java::Part.name",
        "name ->",
        "value ->",
        "value -> Checked.java::Checked.value",
    ]


FIELDS = """
=== Base.java
class Base { int size() { return 1; } Base other; void go() {} }
class Kid extends Base {
    int size;
    Kid other() { return this; }
    void run() { size(); other().go(); }
}
class Grandchild extends Kid { int size() { return size; } Grandchild other() { return this; } }
interface Sized { int size(); }
class Box implements Sized { private final int size = 3; public int size() { return size; } }
record Pair(int size, Base base) implements Sized { void run() { size(); base().go(); } }
=== Use.java
class Use { void run(Kid kid) { kid.size(); kid.size = 3; } }
"""


def test_a_call_means_an_inherited_method_although_a_field_has_the_name() -> None:
    assert [edge for edge in edges(FIELDS, "calls writes") if ".run " in edge] == [
        "Base.java::Kid.run calls Base.java::Base.go",
        "Base.java::Kid.run calls Base.java::Base.size",
        "Base.java::Kid.run calls Base.java::Kid.other",
        "Base.java::Pair.run calls Base.java::Base.go",
        "Base.java::Pair.run calls Base.java::Pair.base",
        "Base.java::Pair.run calls Base.java::Pair.size",
        "Use.java::Use.run calls Base.java::Base.size",
        "Use.java::Use.run writes Base.java::Kid.size",
    ]


def test_fields_and_methods_override_only_their_like() -> None:
    assert edges(FIELDS, "overrides") == [
        "Base.java::Box.size overrides Base.java::Sized.size",
        "Base.java::Grandchild.other overrides Base.java::Kid.other",
        "Base.java::Grandchild.size overrides Base.java::Base.size",
        "Base.java::Pair.size overrides Base.java::Sized.size",
    ]
