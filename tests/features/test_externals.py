"""Users of modules outside the workspace."""

from functools import cache

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.workspace import BadRequest, Impact, Relations
from tests.workspace.asking import relations_of
from tests.workspaces import snapshot_of

TOKEN = CancelToken()

WORKSPACE = """
=== shop/fetch.py
import requests
from requests.adapters import HTTPAdapter as Adapter
def fetch(url): return requests.get(url).json()
class Retrying(Adapter): ...
def unrelated(requests_made): return requests_made
=== shop/page.py
from shop.fetch import fetch
def page(): return fetch("/")
=== shop/local.py
import shop.fetch
from . import requestsish
=== web/cart.tsx
import { useState, type ReactNode } from "react"
import { render } from "react-dom"
export function Cart() { const [n, setN] = useState(1); return n }
export function unused() {}
=== tests/test_fetch.py
import requests
def test_it(): assert requests.get("/")
"""

MANIFESTS = """
=== package.json
{"name": "shop", "dependencies": {"preact": "10.0.0", "unused-one": "1.0.0"}}
=== web/package.json
{"name": "web", "dependencies": {"preact": "10.0.0"}}
=== web/basket.ts
import { h } from "preact"
export function basket() { return h("ul") }
=== docs/preact.md
# preact

The view library.
"""


@cache
def relations() -> Relations:
    """The relations of the workspace. Not at the start, because its grammars take a second to load."""
    return relations_of(snapshot_of(WORKSPACE))


def readable_impact(impact: Impact) -> list[str]:
    return [f"{one.distance} {one.relation} {one.symbol} {one.via}" for one in impact.dependants]


def test_importers_and_users_of_a_package_and_their_dependants() -> None:
    found = relations().impact("requests", 2, TOKEN)
    assert (found.symbol, found.files, found.external) == (None, (), "requests")
    assert readable_impact(found) == [
        "1 importer shop/fetch.py requests",
        "1 subclass shop/fetch.py::Retrying requests",
        "1 caller shop/fetch.py::fetch requests",
        "1 test tests/test_fetch.py requests",
        "1 test tests/test_fetch.py::test_it requests",
        "2 importer shop/page.py shop/fetch.py::fetch",
        "2 caller shop/page.py::page shop/fetch.py::fetch",
    ]


def test_a_name_with_a_common_prefix_is_another_package() -> None:
    assert readable_impact(relations().impact("react", 1, TOKEN)) == [
        "1 importer web/cart.tsx react",
        "1 caller web/cart.tsx::Cart react",
    ]
    assert readable_impact(relations().impact("react-dom", 1, TOKEN)) == ["1 importer web/cart.tsx react-dom"]


def test_a_part_of_a_package_has_users_of_its_own() -> None:
    assert readable_impact(relations().impact("requests.adapters", 1, TOKEN)) == [
        "1 importer shop/fetch.py requests.adapters",
        "1 subclass shop/fetch.py::Retrying requests.adapters",
    ]


def test_a_symbol_of_the_workspace_comes_first() -> None:
    for name in ("fetch", "shop.fetch", "shop.fetch.fetch", "fetch()"):
        assert relations().impact(name, 1, TOKEN).symbol == "shop/fetch.py::fetch"


@pytest.mark.parametrize("name", ["numpy", "shop.local", ""])
def test_an_unknown_name_is_rejected(name: str) -> None:
    with pytest.raises(BadRequest, match="no symbol or imported module named"):
        relations().impact(name, 1, TOKEN)


def test_an_imported_package_is_more_than_its_keys_in_manifests_and_headings() -> None:
    relations = relations_of(snapshot_of(MANIFESTS))
    found = relations.impact("preact", 1, TOKEN)
    assert (found.symbol, found.external) == (None, "preact")
    assert readable_impact(found) == ["1 importer web/basket.ts preact", "1 caller web/basket.ts::basket preact"]
    key = "web/package.json::dependencies.preact"
    assert relations.impact(key, 1, TOKEN).symbol == key, "an id means what it says"
    assert relations.impact("unused-one", 1, TOKEN).symbol == "package.json::dependencies.unused-one"
