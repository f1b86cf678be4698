"""Sentences that look like statements about code, and are conditions, instructions, lists or something else.

Each test also has a false statement in similar words, or a true one if the rule is about confirmed statements.
"""

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.claims import Checker, CheckOptions
from ctx_lsp.text.source import SourceText
from tests.claims.test_verdicts import false_names, verdicts
from tests.workspaces import snapshot_of


def kinds(files: str, text: str) -> set[str]:
    source = SourceText(text.encode())
    report = Checker().check(snapshot_of(files), "README.md", source, CheckOptions(), CancelToken())
    return {one.claim.kind for one in report.claims}


LIMITS = '=== shop/limits.py\nMAX_ITEMS = 40\nIS_OPEN = True\nGREETING = "hello"\n'


@pytest.mark.parametrize(
    "text",
    [
        "When `MAX_ITEMS` is set to ``{}``, carts are small.",
        "Carts are small (if `MAX_ITEMS` is `{}`).",
        "If unset and `MAX_ITEMS` is `{}`, carts are small.",
        "If `Cart` is unset, and `MAX_ITEMS` is `{}`, carts are small.",
        "Carts are small while the `MAX_ITEMS` setting is set to `{}`.",
        "Assuming `MAX_ITEMS` is `{}`, carts are small.",
        "Carts stay small unless `MAX_ITEMS` is `{}`.",
        "Once `MAX_ITEMS` is `{}`, carts are small.",
        "Check that `MAX_ITEMS` is `{}`.",
        "When :setting:`MAX_ITEMS` is set to ``{}``, carts are small.",
        "If unset and :setting:`MAX_ITEMS` is ``{}``, carts are small.",
        "ValueError: `MAX_ITEMS` is {} but the cart is full.",
        "**CartError: MAX_ITEMS is {} but the cart is full:** empty it.",
    ],
)
@pytest.mark.parametrize("value", ["40", "50"])
def test_a_condition_and_a_message_state_no_value(text: str, value: str) -> None:
    assert verdicts(text.format(value), "constant") == []
    assert verdicts("Carts are small: `MAX_ITEMS` is `40`.", "constant") == ["confirmed"]


@pytest.mark.parametrize(
    "text", ["Once more: `MAX_ITEMS` is {}.", "If you count (`MAX_ITEMS` is {}), stop.", "Check it, `MAX_ITEMS` is {}."]
)
def test_a_condition_ends_with_its_clause(text: str) -> None:
    assert verdicts(text.format(40), "constant") == ["confirmed"]


@pytest.mark.parametrize(
    "text",
    [
        "For example, if a cart is made of 20 items, `MAX_ITEMS` is `50`, and the total is `3`, it is closed.",
        "Do it with these settings:\n\n- `MAX_ITEMS` = `50`\n- `GREETING` = ``'bye'``\n",
        "Set `MAX_ITEMS` to `50`.",
        "Make sure that `MAX_ITEMS` is set to `50`.",
    ],
)
def test_a_value_of_one_case_and_a_value_to_set_are_not_refuted(text: str) -> None:
    assert false_names(text, LIMITS, "README.md") == []
    assert false_names("For example, `MAX_ITEMS` is `50`.", LIMITS, "README.md") == ["MAX_ITEMS"]
    assert false_names("If unset, `MAX_ITEMS` defaults to `50`.", LIMITS, "README.md") == ["MAX_ITEMS"]


def test_the_argument_of_a_type_is_not_the_type() -> None:
    java = "class Header {}\ninterface Into<T> {}\nclass Accept implements Into<String> {}\n"
    code = f"{java}/** `Accept` implements `Into<Header>`. */\nclass Use {{}}\n"
    assert false_names("", f"=== Use.java\n{code}", "Use.java") == []
    wrong = f"{java}/** `Accept` implements `Header`. */\nclass Use {{}}\n"
    assert false_names("", f"=== Use.java\n{wrong}", "Use.java") == ["Accept"]


def test_a_title_with_a_target_is_the_target() -> None:
    cart = (
        '=== shop.py\nclass Cart:\n    rate = 1\n=== run.py\ndef run():\n    """See :class:`the cart <shop.{}>`."""\n'
    )
    assert false_names("", cart.format("Cart"), "run.py") == []
    assert false_names("", cart.format("Cart.ratio"), "run.py") == ["shop.Cart.ratio"]


def test_a_list_of_types_is_no_inheritance() -> None:
    files = "=== shop.py\nclass Cart: ...\nclass Shelf: ...\nclass Store: ...\n"
    listed = "This puts into scope the `Cart`, `Shelf`, and `Store` extension types."
    assert false_names(listed, files, "README.md") == []
    assert false_names("`Cart`, a `Store` subclass, is small.", files, "README.md") == ["Cart"]


def test_the_same_verb_may_follow_with_a_subject_of_its_own() -> None:
    files = "=== shop/pay.py\ndef check(): ...\ndef save(): ...\ndef pay(): check()\ndef send(): save()\n"
    text = "`pay` calls `check`, and `send` calls `save`."
    source = SourceText(text.encode())
    report = Checker().check(snapshot_of(files), "README.md", source, CheckOptions(), CancelToken())
    calls = [(one.claim.subject, one.claim.object) for one in report.claims if one.claim.kind == "calls"]
    assert calls == [("pay", "check"), ("send", "save")]


def test_an_article_before_a_plain_word_names_no_type() -> None:
    code = "class Cart:\n    '''Implements {} for the shop.'''\n=== shelf.py\nclass WebShelf: ...\n"
    assert false_names("", f"=== cart.py\n{code.format('a WebShelf')}", "cart.py") == []
    assert false_names("", f"=== cart.py\n{code.format('WebShelf')}", "cart.py") == ["Cart"]


def test_traits_may_be_implemented_elsewhere() -> None:
    traits = "pub trait Cloneable {}\nimpl<T: Clone> Cloneable for T {}\n"
    code = f"{traits}#[derive(Clone)]\npub struct Cart;\npub struct Till;\n"
    text = "`Cart` implements `Cloneable`. `Cart` implements `Serialize`."
    assert false_names(text, f"=== cart.rs\n{code}", "README.md") == []
    assert false_names("`Cart` extends `Till`.", f"=== cart.rs\n{code}", "README.md") == ["Cart"]


OPTIONS = (
    "=== menu.py\nclass Base:\n    def close(self): ...\n\n"
    'class Menu(Base):\n    """A menu.\n\n    {}\n    """\n    {}\n'
)


@pytest.mark.parametrize("member", ["guild_only = True", "size = 1"])
def test_a_value_takes_precedence_over_another_one(member: str) -> None:
    text = "Overrides ``guild_only`` if set."
    assert false_names("", OPTIONS.format(text, member), "menu.py") == []
    assert false_names("", OPTIONS.format("Overrides ``close`` if set.", "size = 1"), "menu.py") == ["Menu"]
    own = OPTIONS.format("Overrides `open_all`.", "def open_all(self): ...")
    assert false_names("", own, "menu.py") == ["Menu"]


def test_functions_for_a_type_need_not_be_its_members() -> None:
    files = "=== state.py\nclass TaskState:\n    size = 1\n=== tools.py\ndef from_json(state): ...\n"
    text = "It declares `to_json()` / `from_json()` functions for type `TaskState`."
    assert false_names(text, files, "README.md") == []
    assert false_names("The `from_json` method for `TaskState` is new.", files, "README.md") == ["from_json"]


def test_a_type_of_elements_is_no_holder() -> None:
    files = "=== shop/pages.py\nclass PagedList: ...\n=== shop/Cart.py\nclass Cart: ...\n=== shop/other.py\nx = 1\n"
    text = "It is a :class:`PagedList` of :class:`shop.Cart`, not a `PagedList` of `Cart`.\n"
    assert false_names(text, f"{files}=== a.rst\n{text}", "a.rst") == []
    assert false_names("The class `PagedList` of `shop.other`.", files, "README.md") == ["PagedList"]


def test_a_type_may_declare_what_it_inherits() -> None:
    base = "=== shop/Base.java\npackage shop;\npublic class Base { protected abstract int initialize(); }\n"
    text = "/**\n * {@link shop.Lazy} declares an abstract\n * {@link shop.Lazy#NAME() NAME()}.\n */\nclass Use {}\n"
    files = (
        f"{base}=== shop/Lazy.java\npackage shop;\npublic class Lazy extends Base {{ int rate; }}\n"
        "=== shop/Other.java\npackage shop;\npublic class Other { int compress() { return 1; } }\n=== Use.java\n"
    )
    assert false_names("", files + text.replace("NAME", "initialize"), "Use.java") == []
    assert false_names("", files + text.replace("NAME", "compress"), "Use.java") != []


@pytest.mark.parametrize("words", ["first", "last", "other", "remaining"])
def test_some_of_the_parameters_are_not_all(words: str) -> None:
    files = "=== hook.py\ndef new_hook(one, two, three): ...\n"
    assert false_names(f"Pass nothing to the {words} two parameters of `new_hook`.", files, "README.md") == []
    assert false_names("Pass nothing to the two parameters of `new_hook`.", files, "README.md") == ["new_hook"]


def test_an_option_in_javascript_may_be_that_of_an_object() -> None:
    files = "=== submit.ts\nexport function useSubmit(): Submit { return make() }\n"
    assert false_names("Respect the `relative` option in `useSubmit`.", files, "README.md") == []
    assert false_names("Respect the `relative` parameter in `useSubmit`.", files, "README.md") == ["useSubmit"]
    python = "=== submit.py\ndef use_submit(): ...\n"
    assert false_names("Respect the `relative` option in `use_submit`.", python, "README.md") == ["use_submit"]


def test_an_instruction_to_import_is_no_import() -> None:
    files = "=== app/store.py\nx = 1\n=== app/posts.py\ndef posts_reducer(): ...\n"
    assert false_names("Open `app/store.py`, import the `posts_reducer` function.", files, "README.md") == []
    assert false_names("Here, `app/store.py` imports the `posts_reducer`.", files, "README.md") == ["app/store.py"]


def test_a_plural_in_parentheses_is_no_call() -> None:
    files = "=== shop.py\ndef open_cart(one, two): ...\n"
    assert false_names("All `open_cart(s)` and `open_cart(es)`.", files, "README.md") == []
    assert false_names("All `open_cart(s, t, u)`.", files, "README.md") == ["open_cart(s, t, u)"]
    decorator = "=== shop.py\ndef type(req): ...\n"
    assert "signature" not in kinds(decorator, "Whether the `type(s)` can be read.")
    assert "signature" in kinds(decorator, "Whether `type(req)` can be read.")
