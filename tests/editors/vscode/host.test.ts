// Runs `hostSuite` in the extension host of a real VS Code, and tells how each of its tests went.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as path from "node:path";
import { before, test } from "node:test";
import { CodeServer } from "./codeServer";
import { places } from "./environment";
import { closeAfterTests } from "./hooks";
import { Workbench } from "./workbench";
import { copyPackage } from "./workspace";

let code: CodeServer;

before(async () => {
  code = await CodeServer.start(places, { "chat.disableAIFeatures": false }, ["--vscode-option", "enable-smoke-test-driver"]);
});

closeAfterTests(() => ({ code }));

test("inside the extension host", async (context) => {
  const folder = copyPackage(places.python, code.state);
  const suite = path.join(__dirname, "hostSuite.js");
  await Workbench.runSuite(code, folder, suite);
  const outcomes = JSON.parse(readFileSync(path.join(code.state, "host-outcomes.json"), "utf8")) as Record<string, string>;
  for (const [name, failure] of Object.entries(outcomes)) await context.test(name, () => assert.equal(failure, ""));
  assert.ok(Object.keys(outcomes).length > 0);
});
