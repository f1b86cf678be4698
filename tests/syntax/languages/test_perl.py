"""Perl: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
#!/usr/bin/perl
package Shape::Square;
use strict;
use warnings;
use v5.20;
use parent -norequire, 'Shape::Base';
use base qw(Shape::Other Exporter);
use List::Util qw(first sum);
use Scalar::Util 'blessed';
use constant PI => 3.14;
use constant { MAX => 3, MIN => 1 };
require Carp;
require "util.pl";

our $VERSION = '1.0';
our @ISA = ('Shape');
our @EXPORT_OK = qw(area);
my $count = 0;
my ($a1, %b1);
has 'name' => (is => 'rw', isa => 'Str');
has side => (is => 'ro');
extends 'Moose::Base';
with 'Role::A', 'Role::B';

# Makes one.
sub new {
    my ($class, %args) = @_;
    my $self = bless { side => $args{side} }, $class;
    $self->SUPER::new();
    return $self;
}

sub area($self, $scale = 1) {
    my $side = $self->side;
    helper($side);
    List::Util::max(1, 2);
    Shape::Square->new(side => 1);
    my $code = sub { my $x = shift; return $x * PI };
    $code->(3);
    foreach my $i (1..10) { print $i; $count++ }
    &helper;
    return $side ** 2 * $scale;
}

sub _private { 1 }
sub forward;
before 'area' => sub { 1 };

=head1 NAME

doc

=cut

package Other { sub inner { first { $_ } @_ } }
package main;
Shape::Square::area(1);
1;
__END__
rubbish
"""


def test_symbols() -> None:
    """Packages, subroutines, package variables, constants and attributes."""
    assert symbols("a.pl", SOURCE) == expected("""
        Module Shape::Square | package Shape::Square
        Constant PI | use constant PI => 3.14
        Constant MAX | MAX
        Constant MIN | MIN
        Constant VERSION | our $VERSION = '1.0'
        Constant ISA | our @ISA = ('Shape')
        Constant EXPORT_OK | our @EXPORT_OK = qw(area)
        Variable count | my $count = 0
        Field name | has 'name' => (is => 'rw', isa => 'Str')
        Field side | has side => (is => 'ro')
        Function new | sub new | "Makes one."
        Function area | sub area($self, $scale = 1)
        Function area.code | my $code = sub | (hidden)
        Function _private | sub _private | (hidden)
        Class Other | package Other
        Method Other.inner | sub inner
        Module main | package main
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.pl", SOURCE) == expected("""
        strict
        warnings
        parent
        Shape::Base
        base *
        List::Util *
        Scalar::Util
        constant
        Carp as Carp
        util.pl
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.pl", SOURCE) == expected("""
        inherits Shape::Base in -
        read Carp in -
        read a1 in -
        read b1 in -
        inherits Moose::Base in -
        implements Role::A in -
        read class in new
        read args in new
        read _ in new
        read args in new
        read class in new
        call $self.SUPER::new in new
        call $self.side in area
        call helper in area
        call List::Util::max in area
        read Shape::Square in area
        call Shape.Square.new in area
        read PI in area.code
        read code in area
        read count in area
        call helper in area
        call before in -
        call Shape::Square::area in -
    """)
