"""The work of a cold start, an edit and a question in a fixed workspace, by count: no more than it was.

Counts do not depend on the machine. A change that does more work has to raise a number here, and say why.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.profiling import Profile, profiled
from ctx_lsp.packing.model import PackRequest, QuestionSubject
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Workspace
from tests.protocol.wire import until

TEXT_ONLY = Settings(model=ModelSettings("none"), cache=CacheSettings(enabled=False))
FILES = {
    "shop/prices.py": """\
from shop.taxes import rate


class Price:
    def __init__(self, net: int) -> None:
        self.net = net

    def gross(self) -> float:
        return self.net * rate("books")
""",
    "shop/taxes.py": """\
RATES = {"books": 1.07}


def rate(kind: str) -> float:
    return RATES[kind]
""",
    "shop/orders.py": """\
from shop.prices import Price


def total(prices: list[Price]) -> float:
    return sum(price.gross() for price in prices)
""",
    "web/cart.ts": """\
import { money } from "./money";

export function show(total: number): string {
  return money(total);
}
""",
    "web/money.ts": """\
export function money(amount: number): string {
  return amount.toFixed(2);
}
""",
    "README.md": "# Shop\n\nPrices with taxes.\n",
}
EDITED = "shop/taxes.py"


class Counted:
    """A workspace, and the work since the last look."""

    def __init__(self, root: Path, profile: Profile) -> None:
        self.workspace = Workspace([root], TEXT_ONLY)
        self._profile = profile
        self._before: Counter[str] = Counter()

    def work(self) -> dict[str, int]:
        """The counts since the last call: of parses and the like, and of values that the engine computed."""
        now = Counter(self._profile.counts)
        for source, kinds in self.workspace.status().work.items():
            now[f"computed: {source}"] = kinds.get("computed", 0) + kinds.get("unchanged", 0)
        new, self._before = now - self._before, now
        return dict(sorted(new.items()))

    def edit(self, before: str, after: str) -> None:
        """Replace a part of the original text of the edited file."""
        text = FILES[EDITED].replace(before, after)
        assert text != FILES[EDITED]
        self.workspace.set_document(EDITED, SourceText(text.encode(), "python"))
        self.settle()

    def settle(self) -> None:
        """Wait until nothing is left to do, preparations included."""
        assert self.workspace.wait_ready(60)
        until(lambda: not self.workspace._writer.put(lambda writer: writer.texts.to_prepare).result())


@pytest.fixture
def counted(tmp_path: Path) -> Iterator[Counted]:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    with profiled() as profile:
        made = Counted(tmp_path, profile)
        made.workspace.start()
        made.settle()
        yield made
        made.workspace.close()


def ask(workspace: Workspace) -> None:
    workspace.analysis().result().pack(PackRequest(QuestionSubject("how is the total price computed?")), CancelToken())


def test_a_cold_start_reads_and_parses_each_file_once(counted: Counted) -> None:
    assert counted.work() == {
        "bytes read": sum(map(len, FILES.values())),
        "computed: edges": len(FILES),
        "computed: entry": len(FILES),
        "matches": 127,
        "parses": len(FILES) - 1,  # Markdown has no grammar here
        "whole parses": len(FILES) - 1,
    }


def test_an_edit_computes_what_it_changes(counted: Counted) -> None:
    counted.workspace.set_document(EDITED, SourceText(FILES[EDITED].encode(), "python"))
    counted.settle()
    counted.work()
    counted.edit("RATES[kind]", "RATES[kind] + 0")
    own = {"computed: edges": 1, "computed: entry": 1, "matches": 20, "parses": 1}
    assert counted.work() == own
    counted.edit("def rate", "def quota")
    assert counted.work() == own | {"computed: edges": 2}, "the file that imports the name, too"


def test_a_question_parses_and_computes_nothing(counted: Counted) -> None:
    counted.work()
    ask(counted.workspace)
    assert counted.work() == {"postings": 9, "rows": 12}
    ask(counted.workspace)
    assert counted.work() == {}, "the pack is cached"
