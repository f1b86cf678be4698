"""Astro: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, references, symbols

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
        read Astro.props in title
        type Props in items
        call Foo in -
        read title in -
        read items in -
        read items.map in -
    """)
