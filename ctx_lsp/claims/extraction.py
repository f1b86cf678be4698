"""Extracts claims from sentences: that something mentioned exists, or that two mentions are related.

Sentence forms recognise the relations. This module looks nothing up in the code; `verdicts` does that.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from ctx_lsp.claims import forms
from ctx_lsp.claims.forms import FormMatch
from ctx_lsp.claims.mention_shapes import (
    LANGUAGE_MEMBERS,
    WrittenName,
    has_code_shape,
    is_literal,
    is_placeholder,
    is_product,
    written_name,
    written_path,
)
from ctx_lsp.claims.modality import (
    ends_clause,
    ends_value,
    has_case_in_front,
    has_other_subject,
    is_about_new_files,
    is_conditional,
    is_hedged,
    is_hedged_mention,
    is_illustration,
    is_in_other_script,
    is_label_of_listing,
    is_place_of_noun,
    is_pointed_to,
    names_relative,
)
from ctx_lsp.claims.model import WHETHER_GONE, Claim, ClaimKind, CodeMention, Sentence
from ctx_lsp.claims.skeletons import Skeleton, reduced

_COMMAND = re.compile(
    r"(?:\$ )?(?:(?:npm|pnpm|yarn|bun) (?:run[ -])?[a-z][\w:.-]*|make [\w.-]+|just [\w-]+|tox -e ?[\w-]+|"
    r"(?:poetry|uv|pdm|hatch|rye) run [\w:.-]+|composer (?:run )?[a-z][\w:-]*)(?: .*)?"
)
_ENVIRONMENT = re.compile(r"\$?\{?([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*)\}?(?:=.*)?")
_ENVIRONMENT_WORD = re.compile(r"\benv(?:ironment)?[ -]var|\benvironment\b|:envvar:|\bexport <", re.IGNORECASE)
_SETTING = re.compile(r"[a-z][\w-]*(?:\.[A-Za-z][\w-]*)+")
_SETTING_WORD = re.compile(r"\b(?:setting|settings|config(?:uration)?(?: option| key| value)?s?)\b", re.IGNORECASE)
_IMPORT = re.compile(
    r"from (?P<module>[\w.]+) import (?P<names>\w+(?: as \w+)?(?:, ?\w+(?: as \w+)?)*)|import (?P<whole>\w+(?:\.\w+)*)"
)
_ROUTE = re.compile(r"(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|ANY) )?/[\w/{}:<>.*\-]*")
_ELLIPSIS = re.compile(r"(?<=\()(?:…|\.\.\.)(?:, ?|(?=\)))")  # arguments that a call leaves out
_DEFAULT = re.compile(r"\w+=[^,=]+")
_WORD_OF_CODE = re.compile(r"(?:new |[.#&*]|\{ ?)?(?P<name>[A-Za-z_$][\w$]{2,})(?=$|[(<:=?\[{])")
_DESCRIBED = re.compile(
    r"<(\d+)> ?(?:\()?(?:a|an|the)? ?(?:\w+ ){0,2}(?:method|attribute|property|field|classmethod|constructor)\b",
    re.IGNORECASE,
)
_LINKED = re.compile(r"\[([^\[\]]{1,400})\]<(\d+)>")
_TITLE = re.compile(r"\W*<0>\W*")  # nothing but a name, which states nothing
_ALWAYS = re.compile(
    r"\b(?:will|would)(?= (?:normally |always |then |also |simply )?(?:(?:be|get) (?:raised|thrown|called|invoked)|raise|throw|"
    r"call|invoke|find|fail with|default to|fall back to)\b)",
    re.IGNORECASE,
)
# These verbs do not state where a symbol is defined.
_EXTENDING = re.compile(r"\b(?:extend|override|subclass|wrap)\b", re.IGNORECASE)
_EXTENDED_BY = re.compile(r"\s*(?:with|by|to)\b")
_ATTRIBUTE = re.compile(r"\b(?:method|attribute|property|field|function|accessor|member|constructor|classmethod)s?\b")
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//|#|/", re.IGNORECASE)  # links to other sites, or within the document
# Kinds that are hedged in conditions and instructions. A wrong parameter is wrong even in an instruction.
_ASSERTED: frozenset[ClaimKind] = frozenset({
    "calls", "inherits", "overrides", "raises", "imports", "decorated", "route", "constant", "unused", "symbol",
    "testedBy",
})  # fmt: skip
_KEYWORD = re.compile(r"(\w+)=(.*)")  # as in `timeout=5`
_MODULE_NOUN = re.compile(r"\b(?:module|package|file|namespace)s?\b")
_BESIDE = 5  # bytes between a name and a decorator in parentheses after it
_PLURAL = re.compile(
    r"<\d+>,? (?:(?!may |can |will |would |must |might |could |should |to |do |does |did |an? |the |is |are |has )\w+ ){0,2}(?:call|extend|implement|inherit|invoke|override|raise|subclass|throw)\b(?! (?:of|called|named|such|include)\b)", re.IGNORECASE
)
MAX_PAIRS = 40  # pairs of a subject and an object in one match


@lru_cache(maxsize=1 << 14)
def claims_of(sentence: Sentence) -> tuple[Claim, ...]:
    """Return the claims that a sentence makes, in text order."""
    found: list[Claim] = []
    illustration = is_illustration(sentence.skeleton)
    hedged = sentence.hedged or is_in_other_script(sentence.skeleton)
    is_plan = is_hedged(sentence.skeleton)
    skeleton = _reduced(sentence.skeleton)
    found += _item_of_heading(sentence, skeleton, hedged=hedged or is_plan)
    for number, mention in enumerate(sentence.mentions):
        noun = skeleton.nouns.get(number, "")
        is_open = _is_link_elsewhere(sentence, number) or _is_alternative(sentence, number)
        is_open = is_open or (is_plan and is_hedged_mention(sentence.skeleton, number))
        is_example = illustration and not is_pointed_to(sentence.skeleton, number)
        found += _existence(sentence, mention, noun, hedged=hedged or is_open, illustration=is_example)
    found += _related(sentence, skeleton)
    return tuple(dict.fromkeys(sorted(found, key=lambda one: (one.start, one.end, one.kind))))


def _related(sentence: Sentence, skeleton: Skeleton) -> Iterator[Claim]:
    """Yield the claims of all matches of forms, without those of loose forms inside other matches that make claims."""
    text = skeleton.text
    made = [
        (one, tuple(_relations(sentence, skeleton, one, hedged=sentence.hedged or _is_hedged_match(text, one))))
        for one in _matches(text)
    ]
    strict = [one for one, claims in made if claims and not forms.is_loose(one)]
    for one, claims in made:
        if not forms.is_loose(one) or not any(each.start <= one.start and one.end <= each.end for each in strict):
            yield from claims


def _is_link_elsewhere(sentence: Sentence, number: int) -> bool:
    """Return whether a mention is in the label of a link to a URL or an anchor, and so need not name workspace code."""
    for label in _LINKED.finditer(sentence.skeleton):
        target = sentence.mentions[int(label[2])]
        if f"<{number}>" in label[1] and target.form == "link" and _ELSEWHERE.match(target.text):
            return True
    return False


def _is_alternative(sentence: Sentence, number: int) -> bool:
    """Return whether a mention is one of several paths joined by "or", of which only one need exist."""
    is_joined = re.search(rf"<{number}>,? or <|> or <{number}>", sentence.skeleton) is not None
    return is_joined and written_path(sentence.mentions[number].text) is not None


def _item_of_heading(sentence: Sentence, skeleton: Skeleton, *, hedged: bool) -> Iterator[Claim]:
    """Yield the claim that a type has a member, if the sentence begins by naming a member, as in "`total`: a method …".

    The innermost heading above the sentence must be the type's name.
    """
    described = _DESCRIBED.match(skeleton.text)
    title = sentence.headings[-1].strip("`* ") if sentence.headings else ""
    if described is None or written_name(title) is None or written_path(title) is not None:
        return
    mention = sentence.mentions[int(described[1])]
    name = written_name(mention.text.strip())
    if name is not None and len(name.parts) == 1:
        yield Claim(
            "member", mention.start, mention.end, mention.text, mention.text.strip(), title, "defined", hedged,
            target=(mention.start, mention.end), form=mention.form,
        )  # fmt: skip


def _is_hedged_match(text: str, match: FormMatch) -> bool:
    """Return whether a match is hedged by its form or by the words around it, and so cannot be refuted."""
    before, after = text[: match.start], text[match.end :]
    if match.only_confirms or _has_other_number(text, match) or names_relative(text[match.start : match.end]):
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
def _reduced(skeleton: str) -> Skeleton:
    return reduced(skeleton)


@lru_cache(maxsize=1 << 14)
def _matches(skeleton: str) -> tuple[FormMatch, ...]:
    return tuple(forms.matches(skeleton)) if "<" in skeleton else ()


def _existence(
    sentence: Sentence, mention: CodeMention, noun: str, *, hedged: bool, illustration: bool
) -> Iterator[Claim]:
    """Yield the claims that a mention makes by itself, for example that the symbol or path it names exists."""
    text = _ELLIPSIS.sub("", mention.text.strip())
    if is_literal(text):
        return

    def claim(
        kind: ClaimKind, subject: str, target: str = "", detail: str = "", *, weak: bool = False, is_made: bool = False
    ) -> Claim:
        return Claim(
            kind, mention.start, mention.end, mention.text, subject, target, detail,
            hedged or is_made or (weak and illustration),
            noun, sentence.headings, (mention.start, mention.end), mention.form,
        )  # fmt: skip

    name = written_name(text)
    for word in _words_beside_names(mention, text, noun):
        yield claim("symbol", word, detail=WHETHER_GONE, weak=True)
    if is_placeholder(text):
        return
    if mention.form == "link":
        if not _ELSEWHERE.match(text):
            yield claim("path", text, detail="link")
        return
    imported = _IMPORT.fullmatch(text)
    if imported:
        for each in imported["names"].split(",") if imported["names"] else [""]:
            yield claim("imports", imported["module"] or imported["whole"], each.strip().split(" ")[0], "statement")
        return
    special = _special(text, sentence.skeleton)
    if special is not None:
        is_made = special[0] in ("path", "line") and (
            is_about_new_files(sentence.skeleton) or is_label_of_listing(sentence.skeleton) or is_product(text)
        )
        yield claim(*special, weak=special[0] != "command", is_made=is_made)
        return
    if name is None or _is_label(name, mention, sentence):
        return
    if len(name.parts) > 1:
        yield claim("member", text, detail="dotted")
    elif not _is_plain(name, noun):
        yield claim("symbol", text, weak=True)
    if name.arguments:
        value = _DEFAULT.fullmatch(name.arguments) if "default" in sentence.skeleton else None
        detail = "default" if value else "call"
        yield claim("signature", text.partition("(")[0] if value else text, name.arguments, detail, weak=True)


def _is_label(name: WrittenName, mention: CodeMention, sentence: Sentence) -> bool:
    """Return whether the mention of a name does not claim that the name exists.

    This holds for a bare name that is the whole sentence, and for an expression such as `Cart.class`.
    """
    is_expression = len(name.parts) > 1 and name.parts[-1] in LANGUAGE_MEMBERS
    return is_expression or (mention.form == "bare" and _TITLE.fullmatch(sentence.skeleton) is not None)


def _words_beside_names(mention: CodeMention, text: str, noun: str) -> Iterator[str]:
    """Yield the first word of a code span if it may be a name, although the whole span is not recognised as one."""
    name = written_name(text)
    is_name = name is not None and not is_placeholder(text) and not _is_plain(name, noun)
    found = _WORD_OF_CODE.match(text) if mention.form == "code" and not is_name else None
    if found is not None and not is_placeholder(found["name"]):
        yield found["name"]


def _is_plain(name: WrittenName, noun: str) -> bool:
    """Return whether a name may be something other than a symbol, such as a value or a command."""
    return len(name.parts) == 1 and name.arguments is None and not has_code_shape(name.parts[0]) and not noun


def _special(text: str, skeleton: str) -> tuple[ClaimKind, str] | None:
    """Return the claim's kind and subject for a mention that is a command, environment variable, path or setting.

    Return None for any other mention.
    """
    if _COMMAND.fullmatch(text):
        return "command", text.removeprefix("$ ")
    variable = _ENVIRONMENT.fullmatch(text)
    is_export = "_" in text and ("=" in text or text.startswith("$"))
    if variable and (_ENVIRONMENT_WORD.search(skeleton) or is_export):
        return "environment", variable[1]
    path = written_path(text)
    if path is not None:
        return "line" if path.line else "path", text
    return ("setting", text) if _SETTING.fullmatch(text) and _SETTING_WORD.search(skeleton) else None


def _relations(sentence: Sentence, skeleton: Skeleton, match: FormMatch, *, hedged: bool) -> Iterator[Claim]:
    """Yield the claims of one match of a sentence form, one for each pair of a subject and an object."""
    mentions = sentence.mentions
    match = _of_nouns(match, " ".join(skeleton.nouns.get(one, "") for one in match.groups.get("s", ())))
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
    if match.detail == "owned" and _ATTRIBUTE.search(noun):
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
    kind, detail = match.kind, match.detail
    if second.startswith("@") and kind in ("constant", "signature"):  # "`f` is a `@property`", "`f` has the `@cache`"
        return ("decorated", first, second, "") if _are_names(first, second) else None
    if detail == "owned":
        return None
    if detail == "on":
        is_decorator = first.startswith("@") and "/" not in first
        if is_decorator:
            return ("decorated", second, first, "") if _are_names(second, first) else None
        detail = "located"
    if kind == "symbol":
        is_beside = isinstance(other, int) and 0 <= mentions[other].start - mentions[subject].end <= _BESIDE
        return _located(first, second, detail, is_beside=is_beside)
    if kind in ("overrides", "imports") and match.groups.get("t") and written_name(second) is not None:
        holder = mentions[match.groups["t"][0]].text.strip()
        second = second if written_path(holder) else f"{holder}.{second}"
    if kind == "signature":
        return _signature(mentions, match, first, second)
    if kind == "line":
        path = written_path(second)
        is_place = path is not None and not path.line and written_name(first) is not None and not _is_file(first)
        return (kind, first, f"{second}:{match.texts['d']}", detail) if is_place else None
    if not _SUITS[kind](first, second):
        return None
    return kind, first, second, detail


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
    if keyword and match.detail in ("given", "takes"):
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
    return pair[0] == "signature" and pair[3] in ("given", "takes") and _ATTRIBUTE.search(noun) is not None


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
