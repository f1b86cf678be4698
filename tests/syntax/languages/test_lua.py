"""Lua: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

MODULE = """
local Util = require("lazy.core.util")
local notify = require "lazy.view.notify".notify

---@class Loader
local M = {}
local Base = {}
local Loader = setmetatable({}, { __index = Base })

M.MAX = 3
M._seen = {}

-- Loads one plugin.
---@param name string
function M.load(name, opts)
  local path = Util.norm(name)
  local function inner() return path end
  if opts.loud then
    notify(path)
  end
  M._seen[name] = inner()
end

function Loader:reset()
  self.count = 0
  self:clear("all")
end

M.each = function(fn) fn(M.load) end

local function private() end

local commands = {
  limit = 2,
  clean = function(opts) private(opts) end,
}

return M
"""


def test_functions_and_fields_belong_to_the_table_they_are_written_to() -> None:
    """`M.f`, `M:f` and `M.f = function` are members of M; local variables of functions are nothing."""
    assert symbols("a.lua", MODULE) == expected("""
        Object M | local M | "@class Loader"
        Object Base | local Base
        Object Loader | local Loader = setmetatable({}, { __index = Base }) | inherits Base
        Constant M.MAX | M.MAX = 3
        Field M._seen | M._seen = {} | (hidden)
        Method M.load | function M.load(name, opts) | "Loads one plugin."
        Function M.load.inner | local function inner() | (hidden)
        Method Loader.reset | function Loader:reset()
        Method M.each | M.each = function(fn)
        Function private | local function private() end | (hidden)
        Object commands | local commands
        Field commands.limit | limit = 2
        Method commands.clean | clean = function(opts)
    """)


def test_requires_are_imports_and_no_variables() -> None:
    """The local name of a required module is its alias."""
    assert imports("a.lua", MODULE) == expected("""
        lazy.core.util as Util
        lazy.view.notify notify as notify
    """)


def test_references_leave_locals_out() -> None:
    """Calls with their receivers, bases of metatables and reads of what the file defines."""
    assert references("a.lua", MODULE) == expected("""
        call setmetatable in Loader
        inherits Base in Loader
        read Util in M.load
        call Util.norm in M.load
        read ?.loud in M.load
        call notify in M.load
        read M in M.load
        read M._seen in M.load
        call inner in M.load
        read @self.count in Loader.reset
        call @self.clear in Loader.reset
        read M in M.each
        read M.load in M.each
        call private in commands.clean
        read M in -
    """)
