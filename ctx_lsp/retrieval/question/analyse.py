"""Analysis of a question: its intent, identifiers and index terms. The index is not used."""

import re

from ctx_lsp.retrieval.model import Intent, QueryAnalysis
from ctx_lsp.retrieval.question.code_words import share_of_code
from ctx_lsp.retrieval.question.procedures import asks_for_procedure
from ctx_lsp.syntax.words import ideographs, terms

# Words of questions that name nothing in a code base. Keywords of programming languages are not listed if they can
# carry meaning (`if`, `for` and `not` cannot, because every chunk has them).
_FUNCTION_WORDS = """
a an the of to in on at by as is are was were be been being do does did doing done how what where which who why when
that this these those it its they them their there here and or but not no if for from with without into onto than then
so such can could should would may might must will shall we you i me my our your us he she any some all each every
both either neither other another via per s t
"""
STOP_WORDS = frozenset(_FUNCTION_WORDS.split())
MAX_NAME = 200  # characters; longer names are data, and patterns would take minutes on them
_QUOTED = re.compile(rf"`([^`\n]{{1,{MAX_NAME}}})`|\"([^\"\n]{{1,{MAX_NAME}}})\"")
_IDENTIFIER = re.compile(r"(?:[^\W\d]|[$@])[\w$]*(?:(?:\.|::|#|->|\\)(?:[^\W\d]|\$)[\w$?!]*)*")
_COMPOUND = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}[a-z]|_|\.|::|#|->|\\|[A-Za-z]\d|^[@$]")
_SEPARATORS = re.compile(r"\.|::|#|->|\\|/")
_CALL = re.compile(rf"(?<![\w$])((?:[^\W\d]|\$)[\w$.]{{0,{MAX_NAME - 1}}})\(\)")
_WORD = re.compile(r"\w+")
MAX_TEXT = 1 << 16  # number of characters read from one question; longer questions are pasted logs
MAX_SYMBOLS = 100  # in one question; each is searched for among all names
MAX_TERMS = 500  # in one question; each is searched for with its related terms. A page of text has fewer
MAX_SYMBOL_WORDS = 1  # a question of one word is a lookup
MAX_SYMBOL_IDEOGRAPHS = 5  # in a Chinese, Japanese or Korean name; a longer text is a sentence without spaces


def analyse(query: str) -> QueryAnalysis:
    """Analyse a question. Only its first `MAX_TEXT` characters are read."""
    query = query[:MAX_TEXT]
    symbols, terms_found = _symbols(query), terms_of(query)
    intent = _intent(query, symbols)
    procedure = intent != "symbol" and not symbols and asks_for_procedure(query)
    code = 1.0 if intent == "symbol" else 0.0 if procedure else share_of_code(terms_found)
    return QueryAnalysis(text=query, intent=intent, symbols=symbols, terms=terms_found, code=code, procedure=procedure)


def _intent(query: str, symbols: tuple[str, ...]) -> Intent:
    words = query.split()
    if ideographs(query) > MAX_SYMBOL_IDEOGRAPHS:
        return "question"
    if len(words) <= MAX_SYMBOL_WORDS or (len(symbols) == 1 and query.strip().rstrip("()") == symbols[0]):
        return "symbol"
    return "question"


def _symbols(query: str) -> tuple[str, ...]:
    """Return the identifiers in a question that can name a symbol.

    Quoted names come first, then the names of calls, then dotted, camel-case and snake-case names, and last the
    question itself if it is a single name.
    """
    found: dict[str, None] = {}
    for match in _QUOTED.finditer(query):
        inner = (match.group(1) or match.group(2)).strip().removesuffix("()")
        if _IDENTIFIER.fullmatch(inner):
            found[inner] = None
    for match in _CALL.finditer(query):
        found[match.group(1)] = None
    for match in _IDENTIFIER.finditer(query):
        name = match.group().rstrip(".")
        if len(name) <= MAX_NAME and _COMPOUND.search(name):
            found[name] = None
    only = query.strip()
    if len(only) <= MAX_NAME and ideographs(only) <= MAX_SYMBOL_IDEOGRAPHS and _IDENTIFIER.fullmatch(only):
        found[only] = None
    return tuple(found)[:MAX_SYMBOLS]


def last_part(name: str) -> str:
    """Return the last part of a qualified name: `save` for `Cart.save`."""
    return _SEPARATORS.split(name)[-1]


def name_parts(name: str) -> list[str]:
    """Return the parts of a qualified name: `Cart` and `save` for `Cart.save`."""
    return [part for part in _SEPARATORS.split(name) if part]


def terms_of(query: str) -> tuple[str, ...]:
    """Return the distinct index terms of a question, leaving out stop words unless it consists only of them."""
    words = [word for word in _WORD.findall(query) if word.lower() not in STOP_WORDS]
    return tuple(dict.fromkeys(terms(" ".join(words) if words else query)))[:MAX_TERMS]
