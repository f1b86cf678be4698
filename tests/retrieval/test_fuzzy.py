"""Names that are nearly right: accepted and rejected misspellings; exact names are left alone."""

import pytest

from ctx_lsp.retrieval.channels.channels import CLOSE_NAMES, PREFIX_NAMES, Channel, fuzzy, prefixes
from ctx_lsp.retrieval.channels.fuzzy import similar_names
from ctx_lsp.retrieval.model import ResultFilter, SearchRequest
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.retrieval.searching import context_of, found
from tests.workspaces import snapshot_of, snapshot_of_package

HOTEL = """
=== hotel.ts
export class ReservationService {
  getUserName() { return this.name }
  getUserByNumber() { return this.user }
  makeAdmission() { return 1 }
}
export class Reservations {}
export function cancel_all_bookings() { return 0 }
export function cancelAllBookingsNow() { return 0 }
export function session() { return 0 }
export class _Ledger {}
export const run = () => 0
export const ran = () => 0
"""


def names(written: str, *, look_up: bool = True) -> list[str]:
    return list(similar_names(snapshot_of(HOTEL), written, look_up=look_up))


@pytest.mark.parametrize(
    ("written", "closest"),
    [
        ("ReservationServce", "ReservationService"),  # a letter is missing
        ("ReservationServicce", "ReservationService"),  # one too many
        ("ReservationServise", "ReservationService"),  # a wrong one
        ("ReservationSerivce", "ReservationService"),  # two in the wrong order
        ("eRservations", "Reservations"),
        ("ReservatoinServce", "ReservationService"),  # two mistakes in a long name
        ("reservation_service", "ReservationService"),  # another style
        ("cancelAllBookings", "cancel_all_bookings"),
        ("Leger", "_Ledger"),
        ("gUN", "getUserName"),
        ("getNumber", "getUserByNumber"),  # words between
        ("ResServ", "ReservationService"),
        ("caBo", "cancel_all_bookings"),
        ("Admission", "makeAdmission"),  # a part
        ("username", "getUserName"),
    ],
)
def test_the_closest_name(written: str, closest: str) -> None:
    assert names(written)[0] == closest


@pytest.mark.parametrize(
    "written",
    [
        "rin",  # every short name is a letter from another
        "Xeservations",  # a wrong first letter
        "Session",  # a capital means a type
        "Resolutions",
        "___",
        "größe",
    ],
)
def test_names_that_are_not_close(written: str) -> None:
    assert names(written) == []


def test_in_a_question_names_are_written_in_full() -> None:
    assert names("ReservationServce", look_up=False) == ["ReservationService"]
    assert names("gUN", look_up=False) == names("Admission", look_up=False) == []


def test_how_close_names_are() -> None:
    close = similar_names(snapshot_of(HOTEL), "cancelAllBooking", look_up=True)
    assert close["cancel_all_bookings"] == pytest.approx(15 / 16)  # sixteen letters, one missing
    assert "cancelAllBookingsNow" not in close  # that one begins so


def test_a_name_that_occurs_somewhere_is_not_misspelt() -> None:
    snapshot = snapshot_of(HOTEL + "export const guests = Reservatio.from(outside)\n")
    assert not similar_names(snapshot, "Reservatio", look_up=False)
    assert names("Reservatio", look_up=False) == ["Reservations"]


def units(snapshot: Snapshot, query: str) -> list[str]:
    ranked = fuzzy(context_of(snapshot, query)).units
    return [snapshot.files[unit.path].definitions[unit.symbol].qualname for unit, _ in ranked]


def test_only_unknown_names_are_searched_for() -> None:
    snapshot = snapshot_of(HOTEL)
    assert units(snapshot, "getUserName") == []
    assert units(snapshot, "where does getUserNmae get its value") == ["ReservationService.getUserName"]
    assert units(snapshot, "where do users get a name") == []


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("RetryCalState", "tenacity/__init__.py::RetryCallState"),
        ("retry_if_excepton", "tenacity/retry.py::retry_if_exception"),
        ("WaitRandomExponential", "tenacity/wait.py::wait_random_exponential"),
        ("wREx", "tenacity/wait.py::wait_random_exponential"),
        ("before_sleep_lgo", "tenacity/before_sleep.py::before_sleep_log"),
    ],
)
def test_look_ups_in_a_real_package(query: str, first: str) -> None:
    answer = found(snapshot_of_package("tenacity"), query)
    assert answer.items[0].symbol == first


def test_there_are_few_and_always_the_same() -> None:
    lines = [f"def handle_request_{number:03}(): ..." for number in range(200)]
    there, back = (snapshot_of("=== a.py\n" + "\n".join(order)) for order in (lines, reversed(lines)))
    for written in ("handle_request", "handleReqest_100"):
        close = similar_names(there, written, look_up=True)
        assert list(close.items()) == list(similar_names(back, written, look_up=True).items())
    assert len(units(there, "handleReqest_100")) == CLOSE_NAMES
    assert sorted(units(there, "handleReqest_100")) == sorted(units(back, "handleReqest_100"))


@pytest.mark.parametrize(("channel", "query"), [(fuzzy, "handleReqest"), (prefixes, "handle_req")])
def test_names_in_files_that_are_not_wanted_take_no_room(channel: Channel, query: str) -> None:
    near = "=== near.py\n" + "\n".join(f"def handle_reqest{number}(): ..." for number in range(PREFIX_NAMES))
    snapshot = snapshot_of(near + "\n=== far.py\ndef handle_reqests_of_all(): ...\ndef try_handleReqest(): ...\n")
    wanted = context_of(snapshot, SearchRequest(query, filter=ResultFilter(include=("far.py",))))
    assert {unit.path for unit, _ in channel(wanted).units} == {"far.py"}
    assert "far.py" not in {unit.path for unit, _ in channel(context_of(snapshot, query)).units}
