"""The id of a message that is nested too deeply to be parsed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.protocol.transport import outer_id as outer
from ctx_lsp.protocol.transport.outer_id import outer_id

TEXTS = st.text(alphabet='{}[]":,\\ ax\nü', max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
)


@pytest.mark.parametrize("inner", ['{"id":%s}', "[%s]", '[{"a":"]}\\\\", "b":[%s]}]'])
@pytest.mark.parametrize("body", ['{"id": 7, "params": %s}', '{"params": %s, "id": 7, "x": [8]}'])
def test_a_deep_message_has_its_own_id(body: str, inner: str) -> None:
    params = "1"
    for _ in range(2_000):
        params = inner % params
    with pytest.raises(RecursionError):
        json.loads(body % params)
    assert outer_id((body % params).encode()) == 7


@given(st.dictionaries(TEXTS | st.just("id"), VALUES, max_size=5), st.booleans())
def test_of_a_message_the_outer_members_are_read(message: dict[str, object], escaped: bool) -> None:
    body = json.dumps(message, ensure_ascii=escaped).encode()
    without = json.loads(outer._without_inner(body))
    assert without == {name: type(one)() if isinstance(one, list | dict) else one for name, one in message.items()}
    expected = message.get("id")
    is_id = isinstance(expected, int | str) and not isinstance(expected, bool)
    assert outer_id(body) == (expected if is_id else None)


@pytest.mark.parametrize("body", [b"", b"[", b'{"id"', b'{"id": 1, "a": [[', b'{"id": 1, "a": "', b"}]}", b"\xff{\\"])
def test_any_bytes_have_an_id_or_none(body: bytes) -> None:
    assert outer_id(body) in (1, None)
