"""C#: members, extensions, partial types and values by the rules of the language."""

from tests.graph.meant import meant

PARTIAL = """
=== src/Cart.cs
namespace Shop;
public partial class Cart : Base {
    private Item _item;
    public void Pay() { «Count»(); this.«Count»(); «Log»(); _item.«Label»(); «Stock»++; «Other»(); }
}
=== src/Cart.Counting.cs
namespace Shop;
public partial class Cart { public int Count() { return _item.«Label»().Length; } }
=== src/Base.cs
namespace Shop;
public class Base { protected int Stock { get; set; } protected void Log() { } }
public class Item { public string Label() => ""; public Item Next { get; set; } }
=== src/Unrelated.cs
namespace Shop;
public class Unrelated { public void Other() { } public void Far() { } public void Near() { } public void Mid() { } }
"""


def test_partial_types_are_one_and_inherit() -> None:
    assert meant(PARTIAL) == [
        "Count -> Cart.Counting.cs::Cart.Count",
        "Count -> Cart.Counting.cs::Cart.Count",
        "Log -> Base.cs::Base.Log",
        "Label -> Base.cs::Item.Label",
        "Stock -> Base.cs::Base.Stock",
        "Other ->",
        "Label -> Base.cs::Item.Label",
    ]


VALUES = """
=== src/Item.cs
namespace Shop {
    public record Point(Item At, int Y);
    public delegate void Handler(Item item, int count);
    public class Item {
        public string Label { get; set; }
        public Item Next() => this;
        public Task<Item> Load() => null;
    }
    public static class Extensions {
        public static Item Doubled(this Item item, Func<Item, bool> test) => item;
        public static void OfPoint(this Point point) { }
        public static void Plain(Item item) { }
    }
}
=== src/Main.cs
namespace Shop {
    public class Main {
        private readonly IDictionary<string, Item> _byName;
        public Item First { get; } = new();
        public void On(Handler handler) { }
        public async Task Run(object thing, Point point, Item[] row, IEnumerable<Item> items) {
            First.«Label».Trim();
            row[0].«Next»().«Label».Trim();
            _byName["a"].«Next»();
            foreach (var one in items) { one.«Next»(); }
            items.Where(x => x.«Label» != null).Select(x => x.«Next»());
            var loaded = await First.Load();
            loaded.«Next»();
            (await First.Load()).«Next»();
            First.Load().Result.«Next»();
            point.At.«Next»();
            On((item, count) => item.«Next»());
            if (thing is Item found) { found.«Next»(); }
            switch (thing) { case Item other: other.«Next»(); break; }
            (thing as Item)?.«Next»();
            ((Item) thing).«Next»();
            var made = new Item { «Label» = "a" };
            made.«Label» = "b";
            if (thing is Item { «Label»: "x" } matched) { matched.«Next»(); }
            var query = from q in items where q.«Label» != null select q.«Next»();
            thing.«Next»();
            "".«Label»();
        }
    }
}
"""


def test_values_of_declared_and_evident_types_have_the_members_of_these() -> None:
    got = meant(VALUES)
    wanted = {one: f"{one} -> Item.cs::Item.{one}" for one in ("Label", "Next")}
    assert got[:-2] == [wanted[one.partition(" ")[0]] for one in got[:-2]]
    assert got[-2:] == ["Next ->", "Label ->"]


EXTENSIONS = """
=== src/Item.cs
namespace Shop;
public class Item { public string Label { get; set; } }
public class Point { }
public static class Extensions {
    public static Item Doubled(this Item item, Func<Item, bool> test) => item;
    public static void OfPoint(this Point point) { }
    public static void Plain(Item item) { }
}
public class Main {
    void Run(Item item) {
        item.«Doubled»(x => x.«Label» == "").«Label».Trim();
        item.«OfPoint»();
        item.«Plain»();
        Extensions.«Plain»(item);
    }
}
"""


def test_extension_methods_are_members_of_the_extended_type() -> None:
    assert meant(EXTENSIONS) == [
        "Doubled -> Item.cs::Extensions.Doubled",
        "Label -> Item.cs::Item.Label",
        "Label -> Item.cs::Item.Label",
        "OfPoint ->",
        "Plain ->",
        "Plain -> Item.cs::Extensions.Plain",
    ]
