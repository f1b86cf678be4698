"""Questions that a team keeps in its repository, and runs that must reach a mean."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "cart.py").write_text("def total(prices):\n    return sum(prices)\n")
    (tmp_path / "mail.py").write_text("def send(letter):\n    return letter\n")
    return tmp_path


def test_a_kept_question_is_run_and_must_reach_a_mean(run: Run, shop: Path) -> None:
    kept = run("eval", shop, "--keep", "sum of the prices", "--answer", "cart.py::total", "--answer", "cart.py")
    assert (kept.code, kept.err) == (0, "")
    (line,) = (shop / ".ctx-lsp/eval.jsonl").read_text().splitlines()
    assert json.loads(line)["relevant"] == [
        {"symbol": "total", "locations": [{"path": "cart.py", "line": 1}]},
        {"path": "cart.py"},
    ]
    ran = run("eval", shop, "--no-semantic", "--require", "recall=1", "--json")
    assert (ran.code, ran.json["report"]["total"]["figures"]["recall"]["mean"]) == (0, 1.0)
    assert "eval.jsonl" not in run("search", shop, "sum of the prices", "--no-semantic").out
    assert run("eval", shop, "--keep", "where are letters sent?", "--answer", "cart.py").code == 0
    failed = run("eval", shop, "--no-semantic", "--budget", "0", "--require", "ndcg=1", "--require", "linesShown=0.5")
    assert failed.code == 1
    assert "ndcg is 0." in failed.err
    assert "no task has linesShown, but 0.5 is required" in failed.err


def test_a_question_is_kept_on_a_line_of_its_own(run: Run, shop: Path) -> None:
    (shop / ".ctx-lsp").mkdir()
    file = shop / ".ctx-lsp/eval.jsonl"
    file.write_text('{"id": "1", "query": "letters", "relevant": [{"path": "mail.py"}]}')  # as some editors leave it
    assert run("eval", shop, "--keep", "sum", "--answer", "cart.py").code == 0
    assert [json.loads(line)["query"] for line in file.read_text().splitlines()] == ["letters", "sum"]


def test_an_answer_is_found_as_it_is_named_and_kept_as_results_name_it(run: Run, shop: Path) -> None:
    code = "class Order:\n    def total(self):\n        return 1\n\n\n"
    (shop / "cart.py").write_text(code + code.replace("Order", "Cart") + code.replace("1", "2").replace("total", "net"))
    answers = ["./cart.py::Cart.total", str(shop / "mail.py"), "cart.py::Order.net"]
    assert run("eval", shop, "--keep", "sum", *(part for one in answers for part in ("--answer", one))).code == 0
    (line,) = (shop / ".ctx-lsp/eval.jsonl").read_text().splitlines()
    assert json.loads(line)["relevant"] == [
        {"symbol": "Cart.total", "locations": [{"path": "cart.py", "line": 7}]},
        {"path": "mail.py"},
        {"symbol": "Order.net", "locations": [{"path": "cart.py", "line": 12}]},
    ]


def test_a_name_of_several_symbols_is_refused_and_an_exact_one_found(run: Run, shop: Path) -> None:
    (shop / "cart.py").write_text(
        "class Cart:\n    def total(self): return 1\n    def total(self): return 2\n"
        "class Order:\n    def total(self): ...\n    def net(self): ...\n"
        "class Cart:\n    def total(self): ...\n"
        "def net(): ...\n"
    )
    refused = run("eval", shop, "--keep", "sum", "--answer", "cart.py::total")
    assert refused.code > 0
    problem = "cart.py has several symbols total: Cart.total, Order.total; name one"
    assert problem in " ".join(refused.err.split())
    names = ["Cart#2.total", "Cart.total", "net", "Order.net", "Order#net"]
    answers = [part for one in names for part in ("--answer", f"cart.py::{one}")]
    assert run("eval", shop, "--keep", "sum", *answers).code == 0
    (line,) = (shop / ".ctx-lsp/eval.jsonl").read_text().splitlines()
    assert [(one["symbol"], one["locations"][0]["line"]) for one in json.loads(line)["relevant"]] == [
        ("Cart.total", 8),
        ("Cart.total", 3),  # the second definition replaces the first
        ("net", 9),
        ("Order.net", 6),
    ]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--keep", "sum"], "--keep needs an --answer"),
        (["--keep", "sum", "--answer", "gone.py"], "there is no file gone.py"),
        (["--keep", "sum", "--answer", "../outside.py"], "there is no file ../outside.py"),
        (["--keep", "sum", "--answer", "cart.py::sums"], "there is no symbol sums in cart.py"),
        (["--keep", "sum", "--answer", "cart.py::Cart.total"], "there is no symbol Cart.total in cart.py"),
        (["--keep", 'password = "correct-horse-9battery"', "--answer", "cart.py"], "ask again without it"),
        (["--require", "tokens=1"], "no figure named 'tokens'"),
        (["--require", "recall=2"], "with a number from 0 to 1"),
        (["--require", "recall"], "with a number from 0 to 1"),
    ],
)
def test_wrong_arguments_are_refused(run: Run, shop: Path, arguments: list[str], complaint: str) -> None:
    (shop / ".ctx-lsp").mkdir()
    (shop / ".ctx-lsp/eval.jsonl").write_text('{"id": "1", "query": "letters", "relevant": [{"path": "mail.py"}]}\n')
    (shop.parent / "outside.py").write_text("")
    ran = run("eval", shop, *arguments)
    assert ran.code > 0
    assert complaint in " ".join(ran.err.split())
    assert "has this question already" in run("eval", shop, "--keep", "letters", "--answer", "mail.py").err
