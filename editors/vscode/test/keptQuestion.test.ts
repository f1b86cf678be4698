// A question that the team has already is found in the file of tasks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isKeptQuestion, lineOf } from "../src/core/keptQuestion";

test("the server's refusal of a question that is kept already is recognised among other errors", () => {
  assert.ok(isKeptQuestion(Object.assign(new Error("x has this question already"), { data: { reason: "keptQuestion" } })));
  assert.ok(!isKeptQuestion(Object.assign(new Error("no pack"), { data: { reason: "unknownPack" } })));
  assert.ok(!isKeptQuestion(new Error("x has this question already")));
});

test("the line with a question is found behind lines that are no tasks", () => {
  const tasks = '{"query": "fee?"}\nnot a task\nnull\n\n{"query": "where is \\"tax\\"?", "relevant": []}\n';
  assert.equal(lineOf('where is "tax"?', tasks), 4);
  assert.equal(lineOf("tax", tasks), undefined);
});
