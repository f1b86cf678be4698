"""Lines with likely secrets are redacted, and the pack names their places. Secrets are generated when the tests run."""

import random
import re
import string

import pytest

from ctx_lsp.graph.entry import make_entry
from ctx_lsp.packing.detail.lines import LEFT_OUT
from ctx_lsp.packing.detail.redaction import secret_lines
from ctx_lsp.packing.detail.staleness import lines_now
from ctx_lsp.packing.model import PackFormat
from ctx_lsp.text.source import SourceText
from tests.packing.shop import about
from tests.workspaces import snapshot_of

FORMATS: tuple[PackFormat, ...] = ("markdown", "xml", "json", "compact")
_RANDOM = random.Random(7)  # noqa: S311  # for the look of it


def letters(count: int) -> str:
    return "".join(_RANDOM.choice(string.ascii_letters + string.digits) for _ in range(count))


TOKEN = f"ghp_{letters(36)}"
KEY_LINES = [letters(64) for _ in range(11)] + [letters(30)]
KEY = "\n".join(["-----BEGIN PRIVATE KEY-----", *KEY_LINES, "-----END PRIVATE KEY-----"])
WORKSPACE = snapshot_of(f'''
=== app/client.py
import http

TOKEN = "{TOKEN}"
LIMIT = 3

def connect(host):
    """Open a connection."""
    session = http.Session(host)
    session.headers["X"] = "{TOKEN}"
    session.limit = LIMIT
    return session.open(TOKEN)

CERTIFICATE = """
{KEY}
"""

def sign(text):
    return text + CERTIFICATE
=== .env
DATABASE = secret-place
=== config/id_rsa
anything
''')


@pytest.mark.parametrize("form", FORMATS)
def test_a_definition_is_shown_without_the_line_of_its_secret(form: PackFormat) -> None:
    pack = about(WORKSPACE, "app/client.py::connect", format=form)
    assert TOKEN not in pack.text
    assert all(TOKEN not in one.text and TOKEN not in one.item.signature for one in pack.items)
    assert "    … (seems to hold a secret: left out)" in pack.text
    assert "return session.open(TOKEN)" in pack.text
    assert pack.warnings[-1] == (
        "Possible secrets were redacted at app/client.py:3, app/client.py:9, app/client.py:14."
    )


def test_a_need_that_is_all_secret_is_listed_as_unresolved() -> None:
    pack = about(WORKSPACE, "app/client.py::connect")
    assert [(one.symbol, one.reason) for one in pack.completeness.unresolved] == [("app/client.py::TOKEN", "secret")]
    assert "app/client.py::LIMIT" in {one.item.symbol for one in pack.items if one.level == "full"}
    assert pack.completeness.score is not None
    assert pack.completeness.score < 1.0


@pytest.mark.parametrize("symbol", ["app/client.py::TOKEN", ".env::DATABASE"])
def test_a_definition_that_is_all_secret_is_only_named(symbol: str) -> None:
    pack = about(WORKSPACE, symbol)
    [packed] = [one for one in pack.items if one.item.symbol == symbol]
    assert (packed.level, packed.text) == ("outline", symbol.partition("::")[2])
    assert re.search(rf"^main \(name only\): {packed.text}(?:;|$)", pack.text, re.MULTILINE)
    assert lines_now(WORKSPACE, packed) is not None  # it has not changed


def test_no_line_of_a_long_key_is_shown() -> None:
    for symbol in ("CERTIFICATE", "sign"):
        pack = about(WORKSPACE, f"app/client.py::{symbol}")
        assert not [line for line in KEY_LINES if line in pack.text or any(line in one.text for one in pack.items)]
        assert "PRIVATE KEY" not in pack.text


def test_a_definition_that_a_secret_begins_or_ends_does_not_pass_for_a_whole_one() -> None:
    workspace = snapshot_of(f"""
=== a.py
def f():
    log()
    return '{TOKEN}'

def g(key='{TOKEN}'):
    pass
""")
    for name, text in (("f", f"def f():\n    log()\n    {LEFT_OUT}\n"), ("g", f"{LEFT_OUT}\n    pass\n")):
        pack = about(workspace, f"a.py::{name}")
        [packed] = pack.items
        assert packed.text == text
        assert text in pack.text
        assert lines_now(workspace, packed) is not None


def test_places_are_those_of_bytes() -> None:
    entry = make_entry("a.py", SourceText(f"é = 'ü'\r\na = '{TOKEN}'\r\nb = 'ö'\r\nc = '{TOKEN}'\r\n".encode()))
    assert secret_lines(entry) == ((1, 2), (3, 4))


def test_nothing_of_a_file_that_people_keep_secrets_in_is_shown() -> None:
    symbols = [one.id for one in WORKSPACE.files[".env"].definitions]
    for symbol in symbols:
        pack = about(WORKSPACE, symbol)
        assert "secret-place" not in pack.text
        assert all("secret-place" not in one.text + one.item.signature for one in pack.items)
