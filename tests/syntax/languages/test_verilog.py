"""SystemVerilog: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
// Shapes.
`include "defs.svh"
`define MAX 8
package pkg;
  typedef enum logic [1:0] { IDLE, RUN } state_t;
  typedef struct packed { logic a; logic b; } pair_t;
  parameter int WIDTH = 8;
  function automatic int helper(int x); return x; endfunction
endpackage
// A counter.
module counter import pkg::*; #(parameter N = 8) (input logic clk, output logic [N-1:0] q);
  localparam DEPTH = 4;
  logic [N-1:0] count;
  state_t state;
  sub #(.W(N)) u_sub (.clk(clk), .q(q));
  always_ff @(posedge clk) begin
    count <= helper(count) + WIDTH;
  end
  assign q = count;
  task run(input int x); $display(x); endtask
endmodule
interface bus(input clk);
  logic valid;
  modport master(output valid);
endinterface
class packet extends base;
  rand int len;
  function new(int x); len = x; endfunction
  virtual function int size(); return len; endfunction
  constraint c { len > 0; }
endclass
"""


def test_symbols() -> None:
    """Modules hold ports, parameters, signals and tasks; packages hold types."""
    assert symbols("a.sv", SOURCE) == expected("""
        Constant MAX | `define MAX 8
        Module pkg | package pkg
        Enum pkg.state_t | typedef state_t
        EnumMember pkg.state_t.IDLE | IDLE
        EnumMember pkg.state_t.RUN | RUN
        Struct pkg.pair_t | typedef pair_t
        Field pkg.pair_t.a | logic a
        Field pkg.pair_t.b | logic b
        Constant pkg.WIDTH | parameter int WIDTH = 8
        Function pkg.helper | function automatic int helper(int x)
        Module counter | module counter import pkg::*; #(parameter N = 8) (input logic clk, output logic [N-1:0] q) | "A counter."
        Constant counter.N | parameter N = 8
        Field counter.clk | input logic clk
        Field counter.q | output logic [N-1:0] q
        Constant counter.DEPTH | localparam DEPTH = 4
        Variable counter.count | logic [N-1:0] count
        Variable counter.state | state_t state
        Function counter.run | task run(input int x)
        Interface bus | interface bus(input clk)
        Field bus.clk | input clk
        Field bus.valid | logic valid
        Class packet | class packet extends base | inherits base
        Field packet.len | rand int len
        Constructor packet.new | function new(int x); len = x; endfunction
        Method packet.size | function int size()
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.sv", SOURCE) == expected("""
        defs.svh *
        pkg *
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.sv", SOURCE) == expected("""
        read N in counter.q
        read N in counter.count
        type state_t in counter.state
        call sub in counter
        type N in counter
        read u_sub in counter
        read clk in counter
        read q in counter
        read clk in counter
        read count in counter
        call helper in counter
        read count in counter
        read WIDTH in counter
        read q in counter
        read count in counter
        read master in bus
        read valid in bus
        inherits base in packet
        read len in packet.new
        read len in packet.size
        read c in packet
        read len in packet
    """)
