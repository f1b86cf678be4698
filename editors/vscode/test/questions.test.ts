// The list below a question that is being typed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choices, questionFrom, questionsOf, recentChoices } from "../src/core/questions";
import type { RecentPack } from "../src/protocol";
import { item } from "./pack";

test("the question comes first, then what it finds, with kinds and paths", () => {
  const found = choices("how is tax", [{ ...item("tax"), kind: "Function" }], () => "shop/money.py");
  assert.deepEqual(found.map((one) => [one.label, one.description, one.question]), [
    ["$(search-sparkle) how is tax", "Ask for context", "how is tax"],
    ["$(symbol-function) tax", "shop/money.py:4", undefined],
  ]);
});

test("the user's own questions among recent packs can be asked again", () => {
  const recent = (title: string, more: Partial<RecentPack> = {}): RecentPack => {
    return { packId: title, kind: "question", title, askedAt: "2026-03-04T11:58:59+00:00", askedBy: "", ...more };
  };
  const questions = questionsOf([recent("c"), recent("a.py::b", { kind: "symbol" }), recent("d", { askedBy: "agent" }), recent("a")]);
  assert.deepEqual(questions, ["c", "a"]);
  assert.deepEqual(recentChoices(questions).map((one) => one.question), questions);
  assert.equal(questionsOf(Array.from({ length: 30 }, (_, at) => recent(String(at)))).length, 20);
});

test("a selection of one line is a question, a piece of code is none", () => {
  assert.deepEqual([" wait_fixed ", "a\nb", "x".repeat(101), ""].map(questionFrom), ["wait_fixed", "", "", ""]);
});
