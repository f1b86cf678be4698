"""Exports and imports of JavaScript and TypeScript modules: workspaces as text in, meanings of marked names out.

Each workspace has a namesake of the target, which must not be found. The files of module names are tested in
`test_modules_script`.
"""

import pytest

import ctx_lsp.graph
from ctx_lsp.snapshot.host import Host
from ctx_lsp.text.source import SourceText
from tests.graph.meant import meant
from tests.graph.test_resolve import edges
from tests.syntax.work import lines_run
from tests.workspaces import snapshot_of

NAMESAKES = """
=== other.ts
export class Item { pay() {} }
export function make() {}
export const api = { pay() {} };
"""

MODULES = ("js", "jsx", "mjs", "ts", "tsx")
EVERY = (*MODULES, "cjs")


@pytest.mark.parametrize("suffix", MODULES)
@pytest.mark.parametrize(
    ("exported", "used", "expected"),
    [
        ("export default class Item { pay() {} }", "import X from './it'; new «X»().«pay»();",
         ["X -> it::Item", "pay -> it::Item.pay"]),
        ("export default class { pay() {} }", "import X from './it'; new «X»().«pay»();",
         ["X -> it::default", "pay -> it::default.pay"]),
        ("export default function make() {}", "import x from './it'; «x»();", ["x -> it::make"]),
        ("export default () => {};", "import x from './it'; «x»();", ["x -> it::default"]),
        ("const make = () => {};\nexport default make;", "import x from './it'; «x»();", ["x -> it::make"]),
        ("class Item { pay() {} }\nexport default new Item();", "import x from './it'; «x».«pay»();",
         ["x -> it::default", "pay -> it::Item.pay"]),
        ("class Item { pay() {} }\nfunction make() { return new Item(); }\nexport default make();",
         "import x from './it'; «x».«pay»();", ["x -> it::default", "pay -> it::Item.pay"]),
        ("export default { pay() {} };", "import x from './it'; «x».«pay»();",
         ["x -> it::default", "pay -> it::default.pay"]),
        ("function pay() {}\nfunction sell() {}\nexport default { pay, take: sell };",
         "import x from './it'; «x».«pay»(); «x».«take»();",
         ["x -> it::default", "pay -> it::pay", "x -> it::default", "take -> it::sell"]),
        ("function make() {}\nexport { make as default };", "import x from './it'; «x»();", ["x -> it::make"]),
        ("function make() {}\nexport { make as build };", "import { build } from './it'; «build»();",
         ["build -> it::make"]),
        ("function make() {}\nfunction build() {}\nexport { make as build };",
         "import { build } from './it'; «build»();",
         ["build -> it::make"]),
        ("export default function make() {}\nexport class Item { pay() {} }",
         "import x, { Item as Y } from './it'; «x»(); new «Y»().«pay»();",
         ["x -> it::make", "Y -> it::Item", "pay -> it::Item.pay"]),
        ("export default function make() {}", "import { default as x } from './it'; «x»();", ["x -> it::make"]),
        ("export default function make() {}\nexport function pay() {}",
         "import * as ns from './it'; ns.«pay»(); ns.«default»();", ["pay -> it::pay", "default -> it::make"]),
        ("export function make() {}", "async function f() { const { make: x } = await import('./it'); «x»(); }",
         ["x -> it::make"]),
        ("export function make() {}", "async function f() { const it = await import('./it'); it.«make»(); }",
         ["make -> it::make"]),
        ("export default function make() {}", "async function f() { const x = (await import('./it')).default; «x»(); }",
         ["x -> it::make"]),
        ("export function make() {}", "import('./it').then(({ make }) => «make»());", ["make -> it::make"]),
        ("export function make() {}", "import('./it').then((it) => it.«make»());", ["make -> it::make"]),
        ("export function make() {}", "import('./it').then(it => { it.«make»(); });", ["make -> it::make"]),
        ("export const value = 1;", "import x from './it'; «x»();", ["x ->"]),
    ],
)  # fmt: skip
def test_modules(suffix: str, exported: str, used: str, expected: list[str]) -> None:
    text = f"{NAMESAKES}=== it.{suffix}\n{exported}\n=== use.{suffix}\n{used}\n"
    assert meant(text) == [one.replace("it::", f"it.{suffix}::") for one in expected]


@pytest.mark.parametrize("suffix", ["ts", "tsx"])
@pytest.mark.parametrize(
    ("exported", "used", "expected"),
    [
        ("function _null() {}\nexport { _null as null };", "import * as z from './it'; z.«null»();",
         ["null -> it::_null"]),
        ("class Item { pay() {} }\nexport = Item;", "import X = require('./it'); new «X»().«pay»();",
         ["X -> it::Item", "pay -> it::Item.pay"]),
        ("export default interface Item { pay(): void }", "import X from './it'; function f(x: «X») { x.«pay»(); }",
         ["X -> it::Item", "pay -> it::Item.pay"]),
        ("export default abstract class Item { pay() {} }", "import X from './it'; function f(x: «X») { x.«pay»(); }",
         ["X -> it::Item", "pay -> it::Item.pay"]),
        ("const api = { pay() {} };\nexport default api satisfies object;", "import x from './it'; «x».«pay»();",
         ["x -> it::api", "pay -> it::api.pay"]),
    ],
)  # fmt: skip
def test_modules_of_typescript(suffix: str, exported: str, used: str, expected: list[str]) -> None:
    text = f"{NAMESAKES}=== it.{suffix}\n{exported}\n=== use.{suffix}\n{used}\n"
    assert meant(text) == [one.replace("it::", f"it.{suffix}::") for one in expected]


@pytest.mark.parametrize("suffix", ["js", "cjs", "ts"])
@pytest.mark.parametrize(
    ("exported", "used", "expected"),
    [
        ("class Item { pay() {} }\nmodule.exports = Item;", "const X = require('./it'); new «X»().«pay»();",
         ["X -> it::Item", "pay -> it::Item.pay"]),
        ("module.exports = class { pay() {} };", "const X = require('./it'); new «X»().«pay»();",
         ["X -> it::exports", "pay -> it::exports.pay"]),
        ("module.exports = class Item { pay() {} };", "const X = require('./it'); new «X»().«pay»();",
         ["X -> it::Item", "pay -> it::Item.pay"]),
        ("module.exports = function () {};", "const x = require('./it'); «x»();", ["x -> it::exports"]),
        ("var make = module.exports = function () {};\nmake.pay = function () {};",
         "const x = require('./it'); «x»(); x.«pay»();", ["x -> it::make", "pay -> it::make.pay"]),
        ("exports = module.exports = make;\nfunction make() {}\nexports.pay = function () {};",
         "const x = require('./it'); «x»(); x.«pay»();", ["x -> it::make", "pay -> it::pay"]),
        ("class Item { pay() {} }\nmodule.exports = new Item();", "const x = require('./it'); «x».«pay»();",
         ["x -> it::exports", "pay -> it::Item.pay"]),
        ("function a() {}\nfunction c() {}\nmodule.exports = { a, b: c, d() {}, e: 1 };",
         "const x = require('./it'); x.«a»(); x.«b»(); x.«d»(); x.«e»;",
         ["a -> it::a", "b -> it::c", "d -> it::d", "e -> it::e"]),
        ("function a() {}\nfunction c() {}\nmodule.exports = { a, b: c };",
         "const { a, b: x } = require('./it'); «a»(); «x»();", ["a -> it::a", "x -> it::c"]),
        ("exports.make = () => {};", "function f() { const { make } = require('./it'); «make»(); }",
         ["make -> it::make"]),
        ("exports.make = () => {};", "function f() { const x = require('./it'); x.«make»(); }", ["make -> it::make"]),
        ("exports.make = () => {};", "const x = require('./it').make; «x»();", ["x -> it::make"]),
        ("class Item { static pay() {} }\nmodule.exports = Item;", "const { pay } = require('./it'); «pay»();",
         ["pay -> it::Item.pay"]),
        ("module.exports = make;\nfunction make() {}\nmodule.exports.pay = pay;\nfunction pay() {}",
         "const x = require('./it'); x.«pay»();", ["pay -> it::pay"]),
        ("function make() {}\nmodule.exports = make;", "import x from './it'; «x»();", ["x -> it::make"]),
        ("exports.make = () => {};", "import x from './it'; x.«make»();", ["make -> it::make"]),
        ("exports.make = () => {};", "import { make } from './it'; «make»();", ["make -> it::make"]),
    ],
)  # fmt: skip
def test_modules_of_commonjs(suffix: str, exported: str, used: str, expected: list[str]) -> None:
    text = f"{NAMESAKES}=== it.{suffix}\n{exported}\n=== use.{suffix}\n{used}\n"
    assert meant(text) == [one.replace("it::", f"it.{suffix}::") for one in expected]


CHAIN = (
    NAMESAKES
    + """
=== item.ts
export default class Item { pay() {} }
=== parts/index.ts
export { default as Thing } from "../item";
export { default } from "../item";
export * as own from "../item";
=== kit.ts
import Item from "./item";
export { Item as Piece };
export * from "./parts";
=== all.ts
import * as kit from "./kit";
export default kit;
=== use.ts
import { Thing, Piece, own } from "./kit";
import Whole from "./parts";
import kit from "./all";
new «Thing»().«pay»();
new «Piece»().«pay»();
new «Whole»().«pay»();
new own.«default»();
new kit.«Piece»().«pay»();
"""
)


def test_chains_of_exports() -> None:
    assert meant(CHAIN) == [
        *("Thing -> item.ts::Item", "pay -> item.ts::Item.pay", "Piece -> item.ts::Item", "pay -> item.ts::Item.pay"),
        *("Whole -> item.ts::Item", "pay -> item.ts::Item.pay", "default -> item.ts::Item"),
        *("Piece -> item.ts::Item", "pay -> item.ts::Item.pay"),
    ]


CIRCLE = """
=== a.js
export { default } from "./b";
module.exports = require("./b");
=== b.js
export { default } from "./a";
module.exports = require("./a");
=== use.js
import x from "./a";
const y = require("./b");
«x»(); «y»(); y.«z»();
"""


def test_circles_of_exports_end() -> None:
    assert meant(CIRCLE) == ["x ->", "y ->", "z ->"]


CJS_CHAIN = (
    NAMESAKES
    + """
=== lib/make.js
module.exports = function make() {};
=== lib/index.js
module.exports = { make: require("./make"), Item: class Item { pay() {} } };
module.exports.again = require("./make");
=== index.js
module.exports = require("./lib");
=== package.json
{"name": "kit", "main": "./index.js"}
=== test/use.js
const { make, again } = require("..");
const kit = require("kit");
«make»(); «again»(); kit.«make»();
"""
)


def test_chains_of_commonjs() -> None:
    expected = "make.js::make"
    assert meant(CJS_CHAIN) == [f"make -> {expected}", f"again -> {expected}", f"make -> {expected}"]


@pytest.mark.parametrize(
    ("suffix", "script"),
    [("vue", "<script>\n{}\n</script>"), ("svelte", "<script>\n{}\n</script>"), ("astro", "---\n{}\n---\n<p/>")],
)
def test_script_blocks(suffix: str, script: str) -> None:
    code = "import X from './it'; new «X»().«pay»();"
    text = (
        f"{NAMESAKES}=== it.ts\nexport default class Item {{ pay() {{}} }}\n=== use.{suffix}\n{script.format(code)}\n"
    )
    assert meant(text) == ["X -> it.ts::Item", "pay -> it.ts::Item.pay"]


COMPONENTS = """
=== Card.vue
<script setup lang="ts">
const title = 1;
</script>
=== Page.vue
<script lang="ts">
import Card from "./Card.vue";
export default defineComponent({ components: { Card }, methods: { open() { this.close(); }, close() {} } });
</script>
=== main.ts
import Page from "./Page.vue";
mount(Page);
"""


def test_components_are_imported() -> None:
    edges = snapshot_of(COMPONENTS).graph.by_file
    every = {(edge.source, edge.kind, edge.target) for file in edges.values() for edge in file}
    assert ("Page.vue", "imports", "Card.vue") in every
    assert ("main.ts", "imports", "Page.vue::default") in every


@pytest.mark.parametrize("suffix", ["js", "ts"])
@pytest.mark.parametrize(
    "statement",
    [
        "const [a, ...f] = given; f();",
        "for (let [a, ...f] of given) f();",
        "for (let [a, ...f] = given;;) f();",
        "((...f) => f())();",
        "(([a, ...f]) => f())();",
        "const made = function f(n) { return f(n - 1); };",
        "given(function* f() { yield f(); });",
    ],
)
def test_names_inside_functions_are_local(suffix: str, statement: str) -> None:
    functions = f"function use(given) {{ {statement} }}\nfunction other([a, ...f]) {{ f(); }}"
    assert edges(f"=== a.{suffix}\nfunction f() {{}}\n{functions}\n", "calls reads") == []


@pytest.mark.parametrize("suffix", ["js", "ts"])
def test_the_name_of_a_function_expression_is_known_inside_alone(suffix: str) -> None:
    text = f"=== a.{suffix}\nfunction f() {{}}\nconst made = function f(n) {{ return f(n - 1); }};\nf();\n"
    assert edges(text, "calls") == [f"a.{suffix} calls a.{suffix}::f"]


def test_stars_are_not_followed_as_if_they_were_names() -> None:
    """Modules that export all of each other: a name is sought in each once, and each has as many as there are."""

    def work(count: int) -> int:
        stars = "".join(f"export * from './m{number}';\n" for number in range(count))
        host = Host()
        host.apply({f"m{number}.ts": SourceText(f"{stars}nowhere();\n".encode()) for number in range(count)})
        return lines_run(host.resolve, ctx_lsp.graph)

    assert work(20) < 12 * work(10), "eight times the work, and not sixteen"
