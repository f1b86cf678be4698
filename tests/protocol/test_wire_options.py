"""Options of a kept pack, sent to the client: they mean the same when the client sends them back."""

from dataclasses import fields

import pytest

from ctx_lsp.packing.model import PackOptions
from ctx_lsp.protocol.answers.kept_packs import wire_options
from ctx_lsp.protocol.requests import pack_options
from ctx_lsp.retrieval.model import ResultFilter
from ctx_lsp.settings import Settings

OTHER = PackOptions(
    max_tokens=900,
    min_completeness=0.25,
    dependency_depth=0,
    include_tests=True,
    rerank=False,
    format="compact",
    filter=ResultFilter(("python",), ("Function",), ("src/**",), ("docs/**",), False),
    pin=("a.py::f",),
    exclude=("b.py",),
    policy="split",
    cursor="off",
    encoding="cl100k_base",
    since="0123456789abcdef",
    tree=True,
    guidance=False,
)


@pytest.mark.parametrize("options", [PackOptions(), OTHER])
def test_options_that_a_client_sends_back_are_those_of_the_pack(options: PackOptions) -> None:
    assert pack_options(wire_options(options), Settings()) == options


def test_every_option_differs_from_its_default_in_the_test_above() -> None:
    default = PackOptions()
    same = [one.name for one in fields(PackOptions) if getattr(OTHER, one.name) == getattr(default, one.name)]
    assert not same
