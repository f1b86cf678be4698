"""Erlang: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
%% @doc Shapes.
-module(shapes).
-behaviour(gen_server).
-export([area/1, start/0]).
-export_type([shape/0]).
-import(lists, [map/2]).
-include("shapes.hrl").
-include_lib("kernel/include/file.hrl").
-define(MAX, 10).
-define(ADD(X), X + 1).
-record(square, {side = 1 :: integer(), name}).
-type shape() :: #square{} | circle().
-opaque circle() :: {circle, float()}.
-callback draw(shape()) -> ok.

%% Its area.
-spec area(shape()) -> number().
area(#square{side = S}) ->
    S * S;
area({circle, R}) when R > 0 ->
    F = fun(X) -> helper(X) end,
    F(R) * ?MAX.

start() -> gen_server:start_link(?MODULE, [], []), map(fun helper/1, []), spawn(fun lists:map/2).
helper(X) -> case X of {ok, Y} -> Y; _ -> ?ADD(X) end.
"""


def test_symbols() -> None:
    """Clauses are one function; definitions that are not exported are hidden."""
    assert symbols("a.erl", SOURCE) == expected("""
        Module shapes | -module(shapes). | "@doc Shapes."
        Constant MAX | -define(MAX, 10). | (hidden)
        Function ADD | -define(ADD(X), X + 1). | (hidden)
        Struct square | -record(square, {side = 1 :: integer(), name}). | (hidden)
        Field square.side | side = 1 :: integer() | (hidden)
        Field square.name | name | (hidden)
        Interface shape | -type shape() :: #square{} | circle().
        Interface circle | -opaque circle() :: {circle, float()}. | (hidden)
        Method draw | -callback draw(shape()) -> ok.
        Function area | area(#square{side = S}) | "Its area."
        Function start | start()
        Function helper | helper(X) | (hidden)
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.erl", SOURCE) == expected("""
        lists map as map
        shapes.hrl *
        kernel/include/file.hrl *
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.erl", SOURCE) == expected("""
        implements gen_server in -
        call integer in square.side
        type square in shape
        call circle in shape
        call float in circle
        call shape in draw
        call shape in area
        call number in area
        type square in area
        call helper in area
        read MAX in area
        call gen_server.start_link in start
        call map in start
        call helper in start
        call spawn in start
        call lists.map in start
        call ADD in helper
    """)
