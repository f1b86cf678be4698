"""Framework roles: for each framework, a symbol with the role and its partners, and one that nearly has it."""

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.entry import qualname_of
from ctx_lsp.patterns import find_all
from tests.workspaces import snapshot_of


def roles(text: str) -> dict[str, list[str]]:
    """The partners of each `pattern role: qualified name`, as `relation qualified name`."""
    return {
        f"{one.pattern} {one.center.relation}: {qualname_of(one.center.symbol)}": [
            f"{each.relation} {qualname_of(each.symbol)}" for each in one.others
        ]
        for one in find_all(snapshot_of(text), None, CancelToken())
    }


def test_a_fastapi_route_has_its_models_and_dependencies() -> None:
    text = """
=== models.py
from pydantic import BaseModel
class Item(BaseModel): ...
class Stored(BaseModel):
    item: Item
class Store: ...
def store() -> Store: return Store()
def signed_in(): ...
=== api.py
from fastapi import APIRouter, Depends
from models import Item, Store, Stored, signed_in, store
router = APIRouter()
@router.post("/items", response_model=Stored, dependencies=[Depends(signed_in)])
async def add(item: Item, to: Store = Depends(store)):
    return to.add(item)
def helper(item: Item): ...
"""
    found = roles(text)
    assert found["route handler: add"] == [
        "router router", "response model Stored", "dependency signed_in", "request model Item", "dependency Store",
        "dependency store",
    ]  # fmt: skip
    assert found["model schema: Stored"] == ["field type Item"]
    assert "router router: router" in found
    assert "route handler: helper" not in found
    assert found["router router: router"] == ["handler add"]


def test_a_flask_route_is_known_by_an_application_of_another_file() -> None:
    text = """
=== site/__init__.py
from flask import Flask
app = Flask(__name__)
=== site/views.py
from site import app
@app.route("/")
def index(): return ""
"""
    assert "route handler: index" in roles(text.replace("from site", "import flask\nfrom site"))


@pytest.mark.parametrize(
    "text",
    [
        "from cache import store\n@store.get('/')\ndef index(): ...",  # no web framework
        "import fastapi\nfrom cache import store\n@store.get('/')\ndef index(): ...",  # a receiver of another kind
        "import fastapi\nstore = Store()\n@store.get('/')\ndef index(): ...",  # the same, made here
        "import fastapi\n@fastapi.other\ndef index(): ...",
    ],
)
def test_a_decorator_by_the_name_of_a_verb_is_not_enough(text: str) -> None:
    assert not [key for key in roles(f"\n=== views.py\n{text}\n") if key.startswith("route")]


def test_django_views_models_and_receivers() -> None:
    text = """
=== shop/models.py
from django.db import models
class Owner(models.Model): ...
class Pet(models.Model):
    owner = models.ForeignKey(Owner, on_delete=models.CASCADE)
class Plain: ...
=== shop/views.py
from django.views.generic import ListView
from django.contrib.auth.decorators import login_required
from shop.models import Pet
class Pets(ListView):
    model = Pet
class Dogs(Pets): ...
@login_required
def one(request, number): ...
def helper(request): ...
def listed(request): ...
=== shop/urls.py
from django.urls import path
from shop.views import helper, listed
urlpatterns = [path("pets/", listed)]
=== shop/signals.py
from django.dispatch import receiver
from django.db.models.signals import post_save
from shop.models import Pet
@receiver(post_save, sender=Pet)
def saved(sender, **rest): ...
=== shop/management/commands/tidy.py
from django.core.management.base import BaseCommand
class Command(BaseCommand): ...
"""
    found = roles(text)
    assert found.keys() == {
        "model model: Owner", "model model: Pet", "route view: Pets", "route view: Dogs", "route view: one",
        "signal handler receiver: saved", "command command: Command", "router router: urlpatterns",
        "route handler: listed",
    }  # fmt: skip
    assert found["route view: Pets"] == ["uses Pet"]
    assert found["router router: urlpatterns"] == ["handler listed"]
    assert found["route handler: listed"] == ["router urlpatterns"]
    assert found["signal handler receiver: saved"] == ["signal Pet"]


def test_sqlalchemy_models_tasks_and_commands() -> None:
    text = """
=== models.py
from sqlalchemy.orm import DeclarativeBase, Mapped
class Base(DeclarativeBase): ...
class User(Base):
    __tablename__ = "user"
=== work.py
from celery import shared_task
import click
@shared_task
def send(): ...
def start(): send.delay()
@click.command()
@click.option("--name")
def main(name): ...
def task(): ...
"""
    found = roles(text)
    assert {"model model: User", "task task: send", "command command: main"} <= found.keys()
    assert "base Base" in found["model model: User"]
    assert "task task: task" not in found


def test_fixtures_need_pytest() -> None:
    text = """
=== tests/conftest.py
import pytest
@pytest.fixture
def client(): ...
=== tests/helpers.py
from mine import fixture
@fixture
def other(): ...
"""
    assert [key for key in roles(text) if key.startswith("fixture")] == ["fixture fixture: client"]


def test_react_components_hooks_and_props() -> None:
    text = """
=== ui.tsx
import { useState } from "react";
interface CardProps { title: string }
function useTitle(title: string) { return useState(title) }
function useless() { return 1 }
export function Card({ title }: CardProps) { const shown = useTitle(title); return <h1>{shown}</h1> }
export const Page = () => (<Card title="x" />);
export function Total(a: number, b: number) { return a < b ? a : b }
export function page() { return <div /> }
"""
    found = roles(text)
    assert found["component component: Card"] == ["props CardProps", "hook useTitle"]
    assert found["hook hook: useTitle"] == ["user Card"]
    assert found.keys() == {"component component: Card", "component component: Page", "hook hook: useTitle"}


def test_nest_controllers_routes_and_services() -> None:
    text = """
=== pets.ts
import { Body, Controller, Get, Injectable, Post } from "@nestjs/common";
export class Pet {}
@Injectable()
export class PetService { all(): Pet[] { return [] } }
@Controller("pets")
export class PetController {
  constructor(private readonly pets: PetService) {}
  @Get() all(): Pet[] { return this.pets.all() }
  @Post() add(@Body() pet: Pet): Pet { return pet }
  helper(): Pet { return new Pet() }
}
"""
    found = roles(text)
    assert found["controller controller: PetController"] == [
        "route PetController.all", "route PetController.add", "dependency PetService",
    ]  # fmt: skip
    assert "request model Pet" in found["route handler: PetController.add"]
    assert "service service: PetService" in found
    assert "route handler: PetController.helper" not in found


def test_express_routers_and_handlers() -> None:
    text = """
=== pets.js
const express = require("express");
const router = express.Router();
function list(req, res, next) { res.json([]); }
function compare(left, right) { return left - right; }
router.get("/", list);
"""
    assert roles(text).keys() == {"router router: router", "route handler: list"}


SPRING = """
=== pets/PetController.java
package pets;
import org.springframework.web.bind.annotation.*;
@RestController
class PetController {
    private final PetService service;
    PetController(PetService service) { this.service = service; }
    @GetMapping("/pets") Pet one(@RequestBody Wish wish) { return service.one(wish); }
    Pet helper() { return null; }
}
class Pet {}
class Wish {}
=== pets/PetService.java
package pets;
import org.springframework.stereotype.Service;
@Service
class PetService { private final PetRepository pets; PetService(PetRepository pets) { this.pets = pets; } }
=== pets/PetRepository.java
package pets;
import org.springframework.data.jpa.repository.JpaRepository;
interface PetRepository extends JpaRepository<Pet, Integer> {}
"""


def test_spring_controllers_services_and_repositories() -> None:
    found = roles(SPRING)
    assert found["controller controller: PetController"] == ["route PetController.one", "dependency PetService"]
    assert found["route handler: PetController.one"] == [
        "response model Pet", "request model Wish", "controller PetController",
    ]  # fmt: skip
    assert found["service service: PetService"] == ["dependency PetRepository"]
    assert found["repository repository: PetRepository"] == ["entity Pet", "user PetService"]


def test_annotations_of_the_same_name_are_not_springs() -> None:
    assert roles(SPRING.replace("org.springframework", "org.other")) == {}


def test_aspnet_controllers_services_and_contexts() -> None:
    text = """
=== Pets.cs
public class PetController : ControllerBase {
    private readonly IPetService pets;
    public PetController(IPetService pets) { this.pets = pets; }
    [HttpGet] public Pet One(Wish wish) { return null; }
    public IActionResult Page() { return null; }
    private Pet Helper() { return null; }
}
public class Pet {}
public class Wish {}
public interface IPetService {}
public class PetService : IPetService {}
public class PetContext : DbContext { public DbSet<Pet> Pets { get; set; } }
"""
    found = roles(text)
    assert found["controller controller: PetController"] == [
        "route PetController.One", "route PetController.Page", "dependency IPetService",
    ]  # fmt: skip
    assert found["service service: PetService"] == ["interface IPetService"]
    assert "entity Pet" in found["unit of work database context: PetContext"]
    assert "route handler: PetController.Helper" not in found


def test_go_handlers_and_middleware() -> None:
    text = """
=== web/pets.go
package web
import "net/http"
func List(w http.ResponseWriter, r *http.Request) {}
func (s *Server) One(w http.ResponseWriter, r *http.Request) {}
func Logged(next http.Handler) http.Handler { return next }
func Render(w http.ResponseWriter, name string) {}
"""
    assert roles(text).keys() == {"route handler: List", "route handler: Server.One", "middleware middleware: Logged"}


def test_axum_handlers() -> None:
    text = """
=== src/web.rs
use axum::extract::{Json, State};
pub struct Pet {}
pub async fn add(State(store): State<Store>, Json(pet): Json<Pet>) -> Json<Pet> { Json(pet) }
pub async fn load(name: String) -> Pet { Pet {} }
"""
    found = roles(text)
    assert found.keys() == {"route handler: add"}
    assert "request model Pet" in found["route handler: add"]


def test_rails_and_sinatra() -> None:
    text = """
=== app/controllers/pets_controller.rb
class PetsController < ApplicationController
  def index; end
  private
  def set_pet; end
end
=== app/models/pet.rb
class Pet < ApplicationRecord
end
=== web.rb
class Web < Sinatra::Base
end
class Plain
  def index; end
end
"""
    assert roles(text).keys() == {
        "controller controller: PetsController", "route action: PetsController.index", "model model: Pet",
        "router application: Web",
    }  # fmt: skip


def test_laravel_and_symfony() -> None:
    text = """
=== app/Http/Controllers/PetController.php
<?php
namespace App\\Http\\Controllers;
use App\\Models\\Pet;
class PetController extends Controller {
    public function show(Pet $pet) { return $pet; }
    private function find() {}
}
=== app/Models/Pet.php
<?php
namespace App\\Models;
use Illuminate\\Database\\Eloquent\\Model;
class Pet extends Model {}
=== src/Controller/ToyController.php
<?php
namespace App\\Controller;
use Symfony\\Component\\Routing\\Attribute\\Route;
class ToyController extends AbstractController {
    #[Route('/toys')]
    public function index() {}
}
"""
    found = roles(text)
    assert found["route action: PetController.show"] == ["request model Pet", "controller PetController"]
    assert "route action: PetController.find" not in found
    assert {"model model: Pet", "controller controller: ToyController", "route handler: ToyController.index"} <= set(
        found
    )
