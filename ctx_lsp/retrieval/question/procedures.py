"""Detects questions that need documents instead of code: how to work on a project, and why something was chosen.

Only the words are examined, not the index. Questions about code share most of these words ("how do I run a job", "how
is a connection released"), so a question counts only if it combines a developer task with something that concerns the
whole project. A question that names a symbol is about code.
"""

from functools import lru_cache

from ctx_lsp.text.expressions import Expression

MAX_WORDS = 20  # a longer question tells of circumstances

_ASKING = (
    r"(?:how\s(?:to|(?:do|does|can|could|should|would|must)\s(?:i|we|you|one|someone|contributors?|developers?"
    r"|maintainers?|people))|what\s(?:do|should)\s(?:i|we|you)\s(?:need|do|have)\sto(?:\sdo\sto)?"
    r"|what\sis\s(?:needed|required|necessary)\sto|(?:what|which)\scommands?(?:\s(?:do|should|can)\s(?:i|we|you)\s\w+\sto"
    r"|\sto|\slets?\sme|\swill)?|(?:steps?|instructions?|commands?)\s(?:to|for)|where\s(?:do|can)\s(?:i|we)"
    r"|(?:i|we)\s(?:want|need|would\slike)\sto)"
)
_TASK = (
    r"(?:run|execut|launch|start|build|compil|install|set\s?up|setting\sup|bootstrap|prepar|releas|publish|ship|deploy"
    r"|packag|lint|format|debug|profil|develop|work\son|check\sout|clon)(?:s|e|es|ed|ing|ning|ting)?"
)
_BETWEEN = (
    r"(?:\s(?:and\s\w+|the|a|an|all|all\sof|any|our|this|its|my|new|next|latest|whole|full|entire|local|unit|integration"
    r"|functional|end-to-end|e2e|acceptance|regression|existing|project's|required|up\sthe|up\sa|up\smy)){0,4}"
)
_THING = (
    r"(?:tests?|test\ssuites?|specs?|benchmarks?|project|repo(?:sitory)?|code\s?base|from\ssource|release|new\sversion"
    r"|documentation|docs|website|linters?|formatters?|pre-?commit(?:\shooks?)?|(?:dev(?:elopment)?|local|build|test(?:ing)?)"
    r"\s(?:environment|setup|set-up|server|machine|container|dependencies)|docker\simage|changelog|coverage|ci)"
)
_END = r"(?:\s(?:from\ssource|on\s\w+|in\s\w+|with\s\w+|for\s\w+|of\s(?:this|the|it)(?:\s\w+)?|\w+))?"
# A program may have processes of its own, such as builds, commits, deployments and reviews. These are of projects.
_PROCESS = (
    r"(?:(?:release|development|dev|contribut(?:ion|ing)|pull[\s-]request|pr)"
    r"\s(?:process(?:es)?|procedures?|steps?|workflow|polic(?:y|ies)|environment|cycle|cadence|schedule|checklist)"
    r"|(?:release|build|development|dev|contribut(?:ion|ing)|installation|setup|branching|versioning|pull[\s-]request|pr"
    r"|deprecation|backport(?:ing)?|coding|commit)"
    r"\s(?:instructions?|guides?|guidelines?|requirements?|prerequisites?|conventions?|standards?)"
    r"|(?:branching|versioning|deprecation|backport(?:ing)?)\spolic(?:y|ies))"
)
_PROCEDURES = tuple(
    Expression(f"^(?:{form})$")
    for form in (
        rf"{_ASKING}\s{_TASK}{_BETWEEN}\s{_THING}{_END}",
        rf"{_ASKING}\s(?:make|cut|create|do|prepare)(?:\s(?:the|a|an|new|next|patch|minor|major)){{0,3}}\srelease{_END}",
        r"(?:how|where|when|by\swhom)\s(?:is|are|was)(?:\s(?:the|a|an|all|new)){0,2}\s(?:releases?|new\sversions?)\s"
        rf"(?:made|cut|done|built|published|released){_END}",
        rf"(?:what|which|where|how|is|are|describe|explain|show)?(?:\s(?:is|are|does|there|me))?(?:\s(?:the|a|an|any|our))?"
        rf"\s?{_PROCESS}(?:\s(?:look(?:s)?(?:\slike)?|work|like|\w+ed|for\s\w+|of\s(?:this|the)\s\w+|here))*",
        rf"(?:what\sare\s)?(?:the\s)?(?:prerequisites|requirements|dependencies|what\s(?:do\si\sneed|is\s(?:needed|required)))"
        rf"\s(?:for|to)\s{_TASK}{_BETWEEN}(?:\s{_THING})?",
        r"how\s(?:do|can|should|could|would|to)(?:\s(?:i|we|you|one|someone))?\s(?:best\s)?"
        r"(?:contribute|get\sstarted|get\sinvolved|report\sa\s(?:bug|vulnerability|security\sissue)|submit\sa\s(?:patch|pull\srequest|pr|change))\b.*",
    )
)
_DECISIONS = Expression(
    r"\b(?:why\s(?:was|were|is|are|did|do|does|have|has)\s.*\b(?:chosen|choose|chose|adopt(?:ed)?|decided?|decision"
    r"|preferred|favou?red|opt(?:ed)?\sfor)\b"
    r"|(?:rationale|reasoning|motivation)\s(?:for|behind|of)\b|design\sdecisions?\b|decision\s(?:to|about|on|for)\b"
    r"|alternatives\s(?:were\s)?considered\b)"
)


@lru_cache(maxsize=256)
def asks_for_procedure(text: str) -> bool:
    """Return whether a question asks how developers work on the project: set it up, test, build or release it."""
    return _is_short(text) and any(form.occurs(_plain(text)) for form in _PROCEDURES)


@lru_cache(maxsize=256)
def asks_for_decision(text: str) -> bool:
    """Return whether a question asks why something was chosen."""
    return _is_short(text) and _DECISIONS.occurs(_plain(text))


def _is_short(text: str) -> bool:
    return len(text) <= 40 * MAX_WORDS and len(text.split(maxsplit=MAX_WORDS)) <= MAX_WORDS


def _plain(text: str) -> bytes:
    return " ".join(text.split()).strip(" ?.!").lower().encode("utf-8", "replace")
