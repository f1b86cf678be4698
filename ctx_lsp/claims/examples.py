"""Reads what the code blocks of a document say about the code of its example: files, imports and types."""

import re
from typing import NamedTuple

_PATH = re.compile(r"[\w@$+.()\[\]/-]+")
_FILE_NAME = re.compile(r"[\w@$+.()\[\]-]*\w\.[A-Za-z]\w{0,9}")
_COMMENT = re.compile(r"\s*(?:#|//|--|/\*|<!--|;|%)")
_SCRIPT_IMPORT = re.compile(
    r"""\bimport\b(?P<names>[\w$*\s{},]{1,400}?)\bfrom\s{1,9}["'](?P<module>[^"'\n]{1,200})["']"""
)
_PYTHON_IMPORT = re.compile(
    r"^[ \t>.]*from[ \t]+(?P<module>[\w.]+)[ \t]+import[ \t]+"
    r"(?:\((?P<several>[^()]{1,400})\)|(?P<names>[^\n()#]{1,200}))",
    re.MULTILINE,
)
_TYPE = re.compile(
    r"^[ \t>.]*(?:(?:abstract|case|data|default|export|final|open|partial|pub|public|sealed|static)[ \t]+){0,4}"
    r"(?:class|defmodule|enum|interface|module|object|protocol|record|struct|trait)[ \t]+([A-Z]\w*)",
    re.MULTILINE,
)
_IMPORTED = re.compile(r"[\w$*]+(?:\s+as\s+(?P<alias>[\w$]+))?")


class ExampleCode(NamedTuple):
    """The code of a document's example, apart from its words: the files that it lists, and its imports.

    `imports` pairs each imported name with its module, as written. `types` holds the names of types that it defines.
    """

    files: frozenset[str] = frozenset()
    imports: frozenset[tuple[str, str]] = frozenset()
    types: frozenset[str] = frozenset()

    def joined(self, other: "ExampleCode") -> "ExampleCode":
        """Return the files, imports and types of both."""
        return ExampleCode(self.files | other.files, self.imports | other.imports, self.types | other.types)

    def about(self, words: frozenset[str], folders: frozenset[str]) -> "ExampleCode":
        """Return the imports and types among `words`, and the files whose outermost folders are in `folders`."""
        files = frozenset(one for one in self.files if outermost(one) in folders)
        imports = frozenset(one for one in self.imports if one[0] in words)
        return ExampleCode(files, imports, self.types & words)


NO_EXAMPLE = ExampleCode()


def outermost(path: str) -> str:
    """Return the first folder of a path, or the whole name of a file without folders."""
    return path.removeprefix("./").partition("/")[0]


def example_of(code: str, info: str = "", title: str = "") -> ExampleCode:
    """Return the files, imports and types of a code block.

    The words after its fence (`info`), the title right above it, or a comment on its first line may name its file.
    """
    first = code.lstrip("\n").partition("\n")[0]
    comment = _COMMENT.match(first)
    named = _files_in(info)
    for line in (title, first[comment.end() :] if comment else ""):
        words = [one for one in _PATH.findall(line) if any(map(str.isalnum, one))]
        named += _files_in(line) if len(words) == 1 else []
    files = frozenset(one.removeprefix("./") for one in named)
    return ExampleCode(files, frozenset(_imports(code)), frozenset(_TYPE.findall(code)))


def _files_in(text: str) -> list[str]:
    """Return the words of a text that are paths of files."""
    return [one for one in _PATH.findall(text) if _FILE_NAME.fullmatch(one.rpartition("/")[2])]


def _imports(code: str) -> list[tuple[str, str]]:
    if "import" not in code:
        return []
    found = []
    for statement in (*_SCRIPT_IMPORT.finditer(code), *_PYTHON_IMPORT.finditer(code)):
        names = statement.groupdict().get("several") or statement["names"]
        for one in re.split(r"[{},]", names):
            name = _IMPORTED.fullmatch(one.strip().removeprefix("type "))
            if name is not None:
                found.append((name["alias"] or name[0], statement["module"]))
    return found
