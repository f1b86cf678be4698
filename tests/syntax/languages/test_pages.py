"""HTML, Vue, Svelte and Astro: what the queries find in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

HTML = """
<!DOCTYPE html>
<html>
<head>
<script type="module" src="x.js">
import { save } from "./store.js";
export function run(a) { return save(a); }
</script>
<script type="text/template"><b id="no">{{ x }}</b></script>
<script type="application/json">{"limits": {"most": 1}}</script>
<style>.wide { color: red }</style>
</head>
<body>
<!-- The page. -->
<main id="app" class="wide">
  <h1>Title <b>x</b></h1>
  <button onclick="run(1)">x</button>
  <my-element id="own"/>
</main>
<nav><a href="#app">q</a></nav>
</body>
</html>
"""


def test_ids_sections_and_headings_beside_what_scripts_define() -> None:
    """An element may have a name of its own and that of a section."""
    assert symbols("a.html", HTML) == expected("""
        Function run | export function run(a)
        Key limits | "limits"
        Key limits.most | "most": 1
        Key wide | .wide
        Key main | <main id="app" class="wide" | "The page."
        Key app | <main id="app" class="wide"
        String app.Title | <h1>Title <b>x</b></h1>
        Key app.own | <my-element id="own"/>
        Key nav | <nav
    """)


def test_imports_of_a_script() -> None:
    """Of an inline module."""
    assert imports("a.html", HTML) == expected("""
        ./store.js save as save
    """)


def test_a_handler_calls_what_the_script_defines() -> None:
    """It stands inside the element."""
    assert references("a.html", HTML) == expected("""
        call save in run
        call run in app
    """)


VUE = """
<script setup lang="ts">
import Foo from "./Foo.vue"
import { ref } from "vue"
const count = ref(0)
function save(a: Item) { count.value = a.n }
</script>
<template>
  <div id="x" @click="save(item)" :k="count" v-for="item in items">{{ count + 1 }}<Foo :a="1"/><my-el></my-el></div>
</template>
<style scoped lang="scss">
$w: 1px;
.a { .b { width: $w } }
</style>
"""


def test_a_vue_component() -> None:
    """The script in full, ids of the template, rules of the style."""
    assert symbols("a.vue", VUE) == expected("""
        Constant count | const count = ref(0)
        Function save | function save(a: Item)
        Key x | <div id="x" @click="save(item)" :k="count" v-for="item in items"
        Variable $w | $w: 1px
        Key a | .a
        Key a.b | .b
    """)


def test_imports_of_a_vue_component() -> None:
    """Other components are default imports."""
    assert imports("a.vue", VUE) == expected("""
        ./Foo.vue default as Foo
        vue ref as ref
    """)


def test_a_vue_template_uses_the_script() -> None:
    """Components, directives and interpolations."""
    assert references("a.vue", VUE) == expected("""
        call ref in count
        type Item in save
        read count in save
        call save in x
        read count in x
        read count in x
        call Foo in x
        read $w in a.b
    """)


SVELTE = """
<script lang="ts">
import Foo from "./Foo.svelte"
export let items: string[] = []
function save() { return items }
</script>
<div id="x" on:click={save}>{items.length}<Foo bind:v={items} {...rest}/></div>
{#each items as i (i.id)}{i}{/each}
{#snippet row(x)}<b/>{/snippet}
<style>
.a{}
</style>
"""


def test_a_svelte_component() -> None:
    """Snippets are functions."""
    assert symbols("a.svelte", SVELTE) == expected("""
        Variable items | export let items: string[] = []
        Function save | function save() | (hidden)
        Key x | <div id="x" on:click={save}
        Function row | {#snippet row(x)
        Key a | .a
    """)


def test_a_svelte_template_uses_the_script() -> None:
    """What a block binds is no reference."""
    assert references("a.svelte", SVELTE) == expected("""
        read items in save
        read save in x
        read items in x
        call Foo in x
        read items in x
        read items in -
    """)


ASTRO = """
---
import Foo from "./Foo.astro"
interface Props { title: string }
const { title } = Astro.props
const items: Props[] = []
---
<html><Foo x={title} client:load>{items.map(i => <li>{i}</li>)}</Foo><script>let z=1</script><style>.a{}</style></html>
"""


def test_an_astro_page() -> None:
    """The front matter is TypeScript."""
    assert symbols("a.astro", ASTRO) == expected("""
        Interface Props | interface Props
        Field Props.title | title: string
        Variable title | const { title } = Astro.props
        Constant items | const items: Props[] = []
        Variable z | let z=1
        Key a | .a
    """)


def test_an_astro_template_uses_the_front_matter() -> None:
    """Components and expressions."""
    assert references("a.astro", ASTRO) == expected("""
        read Astro in title
        type Props in items
        call Foo in -
        read title in -
        read items in -
    """)
