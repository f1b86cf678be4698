"""Reduces the skeletons of sentences to simpler ones with the same meaning, so that few sentence forms match many.

Articles, nouns and adjectives around a mention are left out, and clauses are put as if they were main clauses:
"the default `A` is a class that extends `B`" becomes "`A` extends `B`".
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ctx_lsp.base.late_expressions import compile_late
from ctx_lsp.claims.modality import is_hedged

_NOUNS = (
    "class|classes|function|functions|method|methods|types?|interfaces?|structs?|traits?|modules?|files?|constants?|"
    "variables?|annotation|hooks?|component|endpoints?|handlers?|package|enum|mixins?|exceptions?|errors?|attributes?|"
    "property|properties|fields?|tests?|suite|route|helper|factory|objects?|instances?|constructor|protocol|middleware|"
    "command|setting|script|namespace|folder|directory|initializer|classmethod|staticmethod|coroutine|generator|macro|"
    "implementation|view|model|service|case|builtin|wrapper|context manager|environment variable|env var|itself"
)
_NOUN = compile_late(rf"\b(?:{_NOUNS})\b")
_ADJECTIVES = (
    "base|parent|abstract|public|private|internal|static|async|"
    "asynchronous|utility|main|top-level|module-level|instance|free|standalone|concrete|generic|inherited|"
    "optional|required|keyword|keyword-only|positional|named|special|extra|additional|new|original|whole|own|usual|"
    "first|second|last|nested|inner|outer|underlying|same|shared|global|local|low-level|high-level|built-in|existing|"
    "corresponding|actual|dedicated|single|source"
)
_LEADING = compile_late(
    rf"\b(?:(?:the|a|an|its|our|this|that|each|every|both|all|{_ADJECTIVES}|{_NOUNS}) ){{1,6}}(?=<\d)",
    re.IGNORECASE,
)
# An adjective between an article and a mention: "the configured `A`", but not "a method called `a`".
_ADJECTIVE = compile_late(
    r"\b(the|an?|its|their|our|this) (?:(?!called |named |using |being |calling |following |including |according |"
    rf"during |given )(?:{_ADJECTIVES}|custom|simple|[a-z-]{{2,20}}(?:ed|ing|able|ible|ive|ful|less|ous|ical))"
    rf" ){{1,2}}(?=(?:(?:{_NOUNS}) )?<\d)",
    re.IGNORECASE,
)
_TELLING = compile_late(
    r"\b(?:unused|missing|similar|different|overridden|expected|required|inherited)\b", re.IGNORECASE
)
_APPOSITION = compile_late(rf"\b((?:the|its|their|an?) (?:[a-z-]+ )?(?:{_NOUNS})), (?=<\d)", re.IGNORECASE)
_TRAILING = compile_late(
    rf"(<\d{{1,4}}>)((?: (?:test |source |base |parent |abstract )?(?:{_NOUNS})\b){{1,2}})", re.IGNORECASE
)
_LABEL = compile_late(r"\[(<\d{1,4}>)\]\s?(<\d{1,4}>)")  # the label and the target of a link
_ITEM = compile_late(r"^(?:[-*+] )?(<\d{1,4}>)\s?(?::|--|—|–|-)\s(?=[a-z])")  # an item of a list that describes a name
# "`A` is a class that calls …"; the words before "that" must not lead to another noun, as in "a part of what".
_DESCRIPTION = compile_late(
    r"(<\d{1,4}>) (?:is|are)(?: (?:just|simply|only|merely|also|basically|really|essentially))? (?:an?|the) "
    r"(?:(?!of |for |in |on |to |from |with |by |not )[a-z-]+ ){1,4}(?:that|which) (?=[a-z])",
    re.IGNORECASE,
)
# "`A`, a method of `B`," says the same as "`A` is a method of `B`".
_APPOSED = compile_late(
    r"(<\d{1,4}>)(?:, | \(| [-–—]{1,2} |: )(an?|the|one of the) (?=(?:[a-z-]+ ){1,3}(?:of|for|to) <\d)", re.IGNORECASE
)
# Without a comma, only at the end: "`A` that calls `B` raises `C`" says that `A` raises it, not `B`.
_RELATIVE = compile_late(
    r"(<\d{1,4}>)(?:, (?:which|that) (?=[a-z])| (?:which|that) (?=[a-z][^<]*<\d{1,4}>[^<]*$))", re.IGNORECASE
)
_IN_PARENTHESES = compile_late(
    r"(<\d{1,4}>) \((?:which |that |is |also |both )*(?=(?:called|invoked|used|raised|thrown|implemented|extended|"
    r"overridden|subclassed|imported|decorated|annotated|tested|unused|calls|invokes|imports|extends|implements|"
    r"inherits|overrides|raises|throws|wraps|delegates)\b)",
    re.IGNORECASE,
)


class Skeleton(NamedTuple):
    """The skeleton of a sentence: its text with a placeholder, such as `<0>`, for each mention.

    Articles and nouns around the placeholders are removed. `nouns` maps the index of a mention to the nouns that were
    removed around it, such as `method`.
    """

    text: str
    nouns: Mapping[int, str]


def _without_adjectives(found: re.Match[str]) -> str:
    """Leave out adjectives, unless they change what is said, as in "the removed `A`"."""
    return found[0] if is_hedged(found[0]) or _TELLING.search(found[0]) else f"{found[1]} "


@lru_cache(maxsize=1 << 14)
def reduced(skeleton: str) -> Skeleton:
    """Leave out the articles, adjectives and nouns around each mention, and the pronouns of relative clauses.

    So `the <0> method` becomes `<0>`, and `<0>, which calls <1>` becomes `<0> calls <1>`.
    """
    nouns: dict[int, str] = {}

    def after(found: re.Match[str]) -> str:
        nouns[int(found[1][1:-1])] = found[2].strip().lower()
        return found[1]

    text = _ITEM.sub(r"\1 ", _APPOSED.sub(r"\1 is \2 ", _LABEL.sub(r"\1 (\2)", skeleton)))
    text = _APPOSITION.sub(r"\1 ", _ADJECTIVE.sub(_without_adjectives, text))
    text = _TRAILING.sub(after, text)
    for found in _LEADING.finditer(text):
        number_text = text[found.end() + 1 : text.index(">", found.end())]
        before = " ".join(_NOUN.findall(found[0].lower()))
        if before:
            nouns[int(number_text)] = f"{before} {nouns.get(int(number_text), '')}".strip()
    text = _IN_PARENTHESES.sub(r"\1 ", _LEADING.sub("", text))
    return Skeleton(_RELATIVE.sub(r"\1 ", _DESCRIPTION.sub(r"\1 ", text)), nouns)
