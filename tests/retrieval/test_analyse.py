"""Analysis of questions."""

from time import thread_time

import pytest

from ctx_lsp.retrieval.question.analyse import MAX_SYMBOLS, MAX_TERMS, MAX_TEXT, analyse


@pytest.mark.parametrize(
    ("query", "intent", "symbols"),
    [
        ("Session", "symbol", ("Session",)),
        ("parse_args", "symbol", ("parse_args",)),
        ("Sinatra::Base", "symbol", ("Sinatra::Base",)),
        ("app.Server.start", "symbol", ("app.Server.start",)),
        ("run()", "symbol", ("run",)),
        ("how are sessions opened", "question", ()),
        ("how does open_session() create a SessionStore", "question", ("open_session", "SessionStore")),
        ("where is `retry` used", "question", ("retry",)),
        ("Add a retry policy to HttpClient", "question", ("HttpClient",)),
        ("Fix the crash when the list is empty", "question", ()),
        ("what does HTTPError mean", "question", ("HTTPError",)),
        ("where does überSchrift() set the éditeur_actif", "question", ("überSchrift", "éditeur_actif")),
        ("заказ", "symbol", ("заказ",)),
        ("订单总额", "symbol", ("订单总额",)),
        ("用户登录失败时会发生什么", "question", ()),
    ],
)
def test_intent_and_symbols(query: str, intent: str, symbols: tuple[str, ...]) -> None:
    understood = analyse(query)
    assert (understood.intent, understood.symbols) == (intent, symbols)


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("the cart's total isn't right", ("cart", "total", "isn", "right")),
        ("how is the request handled", ("request", "handl")),
        ("where does getUserName come from", ("getusername", "get", "user", "nam", "com")),
        ("to be or not to be", ("to", "be", "or", "not")),  # nothing but stop words: better those than nothing
        ("!!! ???", ()),
    ],
)
def test_terms_leave_out_meaningless_words(query: str, terms: tuple[str, ...]) -> None:
    assert analyse(query).terms == terms


@pytest.mark.parametrize("text", ["a" * 20_000, "A" * 20_000, "a." * 10_000, "`a" * 10_000])
def test_data_in_a_question_is_read_past(text: str) -> None:
    begun = thread_time()
    assert analyse(f"what is {text} in open_session").symbols[-1] == "open_session"
    assert thread_time() - begun < 3  # where each letter begins a search of its own: half a minute


def test_of_a_very_long_question_the_beginning_counts() -> None:
    names = [f"name_{number}" for number in range(MAX_TERMS)]
    understood = analyse(f"where are {' '.join(names)} set")
    assert understood.symbols == tuple(names[:MAX_SYMBOLS])
    assert len(understood.terms) == MAX_TERMS
    assert understood.terms[:3] == ("name_0", "nam", "0")
    pasted = analyse("where is it raised? " + "x " * MAX_TEXT + "never_read")
    assert (len(pasted.text), pasted.symbols) == (MAX_TEXT, ())
