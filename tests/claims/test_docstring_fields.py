"""Parameters that docstrings list, in each notation, beside signatures that have them or not."""

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.claims import Checker, CheckOptions
from ctx_lsp.claims.docstring_fields import docstring_fields
from ctx_lsp.text.source import SourceText
from tests.workspaces import snapshot_of

WORKSPACE = '''
=== lists.py
def google(first, second):
    """Join – both.

    Args:
        first (int): the first,
            with a note: on a second line
        secnod: a slip

    Returns:
        nothing: at all
    """

def numpy(first, second):
    """Join both.

    Parameters
    ----------
    first : int
        The first.
    secnod : int
        A slip.

    Returns
    -------
    joined : int
    """

def open_ended(first, **rest):
    """Join all.

    Args:
        first: the first
        other: is one of the rest
    """

def callback(run):
    """Run it."""
    # Args:
    #     event: of the function that is run
    run(lambda event: event)
=== Join.cs
class Join {
    /// <summary>Joins.</summary>
    /// <param name="first">The first.</param>
    /// <param name="secnod">A slip.</param>
    public void Both(string first, int second = 0) { }

    /// <param name="third">Of this overload.</param>
    public void Both(string third) { }
}
=== join.ts
/**
 * @param first - of both
 * @param second - of the other declaration
 * @param secnod - a slip
 */
export function join(first: string): string
export function join(first: string, second: number): string
export function join(first: string, second?: number): string { return first }
=== join.kt
/**
 * @param T the type of both
 * @param first the first
 * @param secnod a slip
 */
fun <T> both(first: T, second: T): T = first

/** @param cls is a parameter like any other */
fun make(cls: KClass<String>): String = ""
=== join.c
/**
 * Joins.
 * @param[in] first the first
 * @param done is called at the end
 * \\param secnod a slip
 */
int join(char *first, void (*done)(int), int sizes[MAX])
{
    return 0;
}

/** @param[in] first has no name in the declaration */
int nameless(int, char *);

/** @param path has no name in the declaration */
int qualified(std::string_view, const struct options *);
'''


def slips(path: str) -> list[str]:
    snapshot = snapshot_of(WORKSPACE)
    source = snapshot.files[path].source
    report = Checker().check(snapshot, path, source, CheckOptions(), CancelToken())
    return [source.slice(*one.claim.target) for one in report.claims if one.is_false]


@pytest.mark.parametrize(
    ("path", "expected"), [("lists.py", 2), ("Join.cs", 1), ("join.ts", 1), ("join.kt", 1), ("join.c", 1)]
)
def test_only_parameters_that_the_documented_function_lacks_are_refuted(path: str, expected: int) -> None:
    assert slips(path) == ["secnod"] * expected


@pytest.mark.parametrize(
    "text",
    [
        "@param {string} name - a",
        "@param [String] name a",
        "@param[in,out] name a",
        ":param str name: a",
        "\\param name a",
    ],
)
def test_a_field_in_any_notation_names_a_parameter(text: str) -> None:
    assert [(one.kind, one.name) for one in docstring_fields(text, is_doc=True)] == [("signature", "name")]
    assert not list(docstring_fields(text, is_doc=False))


@pytest.mark.parametrize("text", ["@callback done\n@param name a", "@overload f(name)\n@param name a"])
def test_fields_of_a_signature_that_is_not_in_the_code_are_left_out(text: str) -> None:
    assert not list(docstring_fields(text, is_doc=True))


SECTIONS = snapshot_of('''
=== makers.py
import typing as t


class Maker:
    @classmethod
    def make_one(cls: t.Type[T], value, other):
        """Make one.

        Args:
            value: the first
            Note: this is slow.
            other: the second
        """

    @classmethod
    def make_two(cls: "type[T]", value):
        """Make two.

        Args:
            valeu: a slip
        """
''')


def test_other_sections_and_annotated_receivers_are_no_parameters() -> None:
    source = SECTIONS.files["makers.py"].source
    report = Checker().check(SECTIONS, "makers.py", source, CheckOptions(), CancelToken())
    assert [source.slice(*one.claim.target) for one in report.claims if one.is_false] == ["valeu"]
    text = SourceText(b"`Maker.make_one` takes two arguments, and `Maker.make_two` takes one argument.")
    told = Checker().check(SECTIONS, "README.md", text, CheckOptions(), CancelToken())
    assert not [one for one in told.claims if one.is_false]
