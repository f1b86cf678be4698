"""Vue: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

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
        write count.value in save
        read {Item}.n in save
        call save in x
        read count in x
        read count in x
        call Foo in x
        read $w in a.b
    """)
