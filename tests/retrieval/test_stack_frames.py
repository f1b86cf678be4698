"""Functions named in stack traces of many languages, and the code to which traces lead."""

import pytest

from ctx_lsp.packing.assessment.readiness import READY_CONFIDENCE
from ctx_lsp.packing.model import PackOptions
from ctx_lsp.retrieval.channels.mentioned_lines import files_at
from ctx_lsp.retrieval.channels.quoted_lines import line_now
from ctx_lsp.retrieval.channels.written_lines import MentionedLine, mentioned_lines
from ctx_lsp.retrieval.model import SearchRequest
from ctx_lsp.text.source import SourceText
from tests.packing.shop import ask
from tests.retrieval.searching import found
from tests.workspaces import snapshot_of

FRAMES = [
    ('  File "/app/cart.py", line 12, in total\n    x = 1', "/app/cart.py", "total"),
    ('  File "/app/cart.py", line 12, in <module>', "/app/cart.py", ""),
    ('  File "/app/cart.py", line 12, in Cart.total.<locals>.<lambda>', "/app/cart.py", "Cart.total"),
    ("shop.(*Cart).Total(0xc000, 0x5)\n\t/go/shop/cart.go:12 +0x1d", "/go/shop/cart.go", "shop.Cart.Total"),
    ("example.com/shop.(*Cart).Total(...)\n\t/shop/cart.go:12", "/shop/cart.go", "example.com.shop.Cart.Total"),
    ("shop.Map[...].Get(0x1)\n\t/go/shop/cart.go:12", "/go/shop/cart.go", "shop.Map.Get"),
    ("shop.(*Cart).Total.func1()\n\t/go/shop/cart.go:12 +0x1d", "/go/shop/cart.go", "shop.Cart.Total"),
    ("created by shop.run in goroutine 7\n\t/go/shop/cart.go:12 +0x1d", "/go/shop/cart.go", "shop.run"),
    ("created by shop.(*Cart).Run\n\t/go/shop/cart.go:12 +0x1d", "/go/shop/cart.go", "shop.Cart.Run"),
    ("   4: shop::cart::Cart::total\n             at ./src/cart.rs:12:5", "./src/cart.rs", "shop.cart.Cart.total"),
    ("   4: <shop::Cart as core::fmt::Display>::fmt\n       at src/cart.rs:12:5", "src/cart.rs", "shop.Cart.fmt"),
    ("   4: shop::total::{{closure}}::h0123456789abcdef\n   at src/cart.rs:12", "src/cart.rs", "shop.total"),
    ("   4: shop::Cart<T>::total\n             at src/cart.rs:12:5", "src/cart.rs", "shop.Cart.total"),
    ("   4:     0x55d0 - shop::cart::total\n             at src/cart.rs:12:5", "src/cart.rs", "shop.cart.total"),
    ("\tat com.shop.Cart.total(Cart.java:12)", "Cart.java", "com.shop.Cart.total"),
    ("\tat com.shop.Cart$Line.lambda$total$0(Cart.java:12)", "Cart.java", "com.shop.Cart.Line.total"),
    ("\tat com.shop.Cart.<init>(Cart.java:12) ~[shop.jar:1.0]", "Cart.java", "com.shop.Cart"),
    ("    at Cart.total (/shop/cart.js:12:7)", "/shop/cart.js", "Cart.total"),
    ("    at async Cart.total (file:///shop/cart.js:12:7)", "///shop/cart.js", "Cart.total"),
    ("    at new Cart (/shop/cart.js:12:7)", "/shop/cart.js", "Cart"),
    ("    at Cart.total [as sum] (/shop/cart.js:12:7)", "/shop/cart.js", "Cart.total"),
    ("    at /shop/cart.js:12:7", "/shop/cart.js", ""),
    ("   at Shop.Cart.Total(Int32 x, String y) in /src/Cart.cs:line 12", "/src/Cart.cs", "Shop.Cart.Total"),
    ("   at Shop.Cart.<TotalAsync>d__5.MoveNext() in /src/Cart.cs:line 12", "/src/Cart.cs", "Shop.Cart.TotalAsync"),
    ("cart.rb:12:in `total'", "cart.rb", "total"),
    ("\tfrom /app/cart.rb:12:in 'block (2 levels) in Cart#total'", "/app/cart.rb", "Cart.total"),
    ("#0 /var/www/cart.php(12): Shop\\Cart->total()", "/var/www/cart.php", ""),  # what is called there
    ("#1  0x0000555 in Cart::total (this=0x0, x=1) at src/cart.cc:12", "src/cart.cc", "Cart.total"),
    ("    (shop 0.1.0) lib/shop/cart.ex:12: Shop.Cart.total/1", "lib/shop/cart.ex", "Shop.Cart.total"),
    ("/app/cart.py:12: in total\n    x = 1", "/app/cart.py", "total"),  # pytest
    ("│ /app/cart.py:12 in total              │", "/app/cart.py", "total"),  # Rich
    ("2026-05-05T12:00:00Z ERROR web | \tat com.shop.Cart.total(Cart.java:12)", "Cart.java", "com.shop.Cart.total"),
    ("[ERROR]     at Cart.total (/shop/cart.js:12:7)", "/shop/cart.js", "Cart.total"),
    ("> at Cart.total (/shop/cart.js:12:7)", "/shop/cart.js", "Cart.total"),
    ("web | shop.(*Cart).Total(0x1)\nweb | \t/go/shop/cart.go:12", "/go/shop/cart.go", "shop.Cart.Total"),
    ("    at Cart.total (/home/Ann Lee/my shop/cart.js:12:7)", "shop/cart.js", "Cart.total"),
    (
        "   at Shop.Cart.Total(Int32 x) in C:\\Program Files\\Shop\\Cart.cs:line 12",
        "Files\\Shop\\Cart.cs",
        "Shop.Cart.Total",
    ),
    ("   at Shop.Cart.Total(Int32 x) in\n/src/Cart.cs:line 12", "/src/Cart.cs", "Shop.Cart.Total"),  # wrapped
    ("\tat com.shop.Cart.total(\nCart.java:12)", "Cart.java", "com.shop.Cart.total"),
    ('  File "/app/cart.py", line 12, in\ntotal', "/app/cart.py", "total"),
    ("   at Shop.Cart.<>c__DisplayClass1_0.<Total>b__0() in /src/Cart.cs:line 12", "/src/Cart.cs", "Shop.Cart.Total"),
    ("   at Shop.Cart.get_Total() in /src/Cart.cs:line 12", "/src/Cart.cs", "Shop.Cart.Total"),
    ("\tat com.shop.CartKt$total$1.invokeSuspend(Cart.kt:12)", "Cart.kt", "com.shop.CartKt.total"),
    ("\tat com.shop.CartKt.total$default(Cart.kt:12)", "Cart.kt", "com.shop.CartKt.total"),
    ("\tat com.shop.Cart.access$000(Cart.java:12)", "Cart.java", "com.shop.Cart"),
    ("\tat shop.cart$total.invokeStatic(cart.clj:12)", "cart.clj", "shop.cart.total"),
    ("    at get Cart.total (/shop/cart.js:12:7)", "/shop/cart.js", "Cart.total"),
    (" \u276f Cart.total /shop/cart.ts:12:7", "/shop/cart.ts", "Cart.total"),
    ("    #0 0x4a3 in Cart::total(int) /src/cart.cc:12:5", "/src/cart.cc", "Cart.total"),
    ("#1      main.<anonymous closure> (package:shop/cart.dart:12:5)", "shop/cart.dart", "main"),
    ("\tcart.lua:12: in function 'Cart.total'", "cart.lua", "Cart.total"),
    ("    (shop 0.1.0) lib/cart.ex:12: anonymous fn/2 in Shop.Cart.total/1", "lib/cart.ex", "Shop.Cart.total"),
    (" [1] total(x::Int64)\n   @ Shop ./cart.jl:12", "./cart.jl", "total"),
    ('Called from Shop.total in file "lib/cart.ml", line 12', "lib/cart.ml", "Shop.total"),
    ("/src/cart.zig:12:5: 0x1 in total (cart)", "/src/cart.zig", "total"),
    ("#0 /shop/cart.php(12): array_sum()\n#1 /run.php: Shop\\Cart->total()", "/shop/cart.php", ""),
    ("\tShop::Cart::total(1) called at lib/Cart.pm line 12", "lib/Cart.pm", ""),
    ('{cart,total,1,[{file,"src/cart.erl"},{line,12}]}', "src/cart.erl", ""),
    ("what happens at cart.py:12 when it is empty?", "cart.py", ""),
    ("why does line 12 of `src/cart.py` fail?", "src/cart.py", ""),
    ("why do lines 12-20 in src/cart.py fail?", "src/cart.py", ""),
    ("why does `src/cart.py` line 12 fail?", "src/cart.py", ""),
    ("see total(x)\nat cart.py:12", "cart.py", ""),
]


@pytest.mark.parametrize(("trace", "path", "function"), FRAMES)
def test_the_function_of_a_frame_is_read(trace: str, path: str, function: str) -> None:
    parts = tuple(function.split(".")) if function else ()
    assert [one._replace(code="") for one in mentioned_lines(trace)] == [MentionedLine(path, 12, parts)]


CODE = [
    ('  File "/app/cart.py", line 12, in total\n    x = 1\n    ~~^~~', "x = 1"),
    (
        'web | 2026-05-05T12:00:00Z   File "/app/cart.py", line 12, in total\nweb | 2026-05-05T12:00:00Z     x = 1',
        "x = 1",
    ),
    ("/app/cart.py:12: in total\n    x = 1", "x = 1"),
    ("/app/cart.js:12\n    throw new Error()\n    ^", "throw new Error()"),  # Node
    ("  --> src/cart.rs:12:9\n   |\n12 |     let x = 1;\n   |         ^", "let x = 1;"),  # Rust
    ("src/cart.c:12:5: error: y\n   12 |     x = 1;\n      |     ^", "x = 1;"),  # GCC
    ("src/cart.ts:12:7 - error TS2322: y\n\n12   let x = 1\n         ~", "let x = 1"),  # TypeScript
    ("\u276f src/cart.ts:12:7\n     11| a()\n     12| let x = 1", "let x = 1"),  # Vitest
    ('  File "/app/cart.py", line 12, in total\n    ^^^^^', ""),
    ('  File "/app/cart.py", line 12, in total\nValueError: x', ""),
    ('  File "/app/cart.py", line 12, in total\n  File "/app/cart.py", line 14, in run\n    x = 1', ""),
    ("at run (/shop/cart.js:12:7)\n    at total (/shop/cart.js:14:7)", ""),
    ("see cart.py:12", ""),
]


@pytest.mark.parametrize(("trace", "code"), CODE)
def test_the_line_below_a_place_may_quote_it(trace: str, code: str) -> None:
    assert next(one.code for one in mentioned_lines(trace) if one.line == 12) == code


def functions(trace: str) -> list[str]:
    return [".".join(one.function) for one in mentioned_lines(trace)]


def test_the_function_of_a_frame_in_php_is_what_the_next_frame_calls() -> None:
    trace = "#0 /shop/Cart.php(3): array_sum()\n#1 /shop/run.php(5): Shop\\Cart->total(Object(Cart))\n#2 {main}"
    assert functions(trace) == ["Shop.Cart.total", ""]


def test_frames_in_one_line_are_told_apart() -> None:
    assert functions("x at shop.Cart.total(Cart.java:12) at shop.Run.run(Run.java:3)") == [
        "shop.Cart.total",
        "shop.Run.run",
    ]


def test_a_trace_that_is_a_string_of_json_is_read() -> None:
    escaped = r'{"stack": "Error: x\n    at Cart.total (C:\\shop\\new\\cart.js:12:7)\n    at run (/shop/run.js:3:4)"}'
    assert functions(escaped) == ["Cart.total", "run"]
    assert mentioned_lines(escaped)[0].path == r"C:\shop\new\cart.js"
    python = r'"File \"/shop/cart.py\", line 12, in total\n    x = 1\n  File \"/shop/run.py\", line 3, in run\n"'
    assert functions(python) == ["total", "run"]
    go = r'"shop.(*Cart).Total(0x1)\n\t/shop/cart.go:12 +0x1d\nmain.main()\n\t/shop/main.go:3"'
    assert functions(go) == ["shop.Cart.Total", "main.main"]


def test_the_frames_of_a_cause_come_first() -> None:
    trace = (
        "Error: x\n\tat shop.Run.run(Run.java:3)\nCaused by: Error: y\n\tat shop.Cart.total(Cart.java:12)\n\t... 1 more"
    )
    assert functions(trace) == ["shop.Cart.total", "shop.Run.run"]


def test_the_innermost_frame_of_pytest_comes_first() -> None:
    assert functions("run.py:3: in run\n    x()\ncart.py:12: in total\n    y()") == ["total", "run"]


SHOP = snapshot_of(
    """
=== cart.go
package shop
// A cart.
type Cart struct{}

func (c *Cart) Total() int {
	return c.page(1)
}

func (c *Cart) page(n int) int { return n }
=== order.go
package shop
type Order struct{}

func (o *Order) page(n int) int { return n }

func (o *Order) Ship() {
	o.page(3)
}
=== go.mod
module example.com/shop
go 1.22
=== runner.go
package shop

// goroutine running: panic, runtime error, index out of range in example.com/shop order.go and cart.go
func goroutine() { panic("runtime error: index out of range") }
"""
)
TRACE = """panic: runtime error: index out of range

goroutine 1 [running]:
example.com/shop.(*Order).page(...)
	/go/pkg/mod/example.com/shop@v0.9.0/order.go:6
example.com/shop.(*Cart).Total(0xc0000, 0x5)
	/go/pkg/mod/example.com/shop@v0.9.0/cart.go:400 +0x1d
example.com/shop.(*Cart).page(0xc0000)
	/go/pkg/mod/example.com/shop@v0.9.0/old_cart.go:3 +0x1d
main.main()
	/home/me/main.go:10
"""


def test_frames_of_another_version_lead_to_their_functions() -> None:
    """The lines are those of other functions, or beyond the end of the file, and one function has moved."""
    items = found(SHOP, SearchRequest(TRACE)).items
    expected = ["order.go::Order.page", "cart.go::Cart.Total", "cart.go::Cart.page"]
    assert [item.symbol for item in sorted(items, key=lambda one: -one.scores.get("place", 0.0))][:3] == expected


def test_a_pack_for_a_stack_trace_shows_its_functions_first() -> None:
    pack = ask(SHOP, TRACE, PackOptions(300))
    shown = {one.item.symbol for one in pack.items if one.role == "primary"}
    assert {"order.go::Order.page", "cart.go::Cart.Total", "cart.go::Cart.page"} <= shown


OVERLOADED = snapshot_of(
    """
=== src/lib/client.ts
export class Client {
  private check(): boolean { return true }

  public subscribe(topic: string): Client
  public subscribe(topic: string, qos: number): Client
  public subscribe(topic: string[], qos: number): Client
  public subscribe(topic: object): Client
  public subscribe(topic: any, qos?: number): Client {
    this.check()
    return this
  }
}
"""
)


def test_a_frame_in_compiled_code_leads_to_an_overloaded_function() -> None:
    trace = (
        "Error: gone\n    at Client.check (/app/build/lib/client.js:410:23)\n"
        "    at Client.subscribe (/app/build/lib/client.js:600:19)"
    )
    by_place = {one.symbol for one in found(OVERLOADED, SearchRequest(trace)).items if "place" in one.scores}
    assert by_place == {"src/lib/client.ts::Client.check", "src/lib/client.ts::Client.subscribe"}
    pack = ask(OVERLOADED, trace, PackOptions(400))
    assert "topic: any, qos?: number" in pack.text
    assert pack.readiness.ready


QUOTED = snapshot_of(
    """
=== receive.py
class Receiver:
    def parse_offer(self, offer):
        if "text" in offer:
            self.show_text(offer, self.w)

    def get_data(self):
        raw = self.wait()
        for part in raw:
            yield part

    def show_text(self, offer, w):
        w.write(offer)
"""
)


@pytest.mark.parametrize(
    ("line", "function", "code", "expected"),
    [
        (8, "handle_offer", "self.show_text(offer, self.w)", "Receiver.parse_offer"),
        (8, "<module>", "self.show_text(offer, self.w)", "Receiver.parse_offer"),
        (8, "handle_offer", "self.text_of(offer)", None),  # the function and the line are gone
        (8, "<module>", "for part in old:", "Receiver.get_data"),  # the line has been edited
        (3, "get_data", "self.show_text(offer, self.w)", "Receiver.get_data"),  # the function is still there
        (8, "handle_offer", "", "Receiver.get_data"),
    ],
)
def test_a_line_that_a_frame_quotes_leads_and_not_its_number(
    line: int, function: str, code: str, expected: str | None
) -> None:
    trace = f'Traceback:\n  File "/old/receive.py", line {line}, in {function}\n    {code}\nValueError: no'
    by_place = [one.symbol for one in found(QUOTED, SearchRequest(trace)).items if "place" in one.scores]
    assert by_place == ([f"receive.py::{expected}"] if expected else [])


FOREIGN = """panic: wibble wobble frobnicate quux corge grault garply waldo

goroutine 1 [running]:
example.org/other.{function}(0xc0000, 0x5)
	/srv/xyzzy/plugh/other/order.go:6
"""


@pytest.mark.parametrize(("function", "ready"), [("(*Order).page", True), ("(*Queue).drain", False)])
def test_a_pack_that_shows_the_functions_of_a_trace_is_ready(function: str, ready: bool) -> None:
    """Whatever the rest of the trace says; a frame of another project with a file of the same name does not count."""
    pack = ask(SHOP, FOREIGN.format(function=function), PackOptions(300))
    assert pack.readiness.ready is ready
    assert any(one.item.symbol == "order.go::Order.page" for one in pack.items) or not ready
    assert pack.confidence is not None
    assert pack.confidence < READY_CONFIDENCE


def test_a_relative_path_is_that_of_the_root_if_many_files_have_its_end() -> None:
    files = "".join(f"=== p{n}/src/main.rs\nfn main() {{}}\n" for n in range(5))
    snapshot = snapshot_of(f"{files}=== src/main.rs\nfn main() {{}}\n")
    for written, meant in {
        "./src/main.rs": ["src/main.rs"],
        "p1/src/main.rs": ["p1/src/main.rs"],
        "main.rs": [],
    }.items():
        assert [list(lines) for _, lines in files_at(snapshot, f"{written}:1")] == [meant]


def test_of_many_files_with_a_name_those_with_the_line_are_meant() -> None:
    short = "".join(f"=== p{n}/engine.py\ndef run(): ...\n" for n in range(5))
    snapshot = snapshot_of(f"{short}=== core/engine.py\n" + "def run():\n    ...\n" * 20)
    assert [lines for _, lines in files_at(snapshot, "fix engine.py:30")] == [{"core/engine.py": 30}]


LONG = "".join(
    f"    if order.state == {n}:\n        note(order, {n})\n        order.wait_{n}(tax, total)\n\n" for n in range(60)
)
LONG_FUNCTION = snapshot_of(f"=== order.py\ndef advance(order, tax, total):\n{LONG}    return order\n")


@pytest.mark.parametrize(
    "question", ['File "/srv/order.py", line 124, in advance', "why does order.py:124 wait for tax?"]
)
def test_the_line_that_a_question_names_comes_first(question: str) -> None:
    assert "order.wait_30(tax, total)" in str(LONG_FUNCTION.files["order.py"].source.data.splitlines()[123])
    for budget in 250, 500, 1_500:
        pack = ask(LONG_FUNCTION, question, PackOptions(budget))
        assert "order.wait_30(tax, total)" in pack.text, budget
        assert pack.readiness.ready


def test_a_pack_without_the_line_that_a_question_names_is_not_ready() -> None:
    trace = "".join(f'File "/srv/order.py", line {4 * n}, in advance\n' for n in range(1, 40))
    pack = ask(LONG_FUNCTION, f"Traceback (most recent call last):\n{trace}", PackOptions(300))
    assert "1 of 1 place that you name" in pack.readiness.reason


def test_code_outside_of_definitions_counts_as_a_place_that_a_question_names() -> None:
    """Beside frames whose functions are elsewhere, too."""
    rows = "".join(f"order_{n} = read({n}, tax, total)\n" for n in range(200))
    snapshot = snapshot_of(f"=== orders.py\n{rows}=== order.py\ndef advance(order):\n    return order\n")
    question = "at gone (order.js:3:1)\norders.py:151 is wrong, as is order.py:2"
    pack = ask(snapshot, question, PackOptions(1_000))
    assert "order_150 = read(150, tax, total)" in pack.text
    assert "return order" in pack.text
    assert pack.readiness.ready


def test_a_quoted_mark_is_found_as_a_line_of_its_own() -> None:
    """A bundle has a million brackets in one line; to look at the whole line for each takes hours."""
    bundle = SourceText(b"{}" * 1_000_000 + b"\n  }\r\n\t}\n")
    assert [line_now(bundle, "}", number) for number in (1, 2, 9)] == [2, 2, 3]
    assert line_now(bundle, "{", 1) is None
