// The command that agent mode is offered, for each way in which the language server can be started.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Launch } from "../src/core/discovery";
import { mcpCheck, mcpServer } from "../src/core/mcpServer";

const FOLDERS = ["/home/me/shop", "/home/me/tools"];

function launch(command: string, ...args: string[]): Launch {
  return { source: "PATH", command, args };
}

test("it is that of the language server, with the folders of the window", () => {
  assert.deepEqual(mcpServer(launch("/env/python", "-P", "-m", "ctx_lsp", "serve", "--stdio"), FOLDERS), {
    command: "/env/python",
    args: ["-P", "-m", "ctx_lsp", "mcp", ...FOLDERS],
  });
  const program = launch("ctx-lsp", "serve", "--stdio");
  assert.deepEqual(mcpServer(program, FOLDERS)?.args, ["mcp", ...FOLDERS]);
  assert.deepEqual(mcpCheck(program), { command: "ctx-lsp", args: ["mcp", "--check"] });
});

test("there is none without a server, without a folder, and for a command of another form", () => {
  assert.equal(mcpServer(undefined, FOLDERS), undefined);
  assert.equal(mcpServer(launch("ctx-lsp", "serve", "--stdio"), []), undefined);
  const wrapped = launch("ssh", "host", "ctx-lsp serve --stdio");
  assert.deepEqual([mcpServer(wrapped, FOLDERS), mcpCheck(wrapped)], [undefined, undefined]);
});
