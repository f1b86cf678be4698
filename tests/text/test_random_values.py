"""Degrees of randomness, by values of the kinds that each degree has to keep apart."""

import pytest

from ctx_lsp.text.random_values import Degree
from ctx_lsp.text.secret_rules import load_rules

DEGREES: tuple[Degree, ...] = ("plausible", "mixed", "random", "unmistakable")


@pytest.mark.parametrize(
    ("value", "degrees"),
    [
        ("password", ()),
        ("Hersteltoken", ()),
        ("customPassword", ()),
        ("hunter2x", ("plausible",)),
        ("Hunter2x", ("plausible", "mixed")),
        ("kq3v7z2m9x4b8n1c6w5t0y2r", ("plausible", "random")),
        ("9f8e7d6c5b4a39281706f5e4d3c2b1a0", ("plausible", "random")),
        ("0f3a9c1e-77b2-4d5e-a6f0-1b2c3d4e5f60", ("plausible", "random")),
        ("acme_live_9f8e7d6c5b4a39281706f5e4d3c2b1a0", ("plausible", "random", "unmistakable")),
        ("Zk3vQ9xTzm5pWq7Rb2nY8cL4", ("plausible", "mixed", "random", "unmistakable")),
        ("PSIYbVgfkbEPQoqJfzHpACTtihONkQcKmOpNDPNiCU", ("plausible", "random")),
        ("getUserById2FromCacheOrLoad", ("plausible", "mixed")),
        ("org.eclipse.jetty/jetty-alpn-openjdk8-client", ("plausible", "mixed")),
        ("changeme_Zk3vQ9xTzm5pWq7Rb2nY8cL4", ()),
    ],
)
def test_a_value_has_the_degrees_of_its_kind(value: str, degrees: tuple[Degree, ...]) -> None:
    randomness = load_rules().randomness
    assert tuple(degree for degree in DEGREES if randomness.has(degree, value.encode(), is_bare=False)) == degrees


def test_a_bare_value_needs_a_digit_or_a_sign() -> None:
    randomness = load_rules().randomness
    assert not randomness.has("plausible", b"SomeBareqXz", is_bare=True)
    assert randomness.has("plausible", b"SomeBareqXz1", is_bare=True)
