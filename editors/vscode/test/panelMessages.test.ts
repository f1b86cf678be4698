// Messages of the panel are checked before anything is done.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromPanel } from "../src/core/pack/panelMessages";

const GOOD = [
  { do: "ready" },
  { do: "compare" },
  { do: "status" },
  { do: "copy", format: "xml" },
  { do: "copy", format: "shown" },
  { do: "prompt" },
  { do: "terminal" },
  { do: "save" },
  { do: "replay", pack: "a1" },
  { do: "order", order: "file" },
  { do: "drop", uris: ["file:///a.py"] },
  { do: "jump", index: 0, pack: "1f" },
  { do: "unfold", index: 2, pack: "1f" },
  { do: "advice", index: 1, pack: "1f" },
  { do: "elsewhere", index: 3, pack: "1f" },
  { do: "budget", tokens: 500 },
  { do: "pin", symbol: "a.py::b" },
  { do: "visit", symbol: "a.py::b" },
  { do: "restart" },
  { do: "cancel" },
  { do: "judge", symbol: "a.py::b", verdict: "useful" },
];
const BAD: unknown[] = [
  undefined, null, "ready", 3, {}, { do: 1 }, { do: "shell" }, { do: "copy", format: "exe" }, { do: "jump", index: -1, pack: "1f" },
  { do: "jump", index: 0.5, pack: "1f" }, { do: "jump", index: 0 }, { do: "jump", pack: "1f" }, { do: "unfold" }, { do: "unfold", index: "2", pack: "1f" }, { do: "budget", tokens: "500" }, { do: "pin" }, { do: "pin", symbol: "" }, { do: "visit" },
  { do: "replay" }, { do: "order", order: "size" }, { do: "shape", name: "format", value: "exe" }, { do: "shape", name: "pin", value: "a" },
  { do: "drop" }, { do: "drop", uris: [] }, { do: "drop", uris: "file:///a.py" }, { do: "drop", uris: [1] },
  { do: "shape", name: "dependencyDepth", value: 3 }, { do: "judge", symbol: "a" }, { do: "judge", symbol: "a", verdict: "lovely" },
]; // prettier-ignore

for (const message of GOOD) test(`${JSON.stringify(message)} is one`, () => assert.deepEqual(fromPanel(message), message));
for (const message of BAD) test(`${JSON.stringify(message)} is none`, () => assert.equal(fromPanel(message), undefined));

test("what a control is set to is one of its choices", () => {
  assert.deepEqual(fromPanel({ do: "shape", name: "includeTests", value: "false" }), { do: "shape", shape: { includeTests: false } });
  assert.deepEqual(fromPanel({ do: "shape", name: "dependencyDepth", value: "3" }), { do: "shape", shape: { dependencyDepth: 3 } });
});

test("what else a message holds is left behind", () => {
  assert.deepEqual(fromPanel({ do: "pin", symbol: "a", command: "evil" }), { do: "pin", symbol: "a" });
});
