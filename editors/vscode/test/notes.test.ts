// Notes are listed with their strength, and with what is wrong with them in plain words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noteChoice, problemChoice } from "../src/core/notes";
import type { Note } from "../src/protocol";
import { RANGE } from "./pack";

const FILE = ".ctx-lsp/memory/round-late.md";

function note(more: Partial<Note> = {}): Note {
  return {
    id: "round-late",
    uri: `file:///home/me/${FILE}`,
    range: RANGE,
    type: "gotcha",
    title: "Round late",
    text: "",
    reason: "",
    category: "",
    date: "2026-03-04",
    source: "person",
    state: "accepted",
    anchors: [],
    verdict: "fresh",
    contradictions: [],
    strength: 0.984,
    stale: false,
    inForce: true,
    doubts: [],
    supersededBy: null,
    ...more,
  };
}

test("a note that holds has its type, its strength and its file", () => {
  assert.deepEqual(noteChoice(note(), FILE), { label: "$(note) Round late", description: "gotcha · strength 98%", detail: FILE });
});

test("what is wrong with a note stands before its file", () => {
  const detail = (more: Partial<Note>): string => noteChoice(note(more), "f").detail;
  assert.equal(detail({ verdict: "moved" }), "its code has moved · f");
  assert.equal(detail({ verdict: "drifted", stale: true }), "its code has changed · stale: confirm or retire it · f");
  assert.equal(detail({ verdict: "orphaned", state: "proposed" }), "its code is gone · proposed: not accepted yet · f");
  assert.equal(detail({ verdict: "refuted", contradictions: ["a.py does not exist"] }), "says something false: a.py does not exist · f");
});

test("only notes that nobody should rely on have a warning", () => {
  const verdicts = ["fresh", "moved", "drifted", "orphaned", "refuted"] as const;
  const icons = verdicts.map((verdict) => noteChoice(note({ verdict }), FILE).label.split(" ")[0]);
  assert.deepEqual(icons, ["$(note)", "$(note)", "$(warning)", "$(warning)", "$(warning)"]);
});

test("a file that is not a note says why", () => {
  const problem = { uri: "file:///home/me/x.md", message: "a note has a title", valid: false };
  assert.deepEqual(problemChoice(problem, "x.md"), { label: "$(error) x.md", description: "not a valid note", detail: "a note has a title" });
});

test("a note with a fault is not called invalid", () => {
  const problem = { uri: "file:///home/me/x.md", message: "supersedes is circular", valid: true };
  assert.deepEqual(problemChoice(problem, "x.md"), { label: "$(error) x.md", description: "", detail: "supersedes is circular" });
});
