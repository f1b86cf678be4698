"""A small shop that tasks ask about, searched by its text alone."""

from collections.abc import Iterator

import pytest

from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.workspace import Analysis, Workspace

TEXT_ONLY = Settings(model=ModelSettings("none"), cache=CacheSettings(enabled=False))


@pytest.fixture(scope="module")
def analysis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analysis]:
    root = tmp_path_factory.mktemp("shop")
    (root / "shop.py").write_text("def total(items):\n    '''The price of all items.'''\n    return sum(items)\n")
    (root / "mail.py").write_text("def send_mail(address):\n    return address\n")
    workspace = Workspace([root], TEXT_ONLY)
    workspace.start()
    workspace.wait_ready()
    yield workspace.analysis().result()
    workspace.close()
