"""Recognises sentences and documents that, by their wording, path or fields, state no facts about the present code.

A claim in a plan, a changelog or a question can be confirmed, but not refuted. In an illustration, this applies only
to claims that something exists. Conditions and instructions are recognised by the words before a relation, and the unit
of a value by the words after it.
"""

import re

from ctx_lsp.base.late_expressions import compile_late

_OTHER_TIMES = compile_late(
    r"\b(?:will|would|should|shall|could|might|planned|plan to|plans to|todo|fixme|proposals?|proposed?|"
    r"suggest(?:s|ed)?|"
    r"wish|someday|eventually|later version|future|upcoming|roadmap|not yet|used to|formerly|previously|originally|"
    r"historically|legacy|in the past|removed|removes|removal|deleted|dropped|renamed?|replaced|replaces|moved|"
    r"rejected|deprecated|obsolete|scaled back|phased out|no longer|in favou?r of|"
    r"instead of|rather than|unlike|imagine|suppose|assume|assuming|hypothetical\w*|"
    r"fictional|pretend|(?:does|do|did|is|are) ?n[o']t (?:exist|have|be|offer|provide|support)|lacks?|"
    r"there (?:is|are) no|"
    r"was (?:called|named|part|in)|were (?:called|named)|had|"
    r"migrat\w+|upgrad\w+|if .{0,40}\b(?:had|existed)|false that|untrue|wrong(?:ly)?|incorrect(?:ly)?|"
    r"possibly|probably|presumably|supposedly|ideally|hopefully|hardly|"
    r"mistaken(?:ly)?|misspel\w+|non-?existent|undefined (?:variable|name|key|attribute|method|function)s?)\b|"
    r"\b(?:no|old|former|previous) <|\bnot the(?: \w+){0,3} <|\?$|"
    r"(?-i:\b[Ii]n [A-Z]\w*(?:\.js)?, (?:which|where)\b)|"
    r"(?-i:\b[Ii]n (?:C|C\+\+|C#|Go|Haskell|Java|JavaScript|Kotlin|PHP|Perl|Python|Ruby|Rust|Scala|Swift|TypeScript),)|"
    r"\b(?:old|former|previous) (?:apis?|behaviou?rs?|class|code|forms?|formats?|functions?|implementations?|"
    r"interfaces?|layouts?|methods?|names?|signatures?|styles?|syntax|ways?)\b|"
    r"\b(?:old|older|earlier|former|next|previous|prior) (?:releases?|versions?)\b|\bin (?:the )?future\b|"
    r"\bbefore (?:this|that|the) (?:change|commit|fix|refactor(?:ing)?|rewrite)\b|"
    r"\b(?:in|before|prior to|until|up to|since|as of|from|(?:older|newer|earlier|later) than|starting (?:with|in))"
    r" (?:(?:version|release) )?v?\d+\.\d|\b(?:version|release) \d|\bv\d+\b|"
    r"^\W*(?:old|before|after|wrong|bad|good)\W{0,3}:",
    re.IGNORECASE,
)
_PASSIVE_USE = compile_late(r"\b(?:is|are|gets?)(?: \w+){0,2} used to\b", re.IGNORECASE)
# "`A` removes empty lines" is about what it does; "this removes `A`" is about the past.
_REMOVING = compile_late(r"(<\d+>) (?:removes|replaces)\b(?=[^<]*$)", re.IGNORECASE)
# An instruction to use something says that it exists: "you should call `A`" is no plan, "we should call `A`" is one.
_USE = compile_late(
    r"(?<!\bwe )(?<!\bi )(?<!let's )\b(?:will|should|shall|could|might)"
    r"(?= (?:not |always |also |only |then |usually |normally |never |probably )*"
    r"(?:be (?:aware|careful|given|passed|used|called|invoked|imported|left|set to)|use|call|invoke|see|look|read|pass|"
    r"check|find|notice|import|raise|throw|return|get|need|know|note|prefer)\b)",
    re.IGNORECASE,
)
_CONTRAST = compile_late(r"\b(?:instead of|rather than|unlike)\b(?=[^<]*(?:<(\d+)>)?)", re.IGNORECASE)
_CONDITION = compile_late(
    r"\b(?:if|when|whenever|unless|until|while|once|in case|as long as|as soon as|whether|where|e\.g|i\.e|for example|"
    r"for instance|such as|like|similar to|say|make sure|ensures?|assert|check (?:that|whether|"
    r"if)|verify (?:that|whether)|let|lets|allows?|enables?|want|"
    r"need|must|can|cannot|may|try|your|my|another|other|avoid|don't|do not)\b",
    re.IGNORECASE,
)
# What makes a value one that holds in some cases only, or that a reader is to see to.
_IN_SOME_CASES = compile_late(
    r"\b(?:if|when|whenever|whether|while|unless|until|once|assuming|in case|as long as|as soon as|"
    r"provid(?:ed|ing)(?= that\b| ?$)|make sure|ensures?|assert|(?:check|verify)(?= that\b| ?$))\b",
    re.IGNORECASE,
)
_GOES_ON = compile_late(r"\W*(?:and|or)\b", re.IGNORECASE)
_CLAUSE_START = compile_late(r"[,;(—–]|:(?=\s)")  # not the colons of a role, as in ":setting:`A`"
_LIST_GOES_ON = compile_late(r", (?:and|or)\b", re.IGNORECASE)
_ERROR_IN_FRONT = compile_late(r"(?:Error|Exception|\wWarning|\berror(?: message)?)\b\W{0,8}:\W{0,8}$")
_PART_OF_ALL = compile_late(
    r"\b(?:first|last|next|other|another|additional|extra|remaining|following|previous|leading|trailing|any|these|those|"
    r"at least|at most|up to|(?:more|fewer|less) than)\s?$",
    re.IGNORECASE,
)
_INSTRUCTION = compile_late(
    r"(?:^\W*|[.:;,] |\b(?:to|please|then|should|now|simply|just|first|next|you|we|and) )"
    r"(?:add|adjust|append|assign|attach|build|change|configure|copy|create|declare|decorate|define|delete|drop|edit|"
    r"enable|export|extend|generate|give|implement|include|inherit|inject|insert|install|instantiate|make|mark|move|"
    r"mount|name|override|place|point|provide|put|register|remove|rename|replace|save|set|start|store|subclass|turn|"
    r"update|wrap|write)\b",
    re.IGNORECASE,
)
_PLACE = compile_late(r"\W?(?:in|inside|at the top of) <", re.IGNORECASE)
_WORD_AT_END = compile_late(r"\w\s*$")
_NO_SUBJECT = compile_late(
    r"\b(?:with|by|for|to|from|via|without|(?!calling|invoking|running|executing|evaluating)\w{2,20}ing|"
    r"(?!this|always|thus|plus|besides|sometimes)\w{1,20}[a-rt-z]s)\s?$",
    re.IGNORECASE,
)
_VALUE_END = compile_late(
    r"\W*$|\s*(?:[.;:)\]!,|(—–•\"'`]|- |(?:and|but|by default|so|because|since|in|which|as|here|throughout|everywhere|"
    r"is|unless|if|when|for|there)\b)",
    re.IGNORECASE,
)
_CLAUSE_END = compile_late(
    r"\W*$|\s*(?:[.;:)!,—–•]|- |(?:and|but|so|because|now|anywhere|any ?more|at all|yet)\b)", re.IGNORECASE
)
# A case in front of a sentence, as in "In a dry run, …". The words of the whole project are no case.
_CASE_IN_FRONT = compile_late(
    r"(?:^|[.;:—–])\W{0,8}(?:also |but |and |then )?(?:after|as a result|at|because|before|by|during|except|for|here|"
    r"in|on|since|then|under|upon|with|without)\b(?!(?: \w+){0,4} (?:code|code ?base|project|repository|program|"
    r"package|application|workspace)\b)[^.;:—–]*$",
    re.IGNORECASE,
)
# The relatives of an object are other objects: "`Order` has a child `Line`" names no member.
_RELATIVE = compile_late(
    r"\b(?:has|have) (?:an?|the|its own) (?:child|children|parent|sibling|owner|neighbou?r|partner|counterpart) <",
    re.IGNORECASE,
)
_MADE_FILE = compile_late(
    r"\b(?:creat(?:e[sd]?|ing)|generat(?:e[sd]?|ing)|writ(?:es?|ten|ing)|sav(?:e[sd]?|ing)|stor(?:e[sd]?|ing)|puts?|"
    r"plac(?:e[sd]|ing)|(?<!the )(?<!a )place|cop(?:y|ies|ied)|move[sd]?|renames?|touch|outputs?|produces?|emits?|"
    r"dumps?|goes into|new file|"
    r"named|called|looks? for|search(?:es)?|discover\w*|if (?:it|there|present|you)|optional(?:ly)?|must exist|"
    r"you have|install\w*|ignore[sd]?|exclude[sd]?|upload\w*|download\w*|deploy\w*|path within|relative to)\b",
    re.IGNORECASE,
)
_ILLUSTRATION = compile_late(
    r"\b(?:for example|for instance|e\.g|such as|examples?|similar to|analogous|equivalent|compared|comparable|"
    r"inspired|counterpart|let's|say|create|creates|add|adding|write|define|implement|introduce|invent|"
    r"(?:your|my|their|our|some|any|own|custom)(?: \w+){0,2} <|third[- ]party|external|upstream|"
    r"(?:an)?other (?:projects?|librar(?:y|ies)|packages?|tools?))\b|"
    r"\b(?:your|my|some|any|own|custom)(?: \w+){0,2} <|\b(?:named|called) <",
    re.IGNORECASE,
)
_NOT_FACTS = compile_late(
    r"(?:^|/)\.?(?:change(?:s|_?log)?|changelogs?|history|news|updates?|journals?|diar(?:y|ies)|requirements|releases?|release[-_]?notes?|transcripts?|whats?[-_]?new|migrat\w*|"
    r"upgrad\w*|roadmap|todo|backlog|(?:[^/]*[-_])?plans?|proposals?|design[-_]?(?:notes?|docs?)|rfcs?|adrs?|decisions?|drafts?|ideas|archive[sd]?|legacy|blog|"
    r"version[-_]?history|versioned_docs|versions?|v\d+|templates?|\w+_template|skeletons?|scaffold\w*|boilerplates?|"
    r"testdata|fixtures?|"
    r"posts?|news|vendor|third[-_]?party|node_modules|licenses?|copying|notice|credits|authors|contributors|"
    r"code[-_]of[-_]conduct|sponsors|translations?|i18n|locales?)(?:[-_.\d][^/]*)?(?:/|$)",
    re.IGNORECASE,
)
_OF_OTHERS = compile_late(
    r"[{}$<>%]|(?:^|/)(?:templates?|[\w-]+[-_]templates?|skeletons?|scaffold\w*|boilerplates?|testdata|test-data|fixtures?|vendor|"
    r"third[-_]?party|node_modules)(?:/|$)",
    re.IGNORECASE,
)
_LATIN_LETTER = compile_late(r"[A-Za-z\u00c0-\u024f]")
_LABEL_OF_LISTING = compile_late(r":\W{0,8}$")
_PARAMETERS = compile_late(
    r"\W*(?:(?:keyword|named|optional|required|positional|input) )?(?:parameters?|arguments?|args|params|kwargs)"
    r"(?: names?)?\W*",
    re.IGNORECASE,
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)\.?"
)
_NOT_FACTS_TITLE = compile_late(
    r"^\W*(?:v?\d+\.\d+|\[?unreleased|change ?log|release notes|what'?s new|history|roadmap|todo|planned|"
    r"(?:no longer |un)supported|discontinued|obsolete|dropped|"
    r"future|proposal|proposed|ideas?|migrat|upgrad|deprecat|remov(?:ed|als?)\b|breaking|alternatives|prior art|"
    r"related (?:work|projects)|"
    r"see also|credits|acknowledg|comparison|compared)|"
    # a date, as in the headings of journals and minutes
    r"\b(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12]\d|3[01])\b|"
    rf"\b{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? (?:19|20)\d\d\b|"
    rf"\b\d{{1,2}}\.? {_MONTH},? (?:19|20)\d\d\b",
    re.IGNORECASE,
)
# Fields at the top of a record of a proposal or decision, such as "Status: Draft" and "Created: 2013".
_RECORD_LINES = 40  # lines at the top of a document that may hold the fields
_RECORD_FIELD = re.compile(
    r"[\s|:*_>#-]{0,8}(?P<name>[A-Za-z][A-Za-z -]{1,24}?)[*_]{0,2}(?:[:|]|\s{2,}|\t)(?P<value>.*)"
)
_RECORD_HEADING = re.compile(r"\s{0,3}#{1,6}\s+status\s*#*", re.IGNORECASE)
_RECORD_STATUS = re.compile(
    r"[\s|:*_`\"'\[-]{0,8}(?:draft|proposed|proposal|pending|provisional|accepted|approved|adopted|final|implemented|"
    r"completed?|rejected|declined|deferred|withdrawn|abandoned|superseded|replaced|obsoleted?|"
    r"in (?:progress|review|discussion)|under (?:review|discussion)|decided)\b"
    r"(?:\s+(?:by|on|in|since)\b.*|\s*[(\[].*|[^A-Za-z]*)\Z",
    re.IGNORECASE | re.DOTALL,
)
_RECORD_OTHER_FIELDS = frozenset({
    "author", "authors", "champion", "champions", "decider", "deciders", "decision makers", "post history", "replaces",
    "resolution", "reviewers", "discussions to", "shepherd", "superseded by", "supersedes", "tracking issue",
})  # fmt: skip
_RECORD_DATES = frozenset({"created", "date", "decision date", "last modified", "start date", "started", "updated"})
_RECORD_FENCE = re.compile(r"\s{0,3}(?:```|~~~)")


def is_hedged(text: str) -> bool:
    """Return whether a text expresses a plan, a wish, a question or history, rather than a fact about the present."""
    if "used to" in text:
        text = _PASSIVE_USE.sub("is for", text)  # "is used to …" is about the present
    return _OTHER_TIMES.search(_REMOVING.sub(r"\1 ", text)) is not None


def is_hedged_mention(text: str, number: int) -> bool:
    """Return whether a text leaves open that the mention with this index exists at present.

    It does not if somebody is to use it, or if only another mention is ruled out: "call <0> instead of <1>".
    """
    said = _CONTRAST.sub(lambda found: found[0] if found[1] == str(number) else "beside", _USE.sub(" ", text))
    return is_hedged(said)


def is_in_other_script(text: str) -> bool:
    """Return whether most letters of a sentence are not Latin.

    Words that mark a condition or a plan are not recognised in such a sentence.
    """
    letters = sum(map(str.isalpha, text))
    return letters > 2 * len(_LATIN_LETTER.findall(text))


def is_conditional(before: str) -> bool:
    """Return whether the words before a relation make it a condition, a wish or an instruction."""
    clause = before[max(before.rfind(","), before.rfind(";")) + 1 :]
    return _CONDITION.search(clause) is not None or _INSTRUCTION.search(clause) is not None


def is_in_condition(before: str, after: str) -> bool:
    """Return whether the words around a value make it a condition: "if `A` is set and `B` is true, …".

    It may be in a list of conditions, as in "if the cart is full, `A` is 5, and `B` is 6, …".
    """
    if _LIST_GOES_ON.match(after):
        return _IN_SOME_CASES.search(before) is not None
    clauses = _CLAUSE_START.split(before)
    first = len(clauses) - 1
    while first and _GOES_ON.match(clauses[first]):
        first -= 1
    return _IN_SOME_CASES.search(",".join(clauses[first:])) is not None


def is_error_message(before: str) -> bool:
    """Return whether a text goes on with the message of an error, as in "ValueError: `A` is 5"."""
    return _ERROR_IN_FRONT.search(before) is not None


def counts_some(before: str) -> bool:
    """Return whether a number after `before` does not count all, as in "the first two"."""
    return _PART_OF_ALL.search(before) is not None


def has_other_subject(before: str) -> bool:
    """Return whether the words before a name show that another noun is the subject, as in "a handler returning `A`"."""
    return _NO_SUBJECT.search(before[-40:]) is not None


def is_place_of_noun(before: str, relation: str) -> bool:
    """Return whether a relation begins with a place that belongs to the words before it.

    In "utilities in `A`, `B` and `C` are imported", for example, no file `A` imports `B`.
    """
    return _PLACE.match(relation) is not None and _WORD_AT_END.search(before) is not None


def has_case_in_front(before: str) -> bool:
    """Return whether the words before a relation restrict it to one case: "in a dry run, `A` is never called"."""
    return _CASE_IN_FRONT.search(before) is not None


def names_relative(text: str) -> bool:
    """Return whether a text says that one object is a relative of another, such as its child, rather than a member."""
    return _RELATIVE.search(text) is not None


def ends_value(after: str) -> bool:
    """Return whether a value ends before the text `after`, rather than going on with a unit, as in "5 minutes"."""
    return _VALUE_END.match(after) is not None


def ends_clause(after: str) -> bool:
    """Return whether a clause ends before the text `after`, in which case nothing restricts its meaning."""
    return _CLAUSE_END.match(after) is not None


def is_about_new_files(text: str) -> bool:
    """Return whether a sentence is about files that need not exist: new files, or files that a program looks for."""
    return _MADE_FILE.search(text) is not None


def is_label_of_listing(text: str) -> bool:
    """Return whether a sentence ends with a colon. The files that it names may exist only in the listing below it."""
    return _LABEL_OF_LISTING.search(text) is not None


def is_code_of_others(path: str) -> bool:
    """Return whether a path suggests a template, test data or third-party code, whose comments are about other code."""
    return _OF_OTHERS.search(path) is not None


def is_illustration(text: str) -> bool:
    """Return whether the names in a sentence may be examples, new names, or names of other projects."""
    return _ILLUSTRATION.search(text) is not None


def is_pointed_to(text: str, number: int) -> bool:
    """Return whether a sentence sends its reader to the mention with this index, as in "for an example, see …"."""
    pointer = rf"\b(?:see|read|open|look at|refer to)(?: the)?(?: \w+)? <{number}>"
    return re.search(pointer, text, re.IGNORECASE) is not None


def is_no_fact_document(path: str) -> bool:
    """Return whether a path suggests a document about the past, plans or other projects, such as a changelog."""
    return _NOT_FACTS.search(path) is not None


def is_title_of_parameters(title: str) -> bool:
    """Return whether a title, a column header or a sentence before a list says that parameters follow."""
    return _PARAMETERS.fullmatch(title) is not None


def is_no_fact_section(title: str) -> bool:
    """Return whether a title, such as "Roadmap" or a date, suggests a section on the past, plans or other projects."""
    return _NOT_FACTS_TITLE.search(title) is not None


def is_record(text: str) -> bool:
    """Return whether the top of a document has the status of a proposal or decision, and another field of a record.

    What such a document says about code was planned or true at its time.
    """
    has_status, others, is_below, is_code = False, 0, False, False
    for line in text.split("\n", _RECORD_LINES)[:_RECORD_LINES]:
        is_code ^= _RECORD_FENCE.match(line) is not None
        if is_code:
            continue
        if is_below and line.strip():
            has_status, is_below = has_status or _RECORD_STATUS.match(line) is not None, False
        is_below = is_below or _RECORD_HEADING.fullmatch(line.rstrip()) is not None
        field = _RECORD_FIELD.match(line)
        name = re.sub(r"[\s-]+", " ", field["name"].strip().lower()) if field else ""
        if field is not None and name == "status":
            has_status = has_status or _RECORD_STATUS.match(field["value"]) is not None
        value = field["value"].strip() if field is not None else ""
        others += bool(value) and (
            name in _RECORD_OTHER_FIELDS or (name in _RECORD_DATES and any(map(str.isdigit, value)))
        )
    return has_status and others > 0
