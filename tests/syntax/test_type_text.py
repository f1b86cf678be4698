"""Normal forms of types in several languages."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.syntax.references.type_text import MAX_TYPE, alternatives, normal_type
from tests.syntax.work import lines_run


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Foo", "Foo"),
        ('list["Foo"] | None', "list<Foo>"),
        ('"Foo | None"', "Foo"),
        ("Optional[a.Foo]", "Optional<a.Foo>"),
        ("dict[str, list[Foo]]", "dict<str,list<Foo>>"),
        ("Callable[[int, str], Foo]", "Callable<int,str,Foo>"),
        ("Foo<Bar>[]", "Array<Foo<Bar>>"),
        ("readonly Foo[]", "Array<Foo>"),
        ("Promise<Foo | undefined>", "Promise<Foo>"),
        ("{a: string}", ""),
        ("{ -readonly [K in keyof T]?: T[K] } & {}", "T"),
        ("T extends any ? Foo<T> : never", "Foo<T>|never"),
        ("A extends B ? C extends D ? E : F : G", "E|F|G"),
        ("Map<string, A extends (x: infer R) => any ? B : C>", "Map<string,B|C>"),
        ("(x: A) => B extends C ? D : E", "Callable<A,B>"),
        ("T extends Foo", "T"),
        ("typeof foo", "typeof<foo>"),
        ("A & B", "A|B"),
        ("[]Foo", "Array<Foo>"),
        ("[4]int", "Array<int>"),
        ("*Foo", "Foo"),
        ("map[string]*pkg.Foo", "map<string,pkg.Foo>"),
        ("<-chan Foo", "chan<Foo>"),
        ("chan<- <-chan Foo", "chan<chan<Foo>>"),
        ("Foo<-1>", "Foo"),
        ("&'a mut dyn Foo<T>", "Foo<T>"),
        ("[Foo; 4]", "Array<Foo>"),
        ("std::vector<std::unique_ptr<Foo>>", "std.vector<std.unique_ptr<Foo>>"),
        ("const struct foo *", "foo"),
        ("Map<String, ? extends Foo>", "Map<String,Foo>"),
        ("?\\App\\Foo", "App.Foo"),
        ("Foo?", "Foo"),
        ("", ""),
        ("<<<", ""),
        ("Foo " * MAX_TYPE, ""),
    ],
)
def test_types_of_all_languages_have_one_form(written: str, expected: str) -> None:
    assert normal_type(written) == expected


def test_alternatives_are_split_with_their_arguments() -> None:
    assert alternatives("A<B|C,D<E>>|F") == (("A", ("B|C", "D<E>")), ("F", ()))
    assert alternatives("") == ()


@pytest.mark.parametrize("part", ["[", "(", "A<", "A[", "func(", "A=>", "map["])
def test_deeply_nested_types_end(part: str) -> None:
    written = part * (MAX_TYPE // len(part))
    assert len(normal_type(written)) < 10 * MAX_TYPE


@pytest.mark.parametrize("part", ["{[k:string]:", "{[K in keyof ", "{a:", "{[", "{(", "A[", "A<", "(a:"])
def test_work_does_not_double_with_each_level(part: str) -> None:
    few, many = (lines_run(partial(normal_type, part * depth, has_members=True)) for depth in (6, 18))
    assert many < few * 3 * 3


@given(st.text(alphabet="AB<>[](){}|&,.:;?*='\"` \\", max_size=MAX_TYPE))
def test_any_text_has_a_form_whose_alternatives_can_be_read(written: str) -> None:
    for name, arguments in alternatives(normal_type(written)):
        assert name
        assert all(isinstance(alternatives(argument), tuple) for argument in arguments)
