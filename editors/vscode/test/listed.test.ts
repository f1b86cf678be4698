// Rows of a view that the server is asked for: a failure is the view's message, never a notice of the editor.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { TreeView } from "vscode";
import { listed } from "../src/views/listed";

const view = { message: "" } as TreeView<string>;

test("a failure leaves no row, and the view says what went wrong in words", async () => {
  const rows = await listed<string, string>(view, () => Promise.reject(Object.assign(new Error("internal error in ctx-lsp.savings"), { code: -32603 })));
  assert.deepEqual([rows, view.message], [[], "The server could not answer this. Its log says why."]);
});

test("the next answer takes the words away", async () => {
  assert.deepEqual(await listed(view, () => Promise.resolve(["one"])), ["one"]);
  assert.equal(view.message, "");
});
