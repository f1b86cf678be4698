"""The plugin for Neovim knows the server's commands and options as they are, and reads only what answers hold."""

import dataclasses
import json
import re
import typing
from collections.abc import Mapping
from types import UnionType
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest
from lsprotocol import types

from ctx_lsp.features import model, pack_diff
from ctx_lsp.packing.model import Pack, PackItem, PackTokens
from ctx_lsp.protocol import messages
from ctx_lsp.protocol.table import TABLE
from ctx_lsp.retrieval.model import Item, QueryAnalysis, SearchAnswer
from ctx_lsp.workspace import packs, savings
from tests.editors.neovim.running import PLUGIN, run

# Commands for which the plugin has no use; a new command is to be added here, or to the plugin.
UNUSED = {"ctx-lsp.cache", "ctx-lsp.cycles", "ctx-lsp.dump", "ctx-lsp.patterns"}

NAMES: Mapping[object, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    types.TextDocumentIdentifier: "document",
    types.Position: "position",
    types.Range: "range",
    messages.Options: "options",
    messages.Filter: "filter",
    messages.Auto: "auto",
}

ANSWERS: tuple[type[Any], ...] = (
    Pack,
    PackItem,
    PackTokens,
    SearchAnswer,
    Item,
    packs.PackText,
    packs.FeedbackChange,
    pack_diff.PackDiff,
    pack_diff.DiffItem,
    pack_diff.ChangedItem,
    savings.Savings,
    savings.DaySavings,
    model.Explanation,
    model.ChannelEvidence,
    model.Impact,
    model.ImpactNode,
    model.Neighbourhood,
    model.GraphNode,
    model.GraphEdge,
    model.AffectedTests,
    model.ReachingTest,
    model.PathStep,
    model.Change,
    model.ReindexCounts,
    QueryAnalysis,
)
PLACED = {kind: {"uri", "range"} for kind in (model.ImpactNode, model.ReachingTest, model.Change)}  # by the handlers

Kind = str | list[str]


@pytest.fixture(scope="module")
def mirror(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The plugin's table, as the Neovim that reads it has it."""
    show = "lua io.stdout:write(vim.json.encode(require('ctx_lsp.protocol')))"
    told: dict[str, Any] = json.loads(run(["-c", show, "-c", "qall!"], tmp_path_factory.mktemp("mirror")).stdout)
    return told


def test_commands_take_what_the_plugin_thinks(mirror: dict[str, Any]) -> None:
    commands = {one["name"]: one["takes"] or {} for one in mirror["commands"].values()}
    assert commands == {name: taken(route.params) for name, route in TABLE.commands.items() if name not in UNUSED}


def test_options_are_what_the_plugin_thinks(mirror: dict[str, Any]) -> None:
    assert mirror["options"] == taken(messages.Options)
    assert mirror["filter"] == taken(messages.Filter)


def test_a_changed_field_would_be_noticed() -> None:
    class Changed(msgspec.Struct, rename="camel"):
        """As a message could become."""

        max_tokens: int
        policy: Literal["one", "other"] = "one"
        pin: tuple[str, ...] | None = None

    assert taken(Changed) == {"maxTokens": "integer", "policy": ["one", "other"], "pin": "strings"}


@pytest.mark.parametrize("kind", ANSWERS, ids=lambda kind: kind.__name__)
def test_answers_hold_what_the_plugin_reads(kind: type[Any]) -> None:
    text = (PLUGIN / "lua" / "ctx_lsp" / "answers.lua").read_text("utf-8")
    declared = text.partition(f"---@class ctx_lsp.answer.{kind.__name__}\n")[2].partition("\n\n")[0]
    read = set(re.findall(r"^---@field (\w+)", declared, re.MULTILINE))
    assert read
    assert read <= members(kind) | PLACED.get(kind, set())


def test_no_answer_is_forgotten() -> None:
    text = (PLUGIN / "lua" / "ctx_lsp" / "answers.lua").read_text("utf-8")
    assert set(re.findall(r"---@class ctx_lsp\.answer\.(\w+)$", text, re.MULTILINE)) == {
        one.__name__ for one in ANSWERS
    }


def members(kind: type[Any]) -> set[str]:
    """The names of a dataclass's members on the wire."""
    names = {field.name for field in dataclasses.fields(kind)}
    if kind is Pack:
        names = names - {"document", "readiness"} | {"ready", "reason"}
    if kind is PackItem:
        names |= {field.name for field in dataclasses.fields(Item)}
    if names >= {"path", "start", "end"}:
        names |= {"uri", "range"}
    return {re.sub(r"_(\w)", lambda match: match[1].upper(), name) for name in names}


def taken(struct: type[Any]) -> dict[str, Kind]:
    """The fields of a message by their names on the wire, with the plugin's words for their types."""
    return {field.encode_name: kind_of(field.type) for field in msgspec.structs.fields(struct)}


def kind_of(annotation: object) -> Kind:
    """The plugin's word for a type; a list for a choice of names."""
    if annotation in NAMES:
        return NAMES[annotation]
    if get_origin(annotation) is typing.Annotated:
        return kind_of(get_args(annotation)[0])
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    if get_origin(annotation) is tuple:
        item, rest = get_args(annotation)
        assert (kind_of(item), rest) == ("string", ...), annotation
        return "strings"
    assert get_origin(annotation) in {typing.Union, UnionType}, annotation
    left = [one for one in get_args(annotation) if one not in {msgspec.UnsetType, type(None)}]
    if set(left) == set(get_args(messages.Auto)):
        return "auto"
    [only] = left
    return kind_of(only)
