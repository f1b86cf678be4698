"""Nix: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
# A package.
{ lib, stdenv, fetchurl ? null, ... }@args:
with lib;
let
  version = "1.0";
  helper = x: y: x + y;
  util = import ./util.nix { inherit lib; };
in
rec {
  # Its name.
  name = "shape";
  inherit (lib) mkOption types;
  options.services.shape = {
    enable = mkEnableOption "shape";
  };
  build = { src, flags ? [] }: stdenv.mkDerivation {
    inherit version src;
    buildPhase = ''make ${helper 1 2}'';
  };
  "quoted" = args.foo;
}
"""


def test_symbols() -> None:
    """Bindings of `let` are variables, those of sets are fields."""
    assert symbols("a.nix", SOURCE) == expected("""
        Variable version | version = "1.0"
        Function helper | helper = x
        Field name | name = "shape" | "Its name."
        Object shape | options.services.shape
        Field shape.enable | enable = mkEnableOption "shape"
        Function build | build = { src, flags ? [] }
        Field quoted | "quoted" = args.foo
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.nix", SOURCE) == expected("""
        ./util.nix as util
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.nix", SOURCE) == expected("""
        call mkEnableOption in shape.enable
        call stdenv.mkDerivation in build
        read version in build
        call helper in build
        read args.foo in quoted
    """)
