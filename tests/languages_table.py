"""The README's table of languages, made from the data that decides what each of them gets.

    python -m tests.languages_table --write

writes it into the README; `test_languages_readme` fails where somebody forgot to.
"""

import sys
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

from ctx_lsp.index.resolution.modules import _FINDERS
from ctx_lsp.index.resolution.modules.paths import _RULES
from ctx_lsp.index.resolution.visibility import PACKAGES
from ctx_lsp.syntax.languages import Language, all_languages
from ctx_lsp.syntax.rules import _folders, rules_of

README = Path(__file__).parents[1] / "README.md"
BEGIN = "<!-- languages: made by tests/languages_table.py -->\n"
END = "<!-- end of languages -->\n"

_QUERIES = resources.files("ctx_lsp.syntax").joinpath("queries")
_BY_RULES_OF_THEIR_OWN = frozenset({"rust", "elixir"})  # see `module_places`
_PREAMBLE = """\
{outlined} languages have an outline; in {full} of them values' types are followed to the members that are meant. The
texts of {parsed} further languages are cut into chunks by their grammar, and everything else that is text by
paragraphs. *imports*: what a file imports is found in other files of the workspace. *types, members*: what a value is
is known from annotations and assignments, and its members through the hierarchy of types. A file in brackets belongs to
the language where its text says so.
"""
_HEADER = "| language | outline, chunks | references | imports | types, members | files |\n|---|---|---|---|---|---|\n"


def table() -> str:
    """The sentences and the table between the two marks."""
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
    """The README `text` with the table as it is now."""
    before, mark, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert mark and end, "the README lacks the marks around its table of languages"
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
    README.write_text(written(README.read_text("utf-8")), "utf-8")
