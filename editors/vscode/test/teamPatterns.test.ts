// The team's patterns as a document.

import assert from "node:assert/strict";
import { test } from "node:test";
import { teamPatternsMarkdown } from "../src/core/teamPatterns";

const nameOf = (uri: string): string => uri.replace("file:///shop/", "");
const ANSWER = { symbol: null, revision: 1, patterns: [], departures: [], warnings: [] };

test("each category says what to prefer, or that there is a conflict or no rule", () => {
  const alternative = (name: string, files: number, trend?: "rising" | "declining") => ({ name, files, share: 0, ...(trend ? { trend } : {}) });
  const text = teamPatternsMarkdown({
    ...ANSWER,
    adoption: [
      { language: "python", category: "http", files: 32, alternatives: [alternative("httpx", 31, "rising"), alternative("requests", 1, "declining")], preferred: "httpx", conflict: [], golden: ["file:///shop/app/a_b.py"] },
      { language: "python", category: "imports", files: 5, alternatives: [alternative("absolute", 3), alternative("relative", 2)], preferred: "", conflict: ["absolute", "relative"], golden: [] },
      { language: "go", category: "errors", files: 2, alternatives: [alternative("sentinels", 2)], preferred: "", conflict: [], golden: [] },
    ],
  }, nameOf);
  assert.equal(text, [
    "# The team's patterns",
    "## python",
    "- **http**: prefer httpx (31 of 32 files, rising); also requests (1, declining)\n  - as in app/a\\_b.py\n- **imports**: in conflict: absolute (3), relative (2)",
    "## go",
    "- **errors**: no rule: sentinels (2)",
    "",
  ].join("\n\n"));
});

test("without any, it says so", () => {
  assert.match(teamPatternsMarkdown({ ...ANSWER, adoption: [] }, nameOf), /No known libraries or idioms were found\./);
});
