"""Paths and names of the reader's application, of sites, proposals and examples, which are not refuted.

Each test also has a statement of the same form that is false.
"""

import pytest

from ctx_lsp.claims.examples import ExampleCode, example_of
from ctx_lsp.claims.modality import is_record
from tests.claims.test_verdicts import false_names, verdicts_in

CART = "=== shop/cart.py\nclass Cart:\n    def total_price(self, rate): ...\n"
SCRIPT = "export const one = 1\n"
RECORD = "=======  =====\nSEP      18\nAuthor   Insophia\nStatus   {}\n=======  =====\n\nThe `shop/carts.py` file.\n"


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        ("examples/todos/src/", []),
        ("packages/make/__tests__/basic/", []),
        ("integration/vite-7-template/", []),
        ("packages/shop/", ["actions/todos.js"]),
        ("", ["actions/todos.js"]),
    ],
)
def test_folders_of_examples_and_tests_are_other_applications(folder: str, expected: list[str]) -> None:
    files = f"=== {folder}actions/other.js\n{SCRIPT}"
    assert false_names("They are in `actions/todos.js`.", files, "docs/start.md") == expected


def test_a_document_in_an_example_is_about_it() -> None:
    files = f"=== examples/todos/actions/other.js\n{SCRIPT}"
    assert false_names("See `actions/todos.js`.", files, "examples/todos/README.md") == ["actions/todos.js"]
    assert false_names("See `examples/todos/actions/todos.js`.", files, "README.md") == [
        "examples/todos/actions/todos.js"
    ]


@pytest.mark.parametrize(("document", "expected"), [("docs/start.md", []), ("web/README.md", ["app/routes/cats.tsx"])])
def test_folders_that_many_applications_have_are_those_around_the_document(document: str, expected: list[str]) -> None:
    files = f"=== web/app/routes/dogs.tsx\n{SCRIPT}"
    assert false_names("Open `app/routes/cats.tsx`.", files, document) == expected


@pytest.mark.parametrize(
    "listing",
    [
        "```ts filename=till/carts.ts lines=[4]\nx\n```",
        '```ts title="till/carts.ts"\nx\n```',
        "```ts\n// till/carts.ts\nx\n```",
        "#### till/carts.ts\n\n```ts\nx\n```",
        "```ts\n// till/start.ts\nx\n```",
    ],
)
def test_files_that_code_blocks_list_are_those_of_an_example(listing: str) -> None:
    files = f"=== till/cart.ts\n{SCRIPT}"
    text = "See `till/carts.ts`.\n\n"
    assert false_names(f"{text}{listing}\n", files, "README.md") == []
    assert false_names(f"{text}```ts\n// till/cart.ts\nx\n```\n", files, "README.md") == ["till/carts.ts"]


def test_captions_in_restructured_text_name_files() -> None:
    block = ".. code-block:: ts\n   :caption: till/%s.ts\n\n   x\n"
    files = f"=== till/cart.ts\n{SCRIPT}=== a.rst\n{block}\nSee ``till/carts.ts``.\n"
    assert false_names("", files % "carts", "a.rst") == []
    assert false_names("", files % "cart", "a.rst") == ["till/carts.ts"]


def test_a_path_may_begin_with_the_name_of_the_project() -> None:
    files = "=== till/port_reader.h\nint x;\n=== include/shop/options.h\nint y;\n"
    text = "See `shop/till/port_reader.h`, and `shop/till/port_raeder.h`."
    assert false_names(text, files, "README.md") == ["shop/till/port_raeder.h"]


@pytest.mark.parametrize("target", ["cart.org", "cart.dev/shop.md", "@git/main/shop/carts.py", "./entry.client.tsx"])
def test_links_of_sites_are_not_refuted(target: str) -> None:
    files = f"{CART}=== docs/entry.client.tsx.md\n# Entry\n=== docs/carts.md\n# Carts\n"
    files += f"=== docs/a.md\nSee [it]({target}) and [that](./entry.server.tsx).\n"
    assert false_names("", files, "docs/a.md") == ["./entry.server.tsx"]


def test_the_next_file_of_a_series_may_be_yet_to_come() -> None:
    files = "=== CHANGES/1316.breaking.rst\nIt.\n=== compose/docker-270.yml\na: 1\n"
    text = "Call it `1326.breaking.rst`. There is `docker-271.yml`."
    assert false_names(text, files, "README.md") == ["docker-271.yml"]


@pytest.mark.parametrize(
    "head",
    [
        "PEP: 7\nAuthor: A\nStatus: Final\n",
        "* Status: accepted\n* Deciders: A\n",
        "---\nstatus: proposed\ndate: 2024-01-01\n---\n",
        "| Status | Draft |\n| --- | --- |\n| Created | 2013 |\n",
        "Date: 2016-02-12\n\n## Status\n\nAccepted\n",
        ":Author: A\n:Status: Superseded\n",
    ],
)
def test_the_fields_of_a_record_are_recognised(head: str) -> None:
    assert is_record(f"# Title\n\n{head}\nText.\n")


@pytest.mark.parametrize(
    "head",
    [
        "Status: stable\nAuthor: A\n",
        "Status: accepted\n",
        "Author: A\nDate: 2024\n",
        "| status | pending or paid |\n| --- | --- |\n| author | who pays |\n",
        "```yaml\nauthor: A\nstatus: pending\n```\n",
        "- **status**: completed\n- **created**: when\n",
    ],
)
def test_other_fields_make_no_record(head: str) -> None:
    assert not is_record(f"# Title\n\n{head}\nText.\n")


@pytest.mark.parametrize(("status", "expected"), [("Draft", []), ("Stable", ["shop/carts.py"])])
def test_a_record_is_about_another_time(status: str, expected: list[str]) -> None:
    assert false_names("", f"{CART}=== sep/one.rst\n{RECORD.format(status)}", "sep/one.rst") == expected


def test_what_is_no_longer_supported_is_not_refuted() -> None:
    text = "# Setup\n\n## Unsupported operations\n\nSee `Cart.total_prise`.\n\n## Operations\n\nSee `Cart.total_pice`."
    assert false_names(text, CART, "README.md") == ["Cart.total_pice"]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ('import type { Cart } from "./+types/cart";', []),
        ('import { Till, Other as Cart } from "@others/carts";', []),
        ('import { Cart } from "./shop/cart";', ["Cart.total_prise"]),
        ("from shop.cart import Cart", ["Cart.total_prise"]),
        ("from others import (\n    Till,\n    Cart,\n)", []),
    ],
)
def test_a_name_that_an_example_imports_from_elsewhere_is_a_namesake(statement: str, expected: list[str]) -> None:
    text = f"Use `Cart.total_prise`.\n\n```\n{statement}\n```\n"
    assert false_names(text, CART, "README.md") == expected


@pytest.mark.parametrize(
    ("manifest", "statement"),
    [
        ('=== packages/cart/package.json\n{"name": "@acme/shop"}\n', 'import { Cart } from "@acme/shop";'),
        ('=== package.json\n{"name": "my-shop"}\n', 'import { Cart } from "my-shop/cart";'),
        ('=== pyproject.toml\n[project]\nname = "shop-lib"\n', "from shop_lib import Cart"),
    ],
)
def test_an_example_may_import_the_published_package_of_the_project(manifest: str, statement: str) -> None:
    text, code = f"Use `Cart.total_prise`.\n\n```\n{statement}\n```\n", CART.replace("shop/", "src/")
    assert false_names(text, code, "README.md") == []
    assert false_names(text, manifest + code, "README.md") == ["Cart.total_prise"]


def test_imports_of_an_example_are_read() -> None:
    code = "// app/a.ts\nimport React, { type B as C } from 'lib'\nfrom x import y\n"
    assert example_of(code) == ExampleCode(
        frozenset({"app/a.ts"}), frozenset({("React", "lib"), ("C", "lib"), ("y", "x")})
    )


def test_one_of_several_by_letter_is_no_typo() -> None:
    files = "=== run.rs\nstruct OrderQueue;\n"
    assert false_names("`OrderQueueB` calls `OrdrQueue`.", files, "README.md") == ["OrdrQueue"]


def test_the_field_behind_a_property_of_an_example() -> None:
    files = "=== user.js\nclass User { address() {} }\n"
    text = "It needs the `_address` property."
    assert false_names(text, files, "README.md") == ["_address"]
    assert false_names(f"{text}\n\n```js\nset address(v) {{}}\n```\n", files, "README.md") == []


@pytest.mark.parametrize("line", ["cart.extend(\n    refund_all=run,\n    two=2,\n)", "cart.refund_all = run"])
def test_a_member_may_be_given_at_run_time(line: str) -> None:
    text = "Use `Cart.refund_all`."
    code = f"=== run.py\ndef use(cart):\n    {line.replace(chr(10), chr(10) + '    ')}\n"
    assert false_names(text, CART + code, "README.md") == []
    other = (
        "=== run.py\ndef use(refund_all=1):\n    refund_all = 2\n    open_it(refund_all=3)\n    io.get(refund_all=4)\n"
    )
    assert false_names(text, CART + other, "README.md") == ["Cart.refund_all"]


def test_a_file_of_an_example_need_not_be_meant() -> None:
    text = "`app/store.ts` imports `addPost`."
    store = "app/store.ts\nimport { one } from './one'\n=== posts.ts\nexport function addPost() {}\n"
    assert false_names(text, f"=== examples/basic/{store}", "docs/a.md") == []
    assert false_names(text, f"=== examples/basic/{store}", "docs/tutorials/a.md") == []
    assert false_names(text, f"=== examples/basic/{store}", "examples/basic/README.md") == ["app/store.ts"]
    assert false_names(text, f"=== web/{store}", "docs/a.md") == ["app/store.ts"]


def test_what_a_test_imports_is_confirmed() -> None:
    files = f"{CART}=== tests/helpers.py\nfrom shop.cart import Cart\n"
    assert set(verdicts_in("`helpers.py` imports `Cart`.", files, "docs/a.md")) == {"confirmed"}


def test_a_document_below_an_example_is_about_its_application() -> None:
    files = f"{CART}=== examples/todos/actions/todo.js\n{SCRIPT}"
    for document in ("examples/todos/README.md", "examples/todos/docs/guide.md"):
        assert false_names("See `actions/todos.js`.", files, document) == ["actions/todos.js"]
    assert false_names("See `actions/todos.js`.", files, "docs/guide.md") == []


def test_a_path_below_another_folder_of_that_name_is_not_confirmed() -> None:
    files = f"=== packages/frontend/main.ts\n{SCRIPT}=== src/index.ts\n{SCRIPT}"
    assert verdicts_in("See `frontend/src/index.ts`.", files, "README.md") == ["unknown"]
    named = '=== package.json\n{"name": "frontend"}\n' + files
    assert verdicts_in("See `frontend/src/index.ts`.", named, "README.md") == ["confirmed"]


def test_a_listed_file_says_nothing_of_other_folders_here() -> None:
    text = "See `shop/carts.py`.\n\n```ts\n// shop/other/deep/x.ts\n```\n"
    assert false_names(text, CART, "README.md") == ["shop/carts.py"]


def test_a_hidden_folder_of_changes_is_a_changelog() -> None:
    assert false_names("See `shop/carts.py`.", CART, "packages/.changes/patch.md") == []
