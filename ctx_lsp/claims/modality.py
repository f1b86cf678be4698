"""Words that show that a sentence or a document states no fact about the present code.

A claim in a plan, a piece of history or a question can be confirmed, but not refuted. In an illustration this holds
only for names that stand alone.
"""

import re

_OTHER_TIMES = re.compile(
    r"\b(?:will|would|should|shall|could|might|planned|plan to|plans to|todo|fixme|proposals?|proposed?|"
    r"suggest(?:s|ed)?|"
    r"wish|someday|eventually|later version|future|upcoming|roadmap|not yet|used to|formerly|previously|originally|"
    r"historically|legacy|in the past|removed|removes|removal|deleted|dropped|renamed?|replaced|replaces|moved|"
    r"deprecated|obsolete|no longer|instead of|rather than|unlike|imagine|suppose|assume|assuming|hypothetical\w*|"
    r"fictional|pretend|(?:does|do|did|is|are) ?n[o']t (?:exist|have|be)|lacks?|there (?:is|are) no|"
    r"was (?:called|named|part|in)|were (?:called|named)|had|"
    r"migrat\w+|upgrad\w+|if .{0,40}\b(?:had|existed)|false that|untrue|wrong(?:ly)?|incorrect(?:ly)?|"
    r"mistaken(?:ly)?)\b|"
    r"\bno <|\?$",
    re.IGNORECASE,
)
_ILLUSTRATION = re.compile(
    r"\b(?:for example|for instance|e\.g|such as|examples?|similar to|analogous|equivalent|compared|comparable|"
    r"inspired|counterpart|let's|say|create|creates|add|adding|write|define|implement|introduce|invent|"
    r"(?:your|my|their|our|some|any|own|custom)(?: \w+){0,2} <|third[- ]party|external|upstream|"
    r"other (?:projects|libraries))\b|"
    r"\b(?:your|my|some|any|own|custom)(?: \w+){0,2} <|\b(?:named|called) <",
    re.IGNORECASE,
)
_NOT_FACTS = re.compile(
    r"(?:^|/)(?:change(?:s|_?log)?|changelogs?|history|news|releases?|release[-_]?notes?|whats?[-_]?new|migrat\w*|"
    r"upgrad\w*|roadmap|todo|backlog|plans?|proposals?|rfcs?|adrs?|decisions?|drafts?|ideas|archive[sd]?|legacy|blog|"
    r"posts?|news|vendor|third[-_]?party|node_modules|licenses?|copying|notice|credits|authors|contributors|"
    r"code[-_]of[-_]conduct|sponsors|translations?|i18n|locales?)(?:[-_.][^/]*)?(?:/|$)",
    re.IGNORECASE,
)
_NOT_FACTS_TITLE = re.compile(
    r"^\W*(?:v?\d+\.\d+|\[?unreleased|change ?log|release notes|what'?s new|history|roadmap|todo|planned|"
    r"future|proposal|proposed|ideas?|migrat|upgrad|deprecat|removed|breaking|alternatives|prior art|related "
    r"(?:work|projects)|"
    r"see also|credits|acknowledg|comparison|compared)",
    re.IGNORECASE,
)


def is_hedged(text: str) -> bool:
    """Return whether a sentence, or a part of one, is about other times: a plan, history, a wish or a question."""
    return _OTHER_TIMES.search(text) is not None


def is_illustration(text: str) -> bool:
    """Return whether the names in a sentence may be examples, names to invent, or names of other projects."""
    return _ILLUSTRATION.search(text) is not None


def is_no_fact_document(path: str) -> bool:
    """Return whether the path of a document says that it describes other times or other projects, like a changelog."""
    return _NOT_FACTS.search(path) is not None


def is_no_fact_section(title: str) -> bool:
    """Return whether a heading says that its section describes other times or projects: a version, a roadmap."""
    return _NOT_FACTS_TITLE.search(title) is not None
