"""Documentation reduced to one sentence."""

import pytest

from ctx_lsp.training.pairs.documentation import sentence


@pytest.mark.parametrize(
    ("documentation", "name", "expected"),
    [
        ("Opens a file for reading. Closes it later.", "open", "Opens a file for reading"),
        ("Dial opens a connection to the server.", "Dial", "opens a connection to the server"),
        ("The settings of a program by name", "Settings", "The settings of a program by name"),
        ("Settings of a program by name", "Settings", "Settings of a program by name"),
        ("Loads it. Reads the whole file into memory. More.", "f", "Loads it. Reads the whole file into memory"),
        ("Return the {@link Foo#bar name} of a <b>node</b>", "f", "Return the Foo#bar name of a node"),
        ("Parse ``text`` into a :class:`~a.Tree` of nodes", "f", "Parse text into a a.Tree of nodes"),
        ("Finds the e.g. first match in the text. Rest", "f", "Finds the e.g. first match in the text"),
        ("Splits the path into its parts\n@param path the path", "f", "Splits the path into its parts"),
        ("Splits the path into its parts\n\nMore of it.", "f", "Splits the path into its parts"),
        ("@brief Splits the path into its parts", "f", "Splits the path into its parts"),
    ],
)
def test_first_sentence(documentation: str, name: str, expected: str) -> None:
    assert sentence(documentation, name) == expected


@pytest.mark.parametrize(
    "documentation",
    [
        "",
        "Too short",
        "Copyright 2020 the authors of this file",
        "Gibt den Namen der Datei und des Ordners als Text",
        "TODO remove this when the server is fixed",
        "Args:\n    path: the path of the file to read",
        "a[i] = b[i] + c[i]; for (x = 0) { y } in z",
        "返回文件的名称 and the size of a file",
        "{@inheritDoc} and nothing else is said here",
        "Deprecated: use the other function instead of this",
        "the word " * 40,
    ],
)
def test_sentences_that_are_not_questions(documentation: str) -> None:
    assert sentence(documentation, "f") == ""


def test_paragraph() -> None:
    from_documentation = "Reads the whole file into memory. The caller closes it.\n\nOther things."
    assert sentence(from_documentation, "f", paragraph=True) == "Reads the whole file into memory. The caller closes it"
