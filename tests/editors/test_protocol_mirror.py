"""The generated parts of the extension for Visual Studio Code match the server's commands and settings."""

import json
import os
from pathlib import Path

from tests.editors.mirror import protocol_source, settings_schema

EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"
SOURCE = EXTENSION / "src" / "protocol.ts"
MANIFEST = EXTENSION / "package.json"
HINT = "run `make generated`, and let the extension follow"


def test_the_extension_has_the_types_of_the_server() -> None:
    if os.environ.get("UPDATE_DOCS"):
        SOURCE.write_text(protocol_source(), "utf-8")
    assert SOURCE.read_text("utf-8") == protocol_source(), HINT


def test_the_manifest_has_the_settings_of_the_server() -> None:
    manifest = json.loads(MANIFEST.read_text("utf-8"))
    server_section = manifest["contributes"]["configuration"][1]
    schema = json.loads(json.dumps(settings_schema()))
    if os.environ.get("UPDATE_DOCS"):
        server_section["properties"] = schema
        MANIFEST.write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", "utf-8")
    assert server_section["properties"] == schema, HINT
