// The list of packs that agents fetched.

import assert from "node:assert/strict";
import { test } from "node:test";
import { agentRows, agentsHead, switched, wished } from "../src/core/agents";
import type { Agents } from "../src/protocol";
import { RANGE } from "./pack";

const AGENTS: Agents = {
  serving: true,
  reason: "",
  attached: [
    { name: "cursor 1.2", since: "2026-01-31T10:00:00+00:00", packs: 2 },
    { name: "", since: "2026-01-31T10:00:00+00:00", packs: 0 },
  ],
  packs: [
    {
      packId: "b",
      question: "how is the sum taxed?",
      agent: "cursor 1.2",
      at: "2026-01-31T10:01:00+00:00",
      tokens: 1500,
      pieces: [
        { symbol: "a.py::C.total", uri: "file:///r/a.py", range: RANGE, tokens: 30 },
        { symbol: "a.py::taxed", uri: "file:///r/a.py", range: RANGE, tokens: 1 },
        { symbol: null, uri: "file:///r/read%20me.md", range: RANGE, tokens: 9 },
      ],
    },
    { packId: "a", question: "a.py::taxed", agent: "", at: "2026-01-31T10:00:00+00:00", tokens: 1, pieces: [] },
  ],
  pin: ["a.py::C.total"],
  exclude: ["a.py::taxed"],
};

test("packs are named by their questions, and pieces say what the user wants", () => {
  const [pack, other] = agentRows(AGENTS);
  assert.deepEqual([pack?.label, pack?.detail], ["how is the sum taxed?", "cursor 1.2, 1,500 tokens"]);
  assert.deepEqual([other?.label, other?.detail], ["taxed", "an agent, 1 token"]);
  const pieces = pack?.pieces.map((piece) => [piece.label, piece.detail, piece.wish, piece.symbol]);
  assert.deepEqual(pieces, [
    ["C.total", "pinned, 30 tokens", "pinned", "a.py::C.total"],
    ["taxed", "excluded, 1 token", "excluded", "a.py::taxed"],
    ["read me.md", "9 tokens", "none", undefined],
  ]);
});

test("the head counts agents, or says why there are none", () => {
  assert.equal(agentsHead(AGENTS), "2 agents attached");
  assert.equal(agentsHead({ ...AGENTS, serving: false, reason: "agents.attach is off" }), "Not serving agents: agents.attach is off");
});

test("the switch reports whether agents are served now", () => {
  const refused = { ...AGENTS, serving: false, reason: "agents are served only if exactly one folder is open" };
  assert.equal(switched(true, AGENTS), "Agents are served again.");
  assert.equal(switched(true, refused), "Agents are not served: agents are served only if exactly one folder is open.");
  assert.match(switched(false, refused), /^Agents are no longer served/);
  assert.equal(switched(false, AGENTS), "Agents are still served.");
});

test("a symbol is pinned or excluded, never both, and released by the same command", () => {
  assert.deepEqual(wished(AGENTS, "pin", "x"), { pin: ["a.py::C.total", "x"], exclude: ["a.py::taxed"] });
  assert.deepEqual(wished(AGENTS, "exclude", "a.py::C.total"), { pin: [], exclude: ["a.py::taxed", "a.py::C.total"] });
  assert.deepEqual(wished(AGENTS, "exclude", "a.py::taxed"), { pin: ["a.py::C.total"], exclude: [] });
});
