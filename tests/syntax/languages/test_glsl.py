"""GLSL: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
#version 330 core
#define MAX 8
#include "common.glsl"
layout(location = 0) in vec3 pos;
uniform mat4 model;
const float PI = 3.14;
struct Light { vec3 color; };
// Its area.
float area(vec3 p, float scale) { float local = length(p); return local * scale * PI; }
void main() { gl_Position = model * vec4(pos, area(pos, 1.0)); Light l; }
"""


def test_symbols() -> None:
    """Uniforms, structures and functions."""
    assert symbols("a.glsl", SOURCE) == expected("""
        Constant MAX | #define MAX 8
        Variable pos | layout(location = 0) in vec3 pos
        Variable model | uniform mat4 model
        Constant PI | const float PI = 3.14
        Struct Light | struct Light
        Field Light.color | vec3 color
        Function area | float area(vec3 p, float scale) | "Its area."
        Function main | void main()
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.glsl", SOURCE) == expected("""
        common.glsl *
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.glsl", SOURCE) == expected("""
        read location in pos
        type vec3 in pos
        type mat4 in model
        type vec3 in Light.color
        type vec3 in area
        call length in area
        read PI in area
        write gl_Position in main
        read model in main
        call vec4 in main
        read pos in main
        call area in main
        read pos in main
        type Light in main
    """)
