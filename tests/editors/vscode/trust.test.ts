// A folder that nobody trusts yet: its own Python is not run. With trust, it is.

import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { after, before, test } from "node:test";
import { CodeServer } from "./codeServer";
import { places } from "./environment";
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

after(async () => {
  await bench?.close();
  await code?.close();
});

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
