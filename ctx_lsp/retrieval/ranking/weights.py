"""Weights of the channels and ranking rules, by intent. The channels are in `channels`, the rules in `rank`.

The weights were fitted to commits and documentation of many repositories (`training.figures.fit_ranking`). They were
then adjusted slightly wherever a change improved public tasks without loss on these repositories. The weights for
explicit references (`verbatim`, `place`, `file`) and for file roles (`role`) were chosen by hand, because commits do
not show how much they matter.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace

from ctx_lsp.retrieval.model import Intent

# The parts that channels add. All other parts come from ranking rules.
CHANNELS = ("bm25", "lexical", "summary", "dense", "meaning", "symbol", "prefix", "fuzzy", "file", "verbatim", "place")


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the score parts.

    With weight 1, the first rank in a channel scores 1; with weight 0, a part is not computed.
    """

    bm25: float = 0.2
    derived: float = 0.6  # bm25 weight of a word with the same root, relative to the word in the question
    abbreviated: float = 0.3  # bm25 weight of an abbreviation in the code base, relative to the word in the question
    summary: float = 0.5  # sentences that a model wrote about the code; they repeat what the code says
    lexical: float = 0.8  # BM25 scores, as shares of the best score
    dense: float = 0.2
    meaning: float = 1.8  # cosines
    symbol: float = 0.6
    prefix: float = 0.0
    fuzzy: float = 1.0  # names similar to a name that does not exist
    file: float = 1.0  # a path written in the question
    verbatim: float = 8.0  # an exact match ranks above all similar code, even in a test
    place: float = 10.0
    path: float = 0.3
    name: float = 0.1
    covered: float = 0.4  # rare words of the question in the whole name
    data: float = 0.8  # data files that the question's words suggest
    commits: float = 0.3  # words in the messages of the commits that touched the file
    centrality: float = 0.4
    callable: float = 0.25  # functions and methods
    extent: float = 0.5  # long definitions
    coherence: float = 0.25
    graph: float = 0.35
    feedback: float = 2.0  # verdicts on earlier packs, if feedback is enabled
    role: float = 0.35  # share of the score that a test, example or document loses
    saturation: float = 0.15  # lost for each better result from the same file
    rerank: float = 0.4  # share of the reranker's scores; all other parts together have the rest

    def of(self, part: str) -> float:
        """Return the weight of a part."""
        return float(getattr(self, part))

    def of_code(self, share: float) -> "Weights":
        """Return a copy in which the weights of all parts that favour code are multiplied by `share` (0–1)."""
        return replace(self, **{part: share * self.of(part) for part in FAVOURING_CODE})


FAVOURING_CODE = ("callable", "extent", "centrality", "coherence", "graph", "role")
PARTS = tuple(field.name for field in fields(Weights))

Tuning = Mapping[Intent, Weights]

QUESTION = Weights()
# A lookup is for an exact name. If that name does not exist, similar names and names with that prefix are meant.
LOOK_UP = replace(
    QUESTION,
    derived=0.0,
    abbreviated=0.0,
    symbol=4.0,
    fuzzy=3.0,
    prefix=0.3,
    callable=0.0,
    graph=0.0,
    data=0.0,
    commits=0.0,
)
TUNING: Tuning = {"symbol": LOOK_UP, "question": QUESTION, "change": QUESTION}


def without(tuning: Tuning, parts: Iterable[str]) -> Tuning:
    """Return the tuning with some parts switched off, for ablations. Raises `ValueError` if a part does not exist."""
    off = dict.fromkeys(parts, 0.0)
    unknown = sorted(off.keys() - set(PARTS))
    if unknown:
        raise ValueError(f"{unknown[0]} is not a part of the ranking; the parts are {', '.join(PARTS)}")
    return {intent: replace(weights, **off) for intent, weights in tuning.items()}
