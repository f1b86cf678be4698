// A pack for tests, as the server gives it.

import type { Pack, PackItem } from "../src/protocol";

export const RANGE = { start: { line: 3, character: 0 }, end: { line: 5, character: 9 } };

export function item(name: string, more: Partial<PackItem> = {}): PackItem {
  return {
    uri: "file:///home/me/money.py",
    range: RANGE,
    symbol: `money.py::${name}`,
    kind: "Function",
    language: "python",
    signature: `def ${name}(x)`,
    score: 1.5,
    scores: { bm25: 1, name: 0.5, dense: 0 },
    role: "primary",
    relation: "",
    level: "full",
    tokens: 1234,
    text: `def ${name}(x): ...`,
    ...more,
  };
}

export function pack(packId: string, more: Partial<Pack> = {}): Pack {
  return {
    packId,
    revision: 1,
    query: { text: "where is the tax?", intent: "question", symbols: [], terms: [], meant: "", readAs: "", unmentioned: [], remark: "", code: 1 },
    tokens: { used: 1500, budget: 4096, baseline: 6000, savings: 0.75 },
    completeness: { score: 0.995, symbolResolution: 1, dependencyCoverage: 0.98, unresolved: [] },
    confidence: 0.62,
    shown: { main: 3, of: 4 },
    ready: false,
    reason: "raise the budget to 8,192",
    items: [item("tax"), item("total", { role: "caller", relation: "calls ← money.py::tax" })],
    elsewhere: [],
    edges: [],
    coverage: { lexical: 1, semantic: 1 },
    timings: {},
    warnings: [],
    text: "# where is the tax?",
    commits: {},
    advice: [],
    ...more,
  };
}
