// Recent packs are listed by question, and by who has asked.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byAsker, recentChoice, replayOf, restoreOf } from "../src/core/history";
import type { RecentPack } from "../src/protocol";

const NOW = Date.parse("2026-03-04T12:00:00Z");

function recent(title: string, more: Partial<RecentPack> = {}): RecentPack {
  return { packId: "c0ffee", kind: "question", title, askedAt: "2026-03-04T11:58:59+00:00", askedBy: "", ...more };
}

test("a pack is named by its question or symbol, never by its id", () => {
  assert.deepEqual(recentChoice(recent("where is the tax?"), NOW), { label: "$(search-sparkle) where is the tax?", description: "1 minute ago" });
  assert.equal(recentChoice(recent("money.py::Cart.tax", { kind: "symbol" }), NOW).label, "$(symbol-method) Cart.tax");
});

test("its age is said in the largest unit that fits", () => {
  const age = (askedAt: string): string => recentChoice(recent("?", { askedAt }), NOW).description;
  const times = ["2026-03-04T11:59:30Z", "2026-03-04T11:00:00Z", "2026-03-04T10:00:00Z", "2026-03-03T12:00:00Z", "2026-02-10T12:00:00Z"];
  assert.deepEqual(times.map(age), ["just now", "1 hour ago", "2 hours ago", "1 day ago", "22 days ago"]);
});

test("packs of agents stand below those of the user", () => {
  const packs = [recent("a", { askedBy: "agent" }), recent("b"), recent("c", { askedBy: "claude" }), recent("d")];
  assert.deepEqual(byAsker(packs).map(({ heading, packs: group }) => [heading, group.map(({ title }) => title)]), [
    ["", ["b", "d"]],
    ["Fetched by agents", ["a"]],
    ["Fetched by claude", ["c"]],
  ]);
});

test("the pack of an earlier session is named by the history, and shown only if packs are kept", () => {
  const history = { packs: [recent("where is the tax?", { packId: "a" }), recent("money.py::tax", { packId: "b", kind: "symbol" })], kept: true };
  const replay = (packId: string, title: string) => ({ command: "ctx-lsp.replay", params: { packId }, title });
  assert.deepEqual(restoreOf("a", history), replay("a", "where is the tax?"));
  assert.deepEqual(restoreOf("b", history), replay("b", ""), "the answer has the name of the symbol");
  assert.deepEqual(restoreOf("other", history), replay("other", ""));
  assert.equal(restoreOf("a", { ...history, kept: false }), undefined);
  assert.deepEqual(replayOf(recent("my changes", { kind: "changes" })), replay("c0ffee", "my changes"));
});
