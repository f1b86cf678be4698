"""`docs/protocol.md` has the commands and types of the server, so a change of the protocol is a diff of that page."""

import os
from pathlib import Path

from tests.docs.protocol_page import protocol_page

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
BEGIN = "<!-- protocol: made by tests/docs/test_protocol.py -->\n"


def test_the_page_has_the_protocol_of_the_server() -> None:
    made = f"{PAGE.read_text('utf-8').partition(BEGIN)[0]}{BEGIN}\n{protocol_page()}"
    if os.environ.get("UPDATE_DOCS"):
        PAGE.write_text(made, "utf-8")
    assert PAGE.read_text("utf-8") == made, "run `make generated`"
