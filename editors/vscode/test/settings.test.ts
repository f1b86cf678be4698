// Only what somebody has set is sent to the server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Inspected, SentSettings } from "../src/core/settings";

function inspecting(values: Readonly<Record<string, Inspected>>): (name: string) => Inspected {
  return (name) => values[name] ?? { defaultValue: 0 };
}

test("defaults are not sent: they would win over the project's own file", () => {
  assert.deepEqual(new SentSettings().collect(inspecting({})), {});
});

test("the nearest value counts, also where it is false", () => {
  const values = {
    "pack.maxTokens": { defaultValue: 4096, globalValue: 1000, workspaceValue: 2000 },
    "editor.codeLens": { defaultValue: true, globalValue: true, workspaceFolderValue: false },
  };
  assert.deepEqual(new SentSettings().collect(inspecting(values)), { "pack.maxTokens": 2000, "editor.codeLens": false });
});

test("what is set no longer is null, so that the project's own file counts again", () => {
  const sent = new SentSettings();
  sent.collect(inspecting({ "pack.maxTokens": { defaultValue: 4096, globalValue: 1000 } }));
  assert.deepEqual(sent.collect(inspecting({ "pack.maxTokens": { defaultValue: 4096 } })), { "pack.maxTokens": null });
});
