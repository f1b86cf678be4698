"""Extracts relations from sentences: claims about two mentions, from the sentence forms that match the sentence.

A relation is hedged if the words around it restrict it, or make it a condition or an instruction.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from ctx_lsp.claims import forms
from ctx_lsp.claims.forms import FormMatch
from ctx_lsp.claims.mention_shapes import is_literal, is_placeholder, written_name, written_path
from ctx_lsp.claims.modality import (
    counts_some,
    ends_clause,
    ends_value,
    has_case_in_front,
    has_other_subject,
    is_conditional,
    is_error_message,
    is_hedged,
    is_in_condition,
    is_place_of_noun,
    names_relative,
)
from ctx_lsp.claims.model import Claim, ClaimKind, CodeMention, Sentence
from ctx_lsp.claims.skeletons import Skeleton

_ROUTE = re.compile(r"(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|ANY) )?/[\w/{}:<>.*\-]*")
_ALWAYS = re.compile(
    r"\b(?:will|would)(?= (?:normally |always |then |also |simply )?(?:(?:be|get) (?:raised|thrown|called|invoked)|"
    r"raise|throw|call|invoke|find|fail with|default to|fall back to)\b)",
    re.IGNORECASE,
)
# These verbs do not state where a symbol is defined.
_EXTENDING = re.compile(r"\b(?:extend|override|subclass|wrap)\b", re.IGNORECASE)
_EXTENDED_BY = re.compile(r"\s*(?:with|by|to)\b")
_ATTRIBUTE = re.compile(r"\b(?:method|attribute|property|field|function|accessor|member|constructor|classmethod)s?\b")
# Kinds that are hedged in conditions and instructions. A wrong parameter is wrong even in an instruction.
_ASSERTED: frozenset[ClaimKind] = frozenset({
    "calls", "inherits", "overrides", "raises", "imports", "decorated", "route", "constant", "unused", "symbol",
    "testedBy",
})  # fmt: skip
_FUNCTION = re.compile(r"\bfunctions?\b")
_OPTION = re.compile(r"\boptions?\b", re.IGNORECASE)
_ARTICLE = re.compile(r"\b(?:an?|the|its)\b", re.IGNORECASE)
_INDEFINITE_ARTICLE = re.compile(r"\ban? $", re.IGNORECASE)
_KEYWORD = re.compile(r"(\w+)=(.*)")  # as in `timeout=5`
_MODULE_NOUN = re.compile(r"\b(?:module|package|file|namespace)s?\b")
_BESIDE = 5  # bytes between a name and a decorator in parentheses after it
_OWNED = frozenset({"owned", "for"})  # details of forms that name a member only with a noun such as "method"
_PLURAL = re.compile(
    r"<\d+>,? (?:(?!may |can |will |would |must |might |could |should |to |do |does |did |an? |the |is |are |has )\w+ )"
    r"{0,2}(?:call|extend|implement|import|inherit|invoke|override|raise|subclass|throw)\b"
    r"(?! (?:of|called|named|such|include)\b)",
    re.IGNORECASE,
)
MAX_PAIRS = 40  # pairs of a subject and an object in one match


def relations_of(sentence: Sentence, skeleton: Skeleton) -> Iterator[Claim]:
    """Yield the claims of all matches of forms, without those of loose forms inside other matches that make claims."""
    text = skeleton.text
    made = [
        (one, tuple(_relations(sentence, skeleton, one, hedged=sentence.hedged or _is_hedged_match(text, one))))
        for one in _matches(text)
        if not _states_nothing(sentence, text, one)
    ]
    strict = [one for one, claims in made if claims and not forms.is_loose(one)]
    for one, claims in made:
        if not forms.is_loose(one) or not any(each.start <= one.start and one.end <= each.end for each in strict):
            yield from claims


def _states_nothing(sentence: Sentence, text: str, match: FormMatch) -> bool:
    """Return whether the words of a match are a condition, a message, a list or a kind of thing, not a statement."""
    if match.kind == "constant":
        # the name of an error may be a mention, so that the text only has its placeholder
        before = re.sub(r"<(\d+)>", lambda found: sentence.mentions[int(found[1])].text, text[: match.start + 1][-80:])
        return is_in_condition(text[: match.start + 1], text[match.end :]) or is_error_message(before)
    if match.kind != "inherits":
        return False
    for other in match.groups.get("o", ()):
        before, _, _ = sentence.skeleton.partition(f"<{other}>")
        if sentence.mentions[other].form == "bare" and _INDEFINITE_ARTICLE.search(before):
            return True  # "implements a WebSocket"
        if match.detail == "apposed" and _ARTICLE.search(before.rpartition(">")[2]) is None:
            return True  # "the `A`, `B` and `C` extension traits"
    return False


def _is_hedged_match(text: str, match: FormMatch) -> bool:
    """Return whether a match is hedged by its form or by the words around it, and so cannot be refuted."""
    before, after = text[: match.start], text[match.end :]
    is_other = names_relative(text[match.start : match.end]) or (match.detail == "count" and counts_some(before))
    if is_other or match.only_confirms or _has_other_number(text, match):
        return True
    if match.kind in _ASSERTED and (
        is_conditional(_EXTENDING.sub(" ", before) if match.kind == "symbol" else before)
        or is_place_of_noun(before, text[match.start :])
    ):
        return True
    is_cut = match.kind in _ASSERTED and text[match.start :].lstrip(" (").startswith("<") and has_other_subject(before)
    if is_cut or (match.kind == "inherits" and _EXTENDED_BY.match(after)):  # "extends" in its everyday sense
        return True
    if match.kind == "constant" or (match.kind, match.detail) == ("signature", "default"):
        if text[: match.end].endswith(match.texts.get("v", "")) and not ends_value(after):
            return True
    elif match.kind == "unused" and (has_case_in_front(before) or not ends_clause(after)):
        return True
    about = before if match.kind == "unused" else text[: match.end]
    return is_hedged(_ALWAYS.sub(" ", about))  # "will raise" describes present behaviour


def _has_other_number(text: str, match: FormMatch) -> bool:
    """Return whether a match has a plural verb but only one name as its subject. The verb then has another subject.

    In "types that implement `A` also extend `B`", for example, it is not `A` that extends `B`.
    """
    found = _PLURAL.match(text[match.start : match.end].lstrip(" ("))
    return found is not None and len(match.groups.get("s", ())) == 1


@lru_cache(maxsize=1 << 14)
def _matches(skeleton: str) -> tuple[FormMatch, ...]:
    return tuple(forms.matches(skeleton)) if "<" in skeleton else ()


def _relations(sentence: Sentence, skeleton: Skeleton, match: FormMatch, *, hedged: bool) -> Iterator[Claim]:
    """Yield the claims of one match of a sentence form, one for each pair of a subject and an object."""
    mentions = sentence.mentions
    match = _of_nouns(match, " ".join(skeleton.nouns.get(one, "") for one in match.groups.get("s", ())))
    if match.detail == "takes" and _OPTION.search(skeleton.text[match.start : match.end]):
        match = match._replace(detail="option")
    groups = match.groups
    made = 0
    for subject in groups.get("s", ()):
        for other in _others(match):
            pair = _pair(mentions, subject, other, match)
            if pair is not None and isinstance(other, int) and _is_member(pair, skeleton.nouns.get(other, "")):
                pair = ("member", pair[2], pair[1], "defined")
            if pair is None:
                continue
            made += 1
            if made > MAX_PAIRS:
                return
            others = (
                *groups.get("t", ()),
                *([other] if isinstance(other, int) else ()),
                *groups.get("v", ()),
                *groups.get("p", ()),
            )
            used = [mentions[one] for one in (subject, *others)]
            start, end = min(one.start for one in used), max(one.end for one in used)
            target = mentions[other] if isinstance(other, int) else mentions[subject]
            target_range = (target.start, target.end) if match.kind != "line" else (0, 0)  # the line is no mention
            kind, subject_text, object_text, detail = pair
            yield Claim(
                kind, start, end, "", subject_text, object_text, detail, hedged or match.is_choice,
                skeleton.nouns.get(subject, ""), sentence.headings, target_range,
                mentions[subject].form,
            )  # fmt: skip


def _of_nouns(match: FormMatch, noun: str) -> FormMatch:
    """Correct what a match means by the noun of its subject: "the `a` module implements `B`" names no base.

    "`a` for `B`" and "`B`, whose `a`" name a member only with a noun, as in "the `a` method for `B`".
    """
    if match.kind == "inherits" and _MODULE_NOUN.search(noun):
        groups = {"s": match.groups.get("o", ()), "o": match.groups.get("s", ())}
        return match._replace(kind="symbol", detail="defined", groups=groups)
    # "the `a` function for `B`" may take a `B`
    is_member = _ATTRIBUTE.search(noun) and not (match.detail == "for" and _FUNCTION.search(noun))
    if match.detail in _OWNED and is_member:
        return match._replace(detail="located")
    return match


def _others(match: FormMatch) -> Iterator[int | str]:
    """Yield the objects that a match relates to its subjects: indices of mentions, or strings."""
    for group in ("o", "r", "p"):
        if group in match.groups:
            yield from match.groups[group]
            return
    if "v" in match.groups:
        yield from match.groups["v"] or (match.texts["v"],)
        return
    yield match.texts.get("n", "")


def _pair(
    mentions: tuple[CodeMention, ...], subject: int, other: int | str, match: FormMatch
) -> tuple[ClaimKind, str, str, str] | None:
    """Return the kind, subject, object and detail of a claim about two mentions; None if they do not fit the form."""
    first = mentions[subject].text.strip()
    second = mentions[other].text.strip() if isinstance(other, int) else other
    if is_placeholder(first) or (match.kind != "route" and is_placeholder(second)):
        return None
    if match.kind == "symbol":
        is_beside = isinstance(other, int) and 0 <= mentions[other].start - mentions[subject].end <= _BESIDE
        return _placed(first, second, match.detail, is_beside=is_beside)
    if match.kind in ("constant", "signature") and second.startswith("@"):  # "`f` is a `@property`"
        return _suited("decorated", first, second, "")
    if match.kind == "signature":
        return _signature(mentions, match, first, second)
    if match.kind == "line":
        path = written_path(second)
        is_place = path is not None and not path.line and written_name(first) is not None and not _is_file(first)
        return ("line", first, f"{second}:{match.texts['d']}", match.detail) if is_place else None
    if match.kind in ("overrides", "imports") and match.groups.get("t") and written_name(second) is not None:
        holder = mentions[match.groups["t"][0]].text.strip()
        second = second if written_path(holder) else f"{holder}.{second}"
    return _suited(match.kind, first, second, match.detail if match.detail != "apposed" else "")


def _placed(first: str, second: str, detail: str, *, is_beside: bool) -> tuple[ClaimKind, str, str, str] | None:
    """Return the claim that a symbol is in, on or for something; "`@cache` on `f`" is about a decorator."""
    if detail in _OWNED:
        return None
    if detail == "on" and first.startswith("@") and "/" not in first:
        return _suited("decorated", second, first, "")
    return _located(first, second, "located" if detail == "on" else detail, is_beside=is_beside)


def _suited(kind: ClaimKind, first: str, second: str, detail: str) -> tuple[ClaimKind, str, str, str] | None:
    return (kind, first, second, detail) if _SUITS[kind](first, second) else None


def _signature(
    mentions: tuple[CodeMention, ...], match: FormMatch, first: str, second: str
) -> tuple[ClaimKind, str, str, str] | None:
    if written_name(first) is None or _is_file(first):
        return None
    keyword = _KEYWORD.fullmatch(second)
    if match.detail == "default":
        if keyword and keyword[2]:
            return "signature", first, second, "default"
        value = _value(mentions, match)
        return ("signature", first, f"{second}={value}", "default") if value is not None else None
    if keyword and match.detail in ("given", "option", "takes"):
        return "signature", first, keyword[1], "takes"
    if match.detail != "count" and written_name(second) is None:
        return None
    return "signature", first, second, match.detail


def _are_names(first: str, second: str) -> bool:
    return all(not one or _is_name_of_code(one) for one in (first, second))


def _is_name_of_code(text: str) -> bool:
    """Return whether `text` is a name, but neither that of a file nor a single letter (such as a type parameter)."""
    name = written_name(text)
    return name is not None and len("".join(name.parts)) > 1 and not _is_file(text)


def _are_anything(_: str, __: str) -> bool:
    return True


_SUITS: Mapping[ClaimKind, Callable[[str, str], bool]] = {
    "calls": _are_names,
    "inherits": _are_names,
    "overrides": _are_names,
    "raises": _are_names,
    "decorated": _are_names,
    "unused": _are_names,
    "imports": _are_anything,
    "testedBy": _are_anything,
    "route": lambda first, second: _ROUTE.fullmatch(second) is not None and written_name(first) is not None,
    "constant": lambda first, second: is_literal(second) and written_name(first) is not None,
}


def _is_member(pair: tuple[ClaimKind, str, str, str], noun: str) -> bool:
    """Return whether a claim about a parameter is really about a member, as in "`Cart` has a `total` method"."""
    return pair[0] == "signature" and pair[3] in ("given", "option", "takes") and _ATTRIBUTE.search(noun) is not None


def _located(first: str, second: str, detail: str, *, is_beside: bool) -> tuple[ClaimKind, str, str, str] | None:
    """Return the claim that a symbol is in a file, at a line, or in a type or module, or that it has a decorator.

    `first` is the name of the symbol, `second` the other name as written, and `detail` the detail of the claim. A
    decorator counts only if it directly follows the symbol (`is_beside`), as in "`total` (`@property`)", but not in
    "`total` is called in a `@test`". Return None if the two names do not fit such a claim.
    """
    if written_name(first) is None or written_path(first) is not None:
        return None
    if second.startswith("@") and "/" not in second:
        return ("decorated", first, second, "") if is_beside else None
    path = written_path(second)
    if path is not None:
        return ("line" if path.line else "symbol"), first, second, detail
    return ("member", first, second, detail) if written_name(second) is not None else None


def _value(mentions: tuple[CodeMention, ...], match: FormMatch) -> str | None:
    written = match.groups.get("v", ())
    value = mentions[written[0]].text.strip() if written else match.texts.get("v", "")
    return value if is_literal(value) else None


def _is_file(text: str) -> bool:
    path = written_path(text)
    return path is not None and ("/" in path.path or path.line > 0)
