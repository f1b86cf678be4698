"""Embedding models measured on held-out pairs."""

import json
from pathlib import Path

import numpy as np
import pytest

from ctx_lsp.models.model_files import BUNDLED_EMBEDDER
from ctx_lsp.training.embedder import evaluate
from ctx_lsp.training.embedder.evaluate import difference
from ctx_lsp.training.embedder.ranks import FEWEST


def test_a_difference_has_an_interval_by_packages() -> None:
    before, after = np.array([0.5] * 12), np.array([1.0, 0.5] * 6)
    from_documentation = difference(before, after, [f"package {number // 2}" for number in range(12)])
    assert from_documentation == "+0.2500 [+0.2500, +0.2500], 12 questions of 6 packages"


def test_few_packages_give_no_interval() -> None:
    assert difference(np.zeros(2), np.ones(2), ["a", "b"]) == "+1.0000, 2 questions of 2 packages"


def test_each_origin_of_pairs_is_measured_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = []
    for number in range(FEWEST):
        words = f"number {number} of all the texts"
        fields = {"path": "a.go", "language": "go", "package": f"p{number % 6}", "split": "validation"}
        lines += [{"query": words, "text": f"a.go f{number}\n{words}", "kind": "doc", **fields}]
        other = FEWEST - number  # so that the text most alike answers another question
        lines += [{"query": words, "text": f"b.go f{other}\nnumber {other}", "kind": "commit", **fields}]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, lines)))
    monkeypatch.setattr("sys.argv", ["evaluate_embedder", str(tmp_path), str(BUNDLED_EMBEDDER), "--questions", "24"])
    evaluate.main()
    commits, _, documentation, same = capsys.readouterr().out.splitlines()
    figures = [float(line.split("MRR@10 ")[1].split()[0]) for line in (commits, documentation)]
    assert figures[0] < 0.5 < figures[1]
    assert " commits " in commits
    assert " documentation " in documentation
    assert same.strip() == "+0.0000 [+0.0000, +0.0000], 24 questions of 6 packages"
