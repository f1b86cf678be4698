// The server that is started: none of a folder that nobody trusts, then the folder's own, then the one in the settings, also
// where it does not work or does not stay. In order: each test goes on where the one before has ended.

import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { before, test } from "node:test";
import { CodeServer } from "./codeServer";
import { places } from "./environment";
import { closeAfterTests } from "./hooks";
import { until } from "./until";
import { Workbench } from "./workbench";
import { copyPackage } from "./workspace";

const RESTRICTED = { "security.workspace.trust.enabled": true, "security.workspace.trust.startupPrompt": "never" };

let code: CodeServer;
let bench: Workbench;
let traces: string;

before(async () => {
  code = await CodeServer.start({ ...places, python: "" }, RESTRICTED);
  const folder = copyPackage(places.python, code.state);
  traces = path.join(code.state, "it-was-run");
  const python = path.join(folder, ".venv/bin/python");
  mkdirSync(path.dirname(python), { recursive: true });
  writeFileSync(python, `#!/bin/sh\ntouch '${traces}'\nexec '${places.python}' "$@"\n`);
  chmodSync(python, 0o755);
  bench = await Workbench.open(code, folder);
});

closeAfterTests(() => ({ code, bench }));

test("before there is trust, nothing in the folder is run", async () => {
  await bench.page.locator(".notification-list-item", { hasText: "ctx-lsp server not found." }).waitFor();
  assert.ok(!existsSync(traces));
});

test("with trust, the server of the folder's environment is started", async () => {
  await bench.run("Workspaces: Manage Workspace Trust");
  await bench.page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).first().click();
  await bench.idle().waitFor();
  assert.ok(existsSync(traces));
  assert.equal(code.languageServers().length, 1);
});

test("that the server of the settings does not work is said, with ways on", async () => {
  await bench.run("Notifications: Clear All Notifications"); // of the tests before
  interpreter("/nowhere/bin/python");
  const words = "The ctx-lsp server in your settings does not work: spawn /nowhere/bin/python ENOENT";
  const notice = bench.page.locator(".notification-list-item", { hasText: words });
  await notice.waitFor();
  assert.deepEqual(await notice.locator(".monaco-button").allInnerTexts(), ["Install", "Restart", "Settings", "Show Log", "Don't Show Again"]);
});

test("nothing is installed without consent", async () => {
  await bench.page.locator(".notification-list-item .monaco-button", { hasText: "Install" }).click();
  const dialog = bench.page.locator(".monaco-dialog-box", { hasText: "Install the ctx-lsp server" });
  await dialog.waitFor();
  assert.match(await dialog.innerText(), /Creates a Python environment in .*\/server and installs ctx-lsp\[mcp\]==.*downloads about 150 MB.*650 MB on the disk/);
  await dialog.locator(".monaco-button", { hasText: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual(code.languageServers(), []);
});

test("a question without a server says what is wrong", async () => {
  await bench.ask("anything");
  await bench.panel().locator(".error", { hasText: "the ctx-lsp server is not running" }).waitFor();
  await bench.panel().locator("button[data-do=status]").click();
  await bench.page.locator(".notification-list-item", { hasText: "The ctx-lsp server in your settings does not work" }).waitFor();
});

test("as soon as the setting names a server, it is started", async () => {
  interpreter(places.python);
  await bench.idle().waitFor();
  assert.equal(code.languageServers().length, 1);
});

test("the walkthrough ticks what has happened before it was opened, and no question without an answer", async () => {
  await bench.choose("Welcome: Open Walkthrough...", "Context packs with ctx-lsp");
  const ticked = bench.page.locator(".getting-started-step:has(.codicon-getting-started-step-checked.complete)");
  await ticked.filter({ hasText: "Start the server" }).waitFor();
  assert.equal(await ticked.count(), 1);
  await bench.ask("stop after a delay");
  await ticked.filter({ hasText: "Ask a question" }).waitFor();
  assert.equal(await ticked.count(), 2);
  await bench.run("View: Close All Editors");
});

test("a server that keeps crashing is left alone until the user wants it", async () => {
  for (let crashes = 0; crashes < 5; crashes++) {
    await until(() => code.languageServers().length > 0);
    for (const pid of code.languageServers()) process.kill(pid, "SIGKILL");
    await until(() => code.languageServers().length === 0);
  }
  const notice = bench.page.locator(".notification-list-item", { hasText: "The ctx-lsp server crashed 5 times in 3 minutes." });
  await notice.waitFor();
  assert.deepEqual(code.languageServers(), []);
  await notice.locator(".monaco-button", { hasText: "Don't Show Again" }).click();
  await bench.run("ctx-lsp: Restart Server");
  await bench.indexed().waitFor();
  assert.equal(code.languageServers().length, 1);
});

test("who has had enough of notices has the status bar alone, also where a server dies before it answers", async () => {
  await bench.run("Notifications: Clear All Notifications"); // of the tests before
  const dying = path.join(code.state, "dying");
  writeFileSync(dying, `#!/bin/sh\ncase "$*" in *--version*) exec '${places.python}' "$@";; esac\nexit 1\n`, { mode: 0o755 });
  interpreter(dying);
  await bench.status().locator(".codicon-error").waitFor();
  assert.equal(await bench.page.locator(".notification-list-item").count(), 0);
  await bench.run("ctx-lsp: Show Status");
  await bench.page.locator(".notification-list-item", { hasText: "The ctx-lsp server crashed 5 times in 3 minutes." }).waitFor();
  assert.equal(await bench.page.locator(".notification-list-item").count(), 1);
});

/** Sets the Python that the server is to run in. */
function interpreter(python: string): void {
  writeFileSync(path.join(code.state, "user/Machine/settings.json"), JSON.stringify({ "ctx-lsp.server.interpreter": python }));
}
