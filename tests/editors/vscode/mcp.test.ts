// Agent mode finds `ctx-lsp mcp` without configuration, and its server uses the engine of the window.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import * as path from "node:path";
import { after, afterEach, before, test } from "node:test";
import { CodeServer } from "./codeServer";
import { failures, places } from "./environment";
import { until } from "./until";
import { Workbench } from "./workbench";
import { copyPackage } from "./workspace";

let code: CodeServer;
let bench: Workbench;
let folder: string;

before(async () => {
  code = await CodeServer.start(places, { "chat.disableAIFeatures": false });
  folder = copyPackage(places.python, code.state);
  bench = await Workbench.open(code, folder);
  await bench.openFile("tenacity/wait.py");
  await bench.idle().waitFor();
});

after(async () => {
  await bench?.close();
  await code?.close();
});

afterEach(async (context) => {
  if (failures && "passed" in context && context.passed === false) {
    mkdirSync(failures, { recursive: true });
    await bench.shot(path.join(failures, `${context.name.replace(/\W+/g, "-")}.png`));
  }
});

test("the server is listed, starts, and is attached to the window's engine", async () => {
  await bench.insist("the server is not listed", async () => {
    await bench.run("MCP: List Servers");
    await bench.choice("ctx-lsp").click({ timeout: 10_000 }); // the next list names it, too
    await bench.click("Start Server");
  });
  await until(() => servers().length > 0);
  assert.deepEqual(servers(), [folder]);
  await bench.status().filter({ hasText: /ctx\s+1\s*$/ }).waitFor(); // one agent
});

test("a setting withholds it", async () => {
  await bench.close();
  await code.close();
  code = await CodeServer.start(places, { "chat.disableAIFeatures": false, "ctx-lsp.mcp.enabled": false });
  bench = await Workbench.open(code, copyPackage(places.python, code.state));
  await bench.openFile("tenacity/wait.py");
  await bench.idle().waitFor();
  await bench.run("MCP: List Servers");
  await bench.choice("Add Server").waitFor();
  assert.equal(await bench.choice("ctx-lsp").count(), 0);
});

/** The folders of the servers that run for agents of this window. */
function servers(): string[] {
  return readdirSync("/proc").flatMap((pid) => {
    try {
      const [, after] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0ctx_lsp\0mcp\0");
      return after?.startsWith(code.state) ? [after.replace(/\0$/, "")] : [];
    } catch {
      return []; // no process, or it has ended
    }
  });
}
