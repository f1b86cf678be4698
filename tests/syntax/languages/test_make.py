"""Make: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
# Builds it.
CC := gcc
SRCS = a.c b.c
OBJS = $(SRCS:.c=.o)
include config.mk
-include $(DEPS)
.PHONY: all clean
define helper
echo $(1)
endef
export PATH
# All of it.
all: app docs
app: $(OBJS)
	$(CC) -o $@ $^
%.o: %.c
	$(CC) -c $<
clean:
	rm -f app
	$(call helper,x)
"""


def test_symbols() -> None:
    """Targets, variables and macros; special targets are none."""
    assert symbols("Makefile", SOURCE) == expected("""
        Constant CC | CC := gcc | "Builds it."
        Constant SRCS | SRCS = a.c b.c
        Constant OBJS | OBJS = $(SRCS:.c=.o)
        Function helper | define helper echo $(1) endef
        Function all | all: app docs | "All of it."
        Function app | app: $(OBJS)
        Function %.o | %.o: %.c
        Function clean | clean
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("Makefile", SOURCE) == expected("""
        config.mk *
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("Makefile", SOURCE) == expected("""
        read SRCS in OBJS
        read DEPS in -
        call all in -
        call clean in -
        call app in all
        call docs in all
        read OBJS in app
        read CC in app
        call %.c in %.o
        read CC in %.o
    """)
