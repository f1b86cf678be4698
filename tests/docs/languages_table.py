"""The table of languages in `docs/languages.md`, made from the data that decides what each language gets.

    python -m tests.docs.languages_table --write

updates the page; `test_languages` fails while the page is out of date.
"""

import sys
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

from ctx_lsp.graph.modules import _FINDERS
from ctx_lsp.graph.modules.paths import _RULES
from ctx_lsp.graph.resolution.visibility import PACKAGES
from ctx_lsp.syntax.languages import Language, all_languages
from ctx_lsp.syntax.rules import _folders, rules_of

PAGE = Path(__file__).parents[2] / "docs" / "languages.md"
BEGIN = "<!-- languages: made by tests/docs/languages_table.py -->\n"
END = "<!-- end of languages -->\n"

_QUERIES = resources.files("ctx_lsp.syntax").joinpath("queries")
_BY_RULES_OF_THEIR_OWN = frozenset({"rust", "elixir"})  # see `module_places`
_PREAMBLE = """\
{outlined} languages have an outline; {full} of them have types. Files of {parsed} further languages are cut into chunks
by their grammar, all other text by paragraphs. *imports*: imports lead to other files of the workspace. *types,
members*: the type of a value follows from annotations and assignments, its members from the type hierarchy. An
extension in brackets belongs to the language only if the text of the file says so.
"""
_HEADER = "| language | outline, chunks | references | imports | types, members | files |\n|---|---|---|---|---|---|\n"


def table() -> str:
    """The text and the table between the two marks."""
    rows = _rows()
    outlined = [one for one in all_languages() if rules_of(one.name) is not None]
    full = [one.name for one in outlined if has_types(one.name)]
    parsed = sum(1 for one in all_languages() if one.grammar and rules_of(one.name) is None)
    lines = "".join(_line(one, rows[one.name]) for one in sorted(outlined, key=_depth))
    preamble = _PREAMBLE.format(outlined=len(outlined), full=len(full), parsed=parsed)
    return f"\n{preamble}\n{_HEADER}{lines}\n"


def has_types(name: str) -> bool:
    """Whether the queries of language `name`, or those that it inherits, say what is known of values' types."""
    return any(_QUERIES.joinpath(folder, "types.scm").is_file() for folder in _folders(name))


def finds_imports(name: str) -> bool:
    """Whether there are rules for which file an import of language `name` means."""
    return name in {*_FINDERS, *_RULES, *PACKAGES, *_BY_RULES_OF_THEIR_OWN}


def has_query(name: str, query: str) -> bool:
    """Whether language `name` has that query file, or inherits one, with a pattern in it."""
    files = (_QUERIES.joinpath(folder, query) for folder in _folders(name))
    return any("@" in file.read_text("utf-8") for file in files if file.is_file())


def written(text: str) -> str:
    """The page `text` with the current table."""
    before, mark, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert mark, "the page lacks the mark before its table"
    assert end, "the page lacks the mark after its table"
    return f"{before}{BEGIN}{table()}{END}{after}"


def _rows() -> dict[str, dict[str, Any]]:
    return tomllib.loads(resources.files("ctx_lsp.syntax").joinpath("languages.toml").read_text("utf-8"))


def _depth(one: Language) -> tuple[bool, bool, str]:
    return not has_types(one.name), not finds_imports(one.name), one.name


def _line(one: Language, row: dict[str, Any]) -> str:
    marks = (
        has_query(one.name, "outline.scm"),
        has_query(one.name, "references.scm"),
        finds_imports(one.name),
        has_types(one.name),
    )
    names = [f".{extension}" for extension in row.get("extensions", ())] + list(row.get("filenames", ()))
    names += [f"(.{extension})" for extension in row.get("content", ())]
    files = " ".join(f"`{name}`" for name in dict.fromkeys(names))
    return f"| {one.name} | {' | '.join('✓' if mark else '' for mark in marks)} | {files} |\n"


if __name__ == "__main__" and "--write" in sys.argv:
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
