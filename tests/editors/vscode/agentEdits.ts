// How long an unsaved edit takes to be in answers, as a command: `run.sh PYTHON agentEdits PLAN`, where PLAN is a file of
// `tests/editors/agent_edits.py`. Runs `agentEditsSuite` in the extension host of a real VS Code.

import { readFileSync } from "node:fs";
import * as path from "node:path";
import type { Plan } from "./agentEditsSuite";
import { CodeServer } from "./codeServer";
import { places } from "./environment";
import { Workbench } from "./workbench";

async function main(): Promise<void> {
  const file = process.argv[2] ?? "";
  const { folder } = JSON.parse(readFileSync(file, "utf8")) as Plan;
  process.env["TEST_PLAN"] = file; // the extension host inherits it
  const code = await CodeServer.start(places, {}, ["--vscode-option", "enable-smoke-test-driver"]);
  try {
    await Workbench.runSuite(code, folder, path.join(__dirname, "agentEditsSuite.js"));
  } finally {
    await code.close();
  }
}

void main();
