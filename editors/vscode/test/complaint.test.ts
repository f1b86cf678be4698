// Errors as the user reads them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { complaint, isLost, isMistake } from "../src/core/complaint";

function answered(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}

test("what the server says of a wrong argument is said", () => {
  assert.equal(complaint(answered(-32602, "maxTokens must be a whole number of at least 100")), "maxTokens must be a whole number of at least 100");
});

test("a name that does not exist is the user's mistake, not an error of the program", () => {
  assert.ok(isMistake(answered(-32602, "no symbol named 'pay'")));
  assert.ok(!isMistake(answered(-32603, "internal error")));
  assert.ok(!isMistake(new Error("the ctx-lsp server is not running")));
});

test("the protocol's own words are not", () => {
  for (const code of [-32603, -32601, -32097, 0]) {
    assert.equal(complaint(answered(code, "Pending response rejected since connection got disposed")), "The server could not answer this. Its log says why.");
  }
});

test("what no server has answered can be asked of the next one", () => {
  assert.ok(isLost(answered(-32097, "Pending response rejected since connection got disposed")));
  assert.ok(!isLost(answered(-32602, "maxTokens must be a whole number of at least 100")));
  assert.ok(!isLost(new Error("the ctx-lsp server is not running")));
});

test("what was cancelled is no error", () => {
  assert.equal(complaint(answered(-32800, "cancelled")), undefined);
});

test("files are named, and hashes are not shown", () => {
  assert.equal(complaint(new Error("cannot open file:///home/me/two%20words.py. Detail: gone")), "cannot open two words.py. Detail: gone");
  assert.equal(complaint(answered(-32602, `no pack '${"a1".repeat(16)}' is kept`)), "no pack with this id is kept");
});
