"""The generated protocol of the plugin for Neovim matches the server's commands, options and answers."""

import json
import os
from pathlib import Path
from typing import Any, Literal

import msgspec

from ctx_lsp.protocol.messages.common import Params
from ctx_lsp.protocol.messages.options import Filter, Options
from tests.editors.lua_mirror import SOURCE, lua_source, taken, used_commands
from tests.editors.neovim.running import run


def test_the_plugin_has_the_types_of_the_server() -> None:
    if os.environ.get("UPDATE_DOCS"):
        SOURCE.write_text(lua_source(), "utf-8")
    assert SOURCE.read_text("utf-8") == lua_source(), "run `make generated`, and let the plugin follow"


def test_neovim_reads_the_generated_file(tmp_path: Path) -> None:
    show = "lua io.stdout:write(vim.json.encode(require('ctx_lsp.protocol')))"
    read: dict[str, Any] = json.loads(run(["-c", show, "-c", "qall!"], tmp_path).stdout)
    commands = {one["name"]: one["takes"] or {} for one in read["commands"].values()}
    assert commands == {one.name: taken(one.params) for one in used_commands()}
    assert read["options"] == taken(Options)
    assert read["filter"] == taken(Filter)


def test_a_changed_field_would_be_noticed() -> None:
    class Changed(Params, frozen=True):
        """A message type with a changed field."""

        max_tokens: msgspec.UnsetType | int = msgspec.UNSET
        policy: Literal["one", "other"] = "one"
        pin: tuple[str, ...] | None = None

    assert taken(Changed) == {"maxTokens": "integer", "policy": ["one", "other"], "pin": "strings"}
