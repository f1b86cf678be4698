"""The extension for Visual Studio Code knows the server's commands and settings as they are."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editors.mirror import ANSWERS, COMPOSED, protocol_source, settings_schema
from tests.protocol.asking import ready
from tests.protocol.conftest import LocalServer

EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"
SOURCE = EXTENSION / "src" / "protocol.ts"
MANIFEST = EXTENSION / "package.json"
HINT = "run this test once with UPDATE_MIRROR=1, and let the extension follow"


@pytest.fixture
def server() -> Iterator[LocalServer]:
    running = LocalServer()
    yield running
    running.stop()


def test_the_extension_has_the_types_of_the_server() -> None:
    if os.environ.get("UPDATE_MIRROR"):
        SOURCE.write_text(protocol_source(), "utf-8")
    assert SOURCE.read_text("utf-8") == protocol_source(), HINT


def test_the_manifest_has_the_settings_of_the_server() -> None:
    manifest = json.loads(MANIFEST.read_text("utf-8"))
    server_section = manifest["contributes"]["configuration"][1]
    schema = json.loads(json.dumps(settings_schema()))
    if os.environ.get("UPDATE_MIRROR"):
        server_section["properties"] = schema
        MANIFEST.write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", "utf-8")
    assert server_section["properties"] == schema, HINT


@pytest.mark.parametrize("command", sorted(COMPOSED))
def test_answers_that_are_put_together_have_the_members_that_are_mirrored(
    server: LocalServer, tmp_path: Path, command: str
) -> None:
    server.open(tmp_path)
    ready(server)
    assert set(server.wire.command(command)) == set(COMPOSED[command])


def test_a_mirrored_answer_has_the_members_of_a_real_one(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("def helper(): pass\n\n\ndef entry(): helper()\n")
    server.open(tmp_path)
    ready(server)
    answers = {
        "Pack": server.wire.command("ctx-lsp.query", {"query": "helper"}),
        "Impact": server.wire.command("ctx-lsp.impact", {"symbol": "helper"}),
        "Neighbourhood": server.wire.command("ctx-lsp.graph", {"symbol": "helper"}),
        "SearchAnswer": server.wire.command("ctx-lsp.search", {"query": "helper"}),
        "Explanation": server.wire.command("ctx-lsp.explain", {"query": "helper", "symbol": "helper"}),
    }
    answers |= {
        "PackItem": answers["Pack"]["items"][0],
        "PackTokens": answers["Pack"]["tokens"],
        "Completeness": answers["Pack"]["completeness"],
        "ImpactNode": answers["Impact"]["dependants"][0],
        "GraphNode": answers["Neighbourhood"]["nodes"][0],
    }
    assert {kind.__name__ for kind in ANSWERS.values()} >= {"Pack", "Impact", "Neighbourhood"}
    for name, answer in answers.items():
        assert members(name) == set(answer), name


def members(interface: str) -> set[str]:
    """The names of the members of an interface of the mirror, optional ones included."""
    body = SOURCE.read_text("utf-8").partition(f"export interface {interface} {{\n")[2].partition("\n}")[0]
    return {line.split()[1].rstrip("?:") for line in body.splitlines()}
