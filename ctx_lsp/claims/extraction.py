"""Extracts claims from sentences: that something mentioned exists, or that two mentions are related.

Sentence forms recognise the relations. This module looks nothing up in the code; `verdicts` does that.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from ctx_lsp.base.late_expressions import compile_late
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
    is_about_new_files,
    is_hedged,
    is_hedged_mention,
    is_illustration,
    is_in_other_script,
    is_label_of_listing,
    is_pointed_to,
)
from ctx_lsp.claims.model import MAY_BE_PLACEHOLDER, WHETHER_GONE, Claim, ClaimKind, CodeMention, Sentence
from ctx_lsp.claims.relations import relations_of
from ctx_lsp.claims.skeletons import Skeleton, reduced

_COMMAND = compile_late(
    r"(?:\$ )?(?:(?:npm|pnpm|yarn|bun) (?:run[ -])?[a-z][\w:.-]*|make [\w.-]+|just [\w-]+|tox -e ?[\w-]+|"
    r"(?:poetry|uv|pdm|hatch|rye) run [\w:.-]+|composer (?:run )?[a-z][\w:-]*)(?: .*)?"
)
_OTHER_PROJECT = compile_late(  # after a command, the project that it belongs to
    r" (?:in|inside|inside of|within|from) (?:\w+ )?"
    r"(?:<\d+> (?:git )?(?:submodule|repo(?:sitory)?)|(?:[\w-]+ )?submodule)\b",
    re.IGNORECASE,
)
_ENVIRONMENT = compile_late(r"\$?\{?([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*)\}?(?:=.*)?")
_ENVIRONMENT_WORD = compile_late(r"\benv(?:ironment)?[ -]var|\benvironment\b|:envvar:|\bexport <", re.IGNORECASE)
_SETTING = compile_late(r"[a-z][\w-]*(?:\.[A-Za-z][\w-]*)+")
_SETTING_WORD = compile_late(r"\b(?:setting|settings|config(?:uration)?(?: option| key| value)?s?)\b", re.IGNORECASE)
_IMPORT = compile_late(
    r"from (?P<module>[\w.]+) import (?P<names>\w+(?: as \w+)?(?:, ?\w+(?: as \w+)?)*)|import (?P<whole>\w+(?:\.\w+)*)"
)
_ELLIPSIS = compile_late(r"(?<=\()(?:…|\.\.\.?)(?:, ?|(?=\)))")  # arguments that a call leaves out
_DEFAULT = compile_late(r"\w+=[^,=]+")
_WORD_OF_CODE = compile_late(r"(?:new |[.#&*]|\{ ?)?(?P<name>[A-Za-z_$][\w$]{2,})(?=$|[(<:=?\[{])")
_DESCRIBED = compile_late(
    r"<(\d+)> ?(?:\()?(?:a|an|the)? ?(?:\w+ ){0,2}(?:method|attribute|property|field|classmethod|constructor)\b",
    re.IGNORECASE,
)
_LINKED = compile_late(r"\[([^\[\]]{1,400})\]<(\d+)>")
_TITLE = compile_late(r"\W*<0>\W*")  # nothing but a name, which states nothing
_ELSEWHERE = compile_late(r"[a-z][a-z0-9+.-]*:|//|#|/", re.IGNORECASE)  # links to other sites, or within the document


@lru_cache(maxsize=1 << 14)
def claims_of(sentence: Sentence) -> tuple[Claim, ...]:
    """Return the claims that a sentence makes, in text order."""
    found: list[Claim] = []
    illustration = is_illustration(sentence.skeleton)
    hedged = sentence.hedged or is_in_other_script(sentence.skeleton)
    is_plan = is_hedged(sentence.skeleton)
    skeleton = reduced(sentence.skeleton)
    found += _item_of_heading(sentence, skeleton, hedged=hedged or is_plan)
    for number, mention in enumerate(sentence.mentions):
        noun = skeleton.nouns.get(number, "")
        is_open = _is_link_elsewhere(sentence, number) or _is_alternative(sentence, number)
        is_open = is_open or _is_of_other_project(sentence, number)
        is_open = is_open or (is_plan and is_hedged_mention(sentence.skeleton, number))
        is_example = illustration and not is_pointed_to(sentence.skeleton, number)
        found += _existence(sentence, mention, noun, hedged=hedged or is_open, illustration=is_example)
    found += relations_of(sentence, skeleton)
    return tuple(dict.fromkeys(sorted(found, key=lambda one: (one.start, one.end, one.kind))))


def _is_link_elsewhere(sentence: Sentence, number: int) -> bool:
    """Return whether a mention is in the label of a link to a URL or an anchor, and so need not name workspace code."""
    for label in _LINKED.finditer(sentence.skeleton):
        target = sentence.mentions[int(label[2])]
        if f"<{number}>" in label[1] and target.form == "link" and _ELSEWHERE.match(target.text):
            return True
    return False


def _is_of_other_project(sentence: Sentence, number: int) -> bool:
    """Return whether a mention is a command of another project, as in "run `make deploy` in the `site` submodule"."""
    after = sentence.skeleton.partition(f"<{number}>")[2]
    return _OTHER_PROJECT.match(after) is not None and _COMMAND.fullmatch(sentence.mentions[number].text) is not None


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
        is_member = mention.form == "code" and _has_certain_holder(name)
        yield from [claim("member", text, detail=MAY_BE_PLACEHOLDER, is_made=True)] if is_member else ()
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


def _has_certain_holder(name: WrittenName | None) -> bool:
    """Return whether only the last part of a dotted name may be a placeholder, as in `Cart.foo`."""
    holder = ".".join(name.parts[:-1]) if name is not None else ""
    return bool(holder) and not is_placeholder(holder)


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
