// The state of the panel after clicks and answers.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as state from "../src/core/pack/packState";
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

test("a pack on show answers the last question unless another is under way or has failed", () => {
  assert.ok(state.isAnswered(answered("a")));
  assert.ok(state.isAnswered(state.failed(state.askedAgain(answered("a")), "no")));
  assert.ok(!state.isAnswered(state.askedAgain(answered("a"))));
  assert.ok(!state.isAnswered(state.asked(answered("a"), OTHER)));
  assert.ok(!state.isAnswered(state.failed(state.asked(answered("a"), OTHER), "cancelled")));
});

test("a pack is shaped once the user has changed what it holds", () => {
  assert.ok(!state.isShaped(answered("a")));
  assert.ok(!state.isShaped(state.ordered(answered("a"), "file")));
  const changes = [state.pinToggled(answered("a"), "x"), state.budgetSet(answered("a"), 2000), state.shaped(answered("a"), { dependencyDepth: 0 })];
  assert.ok(changes.every(state.isShaped));
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

test("the controls stay for the next question, and become options", () => {
  const shaped = state.shaped(state.shaped(answered("a"), { format: "xml" }), { dependencyDepth: 0, includeTests: true });
  const next = state.asked(shaped, OTHER);
  assert.deepEqual(state.options(next), { format: "xml", dependencyDepth: 0, includeTests: true });
});

test("what is added by hand is pinned, once, and not left out any more", () => {
  const before = state.excludeToggled(state.pinToggled(answered("a"), "one"), "two");
  const after = state.added(before, ["one", "two", "src"]);
  assert.deepEqual([after.pinned, after.excluded], [["one", "two", "src"], []]);
});

const REPLAY: state.Asking = { command: "ctx-lsp.replay", params: { packId: "old" }, title: "tax?" };
const KEPT = { maxTokens: 700, format: "xml", pin: ["one"], exclude: ["two"], policy: "split", cursor: "auto" } as const;
const replayed = (): state.PackState => {
  const asked = state.asked(state.budgetSet(answered("a"), 500), REPLAY);
  return state.answered(asked, { ...pack("b"), options: KEPT, changes: { entered: [], left: [], changed: ["one"], same: 1 } });
};

test("a pack of the history is asked for as it was made", () => {
  assert.equal(state.options(state.asked(state.budgetSet(answered("a"), 500), REPLAY)), undefined);
});

test("a pack of the history brings its options, which can be changed", () => {
  const again = replayed();
  const { maxTokens, format } = state.controlled(again);
  assert.deepEqual([maxTokens, again.pinned, again.excluded, format, again.changes?.changed], [700, ["one"], ["two"], "xml", ["one"]]);
  assert.deepEqual(state.options(again), KEPT);
  assert.deepEqual(state.options(state.pinToggled(state.budgetSet(again, 900), "one")), { maxTokens: 900, format: "xml", exclude: ["two"], policy: "split", cursor: "auto" });
  const refreshed = state.answered(state.askedAgain(again), { ...pack("b"), options: KEPT, changes: { entered: [], left: ["two"], changed: [], same: 1 } });
  assert.deepEqual(refreshed.changes?.left, ["two"]);
  const after = state.answered(state.budgetSet(again, 900), { ...pack("c"), options: KEPT, changes: { entered: [], left: [], changed: [], same: 2 } });
  assert.deepEqual([state.controlled(after).maxTokens, after.changes], [900, undefined]);
});

test("options of a pack of the history end with that pack, and the user's choices stay", () => {
  const fresh = state.answered(state.asked(state.NOTHING, REPLAY), { ...pack("b"), options: KEPT, changes: { entered: [], left: [], changed: [], same: 1 } });
  assert.deepEqual(state.options(state.asked(fresh, OTHER)), {}, "the settings decide again");
  assert.deepEqual(state.options(state.asked(replayed(), OTHER)), { maxTokens: 500 }, "chosen before the replay");
  const chosen = state.shaped(state.budgetSet(replayed(), 900), { includeTests: true });
  assert.deepEqual(state.options(chosen), { ...KEPT, maxTokens: 900, includeTests: true });
  assert.deepEqual(state.options(state.asked(chosen, OTHER)), { maxTokens: 900, includeTests: true }, "chosen for the pack of the history");
});

test("verdicts belong to a pack", () => {
  const judged = state.judged(answered("a"), "one", "useful");
  assert.deepEqual(state.answered(judged, pack("a")).verdicts, { one: "useful" });
  assert.deepEqual(state.answered(judged, pack("b")).verdicts, {});
});
