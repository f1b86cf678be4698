"""Facts of a small text as lines, for tests that compare them as a whole, without spans and chunks."""

from collections.abc import Iterable
from textwrap import dedent

from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.syntax.model import FileFacts, Import, Symbol
from ctx_lsp.syntax.reference import Reference
from ctx_lsp.text.source import SourceText


def facts(path: str, text: str) -> FileFacts:
    """The facts of `text`, without its common indentation and first line end."""
    return file_facts(path, SourceText(dedent(text).removeprefix("\n").encode()))


def symbols(path: str, text: str) -> str:
    """`Kind qualname | signature | bases, decorators, `hidden`, first line of the documentation` of each symbol."""
    found = facts(path, text)
    spans = zip(found.outline.symbols, found.spans, strict=True)
    return _lines(_symbol(symbol, span.doc) for symbol, span in spans)


def imports(path: str, text: str) -> str:
    """`module name as alias` of each import, without empty parts, after the package if there is one."""
    outline = facts(path, text).outline
    package = [f"package {outline.package}"] if outline.package else []
    return _lines([*package, *map(_import, outline.imports)])


def references(path: str, text: str) -> str:
    """`kind receiver.name in symbol` of each reference."""
    found = facts(path, text)
    return _lines(_reference(one, found.outline.symbols) for one in found.references)


def values(path: str, text: str) -> str:
    """`qualname[type parameters]: expressions` of each symbol with either of them."""
    symbols = facts(path, text).outline.symbols
    return _lines(_value(symbol) for symbol in symbols if symbol.value_types or symbol.type_parameters)


def expected(text: str) -> str:
    """A text written in a test, in the form that the functions above return."""
    return dedent(text).removeprefix("\n").removesuffix("\n")


def _symbol(symbol: Symbol, doc: str) -> str:
    text = ""
    for relation in dict.fromkeys(base.relation for base in symbol.bases):
        text += f" {relation} " + ", ".join(base.name for base in symbol.bases if base.relation == relation)
    text += "".join(f" @{name}" for name in symbol.decorators)
    text += "" if symbol.exported else " (hidden)"
    text += f' "{doc.splitlines()[0]}"' if doc else ""
    return f"{symbol.kind} {symbol.qualname} | {symbol.signature}" + (f" |{text}" if text else "")


def _value(symbol: Symbol) -> str:
    parameters = f"[{', '.join(symbol.type_parameters)}]" if symbol.type_parameters else ""
    return f"{symbol.qualname}{parameters}: {', '.join(symbol.value_types)}".rstrip(" :")


def _import(one: Import) -> str:
    text = " ".join(part for part in (one.module, one.name) if part)
    text += f" as {one.alias}" if one.alias else ""
    return f"{text} (reexport)" if one.reexport else text


def _reference(one: Reference, owners: tuple[Symbol, ...]) -> str:
    name = f"{one.receiver}.{one.name}" if one.receiver else one.name
    return f"{one.kind} {name} in {owners[one.symbol].qualname if one.symbol >= 0 else '-'}"


def _lines(texts: Iterable[str]) -> str:
    return "\n".join(texts)
