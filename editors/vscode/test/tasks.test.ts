// Tasks are listed with their state and times, and a hint counts what there is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hintText, taskChoice } from "../src/core/tasks";
import type { Task } from "../src/protocol";

const TASK: Task = {
  id: 3,
  title: "Round late",
  state: "active",
  started: "2026-03-04T05:06:07+00:00",
  touched: "2026-03-04T05:06:07+00:00",
  ended: null,
  askedBy: "",
};

test("a task has its state, its times and the agent that started it", () => {
  assert.deepEqual(taskChoice(TASK), { label: "$(record) Round late", description: "active · 2026-03-04" });
  assert.deepEqual(taskChoice({ ...TASK, state: "ended", ended: "2026-03-05T00:00:00+00:00", askedBy: "a bot" }), {
    label: "$(check) Round late",
    description: "ended · 2026-03-04 · ended 2026-03-05 · by a bot",
  });
});

test("a hint names what there is", () => {
  assert.equal(hintText(1, 0), "$(note) 1 note");
  assert.equal(hintText(0, 2), "$(note) 2 tasks");
  assert.equal(hintText(2, 1), "$(note) 2 notes · 1 task");
});
