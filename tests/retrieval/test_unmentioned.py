"""Words of questions that the workspace does not mention in any form."""

from dataclasses import replace

import pytest

from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.retrieval.question.spelling import respelt
from ctx_lsp.retrieval.question.unmentioned import MAX_WORDS, with_unmentioned
from ctx_lsp.snapshot.host import Host
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText
from tests.workspaces import snapshot_of

SHOP = """
=== shop/checkout.py
def apply_discount(customer, total):
    '''The discount of a returning customer; a behavior of the checkout.'''
    return total * customer.discount
=== shop/login.py
class RedisStore(Store):
    '''Authenticates users; sessions are kept by memcachedclient.'''
=== shop/client.py
def send(client):
    return client
=== LICENSE
Redistribution of handshakes is permitted.
"""


@pytest.fixture(scope="module")
def shop() -> Snapshot:
    return snapshot_of(SHOP)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("where are invoices uploaded to S3?", ["invoices", "uploaded", "S3"]),
        ("where is the discount applied?", []),
        ("who authenticates a customer, and what is authentication?", []),  # another form of the word
        ("where do users log in?", []),  # `login` is one word in the code
        ("is the redis store shared?", []),  # part of a name
        ("does memcached hold the discount?", []),  # the beginning of a compound
        ("who signs the handshake of a tribut?", ["tribut"]),
        ("is a hand redistributed?", []),
        ("why does everything take several years?", []),  # everyday words
        ("S3", []),  # a lookup
        ("uploads, an upload and uploading", ["uploads"]),  # one word
        ("what is the behaviour of the checkout", []),  # the British spelling
        ("how is the discuont uploaded", ["uploaded"]),  # a misspelt word is read as another one
        ("doesn't it cost 1234567 or 7️⃣ at all?", []),
        ("does `uploadClient` send?", []),  # a part of the name is mentioned
        ("wo wird das Geld überwiesen", ["wo", "wird", "Geld", "überwiesen"]),
        ("ग्राहक कहाँ है", ["ग्राहक", "कहाँ", "है"]),  # with vowel signs
        ("please refactor the invoices of a customer", ["invoices"]),  # what to do need not be mentioned
        (
            'File "/srv/venv/shop/login.py", line 3, in uploads\n  /opt/lib/shop/login.py:7: invoices',
            ["uploads", "invoices"],
        ),
        ("shop.send(0xc000, 0x1)\n\t/go/shop/login.go:3 +0x1d", []),
        ("05T12:00Z web | \tat acme.Login.send(Login.java:3) ~[shop-1.0.jar:na]", ["acme"]),
        ("", []),
    ],
)
def test_words_of_which_the_index_has_no_form_are_unmentioned(shop: Snapshot, query: str, expected: list[str]) -> None:
    assert list(with_unmentioned(shop.lexical, respelt(shop.lexical, analyse(query))).unmentioned) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("is S3 asked for IPv6, e2e, md5 or 2FA?", []),
        ("is it created in r2?", []),  # letters around it
        ("does s4 need b2b or h264?", ["s4", "b2b", "h264"]),  # `s4` of `items4`, `b2b` of a digest, `h264` of `h2645`
    ],
)
def test_a_word_with_digits_is_mentioned_in_a_longer_name(query: str, expected: list[str]) -> None:
    cloud = snapshot_of("""
=== cloud.py
class IPv6Address: ...
def put_s3_bucket(items4): return md5sum("9ab2b8c1")
def run_e2e_tests(): return createR2Client(MAX_2FA, h2645)
""")
    assert list(with_unmentioned(cloud.lexical, analyse(query)).unmentioned) == expected


def test_words_of_earlier_texts_are_not_mentioned() -> None:
    host = Host()
    for text in ("memcachedclient = s3client = 1", "client = 1"):
        host.apply({"other.py": SourceText(b"other = 1", "python"), "a.py": SourceText(text.encode(), "python")})
        host.resolve()
    edited = with_unmentioned(host.snapshot(2).lexical, analyse("does memcached keep a client in S3?"))
    assert edited.unmentioned == ("memcached", "S3")


def test_a_pasted_text_has_a_bound(shop: Snapshot) -> None:
    words = [f"qw{first}{second}x" for first in "abcdefgh" for second in "abcdefgh"]
    asked = with_unmentioned(shop.lexical, analyse(" ".join(words)))
    assert asked.unmentioned == tuple(words[:MAX_WORDS])


def test_a_word_is_mentioned_as_soon_as_a_file_has_it() -> None:
    question = analyse("where are invoices uploaded?")
    assert with_unmentioned(snapshot_of(SHOP).lexical, question).unmentioned == ("invoices", "uploaded")
    more = snapshot_of(f"{SHOP}\n=== shop/upload.py\ndef upload_invoice(invoice):\n    return invoice\n")
    assert with_unmentioned(more.lexical, question).unmentioned == ()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), ""),
        (("S3",), 'Nothing here mentions "S3".'),
        (("S3", "invoice"), 'Nothing here mentions "S3" or "invoice".'),
        (("a1", "b1", "c1"), 'Nothing here mentions "a1", "b1" or "c1".'),
        (("a1", "b1", "c1", "d1"), 'Nothing here mentions "a1", "b1", "c1" or 1 more word.'),
        (("a1", "b1", "c1", "d1", "e1"), 'Nothing here mentions "a1", "b1", "c1" or 2 more words.'),
    ],
)
def test_the_remark_names_the_first_of_them(words: tuple[str, ...], expected: str) -> None:
    assert replace(analyse("why is it so?"), unmentioned=words).remark == expected


def test_parts_of_a_secret_are_no_words() -> None:
    question = analyse("where is aws_secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYzUbW8xEqwT' uploaded?")
    assert with_unmentioned(snapshot_of(SHOP).lexical, question).unmentioned == ("aws", "uploaded")
