"""The table of settings in `docs/settings.md` is up to date."""

import os
from pathlib import Path

from ctx_lsp.settings import settings_table

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"
BEGIN = "<!-- settings: made by tests/docs/test_settings.py -->\n"
END = "<!-- end of settings -->\n"


def test_the_page_has_the_settings_of_the_code() -> None:
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    made = f"{before}{BEGIN}\n{settings_table()}\n{END}{after}"
    if os.environ.get("UPDATE_DOCS"):
        PAGE.write_text(made, "utf-8")
    assert PAGE.read_text("utf-8") == made, "run the tests once with UPDATE_DOCS=1"
