"""Reads the index of C and C++ sources from clang, through libclang.

Each source file is a translation unit; in a library of headers, each header. Units with many errors are left out, such
as those for other systems. A reference counts only where the text has the symbol's name, so references in the body of a
macro do not. A function that a macro defines, as `TEST(name) { … }`, is placed at the argument that ends its name.
The names of symbols are made in `clang_symbols`.
"""

import json
import re
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from ctypes import byref, c_uint
from functools import cache
from importlib.metadata import version
from pathlib import Path

from clang.cindex import (
    Cursor,
    CursorKind,
    Diagnostic,
    File,
    Index,
    SourceLocation,
    TranslationUnit,
    c_object_p,
    conf,
)

from ctx_lsp.base.digest import digest
from ctx_lsp.text.source import SourceText
from tests.graph_oracle import clang_symbols
from tests.graph_oracle.clang_symbols import DECLARED, PREFIX, Names, quoted
from tests.graph_oracle.commands import run
from tests.graph_oracle.debian import SOURCE_TOOLS
from tests.graph_oracle.documents import read_documents
from tests.graph_oracle.fetch import workspace
from tests.graph_oracle.oracle import Place
from tests.graph_oracle.packages import Language, Package
from tests.graph_oracle.scip import Document

HEADERS = frozenset({".h", ".hh", ".hpp", ".hxx", ".inl", ".ipp"})
_STANDARDS: dict[Language, tuple[str, ...]] = {"c": ("-xc", "-std=gnu11"), "cpp": ("-xc++", "-std=c++17")}
_KEEP_GOING = 0x200  # after an include that is not found; the bindings have no name for it
_OPTIONS = TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD | _KEEP_GOING
_MOST_ERRORS = 10  # of a unit that is read; a header that the build makes costs one or two

_USES = frozenset({
    CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR, CursorKind.TYPE_REF, CursorKind.TEMPLATE_REF,
    CursorKind.MEMBER_REF, CursorKind.VARIABLE_REF, CursorKind.NAMESPACE_REF, CursorKind.OVERLOADED_DECL_REF,
    CursorKind.MACRO_INSTANTIATION,
})  # fmt: skip
_TAGS = frozenset({
    CursorKind.STRUCT_DECL, CursorKind.UNION_DECL, CursorKind.CLASS_DECL, CursorKind.ENUM_DECL,
    CursorKind.CLASS_TEMPLATE, CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION,
})  # fmt: skip
_MACRO_VALUE = re.compile(rb"\w++(?:\([^)]*\))?+(?:[ \t]|\\\r?\n|/\*[^*]*\*+/)*+(?!//)[^\s\\]")
_IS_ASKED = re.compile(rb"(?:#[ \t]*ifn?def|\bdefined[ \t]*\(?)[ \t]*$")  # whether a macro is defined: no use of it
_MADE = re.compile(rb"\w+[ \t]*\(([\w, \t]+)\)\s*\{")  # a function that a macro heads, and the macro's arguments
_WORD = re.compile(rb"\w+")
_DEFINE = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
_LINE = 200  # bytes before a name that hold such a question

Row = tuple[int, int, int, str, bool]  # line, columns, symbol, whether it is declared there


def has_clang() -> bool:
    """Whether there are the headers of a compiler, which libclang comes without, and the tools for Debian's sources."""
    return all(map(shutil.which, ("gcc", *SOURCE_TOOLS)))


def clang_version() -> str:
    """The version of libclang."""
    return version("libclang")


def clang_documents(package: Package) -> list[Document]:
    """The files of a library, with the symbols in them. Asked once, and kept below the cache."""
    top = workspace(package)
    programs = b"".join(Path(one).read_bytes() for one in (__file__, clang_symbols.__file__))
    kept = top.with_name(f"libclang-{clang_version()}-{digest(programs).hex()[:12]}.jsonl")
    if not kept.exists():
        kept.write_text(ask(top, package.language), "utf-8")
    return read_documents(kept.read_text("utf-8").splitlines())


def ask(folder: Path, language: Language) -> str:
    """What clang says of the sources below a folder: a line of JSON a file."""
    return "".join(_Asking(folder, language).lines())


class _Asking:
    """The units of one folder, one after another."""

    def __init__(self, folder: Path, language: Language) -> None:
        self._language = language
        files = sorted(path.resolve() for path in folder.rglob("*") if path.is_file())
        top = folder.resolve()
        self._files = {str(path): path.relative_to(top).as_posix() for path in files}
        headers = {path.parent for path in files if path.suffix in HEADERS}
        units = [path for path in files if path.suffix == ".c"] if language == "c" else sorted(headers_of(files))
        self._units = units
        folders = sorted({top, *headers, *(one.parent for one in headers)}, key=lambda one: (len(one.parts), one))
        behind = (
            f"-idirafter{one}" for one in folders if one.is_relative_to(top)
        )  # the system's `errno.h` comes first
        self._arguments = [*_STANDARDS[language], "-isystem", _built_in_headers(), *behind]
        self._sources: dict[str, SourceText] = {}
        self._rows: dict[str, set[Row]] = {}
        self._implemented: dict[str, dict[str, set[str]]] = {}
        self._defines: dict[str, dict[str, list[int]]] = {}
        self._seen: set[tuple[Place | None, Place | None, int]] = set()
        self._names = Names(language == "c", lambda cursor: self._place(cursor.location))

    def lines(self) -> Iterator[str]:
        """Ask about all units and give the documents as lines of JSON."""
        index = Index.create()
        for unit in self._units:
            parsed = TranslationUnit.from_source(str(unit), self._arguments, options=_OPTIONS, index=index)
            if sum(one.severity >= Diagnostic.Error for one in parsed.diagnostics) <= _MOST_ERRORS:
                self._rows.setdefault(self._files[str(unit)], set())
                self._read(parsed)
        found = self._whole_names() if self._names.is_c else {}
        for path, rows in sorted(self._rows.items()):
            occurrences = [
                {"line": line, "start": start, "end": end, "symbol": found.get(symbol, symbol), "definition": declared}
                for line, start, end, symbol, declared in sorted(rows)
            ]
            implemented = {one: sorted(bases) for one, bases in sorted(self._implemented.get(path, {}).items())}
            yield json.dumps({"path": path, "occurrences": occurrences, "implemented": implemented}) + "\n"

    def _read(self, unit: TranslationUnit) -> None:
        """Take all of a unit that no unit before it has shown."""
        waiting = []
        for cursor in unit.cursor.get_children():
            place, name = self._place(cursor.extent.start), self._place(cursor.location)
            seen = place, name, cursor.kind.value
            if (place or name) and seen not in self._seen:
                self._seen.add(seen)
                waiting.append(cursor)
        while waiting:
            cursor = waiting.pop()
            self._take(cursor)
            waiting += cursor.get_children()

    def _take(self, cursor: Cursor) -> None:
        kind = cursor.kind
        if kind is CursorKind.MACRO_DEFINITION:
            self._take_macro(cursor, cursor, is_definition=True)
        elif kind is CursorKind.MACRO_INSTANTIATION:
            self._take_macro(cursor, cursor.referenced, is_definition=False)
        elif kind in DECLARED:
            is_definition = kind not in _TAGS or cursor.is_definition()
            self._occurs(cursor, cursor, is_definition=is_definition)
            if kind in _TAGS and is_definition:
                self._take_bases(cursor)
        elif kind is CursorKind.OVERLOADED_DECL_REF:
            for number in range(conf.lib.clang_getNumOverloadedDecls(cursor)):
                self._occurs(cursor, conf.lib.clang_getOverloadedDecl(cursor, number), is_definition=False)
        elif kind in _USES and cursor.referenced is not None:
            self._occurs(cursor, cursor.referenced, is_definition=False)

    def _take_bases(self, cursor: Cursor) -> None:
        place = self._place(cursor.location)
        bases = [one.referenced for one in cursor.get_children() if one.kind is CursorKind.CXX_BASE_SPECIFIER]
        known = {self._names.symbol(base) for base in bases if base is not None and base.kind in DECLARED}
        if place and known:
            self._implemented.setdefault(place[0], {}).setdefault(self._names.symbol(cursor), set()).update(known)

    def _take_macro(self, cursor: Cursor, macro: Cursor | None, *, is_definition: bool) -> None:
        """Macros without a value are no symbols: they guard headers and switch code on.

        The branches of a condition define one macro, so all of a file's definitions of a name are sites of one symbol.
        """
        defined, place = self._place(macro.location) if macro else None, self._place(cursor.location)
        if macro is None or defined is None or place is None:
            return
        data = self._source(defined[0]).data
        around = self._source(place[0]).data[max(0, place[1] - _LINE) : place[1]]
        if not _MACRO_VALUE.match(data, defined[1]) or _IS_ASKED.search(around):
            return
        suffix = "()." if data.startswith(b"(", defined[1] + len(macro.spelling)) else "."
        symbol = f"{PREFIX}{quoted(defined[0])}/{quoted(macro.spelling)}{suffix}"
        for at in self._macros(defined[0])[macro.spelling] if is_definition else (place[1],):
            self._stands((place[0], at), macro.spelling, symbol, is_definition=is_definition)

    def _macros(self, path: str) -> Mapping[str, list[int]]:
        """Where a file defines each of its macros, in all branches."""
        if path not in self._defines:
            self._defines[path] = defaultdict(list)
            for match in _DEFINE.finditer(self._source(path).data):
                self._defines[path][match[1].decode()].append(match.start(1))
        return self._defines[path]

    def _occurs(self, cursor: Cursor, declared: Cursor, *, is_definition: bool) -> None:
        place = self._place(cursor.location)
        if place and declared.kind in DECLARED and declared.spelling:
            name, symbol = declared.spelling, self._names.symbol(declared)
            self._stands(place, name, symbol, is_definition=is_definition)
            if is_definition and (made := _MADE.match(self._source(place[0]).data, place[1])):
                for part in (one for one in _WORD.finditer(made[1]) if name.endswith(one[0].decode())):
                    self._stands((place[0], made.start(1) + part.start()), part[0].decode(), symbol, is_definition=True)

    def _stands(self, place: Place, name: str, symbol: str, *, is_definition: bool) -> None:
        path, at = place
        source, bare = self._source(path), re.sub(r"<.*", "", name) if "operator" not in name else name
        if source.data.startswith(bare.encode(), at):
            line = source.line_at(at)
            start = _units(source.slice(source.line_range(line)[0], at))
            self._rows.setdefault(path, set()).add((line, start, start + _units(bare), symbol, is_definition))

    def _place(self, location: SourceLocation) -> Place | None:
        """Path and offset of a location in the workspace; of a macro's argument, where it is written."""
        file, line, column, offset = c_object_p(), c_uint(), c_uint(), c_uint()
        conf.lib.clang_getFileLocation(location, byref(file), byref(line), byref(column), byref(offset))
        path = self._files.get(_real(File(file).name)) if file else None
        return (path, int(offset.value)) if path else None

    def _source(self, path: str) -> SourceText:
        if path not in self._sources:
            real = next(name for name, known in self._files.items() if known == path)
            self._sources[path] = SourceText(Path(real).read_bytes())
        return self._sources[path]

    def _whole_names(self) -> dict[str, str]:
        """The names of structures that some units only mention, with the file of the one that has the definition."""
        defined: dict[str, set[str]] = {}
        for row in (row for rows in self._rows.values() for row in rows):
            if row[4] and row[3].endswith("#") and "/" in row[3]:
                defined.setdefault(PREFIX + row[3].rpartition("/")[2], set()).add(row[3])
        return {short: min(known) for short, known in defined.items() if len(known) == 1}


def headers_of(files: Iterable[Path]) -> Iterator[Path]:
    """The headers among some files."""
    return (path for path in files if path.suffix in HEADERS)


@cache
def _real(name: str) -> str:
    return str(Path(name).resolve())


@cache
def _built_in_headers() -> str:
    return run(["gcc", "-print-file-name=include"], Path(__file__).parent).decode().strip()


def _units(text: str) -> int:
    """How many units of UTF-16 a text takes."""
    return len(text.encode("utf-16-le")) // 2
