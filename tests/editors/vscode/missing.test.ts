// A machine without a server, and a server that does not stay: what the user is told, and which ways on there are.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { after, before, test } from "node:test";
import { CodeServer } from "./codeServer";
import { places } from "./environment";
import { until } from "./until";
import { Workbench } from "./workbench";
import { copyPackage } from "./workspace";

let code: CodeServer;
let bench: Workbench;

before(async () => {
  code = await CodeServer.start({ ...places, python: "/nowhere/bin/python" });
  bench = await Workbench.open(code, copyPackage(places.python, code.state));
});

after(async () => {
  await bench?.close();
  await code?.close();
});

test("that the server of the settings does not work is said, with ways on", async () => {
  const words = "The ctx-lsp server in your settings does not work: spawn /nowhere/bin/python ENOENT";
  const notice = bench.page.locator(".notification-list-item", { hasText: words });
  await notice.waitFor();
  assert.deepEqual(await notice.locator(".monaco-button").allInnerTexts(), ["Install", "Restart", "Settings", "Show Log", "Don't Show Again"]);
});

test("nothing is installed without consent", async () => {
  await bench.page.locator(".notification-list-item .monaco-button", { hasText: "Install" }).click();
  const dialog = bench.page.locator(".monaco-dialog-box", { hasText: "Install the ctx-lsp server" });
  await dialog.waitFor();
  assert.match(await dialog.innerText(), /Creates a Python environment in .*\/server and installs ctx-lsp\[mcp\]==.*downloads about 200 MB/);
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
  const settings = path.join(code.state, "user/Machine/settings.json");
  const text = readFileSync(settings, "utf8").replace("/nowhere/bin/python", places.python);
  writeFileSync(settings, text);
  await bench.idle().waitFor();
  assert.equal(code.languageServers().length, 1);
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
  await bench.idle().waitFor();
  assert.equal(code.languageServers().length, 1);
});

test("who has had enough of notices has the status bar alone, also where a server dies before it answers", async () => {
  await bench.run("Notifications: Clear All Notifications"); // of the tests before
  const dying = path.join(code.state, "dying");
  writeFileSync(dying, `#!/bin/sh\ncase "$*" in *--version*) exec '${places.python}' "$@";; esac\nexit 1\n`, { mode: 0o755 });
  const settings = path.join(code.state, "user/Machine/settings.json");
  writeFileSync(settings, readFileSync(settings, "utf8").replace(places.python, dying));
  await bench.status().locator(".codicon-error").waitFor();
  assert.equal(await bench.page.locator(".notification-list-item").count(), 0);
  await bench.run("ctx-lsp: Show Status");
  await bench.page.locator(".notification-list-item", { hasText: "The ctx-lsp server crashed 5 times in 3 minutes." }).waitFor();
  assert.equal(await bench.page.locator(".notification-list-item").count(), 1);
});
