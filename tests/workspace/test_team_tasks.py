"""Tasks that a team keeps, made from packs and what the user said of them."""

import json
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.tasks import parse_tasks
from ctx_lsp.packing.model import Pack, PackRequest, QuestionSubject, SymbolSubject
from ctx_lsp.text.generated import TEAM_TASKS
from ctx_lsp.text.roots import Roots
from ctx_lsp.workspace import Analysis, BadRequest
from ctx_lsp.workspace.packs import Packs
from tests.workspaces import snapshot_of

TOKEN = CancelToken()
SHOP = '''
=== shop/price.py
TAX = 1.19

class Price:
    """The price of an item."""

    def net(self):
        """The price without tax."""

    def net(self):
        """The price without tax, again."""

def gross_price(item):
    """The price of an item with tax."""
    return TAX * item.price
=== shop/end.py
def close(year):
    """The end of a year."""
=== lib/rates.py
def rate():
    """The rate of a tax."""
'''
QUESTION = "the price of an item"
GROSS, CLOSE, RATE = "shop/price.py::gross_price", "shop/end.py::close", "lib/rates.py::rate"


@pytest.fixture
def alone(tmp_path: Path) -> Analysis:
    return Analysis(snapshot_of(SHOP), None, roots=Roots.of([tmp_path]))


def ask(packs: Packs, now: Analysis, question: str = QUESTION) -> Pack:
    return packs.ask(now, PackRequest(QuestionSubject(question)), TOKEN)


def test_the_answers_are_what_the_user_called_useful_or_missing(alone: Analysis) -> None:
    packs = Packs()
    pack = ask(packs, alone)
    shown = {one.item.symbol for one in pack.items}
    assert GROSS in shown
    assert CLOSE not in shown
    other = ask(packs, alone, "the end of a year")
    packs.give_feedback(alone, other.pack_id, CLOSE, "useful")
    packs.give_feedback(alone, pack.pack_id, GROSS, "useful")
    packs.give_feedback(alone, pack.pack_id, RATE, "missing")
    packs.give_feedback(alone, pack.pack_id, "Price", "not")
    task = packs.team_task(alone, pack.pack_id, (), TOKEN)
    assert (task.path, task.question, task.answers) == (TEAM_TASKS, QUESTION, (GROSS, RATE))
    (read,) = parse_tasks([task.line.encode()], TEAM_TASKS)
    assert read.query == QUESTION
    assert [(one.symbol, [*map(str, one.files)], one.locations[0].line) for one in read.relevant] == [
        ("gross_price", ["shop/price.py"], 12),
        ("rate", ["lib/rates.py"], 1),
    ]


def test_answers_can_be_named(alone: Analysis) -> None:
    packs = Packs()
    pack = ask(packs, alone)
    task = packs.team_task(alone, pack.pack_id, ("shop/price.py::Price.net#2", "shop/end.py", "shop/end.py"), TOKEN)
    assert task.answers == ("shop/price.py::Price.net#2", "shop/end.py")
    assert json.loads(task.line)["relevant"] == [
        {"symbol": "Price.net", "locations": [{"path": "shop/price.py", "line": 6}]},
        {"path": "shop/end.py"},
    ]


def test_an_answer_that_is_named_twice_is_one_answer(alone: Analysis) -> None:
    packs = Packs()
    pack = ask(packs, alone)
    task = packs.team_task(alone, pack.pack_id, ("gross_price", GROSS), TOKEN)
    assert task.answers == (GROSS,)
    assert [one["symbol"] for one in json.loads(task.line)["relevant"]] == ["gross_price"]


def test_the_task_is_kept_in_the_folder_of_its_answers(tmp_path: Path) -> None:
    for folder in ("app", "lib"):
        (tmp_path / folder).mkdir()
    roots = Roots.of([tmp_path / "app", tmp_path / "lib"])
    now, packs = Analysis(snapshot_of(SHOP), None, roots=roots), Packs()
    pack = ask(packs, now)
    task = packs.team_task(now, pack.pack_id, (RATE,), TOKEN)
    assert task.path == f"lib/{TEAM_TASKS}"
    assert json.loads(task.line)["relevant"] == [{"symbol": "rate", "locations": [{"path": "rates.py", "line": 1}]}]
    with pytest.raises(BadRequest, match="must be in files of one workspace folder"):
        packs.team_task(now, pack.pack_id, (RATE, GROSS), TOKEN)


def test_what_can_be_no_task_is_refused(alone: Analysis, tmp_path: Path) -> None:
    packs = Packs()
    pack = ask(packs, alone)
    with pytest.raises(BadRequest, match="mark the code that answers the question"):
        packs.team_task(alone, pack.pack_id, (), TOKEN)
    with pytest.raises(BadRequest, match="no symbol named 'nothing'"):
        packs.team_task(alone, pack.pack_id, ("nothing",), TOKEN)
    with pytest.raises(BadRequest, match="no pack '000'"):
        packs.team_task(alone, "000", (GROSS,), TOKEN)
    about = packs.ask(alone, PackRequest(SymbolSubject(GROSS)), TOKEN)
    with pytest.raises(BadRequest, match="only a pack for a question"):
        packs.team_task(alone, about.pack_id, (GROSS,), TOKEN)
    secret = ask(packs, alone, 'why is the price with password = "correct-horse-9battery" wrong?')
    with pytest.raises(BadRequest, match="would be readable in the repository: ask again without it"):
        packs.team_task(alone, secret.pack_id, (GROSS,), TOKEN)
    (tmp_path / TEAM_TASKS).parent.mkdir()
    (tmp_path / TEAM_TASKS).write_text(f'not a task\n{"[" * 100_000}\n[]\n{{"query": 5}}\n{{"query": "{QUESTION}"}}\n')
    with pytest.raises(BadRequest, match="has this question already") as refused:
        packs.team_task(alone, pack.pack_id, (GROSS,), TOKEN)
    assert refused.value.reason == "keptQuestion"


def test_code_that_is_gone_is_no_answer(alone: Analysis) -> None:
    packs = Packs()
    pack = ask(packs, alone)
    packs.give_feedback(alone, pack.pack_id, GROSS, "useful")
    packs.give_feedback(alone, pack.pack_id, "Price", "useful")
    later = Analysis(snapshot_of(SHOP.replace("gross_price", "price_with_tax")), None, roots=alone.roots)
    assert packs.team_task(later, pack.pack_id, (), TOKEN).answers == ("shop/price.py::Price",)
