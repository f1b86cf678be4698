"""Registrations: routes, handlers, listeners and fixtures."""

import pytest

from ctx_lsp.graph.entry import qualname_of
from ctx_lsp.graph.resolution.registration import parameter_names
from tests.workspaces import snapshot_of


def registered(text: str) -> set[str]:
    """The edges of a workspace given as text, as `place -> registered symbol`; a file is named by its path."""
    by_file = snapshot_of(text).graph.by_file.values()
    edges = [edge for edges in by_file for edge in edges if edge.kind == "registers"]
    return {f"{qualname_of(edge.source) or edge.source} -> {qualname_of(edge.target)}" for edge in edges}


def test_decorators_register_at_the_object_that_they_are_called_on() -> None:
    text = """
=== shop/app.py
from flask import Flask
app = Flask(__name__)
=== shop/views.py
from shop.app import app
@app.route("/")
def index(): ...
@app.other
def other(): ...
=== shop/hooks.py
from celery import shared_task
@shared_task
def send(): ...
"""
    assert registered(text) == {"app -> index", "shop/hooks.py -> send"}


def test_calls_register_the_callables_that_are_their_arguments() -> None:
    text = """
=== views.py
def one(request): ...
class Many: ...
def helper(): ...
=== urls.py
import views
from views import Many, helper, one
urlpatterns = [
    path("one/", one),
    path("two/", views.one, name="two"),
    path("many/", Many.as_view()),
    path(helper(), 1),
]
=== main.py
from views import one, helper
class Window:
    def __init__(self, bus):
        self.bus = bus
        self.bus.subscribe(self.draw)
        self.bus.subscribe(helper())
    def draw(self): ...
def start(app):
    app.add_url_rule("/", view_func=one)
    app.unknown(helper)
"""
    assert registered(text) == {
        "urlpatterns -> one", "urlpatterns -> Many", "Window.__init__ -> Window.draw", "start -> one",
    }  # fmt: skip


def test_a_verb_registers_only_behind_a_path() -> None:
    text = """
=== app.js
import express from "express";
import * as pets from "./pets.js";
const router = express.Router();
function auth(req, res, next) {}
function fallback() {}
router.use(auth);
router.get("/", auth, pets.list);
router.route("/all").get("/x", pets.list);
window.addEventListener("load", fallback);
const found = cache.get(key, fallback);
=== pets.js
export function list(req, res) {}
"""
    assert registered(text) == {"router -> auth", "router -> list", "app.js -> list", "app.js -> fallback"}


def test_handlers_of_go() -> None:
    text = """
=== main.go
package main
import "net/http"
func list(w http.ResponseWriter, r *http.Request) {}
func main() {
    http.HandleFunc("/", list)
    http.Handle("/x", http.HandlerFunc(list))
    render(list)
}
"""
    assert registered(text) == {"main -> list"}


def test_text_and_brackets_in_arguments_end_nothing() -> None:
    text = """
=== a.py
def one(): ...
def two(): ...
app.add_url_rule("/(a,", one)
app.add_url_rule(f(x, (1, two)), methods=["GET", 'PO"ST'])
app.add_url_rule("
"""
    assert registered(text) == {"a.py -> one"}


FIXTURES = """
=== tests/conftest.py
import pytest
@pytest.fixture
def base(): ...
@pytest.fixture
def client(base): ...
=== tests/api/test_pets.py
import pytest
@pytest.fixture
def pet(client): ...
def test_pet(pet, client, unknown): ...
def helper(client): ...
=== other/test_other.py
def test_other(client): ...
"""


def test_tests_use_the_fixtures_that_their_parameters_name() -> None:
    by_file = snapshot_of(FIXTURES).graph.by_file.values()
    calls = {
        f"{qualname_of(edge.source)} -> {qualname_of(edge.target)}"
        for edges in by_file
        for edge in edges
        if edge.kind == "calls"
    }
    assert calls == {"client -> base", "pet -> client", "test_pet -> pet", "test_pet -> client"}
    assert "tests/conftest.py -> client" in registered(FIXTURES)


def test_the_nearest_fixture_is_meant() -> None:
    text = FIXTURES + "=== tests/api/conftest.py\nimport pytest\n@pytest.fixture\ndef client(): ...\n"
    outgoing = snapshot_of(text).graph.outgoing("tests/api/test_pets.py::test_pet")
    assert "tests/api/conftest.py::client" in {edge.target for edge in outgoing}
    assert "tests/conftest.py::client" not in {edge.target for edge in outgoing}


@pytest.mark.parametrize(
    ("signature", "names"),
    [
        ("def f()", ()),
        ("def f(a, b: dict[str, int] = {'x': (1, 2)}, *args, key=',', **rest) -> x", ("a", "b", "args", "key", "rest")),
        ("def f(a, /, *, b)", ("a", "b")),
        ("def f(a, b…", ("a",)),
    ],
)
def test_names_of_parameters(signature: str, names: tuple[str, ...]) -> None:
    assert parameter_names(signature) == names
