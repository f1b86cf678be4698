"""Solidity: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
import "./Base.sol";
import {Owned, Safe as S} from "./Owned.sol";
import * as Lib from "./Lib.sol";
import "./X.sol" as X;

/// @title A shape.
abstract contract Shape is Base, Owned(1) {
    using Math for uint256;
    uint256 public constant MAX = 8;
    mapping(address => uint) private balances;
    enum Mode { Fill, Line }
    struct Point { uint x; uint y; }
    event Drawn(address indexed who, uint size);
    error Bad(uint code);
    type Price is uint128;

    modifier onlyReady() { require(ready()); _; }
    constructor(uint side) Base(side) { balances[msg.sender] = side; }
    /// Its area.
    function area(uint scale) public view override onlyReady returns (uint256) {
        Point memory p = Point(1, 2);
        uint local = Math.max(scale, MAX);
        emit Drawn(msg.sender, local);
        if (local > 3) revert Bad(1);
        return helper(local) + p.x;
    }
    function _hidden() internal virtual;
    receive() external payable {}
    fallback() external {}
}
interface IDraw { function draw() external; }
library Math { function max(uint a, uint b) internal pure returns (uint) { return a > b ? a : b; } }
uint constant LIMIT = 3;
function helper(uint x) pure returns (uint) { return x; }
error Other();
struct Top { uint a; }
"""


def test_symbols() -> None:
    """Contracts, libraries and interfaces hold functions, modifiers, events and errors."""
    assert symbols("a.sol", SOURCE) == expected("""
        Class Shape | abstract contract Shape is Base, Owned(1) | inherits Base, Owned "@title A shape."
        Constant Shape.MAX | uint256 public constant MAX = 8
        Field Shape.balances | mapping(address => uint) private balances | (hidden)
        Enum Shape.Mode | enum Mode
        EnumMember Shape.Mode.Fill | Fill
        EnumMember Shape.Mode.Line | Line
        Struct Shape.Point | struct Point
        Field Shape.Point.x | uint x
        Field Shape.Point.y | uint y
        Event Shape.Drawn | event Drawn(address indexed who, uint size)
        Class Shape.Bad | error Bad(uint code)
        Interface Shape.Price | type Price is uint128
        Method Shape.onlyReady | modifier onlyReady()
        Constructor Shape.constructor | constructor(uint side) Base(side)
        Method Shape.area | function area(uint scale) public view override onlyReady returns (uint256) | "Its area."
        Method Shape._hidden | function _hidden() internal virtual
        Method Shape.receive | receive() external payable
        Method Shape.fallback | fallback() external
        Interface IDraw | interface IDraw
        Method IDraw.draw | function draw() external
        Class Math | library Math
        Method Math.max | function max(uint a, uint b) internal pure returns (uint)
        Constant LIMIT | uint constant LIMIT = 3
        Function helper | function helper(uint x) pure returns (uint)
        Class Other | error Other()
        Struct Top | struct Top
        Field Top.a | uint a
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.sol", SOURCE) == expected("""
        ./Base.sol *
        ./Owned.sol Owned as Owned
        ./Owned.sol Safe as S
        ./Lib.sol as Lib
        ./X.sol as X
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.sol", SOURCE) == expected("""
        inherits Base in Shape
        inherits Owned in Shape
        type Math in Shape
        call ready in Shape.onlyReady
        call Base in Shape.constructor
        read balances in Shape.constructor
        read msg.sender in Shape.constructor
        call onlyReady in Shape.area
        type Point in Shape.area
        call Point in Shape.area
        read Math in Shape.area
        call Math.max in Shape.area
        read MAX in Shape.area
        call Drawn in Shape.area
        read msg.sender in Shape.area
        call Bad in Shape.area
        call helper in Shape.area
        read ?.x in Shape.area
    """)
