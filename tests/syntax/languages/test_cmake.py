"""CMake: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
# Builds it.
cmake_minimum_required(VERSION 3.20)
project(shapes LANGUAGES CXX)
include(cmake/util.cmake)
include(GNUInstallDirs)
find_package(fmt REQUIRED)
add_subdirectory(src)
set(SOURCES a.cpp b.cpp)
option(BUILD_TESTS "Build tests" ON)
# Adds it.
function(add_shape name)
  set(local ${name})
  add_library(${local} ${SOURCES})
endfunction()
macro(my_macro x)
endmacro()
add_library(shapes STATIC ${SOURCES})
add_executable(app main.cpp)
target_link_libraries(app PRIVATE shapes fmt::fmt)
add_custom_target(docs)
add_shape(square)
if(BUILD_TESTS)
  add_test(NAME t COMMAND app)
endif()
"""


def test_symbols() -> None:
    """Functions, macros, targets, tests and variables."""
    assert symbols("CMakeLists.txt", SOURCE) == expected("""
        Module shapes | project(shapes LANGUAGES CXX)
        Variable SOURCES | set(SOURCES a.cpp b.cpp)
        Variable BUILD_TESTS | option(BUILD_TESTS "Build tests" ON)
        Function add_shape | function(add_shape name) | "Adds it."
        Function my_macro | macro(my_macro x)
        Object shapes#2 | add_library(shapes STATIC ${SOURCES})
        Object app | add_executable(app main.cpp)
        Object docs | add_custom_target(docs)
        Object t | add_test(NAME t COMMAND app)
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("CMakeLists.txt", SOURCE) == expected("""
        cmake/util.cmake *
        GNUInstallDirs *
        fmt *
        src *
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("CMakeLists.txt", SOURCE) == expected("""
        read local in add_shape
        read SOURCES in add_shape
        read SOURCES in shapes#2
        read app in -
        read shapes in -
        read fmt::fmt in -
        call add_shape in -
        read BUILD_TESTS in -
        read app in t
    """)
