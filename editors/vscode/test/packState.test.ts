// What clicks and answers make of the state of the panel.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as state from "../src/core/packState";
import { pack } from "./pack";

const ASKING: state.Asking = { command: "ctx-lsp.query", params: { query: "tax?" }, title: "tax?" };
const OTHER: state.Asking = { command: "ctx-lsp.contextForDiff", params: {}, title: "My changes" };
const answered = (id: string, before = state.asked(state.NOTHING, ASKING)): state.PackState => state.answered(before, pack(id));

test("a question leaves the pack before on show until its answer is there", () => {
  const asked = state.asked(answered("a"), OTHER);
  assert.deepEqual([asked.pack?.packId, asked.shown?.title, asked.isBusy], ["a", "tax?", true]);
  const after = state.answered(asked, pack("b"));
  assert.deepEqual([after.pack?.packId, after.shown?.title, after.previous?.packId, after.isBusy], ["b", "My changes", "a", false]);
});

test("the same pack once more does not become its own predecessor", () => {
  const again = state.answered(state.askedAgain(answered("a")), pack("a"));
  assert.equal(again.previous, undefined);
});

test("a failure keeps the pack", () => {
  const failed = state.failed(state.askedAgain(answered("a")), "no");
  assert.deepEqual([failed.error, failed.pack?.packId, failed.isBusy], ["no", "a", false]);
  assert.equal(state.askedAgain(failed).error, undefined);
});

test("what was chosen becomes options, and nothing else does", () => {
  const fresh = answered("a");
  assert.deepEqual(state.options(fresh), {});
  const shaped = state.excludeToggled(state.pinToggled(state.budgetSet(fresh, 500), "one"), "two");
  assert.deepEqual(state.options(shaped), { maxTokens: 500, pin: ["one"], exclude: ["two"] });
});

test("a piece is pinned, left out or neither", () => {
  const pinned = state.pinToggled(answered("a"), "one");
  const excluded = state.excludeToggled(pinned, "one");
  assert.deepEqual([excluded.pinned, excluded.excluded], [[], ["one"]]);
  assert.deepEqual(state.excludeToggled(excluded, "one").excluded, []);
  assert.deepEqual(state.pinToggled(excluded, "one").excluded, []);
});

test("a new question keeps the budget and forgets what was pinned and left out", () => {
  const shaped = state.excludeToggled(state.pinToggled(state.budgetSet(answered("a"), 500), "one"), "two");
  assert.deepEqual(state.options(state.asked(shaped, OTHER)), { maxTokens: 500 });
});

test("verdicts belong to a pack", () => {
  const judged = state.judged(answered("a"), "one", "useful");
  assert.deepEqual(state.answered(judged, pack("a")).verdicts, { one: "useful" });
  assert.deepEqual(state.answered(judged, pack("b")).verdicts, {});
});
