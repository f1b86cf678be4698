// A real agent beside a real VS Code: the user sees what the agent fetched, shapes its next packs, and stops serving it.
// Agent mode finds `ctx-lsp mcp` without configuration, and its server uses the engine of the window.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { after, before, test } from "node:test";
import { CodeServer } from "./codeServer";
import { places } from "./environment";
import { closeAfterTests } from "./hooks";
import { ScriptedAgent } from "./scriptedAgent";
import { until } from "./until";
import { Workbench } from "./workbench";
import { copyPackage } from "./workspace";

const QUESTION = "How long does it wait between two attempts?";

interface Answer {
  readonly packId: string;
  readonly text: string;
  readonly engine: { readonly source: string };
}

let code: CodeServer;
let bench: Workbench;
let folder: string;
let agent: ScriptedAgent;
let first: Answer;

before(async () => {
  code = await CodeServer.start(places, { "chat.disableAIFeatures": false });
  folder = copyPackage(places.python, code.state);
  offerServer(false);
  bench = await Workbench.open(code, folder);
  await bench.openFile("tenacity/wait.py");
  await bench.idle().waitFor();
  agent = new ScriptedAgent(places.python, folder);
});

after(() => void agent?.end());
closeAfterTests(() => ({ code, bench }));

test("an attached agent is counted, and its pack is listed by question", async () => {
  first = await ask();
  assert.equal(first.engine.source, "editor");
  await bench.status().filter({ hasText: /ctx\s+1\s*$/ }).waitFor();
  await bench.run("ctx-lsp: Focus on Fetched by Agents View");
  await bench.page.locator(".pane-header", { hasText: "1 agent attached" }).waitFor();
  await bench.row(QUESTION).filter({ hasText: /scripted 1\.2, [\d,]+ tokens/ }).waitFor();
});

test("its pack opens as the agent read it", async () => {
  await bench.row(QUESTION).locator(".label-name").click();
  await bench.page.locator(".tab.active", { hasText: QUESTION.replace("?", "") }).waitFor(); // no file has it in its name
  const head = first.text.split("\n")[0] ?? "";
  await bench.page.locator(".view-line", { hasText: head.replace(/^# /, "") }).first().waitFor();
});

test("a symbol that is excluded there is not in its next pack", async () => {
  await bench.row(QUESTION).locator(".monaco-tl-twistie").click();
  const piece = bench.row(/^\s*\S+\d+ tokens?\s*$/).first();
  await piece.hover();
  await piece.locator(".action-label[aria-label^='Exclude or Restore']").click();
  await bench.row(/excluded, /).first().waitFor();
  assert.notEqual((await ask()).packId, first.packId);
});

test("a note that it proposes is shown, and kept if the user picks it", async () => {
  const title = "Waits are in seconds";
  await agent.tell(`note tenacity/wait.py::wait_fixed ${title}`);
  const message = bench.page.locator(".notification-list-item", { hasText: `scripted 1.2 proposes a note: “${title}”` });
  await message.locator("a.monaco-button", { hasText: "Review…" }).click();
  const row = bench.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).filter({ hasText: "agent scripted 1.2" });
  await row.locator(".label-name").first().click(); // the second one is the detail's
  await bench.page.keyboard.press("Enter");
  await bench.page.locator(".tab.active", { hasText: "waits-are-in-seconds.md" }).waitFor();
  await bench.page.locator(".view-line", { hasText: "source: agent scripted 1.2" }).first().waitFor();
});

test("a setting withholds the server for agent mode", async () => {
  await bench.run("MCP: List Servers");
  await bench.choice("Add Server").waitFor();
  assert.equal(await bench.choice("ctx-lsp").count(), 0);
  await bench.page.keyboard.press("Escape");
});

test("otherwise that server is listed, starts, and is attached to the window's engine", async () => {
  offerServer(true);
  await bench.insist("the server is not listed", async () => {
    await bench.run("MCP: List Servers");
    await bench.choice("ctx-lsp").click({ timeout: 10_000 }); // the next list names it, too
    await bench.click("Start Server");
  });
  await until(() => servers().length > 0);
  assert.deepEqual(servers(), [folder]);
  await bench.status().filter({ hasText: /ctx\s+2\s*$/ }).waitFor(); // beside the agent above
});

test("one command stops serving it", async () => {
  await bench.run("ctx-lsp: Stop or Resume Serving Agents");
  await bench.page.locator(".pane-header", { hasText: "Not serving agents" }).waitFor();
  assert.equal((await ask()).engine.source, "disk");
});

async function ask(): Promise<Answer> {
  return agent.tell(QUESTION);
}

/** Says in the settings of the folder whether agent mode gets our server. */
function offerServer(isOffered: boolean): void {
  mkdirSync(path.join(folder, ".vscode"), { recursive: true });
  writeFileSync(path.join(folder, ".vscode/settings.json"), JSON.stringify({ "ctx-lsp.mcp.enabled": isOffered }));
}

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
