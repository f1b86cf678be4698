"""Packs for questions: sent code is not repeated, and without a match nothing is shown."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.entry import FileEntry, qualname_of
from ctx_lsp.packing.answer import passage_features, relevance
from ctx_lsp.packing.answer.passage_features import Rated, mostly_inside
from ctx_lsp.packing.answer.passages import Passage, passages_of
from ctx_lsp.packing.answer.relevance import PassageRatings, RatedPassage, Rater, mixed
from ctx_lsp.packing.answer.steps import StepMaker
from ctx_lsp.packing.detail.lines import covers, meets, without
from ctx_lsp.packing.model import PackFormat, PackOptions
from ctx_lsp.retrieval.model import Item
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText
from tests.packing.checks import lines_shown
from tests.packing.office import OFFICE
from tests.packing.shop import ask, encoded, find
from tests.workspaces import snapshot_of

FORMATS: tuple[PackFormat, ...] = ("markdown", "xml", "json", "compact")
VOUCHER, LETTER = "when does a voucher lower the sum", "Dear customer, yours sincerely: who writes that?"


@pytest.mark.parametrize("budget", [300, 500, 600])
def test_sent_code_is_not_shown_again(budget: int) -> None:
    first = ask(OFFICE, VOUCHER, PackOptions(budget))
    second = ask(OFFICE, LETTER, PackOptions(1500), first.items)
    declaration = {"office/invoices.py": ((8, 9),)}
    for path, before in lines_shown(first).items():
        shown = without(lines_shown(second).get(path, ()), declaration.get(path, ()))
        whole = [one for one in passages_of(OFFICE.files[path]) if covers(before, ((one.start, one.end),))]
        assert not [one for one in whole if meets(shown, ((one.start, one.end),))]
    assert second.items
    third = ask(OFFICE, VOUCHER, PackOptions(budget), (*first.items, *second.items, *ask(OFFICE, VOUCHER).items))
    assert third.items == ()
    assert re.search("^Sent before: .*`settle_invoice`", third.text, re.MULTILINE)


def test_a_needed_signature_that_was_sent_is_not_shown_again() -> None:
    workspace = snapshot_of('''
=== far/helper.py
def compute(value):
    """Work."""
    return value + 1
=== apple.py
from far.helper import compute


def peel_apple(apple):
    """Peel an apple."""
    return compute(apple)
=== banana.py
from far.helper import compute


def slice_banana(banana):
    """Slice a banana."""
    return compute(banana)
''')
    first = ask(workspace, "peel an apple")
    second = ask(workspace, "slice a banana", None, first.items)
    assert "far/helper.py::compute" in {one.item.symbol for one in first.items}
    assert [one.item.symbol for one in second.items] == ["banana.py::slice_banana"]
    assert second.completeness.score == 1.0, "what was sent counts as present"


@pytest.mark.parametrize("form", FORMATS)
def test_where_nothing_matches_the_nearest_is_named_and_nothing_shown(
    structlog_snapshot: Snapshot, form: PackFormat
) -> None:
    question = "how does photosynthesis in algae feed lasagna bakeries near volcanoes with processors"
    pack = ask(structlog_snapshot, question, PackOptions(format=form))
    assert (pack.items, pack.document.excerpts) == ((), ())
    assert encoded(pack.text) == pack.tokens.used < 150
    nearest = qualname_of(find(structlog_snapshot, question).ranked[0].symbol or "")
    assert nearest in pack.warnings[0]
    assert nearest in pack.readiness.reason
    assert not pack.readiness.ready
    assert f"nearest: {nearest}" in pack.text
    pinned = ask(structlog_snapshot, question, PackOptions(format=form, pin=("structlog/stdlib.py::BoundLogger.bind",)))
    assert "structlog/stdlib.py::BoundLogger.bind" in {one.item.symbol for one in pinned.items}, "a pin is meant"


def test_where_nothing_is_found_nothing_is_shown() -> None:
    pack = ask(OFFICE, "photosynthesis of algae")
    assert (pack.items, pack.warnings) == ((), ("No matching code found.",))
    assert not pack.readiness.ready
    assert pack.tokens.used < 100


def test_steps_are_made_once_where_something_was_sent_before(monkeypatch: pytest.MonkeyPatch) -> None:
    made: Counter[tuple[StepMaker, str, int]] = Counter()
    make = StepMaker._offers

    def counted(self: StepMaker, group: Sequence[RatedPassage]) -> object:
        made[self, group[0].path, group[0].passage.start] += 1
        return make(self, group)

    first = ask(OFFICE, VOUCHER, PackOptions(300))
    monkeypatch.setattr(StepMaker, "_offers", counted)
    assert ask(OFFICE, LETTER, PackOptions(1500), first.items).items
    assert set(made.values()) == {1}


def test_files_are_rated_once_but_for_those_of_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    rated: Counter[str] = Counter()
    features = passage_features.passage_features

    def counted(entry: FileEntry, *others: object) -> object:
        rated[entry.path] += 1
        return features(entry, *others)  # type: ignore[arg-type]  # as they came

    monkeypatch.setattr(relevance, "passage_features", counted)
    symbol = "office/invoices.py::settle_invoice"
    assert OFFICE.definition(symbol)
    assert ask(OFFICE, VOUCHER, PackOptions(pin=(symbol,))).items
    assert {path for path, times in rated.items() if times == 2} <= {"office/invoices.py"}
    assert set(rated.values()) <= {1, 2}
    assert len(rated) > 1


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 6)), max_size=8), st.integers(0, 30), st.integers(1, 30))
def test_a_result_covers_the_passages_of_which_it_holds_half(
    places: list[tuple[int, int]], first: int, lines: int
) -> None:
    passages: list[Passage] = []
    for gap, length in places:
        start = (passages[-1].end if passages else 0) + gap
        passages.append(Passage(start, start + length, -1))
    source = SourceText(b"a\n" * 80)  # two bytes a line
    item = Item("a.py", 2 * first, 2 * (first + lines), None, "File", "python", "", 0.0, {})
    covered = [
        row
        for row, one in enumerate(passages)
        if 2 * (min(one.end, first + lines) - max(one.start, first)) >= one.end - one.start
    ]
    assert list(range(len(passages)))[mostly_inside(passages, source, item)] == covered


def test_few_of_the_rated_passages_become_objects(
    structlog_snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    rated, made = [], []
    choose, rows = PassageRatings.rated, Rater.rate

    def counted(self: PassageRatings, chosen: Iterable[int]) -> Iterator[RatedPassage]:
        for one in choose(self, chosen):
            made.append(one)
            yield one

    def rate(self: Rater, ranked: Sequence[Rated]) -> PassageRatings:
        ratings = rows(self, ranked)
        rated.append(len(ratings.chances))
        return ratings

    monkeypatch.setattr(PassageRatings, "rated", counted)
    monkeypatch.setattr(Rater, "rate", rate)
    assert ask(structlog_snapshot, "how are the processors of a logger called").items
    assert len(made) < sum(rated) / 2, "most passages are no candidates"


def test_ratings_of_several_parts_are_their_means() -> None:
    parts = [Rater(OFFICE, find(OFFICE, text).evidence, CancelToken()) for text in (VOUCHER, LETTER)]
    ratings = [
        part.rate([(item, 1.0) for item in find(OFFICE, text).ranked])
        for part, text in zip(parts, (VOUCHER, LETTER), strict=True)
    ]
    both = {one[:2]: one.chance for one in rated_passages(mixed(ratings))}
    own = [{one[:2]: one.chance for one in rated_passages(one)} for one in ratings]
    assert list(both) == sorted(both, key=lambda place: (place[0], place[1].start))
    assert both == pytest.approx({place: sum(part.get(place, 0.0) for part in own) / 2 for place in both})
    assert own[0].keys() | own[1].keys() == both.keys()


def rated_passages(ratings: PassageRatings) -> list[RatedPassage]:
    return list(ratings.rated(range(len(ratings.chances))))
