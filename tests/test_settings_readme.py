"""The table of settings in the README is the one that the code makes."""

import os
from pathlib import Path

from ctx_lsp.settings import settings_table

README = Path(__file__).parents[1] / "README.md"
BEGIN = "<!-- settings: made by tests/test_settings_readme.py -->\n"
END = "<!-- end of settings -->\n"


def test_the_readme_has_the_settings_of_the_code() -> None:
    before, _, rest = README.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    made = f"{before}{BEGIN}\n{settings_table()}\n{END}{after}"
    if os.environ.get("UPDATE_README"):
        README.write_text(made, "utf-8")
    assert README.read_text("utf-8") == made, "run the tests once with UPDATE_README=1"
