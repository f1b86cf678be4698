"""Profiles: each stage gets its own time alone, stages inherit languages, and nothing is recorded without a profile."""

import threading
from time import thread_time

import pytest

from ctx_lsp.base.profiling import count, is_profiling, profiled, stage


def work(seconds: float) -> None:
    """Use the processor for so many seconds."""
    end = thread_time() + seconds
    while thread_time() < end:
        pass


def test_the_time_of_an_inner_stage_is_not_that_of_the_outer_one() -> None:
    with profiled() as profile, stage("outer", "python"):
        work(0.02)
        with stage("inner"):
            work(0.06)
    assert 0.06 <= profile.seconds["inner", "python"] < 0.1
    assert 0.02 <= profile.seconds["outer", "python"] < 0.05


def test_a_stage_that_fails_counts_too() -> None:
    with profiled() as profile:
        with pytest.raises(ValueError, match="x"), stage("outer"), stage("inner"):
            raise ValueError("x")
        with stage("after"):
            pass
    assert set(profile.seconds) == {("outer", ""), ("inner", ""), ("after", "")}


def test_threads_do_not_nest_in_each_other() -> None:
    def run() -> None:
        with stage("elsewhere"):
            count("pieces", 2)

    with profiled() as profile, stage("outer", "python"):
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    assert set(profile.seconds) == {("outer", "python"), ("elsewhere", "")}
    assert profile.counts == {"pieces": 2}


def test_without_a_profile_nothing_is_recorded() -> None:
    with profiled() as profile:
        assert is_profiling()
    with stage("later"):
        count("pieces")
    assert not is_profiling()
    assert (profile.seconds, profile.counts) == ({}, {})
