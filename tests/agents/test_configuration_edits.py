"""Configuration files of agents are changed in place: removing an added entry gives back the same bytes."""

import json
import tomllib

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ctx_lsp.agents.client_files import with_entry, without_entry
from ctx_lsp.agents.clients import CLIENTS, SERVER, AgentClient, ClientFileError
from tests.agents.jsonc_documents import Written, documents, documents_with_entry, without_comments

JSON, TOML = CLIENTS["claude-code"], CLIENTS["codex"]
ENTRY = JSON.entry(["/opt/ö", "-P"])
EXAMPLES = [
    "{}", "{ }", "{\n}", "{\n}\n", "{}\n", "{\r\n}\r\n", '{"mcpServers":{}}', '{"mcpServers": {}}',
    '{"mcpServers": { }}',
    '{\n  "mcpServers": {}\n}\n', '{\n  "mcpServers": {\n  }\n}\n', '{\n  "mcpServers": {\n  }\n}',
    '{"a":1}',
    '{"a": [1, 2], "b": {"c": 1}, }', '{\n\t"mcpServers": {\n\t\t"other": {"command": "x"}\n\t},\n\t"z": 1\n}',
    '{\r\n  "mcpServers": {\r\n    "other": {\r\n      "command": "x"\r\n    }\r\n  }\r\n}\r\n',
    '// mine\n{\n  "inputs": [], // none\n  "mcpServers": {\n    // "off": {},\n    "x": {}, // last\n  },\n}\n',
    '{"mcpServers": {"x": 1 // why\n}}', '{"mcpServers": {// why\n}}', '{"mcpServers": {} // why\n}',
    "", "\n", " ", "\r\n", "\ufeff", "\ufeff\n", "\ufeff{}", "// mine", "// mine\n", "/* mine */", "\t// mine\r\n",
]  # fmt: skip


def plain(text: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(without_comments(text) or "{}")
    return found


def check(written: Written) -> None:
    assert isinstance(written.value, dict)
    added = with_entry(written.text, JSON, ENTRY)
    servers = written.value.get("mcpServers", {})
    assert plain(added) == written.value | {"mcpServers": servers | {SERVER: dict(ENTRY)}}
    assert with_entry(added, JSON, ENTRY) == added
    assert without_entry(added, JSON) == written.text
    assert without_entry(written.text, JSON) == written.text


@pytest.mark.parametrize("text", EXAMPLES)
def test_removing_an_added_entry_restores_the_file(text: str) -> None:
    value = json.loads(without_comments(text).strip() or "{}")
    check(Written(text, value))


@settings(max_examples=200, deadline=None)
@given(documents())
def test_removing_an_added_entry_restores_random_files(written: Written) -> None:
    check(written)


@settings(max_examples=200, deadline=None)
@given(documents_with_entry())
def test_an_existing_entry_is_updated_or_removed_alone(written: Written) -> None:
    assert isinstance(written.value, dict)
    servers = written.value["mcpServers"]
    known = servers[SERVER] if isinstance(servers[SERVER], dict) else {}
    updated = with_entry(written.text, JSON, ENTRY)
    assert plain(updated) == {"mcpServers": servers | {SERVER: known | dict(ENTRY)}}
    assert with_entry(updated, JSON, ENTRY) == updated
    left = without_entry(written.text, JSON)
    others = {name: value for name, value in servers.items() if name != SERVER}
    assert plain(left or "") in ({"mcpServers": others}, {} if not others else None)


NEIGHBOURS = [
    ('{"mcpServers": {\n  "a": 1, // one\n  ENTRY // ours\n}}', '{"mcpServers": {\n  "a": 1 // one\n   // ours\n}}'),
    ('{"mcpServers": {\n  // head\n  ENTRY,\n  "b": 2\n}}', '{"mcpServers": {\n  // head\n  "b": 2\n}}'),
    ('{"mcpServers": {"a": 1, ENTRY /* x */, "b": 2}}', '{"mcpServers": {"a": 1, /* x */ "b": 2}}'),
    ('{"mcpServers": {"a": 1, // c\n ENTRY}}', '{"mcpServers": {"a": 1 // c\n }}'),
    ('{"mcpServers": {ENTRY, }, "z": []}', '{"mcpServers": { }, "z": []}'),
]


@pytest.mark.parametrize(("text", "left"), NEIGHBOURS)
def test_comments_around_a_removed_entry_stay(text: str, left: str) -> None:
    assert without_entry(text.replace("ENTRY", '"ctx\\u002dlsp": {"command": "x", "args": [1, 2,]}'), JSON) == left


BROKEN = [
    ('{\n  "a": 1\n  "b": 2\n}', "line 3, column 3"),
    ('{"a": [1,,2]}', "line 1, column 10"),
    ('{"a": [,]}', "line 1, column 8"),
    ("{,}", "line 1, column 2"),
    ('// c\n{"a": /* open', "line 2, column 7"),
    ('\ufeff{"a": "open\n}', "line 1, column 12"),
    ("{'a': 1}", "line 1, column 2"),
    ('{"a": 1} x', "line 1, column 10"),
    ('{"a": 1', "line 1, column 8"),
    ('{"mcpServers": {},\n"mcpServers": {}}', "lines 1, 2"),
    ('{"mcpServers": null}', "`mcpServers` is null"),
    ('{"mcpServers": "x"}', "`mcpServers` is a string"),
    ('{"mcpServers": [{}]}', "`mcpServers` is a list"),
    ("[1]", "no JSON object"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_a_malformed_file_is_refused_with_the_place_of_the_error(text: str, message: str) -> None:
    with pytest.raises(ClientFileError, match=message):
        with_entry(text, JSON, ENTRY)


@settings(max_examples=200, deadline=None)
@given(documents(), st.integers(0), st.sampled_from(["", '"', "{", "}", ",", "/*", "//", "\\", "1"]))
def test_a_damaged_file_is_edited_correctly_or_refused(written: Written, place: int, damage: str) -> None:
    place %= len(written.text)
    text = written.text[:place] + damage + written.text[place + 1 :]
    try:
        added = with_entry(text, JSON, ENTRY)
    except ClientFileError:
        return
    assert plain(added)["mcpServers"]


TABLES = [
    "", "\n", "a = 1", "a = 1\n", "a = 1\r\n", "a = 1\r\n\r\n", "# only this", "\ufeffa = 1\n",
    '[mcp_servers.other]\ncommand = "x"\n\n# about b\n[b]\nc = """\n[x]\n"""\n# end',
    "[mcp_servers]\n", '[mcp_servers]\nother = {command = "x"}\n[z]\n', 'mcp_servers.other.command = "x" # one\n',
    'mcp_servers = {other = {command = "x"}} # all\n\n[z]\ny = 1\n',
]  # fmt: skip


@pytest.mark.parametrize("text", TABLES)
def test_removing_an_added_table_restores_the_file(text: str) -> None:
    added = with_entry(text, TOML, ENTRY)
    old = tomllib.loads(text.removeprefix("\ufeff"))
    servers = old.get("mcp_servers", {}) | {SERVER: dict(ENTRY)}
    assert tomllib.loads(added.removeprefix("\ufeff")) == old | {"mcp_servers": servers}
    assert with_entry(added, TOML, ENTRY) == added
    assert without_entry(added, TOML) == text


def test_a_table_is_added_after_an_empty_line_and_removed_from_between_others() -> None:
    added = with_entry("[z]\ny = 1\n", TOML, ENTRY)
    assert added.startswith("[z]\ny = 1\n\n[mcp_servers.ctx-lsp]\n")
    own = '[mcp_servers.ctx-lsp]\nargs = [] # ours\n[mcp_servers."ctx-lsp".env]\nA = "1"\n\n'
    assert without_entry(f"a = 1\n\n{own}# about z\n[z]\n", TOML) == "a = 1\n\n# about z\n[z]\n"


TOML_PIECES = [
    "", "# note", "[z]", "[z.y]", "[[w]]", "[mcp_servers.b]", "[mcp_servers]", "[mcp_servers.c.env]", 'A = "[x]"',
    "list = [\n  1, # one\n]", 'B = """\n[x]\n"""', "mcp_servers.d.command = 'x'", "mcp_servers = {}",
]  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(TOML_PIECES), max_size=8), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_removing_an_added_table_restores_random_files(pieces: list[str], newline: str, has_line_end: bool) -> None:
    text = ("\n".join(pieces) + "\n" * has_line_end).replace("\n", newline)
    try:
        old = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        assume(False)  # such as one table twice
    added = with_entry(text, TOML, ENTRY)
    assert tomllib.loads(added) == old | {"mcp_servers": old.get("mcp_servers", {}) | {SERVER: dict(ENTRY)}}
    assert with_entry(added, TOML, ENTRY) == added
    assert without_entry(added, TOML) == text


@pytest.mark.parametrize(
    "entry", ["ctx-lsp = 1", "ctx-lsp = []", 'ctx-lsp = {command = "old"}', 'ctx-lsp.command = "old"']
)
def test_an_existing_entry_that_is_no_table_is_updated_and_removed(entry: str) -> None:
    text = f"[mcp_servers]\nother = {{}} # stays\n{entry}\n\n# about z\n[z]\n"
    updated = with_entry(text, TOML, ENTRY)
    assert tomllib.loads(updated)["mcp_servers"] == {"other": {}, SERVER: dict(ENTRY)}
    left = without_entry(updated, TOML)
    assert left is not None
    assert tomllib.loads(left) == {"mcp_servers": {"other": {}}, "z": {}}
    assert [line for line in left.splitlines() if line] == ["[mcp_servers]", "other = {} # stays", "# about z", "[z]"]


def test_a_new_member_of_a_table_stands_before_the_comment_of_the_next_table() -> None:
    text = '[mcp_servers.ctx-lsp]\ncommand = "old" # mine\n\n# about z\n[z]\n'
    extended = with_entry(text, TOML, JSON.entry(["x"]))
    assert extended == text.replace('"old" # mine\n', '"x" # mine\nargs = ["mcp"]\n')


BRACKETS = """[z]
list = [
  ["z"]
]

# ours
[mcp_servers.ctx-lsp]
args = [
  ["a"],  # ]
  ['''
[mcp_servers.ctx-lsp]
''''', "]", \"\"\"
["x"]\\\"\"\"\"\"
  ]
]
command = {a = "}"}
# keep

["mcp_servers".'ctx-lsp'.env]
X = "1" # [
# about y
[y]
"""


def test_lines_of_values_are_not_taken_for_headers() -> None:
    left = without_entry(BRACKETS, TOML)
    assert left == '[z]\nlist = [\n  ["z"]\n]\n\n# ours\n# keep\n# about y\n[y]\n'
    extended = with_entry(BRACKETS.replace("command = {", "other = {"), TOML, {"command": "x"})
    assert extended == BRACKETS.replace("command = {", "other = {").replace("# keep", 'command = "x"\n# keep')


def test_a_line_of_a_string_is_not_taken_for_a_table() -> None:
    text = 'c = """\n[mcp_servers.ctx-lsp]\n"""\n'
    left = without_entry(with_entry(text, TOML, ENTRY), TOML)
    assert left is not None
    assert tomllib.loads(left) == tomllib.loads(text)


@pytest.mark.parametrize(("value", "kind"), [("1", "a number"), ('"x"', "a string"), ("[1]", "a list")])
def test_a_value_instead_of_tables_is_refused(value: str, kind: str) -> None:
    with pytest.raises(ClientFileError, match=f"`mcp_servers` is {kind}"):
        with_entry(f"mcp_servers = {value}\n", TOML, ENTRY)


@pytest.mark.parametrize(("client", "text"), [(JSON, f'{{"a": {"1" * 5_000}}}'), (TOML, f"a = {'1' * 5_000}\n")])
def test_a_number_that_python_does_not_convert_is_refused(client: AgentClient, text: str) -> None:
    with pytest.raises(ClientFileError, match="a number that is too long"):
        with_entry(text, client, ENTRY)
    with pytest.raises(ClientFileError, match="a number that is too long"):
        without_entry(text, client)


def test_a_malformed_table_is_refused_with_the_place_of_the_error() -> None:
    with pytest.raises(ClientFileError, match="line 2, column 5"):
        with_entry("a = 1\nb = \n", TOML, ENTRY)
