"""C: names across headers and sources that the language keeps in spaces of their own."""

from tests.graph.meant import meant


def test_a_typedef_of_the_same_name_leads_to_the_members_of_the_structure() -> None:
    """The structure can stand in the same file or in another one."""
    found = meant(
        """
=== item.h
typedef struct item item;
struct item { int price; };
typedef struct stock stock;
=== stock.c
#include "item.h"
struct stock { int size; };
=== other.c
struct other { int price; int size; };
=== use.c
#include "item.h"
int use(item *one, stock *all) { return one->«price» + all->«size»; }
"""
    )
    assert found == ["price -> item.h::item.price", "size -> stock.c::stock.size"]


def test_a_macro_named_as_a_function_counts_for_its_includers() -> None:
    found = meant(
        """
=== tests/overrides.h
#define malloc(size) checked(size)
#define MOST_ITEMS 3
=== tests/use.c
#include "overrides.h"
void *use(void) { return «malloc»(«MOST_ITEMS»); }
=== src/other.c
void *other(void) { return «malloc»(«MOST_ITEMS»); }
"""
    )
    assert found == [
        "malloc -> overrides.h::malloc",
        "MOST_ITEMS -> overrides.h::MOST_ITEMS",
        "malloc ->",
        "MOST_ITEMS -> overrides.h::MOST_ITEMS",
    ]


def test_a_header_for_windows_comes_after_the_one_for_other_systems() -> None:
    found = meant(
        """
=== api.h
#ifdef _WIN32
# include "windows_types.h"
#else
# include "unix_types.h"
#endif
=== windows_types.h
typedef struct buffer { int length; } buffer;
typedef struct handle { int number; } handle;
=== unix_types.h
typedef struct buffer { int length; } buffer;
=== use.c
#include "api.h"
int use(buffer *one, handle *two) { return one->«length» + two->«number»; }
"""
    )
    assert found == ["length -> unix_types.h::buffer.length", "number -> windows_types.h::handle.number"]


def test_a_macro_inside_a_question_for_its_absence_yields_to_an_included_one() -> None:
    found = meant(
        """
=== config.h
#define LIMIT 8
#define doubled(n) ((n) * 2)
=== use.c
#include "config.h"
#ifndef LIMIT
#define LIMIT 4
#endif
#if !defined(doubled)
#define doubled(n) ((n) + (n))
#endif
#ifndef MARGIN
#define MARGIN 1
#endif
int use(void) { return «doubled»(«LIMIT») + «MARGIN»; }
=== defaults.h
#ifndef LIMIT
#define LIMIT 2
#endif
=== other.c
#include "defaults.h"
#include "config.h"
int other(void) { return «LIMIT»; }
=== override.c
#define LIMIT 1
#include "defaults.h"
int override(void) { return «LIMIT»; }
"""
    )
    assert found == [
        "doubled -> config.h::doubled",
        "LIMIT -> config.h::LIMIT",
        "MARGIN -> use.c::MARGIN",
        "LIMIT -> config.h::LIMIT",
        "LIMIT -> override.c::LIMIT",
    ]


def test_a_macro_for_the_absence_of_its_name_yields_only_to_what_may_be_a_macro() -> None:
    found = meant(
        """
=== types.h
typedef struct limit limit;
struct LIMIT { int low; };
=== use.c
#include "types.h"
#ifndef LIMIT
#define LIMIT 4
#endif
int use(void) { return «LIMIT»; }
"""
    )
    assert found == ["LIMIT -> use.c::LIMIT"]


def test_of_two_macros_for_the_absence_of_their_name_the_included_one_is_meant() -> None:
    found = meant(
        """
=== defaults.h
#ifndef LIMIT
#define LIMIT 2
#endif
=== use.c
#include "defaults.h"
#ifndef LIMIT
#define LIMIT 4
#endif
int use(void) { return «LIMIT»; }
"""
    )
    assert found == ["LIMIT -> defaults.h::LIMIT"]


def test_a_macro_beside_an_included_header_and_a_declaration_for_the_lack_of_a_macro_yield() -> None:
    found = meant(
        """
=== platform.h
#ifndef PLATFORM_H
#define PLATFORM_H
void release(void *one);
#define limited(n) ((n) & 7)
#define put(letter) putchar(letter)
#endif
=== use.c
#ifdef PLATFORM
#include "platform.h"
#else
#define release free
#define limited(n) (n)
#define own(n) (n)
#endif
#ifdef OMIT_PUT
void put(int letter);
#endif
int use(void *one) { «release»(one); «put»('x'); return «limited»(1) + «own»(2); }
"""
    )
    assert found == [
        "release -> platform.h::release",
        "put -> platform.h::put",
        "limited -> platform.h::limited",
        "own -> use.c::own",
    ]


def test_a_macro_for_the_absence_of_its_name_in_each_branch_yields_too() -> None:
    found = meant(
        """
=== config.h
#define LIMIT 8
=== use.c
#include "config.h"
#ifdef SMALL
#ifndef LIMIT
#define LIMIT 4
#endif
#else
#ifndef LIMIT
#define LIMIT 16
#endif
#endif
int use(void) { return «LIMIT»; }
"""
    )
    assert found == ["LIMIT -> config.h::LIMIT"]
