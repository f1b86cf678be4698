"""Structural patterns: each detector on a small workspace with the pattern, and on some that nearly have it."""

import re
from collections.abc import Callable
from time import process_time

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.patterns import Instance, find_all, partners, patterns_of
from ctx_lsp.patterns.factory import _constructs
from ctx_lsp.patterns.observer import _adds, _walks
from ctx_lsp.patterns.roles import roles_of
from ctx_lsp.patterns.types import _single_uses
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.workspaces import snapshot_of


def found(text: str, pattern: str) -> list[Instance]:
    """The instances of a pattern in a workspace written as text."""
    return list(find_all(snapshot_of(text), {pattern}, CancelToken()))


def one(text: str, pattern: str) -> tuple[str, set[tuple[str, str]]]:
    """The only instance: the qualified name of its center, and (relation, qualified name) of the others."""
    (instance,) = found(text, pattern)
    return short(instance.center.symbol), {(each.relation, short(each.symbol)) for each in instance.others}


def short(symbol: str) -> str:
    return symbol.partition("::")[2]


def seen(snapshot: Snapshot, symbol: str) -> set[tuple[str, str]]:
    """The (pattern, role) of every match of a symbol."""
    definition = snapshot.definition(symbol)
    assert definition is not None
    return {(match.pattern, match.role) for match in patterns_of(snapshot, definition)}


STRATEGY = {
    "python": """
=== price.py
from abc import ABC, abstractmethod
class Discount(ABC):
    @abstractmethod
    def apply(self, total: int) -> int: ...
class Half(Discount):
    def apply(self, total: int) -> int: return total // 2
class Nothing(Discount):
    def apply(self, total: int) -> int: return total
=== basket.py
from price import Discount
class Basket:
    def __init__(self, discount: Discount) -> None:
        self.discount = discount
    def total(self) -> int:
        return self.discount.apply(10)
""",
    "java": """
=== shop/Discount.java
package shop;
public interface Discount { int apply(int total); }
=== shop/Half.java
package shop;
public class Half implements Discount { public int apply(int total) { return total / 2; } }
=== shop/Nothing.java
package shop;
public class Nothing implements Discount { public int apply(int total) { return total; } }
=== shop/Basket.java
package shop;
public class Basket {
    private final Discount discount;
    public Basket(Discount discount) { this.discount = discount; }
    public int total() { return discount.apply(10); }
}
""",
    "typescript": """
=== price.ts
export interface Discount { apply(total: number): number }
export class Half implements Discount { apply(total: number) { return total / 2 } }
export class Nothing implements Discount { apply(total: number) { return total } }
=== basket.ts
import { Discount } from "./price";
export class Basket {
  constructor(private readonly discount: Discount) {}
  total() { return this.discount.apply(10) }
}
""",
    "csharp": """
=== Price.cs
public interface Discount { int apply(int total); }
public class Half : Discount { public int apply(int total) { return total / 2; } }
public class Nothing : Discount { public int apply(int total) { return total; } }
=== Basket.cs
public class Basket {
    private readonly Discount discount;
    public Basket(Discount discount) { this.discount = discount; }
    public int Total() { return discount.apply(10); }
}
""",
    "rust": """
=== src/price.rs
pub trait Discount { fn apply(&self, total: u32) -> u32; }
pub struct Half;
impl Discount for Half { fn apply(&self, total: u32) -> u32 { total / 2 } }
pub struct Nothing;
impl Discount for Nothing { fn apply(&self, total: u32) -> u32 { total } }
pub struct Basket { discount: Box<dyn Discount> }
impl Basket { fn total(&self) -> u32 { self.discount.apply(10) } }
""",
}


@pytest.mark.parametrize("language", STRATEGY)
def test_a_strategy_has_an_interface_its_implementations_and_a_context(language: str) -> None:
    center, others = one(STRATEGY[language], "strategy")
    assert center == "Discount"
    assert {("implementation", "Half"), ("implementation", "Nothing"), ("context", "Basket")} == others


def test_a_strategy_is_seen_from_each_of_its_symbols() -> None:
    snapshot = snapshot_of(STRATEGY["python"])
    assert ("strategy", "interface") in seen(snapshot, "price.py::Discount")
    assert ("strategy", "implementation") in seen(snapshot, "price.py::Half")
    assert ("strategy", "context") in seen(snapshot, "basket.py::Basket")
    assert {short(each.symbol) for each in partners(snapshot, "price.py::Half")} == {"Discount", "Nothing", "Basket"}


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("class Nothing(Discount)", "class Nothing"),  # one implementation
        ("self.discount.apply(10)", "10"),  # nobody works through it
        ("discount: Discount", "discount: list[Discount]"),  # a composite or a chain
        ("    @abstractmethod\n    def apply(self, total: int) -> int: ...", "    pass"),  # nothing is left open
        ("int: ...\n", "int: ...\n    def name(self): return 1\n    def more(self): return 2\n"),  # mostly written
    ],
)
def test_near_strategies_are_rejected(was: str, becomes: str) -> None:
    text = STRATEGY["python"]
    assert was in text
    assert found(text.replace(was, becomes), "strategy") == []


TEMPLATE = {
    "python": """
=== report.py
class Report:
    def write(self):
        return self.head() + self.body()
    def head(self): return ""
    def body(self): raise NotImplementedError
=== sales.py
from report import Report
class Sales(Report):
    def body(self): return "sold"
""",
    "java": """
=== Report.java
public abstract class Report {
    public String write() { return head() + body(); }
    String head() { return ""; }
    abstract String body();
}
=== Sales.java
public class Sales extends Report { String body() { return "sold"; } }
""",
    "ruby": """
=== report.rb
class Report
  def write; head + body; end
  def head; ""; end
  def body; raise NotImplementedError; end
end
class Sales < Report
  def body; "sold"; end
end
""",
    "typescript": """
=== report.ts
export abstract class Report {
  write(): string { return this.head() + this.body() }
  head(): string { return "" }
  abstract body(): string
}
=== sales.ts
import { Report } from "./report";
export class Sales extends Report { body(): string { return "sold" } }
""",
}


@pytest.mark.parametrize("language", sorted(TEMPLATE.keys() - {"ruby"}))
def test_a_template_method_calls_steps_that_derived_types_write(language: str) -> None:
    assert one(TEMPLATE[language], "template method") == (
        "Report.write",
        {("step", "Report.body"), ("overrider", "Sales.body")},
    )


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("raise NotImplementedError", 'return "nothing"'),  # an ordinary override, and only one
        ("raise NotImplementedError", "return build(self)"),  # does something by itself
        ("self.head() + self.body()", "self.head() + other.body()"),  # somebody else's
        ("    def body(self): return", "    def text(self): return"),  # nobody writes the step
    ],
)
def test_near_template_methods_are_rejected(was: str, becomes: str) -> None:
    text = TEMPLATE["python"]
    assert was in text
    assert found(text.replace(was, becomes), "template method") == []


WRAPPER = {
    "python": """
=== source.py
from typing import Protocol
class Source(Protocol):
    def read(self) -> str: ...
class File(Source):
    def read(self) -> str: return "text"
class Upper(Source):
    def __init__(self, inner: Source) -> None:
        self._inner = inner
    def read(self) -> str: return self._inner.read().upper()
""",
    "java": """
=== Source.java
interface Source { String read(); }
class File implements Source { public String read() { return "text"; } }
class Upper implements Source {
    private final Source inner;
    Upper(Source inner) { this.inner = inner; }
    public String read() { return inner.read().toUpperCase(); }
}
""",
    "go": """
=== source.go
package source
type Source interface { Read() string }
type File struct{}
func (f *File) Read() string { return "text" }
""",
}


@pytest.mark.parametrize("language", ["python", "java"])
def test_a_wrapper_has_the_interface_that_it_holds_and_passes_on(language: str) -> None:
    assert one(WRAPPER[language], "decorator") == (
        "Upper",
        {("interface", "Source"), ("passes on", "Upper.read"), ("wrapped", "File")},
    )


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("inner: Source", "inner: list[Source]"),  # a composite
        ("inner: Source", "following: Source, left: Source"),  # a tree
        ("self._inner.read()", "self._inner.close()"),  # passes nothing on
        ("class Upper(Source)", "class Upper"),  # uses a source without being one
    ],
)
def test_near_wrappers_are_rejected(was: str, becomes: str) -> None:
    text = WRAPPER["python"]
    assert was in text
    assert found(text.replace(was, becomes), "decorator") == []


DECORATOR = """
=== timing.py
from functools import wraps
def timed(name):
    def decorate(function):
        @wraps(function)
        def timing(*args): return function(*args)
        return timing
    return decorate
=== work.py
from timing import timed
@timed("work")
def work(): ...
def rest(): return timed
"""


def test_a_decorating_function_has_its_wrapper_and_wrapped_functions() -> None:
    assert one(DECORATOR, "decorator") == (
        "timed",
        {("wrapper", "timed.decorate.timing"), ("decorated", "work")},
    )
    snapshot = snapshot_of(DECORATOR)
    assert ("decorator", "decorated") in seen(snapshot, "work.py::work")
    assert seen(snapshot, "work.py::rest") == set()


def test_a_function_that_returns_a_function_decorates_nothing() -> None:
    text = DECORATOR.replace("        @wraps(function)\n", "").replace('@timed("work")\n', "")
    assert found(text, "decorator") == []


def test_an_annotation_is_not_a_decorator() -> None:
    text = """
=== A.java
@interface Marked {}
@Marked class A {}
"""
    assert found(text, "decorator") == []


FACTORY = {
    "python": """
=== shapes.py
class Shape: ...
class Square(Shape): ...
class Circle(Shape): ...
=== make.py
from shapes import Circle, Square
def make(kind):
    if kind == "square":
        return Square()
    return Circle()
""",
    "typescript": """
=== shapes.ts
export interface Shape {}
export class Square implements Shape {}
export class Circle implements Shape {}
=== make.ts
import { Circle, Shape, Square } from "./shapes";
export function make(kind: string): Shape { return kind === "square" ? new Square() : new Circle() }
""",
    "java": """
=== Shape.java
interface Shape {}
class Square implements Shape {}
class Circle implements Shape {}
class Maker {
    static Shape make(String kind) {
        switch (kind) {
            case "square": return new Square();
            default: return new Circle();
        }
    }
}
""",
}


@pytest.mark.parametrize("language", FACTORY)
def test_a_factory_returns_types_of_one_family(language: str) -> None:
    center, others = one(FACTORY[language], "factory")
    assert center.rpartition(".")[2] == "make"
    assert others == {("product interface", "Shape"), ("product", "Square"), ("product", "Circle")}


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("class Circle(Shape)", "class Circle"),  # nothing in common
        ("return Square()", "use(Square())"),  # made for its own use
        ("return Circle()", "return Circle"),  # a type, not an instance; one product is left
    ],
)
def test_near_factories_are_rejected(was: str, becomes: str) -> None:
    text = FACTORY["python"]
    assert was in text
    assert found(text.replace(was, becomes), "factory") == []


def test_a_factory_method_is_written_by_types_that_each_return_another_kind() -> None:
    text = """
=== Shape.java
interface Shape {}
class Square implements Shape {}
class Circle implements Shape {}
abstract class Tool { abstract Shape make(); }
class Ruler extends Tool { Shape make() { return new Square(); } }
class Compass extends Tool { Shape make() { return new Circle(); } }
"""
    center, others = one(text, "factory")
    assert center == "Tool.make"
    assert ("factory method", "Ruler.make") in others
    assert ("product", "Circle") in others


def test_context_managers_are_entered_and_left() -> None:
    text = """
=== locks.py
from contextlib import contextmanager
class Lock:
    def __enter__(self): return self
    def __exit__(self, *failure): ...
class Half:
    def __enter__(self): return self
@contextmanager
def opened(): yield 1
def use():
    with opened(): pass
"""
    managers = {short(each.center.symbol): each.others for each in found(text, "context manager")}
    assert managers.keys() == {"Lock", "opened"}
    assert [(each.relation, short(each.symbol)) for each in managers["opened"]] == [("user", "use")]


def test_a_type_that_is_closed_by_its_languages_rule_is_a_context_manager() -> None:
    text = """
=== Door.java
class Door implements AutoCloseable { public void close() {} }
class Wall { public void close() {} }
"""
    assert one(text, "context manager") == ("Door", {("enters or exits", "Door.close")})


UNIT_OF_WORK = """
=== work.py
class Work:
    def __enter__(self): return self
    def __exit__(self, *failure): self.rollback()
    def commit(self): ...
    def rollback(self): ...
class Stored(Work):
    def commit(self): ...
"""


def test_a_unit_of_work_commits_and_rolls_back() -> None:
    assert [short(each.center.symbol) for each in found(UNIT_OF_WORK, "unit of work")] == ["Work", "Stored"]
    assert found(UNIT_OF_WORK.replace("def rollback", "def undo"), "unit of work") == []
    assert ("unit of work", "ends the work") in seen(snapshot_of(UNIT_OF_WORK), "work.py::Work.rollback")


OBSERVER = {
    "python": """
=== events.py
class Listener:
    def tell(self, event): ...
class Log(Listener):
    def tell(self, event): ...
class Subject:
    def __init__(self) -> None:
        self.listeners: list[Listener] = []
    def subscribe(self, one: Listener) -> None:
        self.listeners.append(one)
    def notify(self, event) -> None:
        for one in self.listeners:
            one.tell(event)
""",
    "java": """
=== Subject.java
interface Listener { void tell(String event); }
class Log implements Listener { public void tell(String event) {} }
class Subject {
    private final List<Listener> listeners = new ArrayList<>();
    void subscribe(Listener one) { listeners.add(one); }
    void notify(String event) { for (Listener one : listeners) { one.tell(event); } }
}
""",
    "typescript": """
=== subject.ts
export interface Listener { tell(event: string): void }
export class Log implements Listener { tell(event: string) {} }
export class Subject {
  private listeners: Listener[] = [];
  subscribe(one: Listener) { this.listeners.push(one) }
  notify(event: string) { this.listeners.forEach((one) => one.tell(event)) }
}
""",
}


@pytest.mark.parametrize("language", OBSERVER)
def test_a_subject_lets_listeners_in_and_calls_them(language: str) -> None:
    assert one(OBSERVER[language], "observer") == (
        "Subject",
        {
            ("subscribes", "Subject.subscribe"),
            ("notifies", "Subject.notify"),
            ("listener interface", "Listener"),
            ("observer", "Log"),
        },
    )


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("self.listeners.append(one)", "return one"),  # keeps nobody
        ("for one in self.listeners:", "for one in ():"),  # calls nobody
        ("def notify", "def total"),  # walks them for another purpose
    ],
)
def test_near_subjects_are_rejected(was: str, becomes: str) -> None:
    text = OBSERVER["python"]
    assert was in text
    assert found(text.replace(was, becomes), "observer") == []


MANY = 20_000


@pytest.mark.parametrize(
    "search",
    [
        lambda: _walks("for " * MANY, "xs"),
        lambda: _adds("xs[" * MANY, "xs"),
        lambda: re.search(_constructs("B", "ruby"), "\n" * 2 * MANY),
        lambda: re.search(_constructs("B", "rust"), "\n" * 2 * MANY),
        lambda: [role.text.search(":" + " " * 2 * MANY) for role in roles_of("tsx") if role.text],
    ],
    ids=["loops", "brackets", "lines", "lines in Rust", "blanks"],
)
def test_long_hostile_texts_take_no_time(search: Callable[[], object]) -> None:
    begin = process_time()
    search()
    assert process_time() - begin < 0.5, "the square of their length would be seconds"


SIGNS = """
=== a.ts
export interface $Cut { apply(total: number): number }
export class Half implements $Cut { apply(total: number): number { return total / 2 } }
export class Nothing implements $Cut { apply(total: number): number { return total } }
export class Basket {
  constructor(private cut: $Cut) {}
  total(): number { return this.cut.apply(10) }
}
"""


def test_signs_in_the_name_of_a_type_are_compared_as_they_are() -> None:
    assert one(SIGNS, "strategy")[0] == "$Cut"


@pytest.mark.parametrize("name", ["*:", "+", "(", "Cut"])
def test_any_name_of_a_type_is_looked_for_in_a_declaration(name: str) -> None:
    assert _single_uses(f"def go(x: {name}, y: list[{name}])", name) == 1
