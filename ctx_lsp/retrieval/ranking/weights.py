"""How much each channel and each ranking rule counts, by intent. What they compute is in `channels` and `rank`.

The weights were fitted to commits and documentation of many repositories (`training.figures.fit_ranking`), then moved a
little where that cost nothing there and public tasks gained. What a question says outright (`verbatim`, `place`,
`file`) and what a file is for (`role`) are decisions: commits tell nothing of them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace

from ctx_lsp.retrieval.model import Intent

# The parts that the channels give; the others follow from what they found.
CHANNELS = ("bm25", "lexical", "summary", "dense", "meaning", "symbol", "prefix", "fuzzy", "file", "verbatim", "place")


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the parts, in units of a first rank in one channel; a part of weight 0 is not computed."""

    bm25: float = 0.2
    derived: float = 0.6  # share of a word that others of its root count in bm25
    abbreviated: float = 0.3  # share of a word that the code base's abbreviations of it count in bm25
    summary: float = 0.5  # sentences about the code, where a model makes any; they say again what the code says
    lexical: float = 0.8  # BM25 scores, as shares of the best
    dense: float = 0.2
    meaning: float = 1.8  # cosines
    symbol: float = 0.6
    prefix: float = 0.0
    fuzzy: float = 1.0  # names close to one that nothing bears
    file: float = 1.0  # a path written in the question
    verbatim: float = 8.0  # above all that is merely alike, in a test too
    place: float = 10.0
    path: float = 0.3
    name: float = 0.1
    covered: float = 0.4  # rare words of the question in the whole name
    commits: float = 0.2  # words in the messages of commits, where they are read
    centrality: float = 0.4
    callable: float = 0.25  # functions and methods
    extent: float = 0.5  # long definitions
    coherence: float = 0.25
    graph: float = 0.35
    feedback: float = 2.0  # what was said of earlier packs, where it is asked for
    role: float = 0.35  # share of the score that a test, example or document loses
    saturation: float = 0.15  # lost for each better result of the same file
    rerank: float = 0.3  # share of the model that reads the best candidates, beside all other parts together

    def of(self, part: str) -> float:
        """The weight of a part by its name."""
        return float(getattr(self, part))

    def of_code(self, share: float) -> "Weights":
        """These weights for a question that is about code by that share: what favours code counts by it."""
        return replace(self, **{part: share * self.of(part) for part in FAVOURING_CODE})


FAVOURING_CODE = ("callable", "extent", "centrality", "coherence", "graph", "role")
PARTS = tuple(field.name for field in fields(Weights))

Tuning = Mapping[Intent, Weights]

QUESTION = Weights()
# A name is meant to the letter; where nothing bears it, a close one is, or one that begins so.
LOOK_UP = replace(
    QUESTION, derived=0.0, abbreviated=0.0, symbol=4.0, fuzzy=3.0, prefix=0.3, callable=0.0, graph=0.0, commits=0.0
)
TUNING: Tuning = {"symbol": LOOK_UP, "question": QUESTION, "change": QUESTION}


def without(tuning: Tuning, parts: Iterable[str]) -> Tuning:
    """The tuning with the named parts off, as ablations need it. Raises `ValueError` for a part that does not exist."""
    off = dict.fromkeys(parts, 0.0)
    unknown = sorted(off.keys() - set(PARTS))
    if unknown:
        raise ValueError(f"{unknown[0]} is no part of the ranking; the parts are {', '.join(PARTS)}")
    return {intent: replace(weights, **off) for intent, weights in tuning.items()}
