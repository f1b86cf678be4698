"""The table of languages in `docs/languages.md`, made from the data of the languages.

    python -m tests.docs.languages_table --write

updates the page; `test_languages` fails while the page is out of date.
"""

import sys
from pathlib import Path

from ctx_lsp.graph.modules.rules import modules_of
from ctx_lsp.languages.folders import FOLDERS
from ctx_lsp.languages.table import Language, LanguageFiles, all_languages, files

PAGE = Path(__file__).parents[2] / "docs" / "languages.md"
BEGIN = "<!-- languages: made by tests/docs/languages_table.py -->\n"
END = "<!-- end of languages -->\n"

_PREAMBLE = """\
{outlined} languages have an outline; {full} of them have types. Files of {parsed} further languages are cut into chunks
by their grammar, all other text by paragraphs. *imports*: imports lead to other files of the workspace. *types,
members*: the type of a value follows from annotations and assignments, its members from the type hierarchy. An
extension in brackets belongs to the language only if the text of the file says so.
"""
_HEADER = "| language | outline, chunks | references | imports | types, members | files |\n|---|---|---|---|---|---|\n"


def table() -> str:
    """The text and the table between the two marks."""
    outlined = [one for one in all_languages() if has_outline(one.name)]
    lines = "".join(_line(one, files()[one.name]) for one in sorted(outlined, key=_depth))
    return f"\n{_PREAMBLE.format(**numbers())}\n{_HEADER}{lines}\n"


def numbers() -> dict[str, int]:
    """The numbers of languages with an outline, of those with types, and of further ones with a grammar alone."""
    outlined = [one.name for one in all_languages() if has_outline(one.name)]
    parsed = sum(1 for one in all_languages() if one.grammar and not has_outline(one.name))
    return {"outlined": len(outlined), "full": sum(map(has_types, outlined)), "parsed": parsed}


def has_outline(name: str) -> bool:
    """Whether language `name` has the queries that an outline needs. They are not compiled, which takes seconds."""
    folders = FOLDERS.inherited(name)
    return all(
        any(FOLDERS.text(one, query) is not None for one in folders) for query in ("outline.scm", "references.scm")
    )


def has_types(name: str) -> bool:
    """Whether the queries of language `name`, own or inherited, capture types of values."""
    return any(FOLDERS.text(folder, "types.scm") is not None for folder in FOLDERS.inherited(name))


def finds_imports(name: str) -> bool:
    """Whether there are rules that find the file of an import in language `name`."""
    return bool(modules_of(name).rule) or modules_of(name).paths is not None


def has_query(name: str, query: str) -> bool:
    """Whether language `name` has that query file, or inherits one, with a pattern in it."""
    texts = (FOLDERS.text(folder, query) for folder in FOLDERS.inherited(name))
    return any("@" in text for text in texts if text is not None)


def written(text: str) -> str:
    """The page `text` with the current table."""
    before, mark, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert mark, "the page lacks the mark before its table"
    assert end, "the page lacks the mark after its table"
    return f"{before}{BEGIN}{table()}{END}{after}"


def _depth(one: Language) -> tuple[bool, bool, str]:
    return not has_types(one.name), not finds_imports(one.name), one.name


def _line(one: Language, row: LanguageFiles) -> str:
    marks = (
        has_query(one.name, "outline.scm"),
        has_query(one.name, "references.scm"),
        finds_imports(one.name),
        has_types(one.name),
    )
    names = [f".{extension}" for extension in row.extensions] + list(row.filenames)
    names += [f"(.{extension})" for extension in row.content]
    shown = " ".join(f"`{name}`" for name in dict.fromkeys(names))
    return f"| {one.name} | {' | '.join('✓' if mark else '' for mark in marks)} | {shown} |\n"


if __name__ == "__main__" and "--write" in sys.argv:
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
