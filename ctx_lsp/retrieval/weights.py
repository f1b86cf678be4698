"""How much each channel and each ranking rule counts, by intent. What they compute is in `channels` and `rank`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace

from ctx_lsp.retrieval.model import Intent

CHANNELS = ("bm25", "concept", "summary", "dense", "tests", "symbol", "prefix", "fuzzy", "file", "verbatim", "place")


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the parts, in units of a first rank in one channel; a part of weight 0 is not computed."""

    bm25: float = 1.0
    derived: float = 0.6  # share of a word that others of its root count in bm25
    abbreviated: float = 0.3  # share of a word that the code base's abbreviations of it count in bm25
    concept: float = 0.2
    summary: float = 0.5  # sentences about the code, where a model makes any; they say again what the code says
    lexical: float = 0.0  # BM25 scores, as shares of the best
    dense: float = 1.0
    meaning: float = 0.0  # cosines
    tests: float = 0.3  # what the tests that were found test
    symbol: float = 1.0
    prefix: float = 0.3
    fuzzy: float = 1.0  # names close to one that nothing bears
    file: float = 1.0  # a path written in the question
    verbatim: float = 8.0  # above all that is merely alike, in a test too
    place: float = 10.0
    path: float = 0.3
    name: float = 0.3
    phrase: float = 0.0  # several words in one name
    described: float = 0.0  # words in declaration and documentation
    commits: float = 0.2  # words in the messages of commits, where they are read
    centrality: float = 0.0
    public: float = 0.0
    version: float = 0.5  # lost by what lies in an older version's folder
    kind: float = 0.5  # lost by fields, constants and the like
    callable: float = 0.0  # functions and methods
    outside: float = 0.0  # lost by what is in no definition
    extent: float = 0.0  # long definitions
    coherence: float = 0.3
    graph: float = 0.3
    feedback: float = 2.0  # what was said of earlier packs, where it is asked for
    members: float = 0.4
    role: float = 0.4  # share of the score that a test, example or document loses
    saturation: float = 0.3  # lost for each better result of the same file
    rerank: float = 0.3  # share of the model that reads the best candidates, beside all other parts together

    def of(self, part: str) -> float:
        """The weight of a part by its name."""
        return float(getattr(self, part))


PARTS = tuple(field.name for field in fields(Weights))

Tuning = Mapping[Intent, Weights]

# A question is answered by the right files, one good place in each; a change needs several symbols of the same file
# and no tests. Found by varying one weight at a time over questions about twenty-five projects in nineteen languages,
# and kept where messages of commits to ten others, asked as questions, did not contradict.
TUNING: Tuning = {
    # A name is meant to the letter; where nothing bears it, its parts may stand anywhere.
    "symbol": Weights(
        bm25=2.0, derived=0.0, abbreviated=0.0, concept=0.0, fuzzy=3.0, dense=0.5, graph=0.0, commits=0.0
    ),
    "question": Weights(path=0.4, coherence=0.4, role=0.3, graph=0.2, saturation=0.4, name=0.15, phrase=0.3, tests=0.2),
    "change": Weights(
        kind=0.75, name=0.5, role=0.6, graph=0.4, saturation=0.05, tests=0.4, centrality=0.2, public=0.1, described=0.2
    ),
}


def without(tuning: Tuning, parts: Iterable[str]) -> Tuning:
    """The tuning with the named parts off, as ablations need it. Raises `ValueError` for a part that does not exist."""
    off = dict.fromkeys(parts, 0.0)
    unknown = sorted(off.keys() - set(PARTS))
    if unknown:
        raise ValueError(f"{unknown[0]} is no part of the ranking; the parts are {', '.join(PARTS)}")
    return {intent: replace(weights, **off) for intent, weights in tuning.items()}
