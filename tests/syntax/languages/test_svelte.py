"""Svelte: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, references, symbols

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
    """Names that a block binds are not references."""
    assert references("a.svelte", SVELTE) == expected("""
        read items in save
        read save in x
        read items in x
        read items.length in x
        call Foo in x
        read items in x
        read rest in x
        read items in -
    """)
