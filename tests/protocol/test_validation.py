"""Parameters: accepted values, and errors that name the field and its accepted values."""

import time

import pytest
from lsprotocol import converters, types
from msgspec import UNSET

from ctx_lsp.protocol.errors import ErrorCode, RequestError
from ctx_lsp.protocol.messages.common import NoParams
from ctx_lsp.protocol.messages.options import Filter, Options
from ctx_lsp.protocol.messages.pointing import ImpactParams, QueryParams
from ctx_lsp.protocol.messages.search import SearchParams
from ctx_lsp.protocol.validation import command_params, method_params, strict

CONVERTER = strict(converters.get_converter())
PROMPT_SECONDS = 2.0  # on a busy machine; 400,000 errors take half a minute
HERE = {"textDocument": {"uri": "file:///a.py"}, "position": {"line": 1, "character": 2}}


def refusal(arguments: object, kind: type) -> str:
    with pytest.raises(RequestError) as caught:
        command_params(arguments, kind)
    assert caught.value.code == ErrorCode.INVALID_PARAMS
    return caught.value.message


def test_defaults_replace_missing_values() -> None:
    params = command_params([{"query": "x"}], QueryParams)
    assert params == QueryParams("x")
    assert params.options == Options(max_tokens=UNSET, rerank=UNSET, filter=Filter())
    assert command_params([{"symbol": "x"}], ImpactParams).depth == 2


@pytest.mark.parametrize("arguments", [None, [], [{}], [{"from": "a newer client"}]])
def test_a_command_without_needs_takes_no_argument_or_an_object(arguments: object) -> None:
    assert command_params(arguments, NoParams) == NoParams()


def test_everything_in_the_options_is_read() -> None:
    given = {
        "maxTokens": 100,
        "minCompleteness": 1,
        "dependencyDepth": 0,
        "includeTests": False,
        "rerank": True,
        "format": "xml",
        "filter": {"languages": ["go"], "kinds": ["Class"], "include": ["a/**"], "exclude": ["b"], "tests": True},
    }
    options = command_params([{"query": "x", "options": given}], QueryParams).options
    narrowed = Filter(("go",), ("Class",), ("a/**",), ("b",), True)
    assert options == Options(100, 1.0, 0, False, True, "xml", narrowed)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"query": "x"}, "arguments must be a list with one object"),
        ([{"query": "x"}, 2], "arguments must be a list with one object"),
        ([7], "arguments[0] must be an object, not a whole number"),
        ([], "query is required"),
        ([{"query": 7}], "query must be text, not a whole number"),
        ([{"query": "x" * 20_001}], "query must be text of length up to 20000"),
        ([{"query": "x", "options": {"maxTokens": 99}}], "options.maxTokens must be a whole number of at least 100"),
        ([{"query": "x", "options": {"maxTokens": 200.5}}], "options.maxTokens must be a whole number, not a number"),
        (
            [{"query": "x", "options": {"maxTokens": True}}],
            "options.maxTokens must be a whole number, not true or false",
        ),
        (
            [{"query": "x", "options": {"maxTokens": 10**30}}],
            "options.maxTokens must be a whole number of at most 10000000",
        ),
        (
            [{"query": "x", "options": {"minCompleteness": 1.1}}],
            "options.minCompleteness must be a number of at most 1.0",
        ),
        (
            [{"query": "x", "options": {"format": "yaml"}}],
            'options.format must be "compact" or "json" or "markdown" or "xml", not \'yaml\'',
        ),
        (
            [{"query": "x", "options": {"rerank": "maybe"}}],
            "options.rerank must be \"auto\" or true or false, not 'maybe'",
        ),
        (
            [{"query": "x", "options": {"filter": {"tests": "no"}}}],
            "options.filter.tests must be \"auto\" or true or false, not 'no'",
        ),
        (
            [{"query": "x", "options": {"filter": {"kinds": ["Class", 3]}}}],
            "options.filter.kinds[1] must be text, not a whole number",
        ),
        (
            [{"query": "x", "options": {"filter": {"lang": []}}}],
            "options.filter.lang is unknown; did you mean languages?",
        ),
        (
            [{"query": "x", "position": {"line": -1, "character": 0}}],
            "position is out of bounds: Position.line should be in range [0:2147483647], but was -1",
        ),
        (
            [{"query": "x", "selection": {"start": {}}}],
            "selection.start.line is required",
        ),
    ],
)
def test_a_rejection_names_the_field_and_the_expected_value(arguments: object, message: str) -> None:
    assert refusal(arguments, QueryParams) == message


def test_an_unknown_option_is_answered_with_the_known_ones() -> None:
    message = refusal([{"query": "x", "options": {"maxtokens": 500}}], QueryParams)
    assert message.startswith("options.maxtokens is unknown; did you mean maxTokens?")


@pytest.mark.parametrize("limit", [0, 201, -1])
def test_limit_has_bounds(limit: int) -> None:
    assert refusal([{"query": "x", "limit": limit}], SearchParams).startswith("limit must be a whole number ")


def test_standard_parameters_are_typed() -> None:
    params = method_params(CONVERTER, HERE, types.HoverParams)
    assert params.position == types.Position(1, 2)


@pytest.mark.parametrize(
    ("params", "named"),
    [
        (None, "params must be an object"),
        ([], "params must be an object"),
        ({}, "params.textDocument is required"),
        ({**HERE, "textDocument": {"uri": 3}}, "params.textDocument.uri must be text"),
        (
            {**HERE, "position": {"line": "1", "character": 0}},
            "params.position.line must be a whole number",
        ),
        ({**HERE, "position": {"line": -1, "character": 0}}, "params.position"),
        ({**HERE, "position": {"line": True, "character": 0}}, "params.position.line"),
    ],
)
def test_a_wrong_standard_parameter_is_named(params: object, named: str) -> None:
    with pytest.raises(RequestError, match=r"^params") as caught:
        method_params(CONVERTER, params, types.HoverParams)
    assert caught.value.code == ErrorCode.INVALID_PARAMS
    assert named in caught.value.message


def test_a_number_is_not_taken_for_a_text() -> None:
    edit = {"textDocument": {"uri": "file:///a.py", "version": 2}, "contentChanges": [{"text": 5}]}
    with pytest.raises(RequestError, match=r"params\.contentChanges"):
        method_params(CONVERTER, edit, types.DidChangeTextDocumentParams)


@pytest.mark.parametrize(
    ("added", "named"),
    [
        ("x" * 400_000, "params.event.added must be a list"),
        ({"uri": "file:///a", "name": "a"}, "params.event.added must be a list"),
        ([5] * 400_000, "params.event.added[0].uri must be text"),
        ([{"uri": "file:///a", "name": "a"}, *[{}] * 400_000], "params.event.added[1].uri is required"),
    ],
)
def test_an_error_in_a_long_list_is_found_at_once(added: object, named: str) -> None:
    event = {"event": {"added": added, "removed": []}}
    started = time.monotonic()
    with pytest.raises(RequestError) as caught:
        method_params(CONVERTER, event, types.DidChangeWorkspaceFoldersParams)
    assert time.monotonic() - started < PROMPT_SECONDS
    assert named in caught.value.message
    assert len(caught.value.message) < 300
