"""The output of the go/types program for a small module, if Go is installed."""

import pytest

from ctx_lsp.text.source import SourceText
from tests.graph_oracle.compare import compare
from tests.graph_oracle.documents import read_documents
from tests.graph_oracle.go_types import ask, has_go
from tests.graph_oracle.oracle import make_oracle
from tests.graph_oracle.ours import Ours, index_workspace

FILES = {
    "go.mod": "module example.com/shop-go\n",
    "item.go": """package shop
type Priced interface { Price() int }
type Base struct{ Name string }
type Item struct { Base; next *Item }
func (i *Item) Price() int { return len(i.Name) }
func Find() Priced { return &Item{next: nil} }
""",
    "cmd/main.go": """package main
import "example.com/shop-go"
func main() { shop.Find().Price(); max := 1; _ = max }
""",
}


@pytest.mark.skipif(not has_go(), reason="Go is absent")
def test_a_module_is_read_and_compared(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Definitions, uses and interfaces are found and agree with ours; a package has its declared name."""
    path = tmp_path_factory.mktemp("go")
    top = path / "src" / "example.com" / "shop-go"
    for name, text in FILES.items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(text, "utf-8")
    documents = read_documents(ask(top, "example.com/shop-go", path).splitlines())
    assert [one.path for one in documents] == ["cmd/main.go", "item.go"]
    prefix = "go-types gomod example.com/shop-go . `example.com/shop-go`/"
    assert set(documents[1].implemented[f"{prefix}Item#"]) == {f"{prefix}Base#", f"{prefix}Priced#"}
    used = {one.symbol for one in documents[0].occurrences if not one.roles}
    assert {f"{prefix}Find().", f"{prefix}Priced#Price()."} <= used
    sources = {name: SourceText(text.encode()) for name, text in FILES.items()}
    oracle = make_oracle(documents, sources)
    assert {
        symbol.removeprefix(prefix): kind for symbol, kind in oracle.kinds.items() if symbol.startswith(prefix)
    } == {
        "Priced#": "class",
        "Priced#Price().": "method",
        "Base#": "class",
        "Base#Name.": "field",
        "Item#": "class",
        "Item#next.": "field",
        "Item#Price().": "method",
        "Find().": "function",
    }
    made = compare(oracle, Ours(index_workspace(sources), oracle.paths), sources)
    assert [miss for miss in made.misses if miss.row in ("references", "inheritance")] == []
    assert made.scores["references"].expected >= 7
