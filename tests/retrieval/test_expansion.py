"""Expansion of a question's words: weights, and abbreviations learned from the code."""

import pytest

from ctx_lsp.retrieval.question.abbreviations import abbreviations, candidates
from ctx_lsp.retrieval.question.expansion import related_terms
from ctx_lsp.retrieval.ranking.weights import TUNING, without
from ctx_lsp.snapshot.host import Host
from ctx_lsp.syntax.words import stem
from ctx_lsp.text.source import SourceText
from tests.retrieval.searching import found
from tests.workspaces import files_of, snapshot_of, snapshot_of_package

DESK = "".join(
    f'=== desk/{name}.py\ndef {name}(cfg):\n    """Read the {name} from the configuration."""\n    return cfg.{name}\n'
    for name in ("colour", "height", "width", "drawer")
)
LAMP = "=== lamp/bulb.py\ndef bulb(cfg):\n    return cfg.bulb\n"
FLOOR = "".join(f"=== floor/tile{number}.py\ndef lay{number}(tile):\n    return tile\n" for number in range(30))


def test_an_abbreviation_is_learned_from_chunks_that_hold_both() -> None:
    learned = abbreviations(snapshot_of(DESK + LAMP + FLOOR).lexical)
    assert learned(stem("configuration")) == {"cfg": 1.0}
    assert learned("colour") == {}
    assert learned("tile") == {}  # too short to be abbreviated
    assert learned("nowhere") == {}


def test_nothing_is_learned_without_the_neighbouring_word() -> None:
    apart = DESK.replace("the configuration", "what was set") + "=== a.md\n# Configuration\n" + FLOOR
    assert abbreviations(snapshot_of(apart).lexical)("configuration") == {}


def test_very_common_words_are_not_abbreviations() -> None:
    assert abbreviations(snapshot_of(DESK).lexical)("configuration") == {}


def test_learned_abbreviations_follow_from_the_texts_alone() -> None:
    files = files_of(DESK + LAMP + FLOOR)
    host = Host()
    for path in reversed(files):
        host.apply({path: SourceText(b"cfg configuration = 1\n")})
        host.apply({path: files[path]})
    host.resolve()
    learned = abbreviations(host.snapshot(len(files)).lexical)
    assert learned("configuration") == abbreviations(snapshot_of(DESK + LAMP + FLOOR).lexical)("configuration")


def test_code_is_found_that_only_abbreviates() -> None:
    def paths(*off: str) -> set[str]:
        tuning = without(TUNING, off)
        answer = found(snapshot_of(DESK + LAMP + FLOOR), "where is the configuration used", tuning=tuning)
        return {item.path for item in answer.items}

    assert "lamp/bulb.py" in paths()
    assert "lamp/bulb.py" not in paths("abbreviated")


@pytest.mark.parametrize(
    ("word", "short"),
    [
        ("context", "ctx"),
        ("configuration", "cfg"),
        ("configuration", "config"),
        ("message", "msg"),
        ("request", "req"),
        ("address", "addr"),
        ("parameter", "param"),
        ("package", "pkg"),
        ("source", "src"),
        ("attribute", "attr"),
        ("index", "idx"),
        ("command", "cmd"),
    ],
)
def test_possible_abbreviations(word: str, short: str) -> None:
    assert short in candidates(word)


@pytest.mark.parametrize(("word", "other"), [("context", "con-text"), ("context", "co"), ("message", "essage")])
def test_names_without_similar_ones(word: str, other: str) -> None:
    assert other not in candidates(word)
    assert word not in candidates(word)


def test_abbreviations_of_a_real_package() -> None:
    learned = abbreviations(snapshot_of_package("structlog").lexical)
    found = {word: set(learned(stem(word))) for word in ("exception", "context", "processor")}
    assert found == {"exception": {"exc"}, "context": {"ctx"}, "processor": set()}


def test_a_related_term_never_outweighs_its_word() -> None:
    view = snapshot_of(DESK + LAMP + FLOOR).lexical
    said = stem("tile")
    weights = related_terms(view, (said, "cfg"), lambda term: {"bulb": 1.0, "cfg": 1.0} if term == said else {})
    assert weights.keys() == {"bulb"}  # what the question says is no stand-in
    rare, common = view.document_frequency("bulb"), view.document_frequency(said)
    assert weights["bulb"] * view.idf(rare) == pytest.approx(view.idf(common))
    assert related_terms(view, ("bulb",), lambda _: {said: 0.5, "unheard": 1.0}) == {said: 0.5}
