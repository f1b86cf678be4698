"""Commit messages lead to the files that the commits touched."""

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.lexical.commit_messages import CommitMessage, commit_messages
from ctx_lsp.syntax.words import terms

COMMITS = [
    CommitMessage("c1", "Retry requests that time out", "The server may be slow.", ("src/client.py", "src/retry.py")),
    CommitMessage("c2", "Round prices to whole cents", "", ("src/prices.py",)),
    CommitMessage("c3", "Prices know their currency", "", ("src/prices.py", "src/currency.py")),
    CommitMessage("c4", "Nothing but a tag of prices", "", ()),
]


def found(question: str) -> dict[str, float]:
    return commit_messages(COMMITS).files(terms(question), CancelToken())


def test_files_are_found_by_commit_messages() -> None:
    assert set(found("slow time out")) == {"src/client.py", "src/retry.py"}
    prices = found("prices")
    assert prices["src/prices.py"] == 1.0
    assert 0 < prices["src/currency.py"] < 1.0


def test_few_of_the_words_say_little() -> None:
    assert found("prices and elephants in the savanna")["src/prices.py"] < found("prices")["src/prices.py"]


def test_commits_without_files_say_nothing() -> None:
    assert commit_messages(COMMITS).count == 3
    assert set(found("prices")) == {"src/prices.py", "src/currency.py"}


def test_words_that_no_message_has_find_nothing() -> None:
    assert found("elephants") == {}
    assert commit_messages([]).files(["prices"], CancelToken()) == {}


def test_the_order_of_commits_does_not_matter() -> None:
    there, back = commit_messages(COMMITS), commit_messages(COMMITS[::-1])
    assert there.files(terms("prices time"), CancelToken()) == back.files(terms("prices time"), CancelToken())
