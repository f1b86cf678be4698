"""The fit of confidence, on made-up questions and on real packages."""

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace as changed

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.evaluation.tasks import Target, Task
from ctx_lsp.packing.assessment.confidence import BEST_PASSAGES, confidence_from
from ctx_lsp.packing.model import PackRequest, QuestionSubject
from ctx_lsp.training.figures import logistic
from ctx_lsp.training.figures.fit_confidence import (
    REPOSITORIES,
    _similar,
    cross_validated,
    current_chances,
    fitted,
    main,
)
from ctx_lsp.training.figures.judgement import judged
from ctx_lsp.training.figures.observations import WEIGHTS, Observation, figures_of, read_observations, sample_of

TRUE = np.array([-4.5, 5.0, 3.0, 1.0, 1.0, 0.0])
NONSENSE = "xyzzy plugh frobnicate\n\nblorptang snerfle wugwug\n"
TASKS = (
    ("tenacity", "stop after a number of attempts", "tenacity/stop.py", "class stop_after_attempt(stop_base):"),
    ("tenacity", "wait a random time between two retries", "tenacity/wait.py", "class wait_random(wait_base):"),
    ("structlog", "render the event as JSON", "structlog/processors.py", "class JSONRenderer:"),
    ("structlog", "print log entries to a file", "structlog/_output.py", "class PrintLogger:"),
)


def observations(count: int, repos: int = 10) -> list[Observation]:
    """Questions whose chance of an answer follows from their figures by the model `TRUE`."""
    random = np.random.default_rng(7)
    figures = random.random((count, 5))
    own = random.random(count) < logistic.predict(TRUE, figures)
    return [
        Observation(str(number % repos), "own" if answered else "like", "words", tuple(one), read=one[3], is_shown=True)
        for number, (answered, one) in enumerate(zip(own, figures.tolist(), strict=True))
    ]


def test_the_weights_behind_the_questions_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WEIGHTS, "like", 1.0)
    model = fitted(sample_of(observations(20_000), "words"))["answerable"]
    assert np.allclose(model, TRUE, atol=0.3)


def test_plain_questions_count_only_for_what_is_shown() -> None:
    made = observations(500)
    plain = [changed(one, repo="plain", is_plain=True, kind="own", read=1.0) for one in observations(300)]
    without, joined = (fitted(sample_of(some, "words")) for some in (made, [*made, *plain]))
    assert (without["answerable"] == joined["answerable"]).all()
    assert (without["shown"] != joined["shown"]).any()


def test_a_repository_without_a_named_one_is_like_the_next_in_its_language(tmp_path: Path) -> None:
    tasks = {
        name: [Task(name, "q", (Target(path=path),), repo=name)]
        for name, path in {"a": "x.py", "b": "x.go", "c": "y.go", "d": "z.rs", "e": "w.py"}.items()
    }
    assert _similar(tasks, {"a": "e"}) == {"a": "e", "b": "c", "c": "b", "d": "e", "e": "b"}


def test_a_repository_is_judged_by_a_fit_to_the_others() -> None:
    made = observations(500)
    turned = [changed(one, kind="like" if one.kind == "own" else "own") if one.repo == "3" else one for one in made]
    first, second = (cross_validated(sample_of(some, "words")) for some in (made, turned))
    three = sample_of(made, "words").repos == "3"
    assert (first["answerable"][three] == second["answerable"][three]).all()
    assert (first["answerable"][~three] != second["answerable"][~three]).all()


def test_an_answer_counts_as_shown_once_half_of_it_can_be_read() -> None:
    own = [Observation("r", "own", "words", (0.5, 0.0, 0.5, 0.5, 1.0), read=read) for read in (0.0, 0.49, 0.5, 1.0)]
    other = Observation("r", "like", "words", (0.5, 0.0, 0.5, 0.5, 1.0))
    labels = sample_of([*own, other], "words").labels
    assert labels["shown"].tolist() == [False, False, True, True, False]
    assert labels["answerable"].tolist() == [True, True, True, True, False]


def test_a_pack_that_shows_no_main_result_is_not_ready() -> None:
    figures = (1.0, 1.0, 1.0, 1.0, 2.0)  # as sure as can be
    shows = [Observation("r", "own", "meaning", figures, read=read, is_shown=True) for read in (0.0, 1.0)]
    sample = sample_of([*shows, Observation("r", "own", "meaning", figures, read=1.0)], "meaning")
    lines = judged(sample, current_chances(sample, "meaning"))
    assert "ready from 0.90: 50.0% of 2 show none, 50.0% of those that show all are" in lines


def test_figures_are_those_that_a_pack_rests_on(tenacity_root: Path) -> None:
    with open_analysis(tenacity_root, settings_of(tenacity_root), semantic=True) as analysis:
        for asked, coverage in ((analysis, 1.0), (replace(analysis, pool=None), 0.0)):
            for query in ("stop after a number of attempts", "wait a random time", "xyzzy plugh frobnicate"):
                figures, best = figures_of(asked, query)
                _, meaning, mentioned, concentration, _ = figures
                sure = confidence_from(figures, by_meaning=bool(coverage))
                pack = asked.pack(PackRequest(QuestionSubject(query)), CancelToken())
                assert sure.shown == pack.confidence
                assert len(best) == (BEST_PASSAGES if concentration else 0)
                assert (meaning > 0.0) == bool(coverage)
                assert (mentioned < 1.0) == (query == "xyzzy plugh frobnicate")


def test_every_repository_of_the_data_is_like_another() -> None:
    known = json.loads(REPOSITORIES.read_text())
    assert all(about["like"] in known and about["like"] != repo for repo, about in known.items())
    assert all(re.fullmatch(r"[0-9a-f]{40}", about["commit"]) for about in known.values())


def test_questions_about_packages_give_figures(
    tmp_path: Path, tenacity_root: Path, structlog_root: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    (tmp_path / "tenacity").symlink_to(tenacity_root)
    (tmp_path / "structlog").symlink_to(structlog_root)
    tasks = [
        {"id": query, "repo": repo, "query": query, "relevant": [{"path": path, "lines": [line]}]}
        for repo, query, path, line in TASKS
    ]
    (tmp_path / "tasks.jsonl").write_text("\n".join(map(json.dumps, tasks)))
    (tmp_path / "nonsense.txt").write_text(NONSENSE)
    (tmp_path / "like.json").write_text('{"tenacity": {"like": "structlog"}, "structlog": {"like": "tenacity"}}')
    absent = {"repository": "jd/tenacity", "half": "choose", "requests": [{"query": "play a sound"}]}
    held_out = {"repository": "jd/tenacity", "half": "held-out", "requests": [{"query": "never asked"}]}
    (tmp_path / "absent.jsonl").write_text("\n".join(map(json.dumps, (absent, held_out))))
    options = {"--nonsense": "nonsense.txt", "--absent": "absent.jsonl", "--like": "like.json", "--keep": "kept.jsonl"}
    named = [part for option, name in options.items() for part in (option, str(tmp_path / name))]
    monkeypatch.setattr(sys, "argv", ["fit_confidence", str(tmp_path), str(tmp_path / "tasks.jsonl"), *named])
    main()
    first = capsys.readouterr().out
    for mode in ("meaning", "words"):
        assert f"By {mode} (2 repositories; questions: 4 own, 4 like, 1 absent, 4 nonsense)" in first
    own = [one for one in read_observations(tmp_path / "kept.jsonl") if one.kind == "own" and one.mode == "meaning"]
    assert all(one.is_shown for one in own)
    assert sum(one.read for one in own) >= 3
    assert sum(one.reach for one in own) >= 3
    (tmp_path / "tenacity").unlink()  # whose observations are kept
    main()
    assert capsys.readouterr().out == first[first.index("\nBy meaning") :]


def test_a_repository_needs_one_like_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    task = {"id": "a", "repo": "alone", "query": "q", "relevant": [{"path": "x.py", "lines": ["x"]}]}
    (tmp_path / "tasks.jsonl").write_text(json.dumps(task))
    (tmp_path / "nonsense.txt").write_text(NONSENSE)
    nonsense = ["--nonsense", str(tmp_path / "nonsense.txt")]
    monkeypatch.setattr(sys, "argv", ["fit_confidence", str(tmp_path), str(tmp_path / "tasks.jsonl"), *nonsense])
    with pytest.raises(SystemExit):
        main()
    assert "no tasks about a repository like alone" in capsys.readouterr().err
