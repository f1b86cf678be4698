"""The output of the javac program for a few files, if a Java compiler is installed."""

from pathlib import Path

import pytest

from ctx_lsp.text.source import SourceText
from tests.graph_oracle.compare import compare
from tests.graph_oracle.documents import read_documents
from tests.graph_oracle.javac import ask, has_java
from tests.graph_oracle.oracle import make_oracle
from tests.graph_oracle.ours import Ours, index_workspace

FILES = {
    "shop/Base.java": """package shop;
/** ünïcode 😀 */ public abstract class Base<T> {
	protected final T name; int other = 1, length;
	protected Base(T name) { this.name = name; }
	abstract int price(int count);
	int tax(int rate) { return rate; }
	int tax() { return tax(length); }
	public static Item make() { return new Item(); }
}
""",
    "shop/Item.java": """package shop;
public class Item extends Base<String> implements Comparable<Item> {
	enum Kind { @Deprecated OLD, NEW { void act() {} } }
	record Size(int wide, int high) { int area() { return wide() * high; } }
	int price;
	Item() { super(""); }
	@Override int price(int count) { return name.length() + absent.Missing.find(count); }
	@Override public int compareTo(Item that) { Runnable run = that::tax; return new int[1].length; }
}
""",
    "app/Main.java": """package app;
import static shop.Base.make;
import java.util.List;
import org.absent.Missing;
import shop.Item;
class Main extends Missing { List<Item> items = List.of(make()); }
""",
}
PREFIX = "javac . . . "

needs_java = pytest.mark.skipif(not has_java(), reason="a compiler of Java is absent")


@needs_java
def test_sources_are_read_and_compared(tmp_path: Path) -> None:
    """Definitions, uses, inheritance and overrides are found and agree with ours; unresolved names are left out."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    documents = read_documents(ask(tmp_path).splitlines())
    assert [one.path for one in documents] == ["app/Main.java", "shop/Base.java", "shop/Item.java"]
    main, _, item = documents
    assert {one.symbol.removeprefix(PREFIX) for one in main.occurrences if not one.roles} == {
        "java/util/List#", "java/util/List#of().", "shop/Base#make().", "shop/Item#",
    }  # fmt: skip
    assert set(item.implemented[f"{PREFIX}shop/Item#"]) == {f"{PREFIX}shop/Base#", f"{PREFIX}java/lang/Comparable#"}
    assert item.implemented[f"{PREFIX}shop/Item#price()."] == (f"{PREFIX}shop/Base#price().",)
    used = {one.symbol.removeprefix(PREFIX) for one in item.occurrences if not one.roles}
    assert {"array/length.", "java/lang/String#length().", "shop/Item#Size#wide.", "shop/Item#Size#high."} <= used
    assert not any("Missing" in symbol for symbol in used)

    sources = {name: SourceText(text.encode()) for name, text in FILES.items()}
    oracle = make_oracle(documents, sources)
    assert {symbol.removeprefix(PREFIX): kind for symbol, kind in oracle.kinds.items()} == {
        "app/Main#": "class",
        "app/Main#items.": "field",
        "shop/Base#": "class",
        "shop/Base#name.": "field",
        "shop/Base#other.": "field",
        "shop/Base#length.": "field",
        "shop/Base#`<init>`().": "method",
        "shop/Base#price().": "method",
        "shop/Base#tax().": "method",
        "shop/Base#make().": "method",
        "shop/Item#": "class",
        "shop/Item#Kind#": "class",
        "shop/Item#Kind#OLD.": "field",
        "shop/Item#Kind#NEW.": "field",
        "shop/Item#Size#": "class",
        "shop/Item#Size#wide.": "field",
        "shop/Item#Size#high.": "field",
        "shop/Item#Size#area().": "method",
        "shop/Item#`<init>`().": "method",
        "shop/Item#price.": "field",
        "shop/Item#price().": "method",
        "shop/Item#compareTo().": "method",
    }
    assert {symbol.removeprefix(PREFIX) for symbol in oracle.unsure} == {"app/Main#"}
    made = compare(oracle, Ours(index_workspace(sources), oracle.paths), sources)
    assert made.misses == []
    assert made.scores["references"].expected >= 12
    assert made.scores["imports"].expected == 2
