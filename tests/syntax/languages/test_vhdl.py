"""VHDL: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
-- Shapes.
library ieee;
use ieee.std_logic_1164.all;
use work.pkg.all;
package pkg is
  constant WIDTH : integer := 8;
  type state_t is (idle, run);
  subtype small is integer range 0 to 7;
  function helper(x : integer) return integer;
  component sub port (clk : in std_logic); end component;
end package;
package body pkg is
  function helper(x : integer) return integer is
  begin
    return x;
  end function;
end package body;
-- A counter.
entity counter is
  generic (N : integer := 8);
  port (clk : in std_logic; q : out std_logic_vector(N-1 downto 0));
end entity counter;
architecture rtl of counter is
  signal count : integer;
begin
  u_sub : entity work.sub port map (clk => clk);
  u2 : sub port map (clk => clk);
  main : process (clk)
    variable v : integer;
  begin
    count <= helper(count) + WIDTH;
  end process;
end architecture rtl;
"""


def test_symbols() -> None:
    """A package and its body are one; an architecture implements its entity."""
    assert symbols("a.vhdl", SOURCE) == expected("""
        Module pkg | package pkg is
        Constant pkg.WIDTH | constant WIDTH : integer := 8
        Enum pkg.state_t | type state_t is
        EnumMember pkg.state_t.idle | idle
        EnumMember pkg.state_t.run | run
        Interface pkg.small | subtype small is integer range 0 to 7
        Interface pkg.sub | component sub port (clk : in std_logic); end component
        Method pkg.helper | function helper(x : integer) return integer
        Class counter | entity counter is | "A counter."
        Constant counter.N | N : integer := 8
        Field counter.clk | clk : in std_logic
        Field counter.q | q : out std_logic_vector(N-1 downto 0)
        Module rtl | architecture rtl of counter is | implements counter
        Variable rtl.count | signal count : integer
        Function rtl.main | main : process (clk) variable v : integer
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.vhdl", SOURCE) == expected("""
        ieee.std_logic_1164 *
        work.pkg *
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.vhdl", SOURCE) == expected("""
        type integer in pkg.WIDTH
        type integer in pkg.small
        type integer in pkg
        type integer in pkg
        type std_logic in pkg.sub
        type integer in pkg.helper
        type integer in pkg.helper
        type integer in counter.N
        type std_logic in counter.clk
        type std_logic_vector in counter.q
        read N in counter.q
        implements counter in rtl
        type integer in rtl.count
        read work in rtl
        call work.sub in rtl
        read clk in rtl
        call sub in rtl
        read clk in rtl
        read clk in rtl.main
        type integer in rtl.main
        read count in rtl.main
        call helper in rtl.main
        read count in rtl.main
        read WIDTH in rtl.main
    """)
