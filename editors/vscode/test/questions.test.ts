// The list below a question that is being typed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choices, questionFrom, recentChoices, remembered } from "../src/core/questions";
import { item } from "./pack";

test("the question comes first, then what it finds, with kinds and paths", () => {
  const found = choices("how is tax", [{ ...item("tax"), kind: "Function" }], () => "shop/money.py");
  assert.deepEqual(found.map((one) => [one.label, one.description, one.question]), [
    ["$(search-sparkle) how is tax", "Ask for context", "how is tax"],
    ["$(symbol-function) tax", "shop/money.py:4", undefined],
  ]);
});

test("recent questions come back, the latest first and each once", () => {
  const recent = ["a", "b", "a", "c"].reduce<string[]>(remembered, []);
  assert.deepEqual(recent, ["c", "a", "b"]);
  assert.deepEqual(recentChoices(recent).map((one) => one.question), recent);
  assert.equal(Array.from({ length: 30 }, (_, at) => String(at)).reduce<string[]>(remembered, []).length, 20);
});

test("a selection of one line is a question, a piece of code is none", () => {
  assert.deepEqual([" wait_fixed ", "a\nb", "x".repeat(101), ""].map(questionFrom), ["wait_fixed", "", "", ""]);
});
