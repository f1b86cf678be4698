// Texts that leave the panel: prompts, names of files, references, and commands that run tests.

import assert from "node:assert/strict";
import { test } from "node:test";
import { changesText } from "../src/core/pack/changes";
import { extensionOf, fileNameOf, promptOf, reference } from "../src/core/pack/prompt";
import { ofTests } from "../src/core/relations";
import { byFolder, lines } from "../src/core/testRuns";

test("a prompt has the question, the pack as it is, and an instruction", () => {
  assert.match(promptOf("Where is the tax?", "# pack\n  code\n"), /^Where is the tax\?\n\n# pack\n  code\n\nAnswer from this code/);
});

test("a file is named by its question and its format", () => {
  assert.equal(fileNameOf("Where is the tax (net/gross)?", "md"), "where-is-the-tax-net-gross.md");
  assert.equal(fileNameOf("??", "xml"), "pack.xml");
  assert.equal(fileNameOf("ä".repeat(90), "md"), `${"ä".repeat(60)}.md`);
  assert.equal(fileNameOf(`${"a".repeat(59)}𝒳`, "md"), `${"a".repeat(59)}.md`, "no half of a character");
  assert.deepEqual(["# a", "<pack>", '{"a": 1}'].map(extensionOf), ["md", "xml", "json"]);
});

test("a reference is one line without an end, and quotes a path with spaces", () => {
  assert.equal(reference("where\n is it?", "/tmp/a.md"), "where is it? @/tmp/a.md ");
  assert.equal(reference("where?", "/tmp/my packs/a.md"), 'where? @"/tmp/my packs/a.md" ');
});

test("tests run in as few commands as possible", () => {
  assert.deepEqual(lines(["pytest a.py::b", "pytest 'c d.py::e'", "pytest a.py::b"], true), ["pytest a.py::b 'c d.py::e'"]);
  assert.deepEqual(lines(["cd web && npx jest a.ts -t 'b'", "pytest a.py::b"], true), ["pytest a.py::b ; (cd web && npx jest a.ts -t 'b')"]);
});

test("a shell without subshells gets one command per line, and each starts in the workspace folder", () => {
  const commands = ["pytest a.py::b", "cd web && npx jest a.ts -t 'b'", "npx jest c.ts", "pytest a.py::c"];
  assert.deepEqual(lines(commands, false), ["pytest a.py::b a.py::c", "pushd web", "npx jest a.ts -t 'b'", "popd", "npx jest c.ts"]);
});

test("tests run in their own workspace folders", () => {
  const run = (folder: string | undefined, command: string) => ({ folder, command });
  const grouped = byFolder([run("file:///a", "one"), run("file:///b", "two"), run("file:///a", "three"), run(undefined, "four")]);
  assert.deepEqual([...grouped], [["file:///a", ["one", "three"]], ["file:///b", ["two"]], [undefined, ["four"]]]);
});

test("a test that can be run carries its command", () => {
  const placed = { symbol: "t.py::test_a", uri: "file:///t.py", distance: 1, confidence: 1, way: [] };
  const listing = ofTests({ revision: 1, changed: [], unchanged: false, groups: [], files: [], tests: [{ ...placed, run: "pytest t.py::test_a" }, { ...placed, run: null }], warnings: [] });
  assert.equal(listing.areTests, true);
  assert.deepEqual(listing.groups[0]?.rows.map(({ run }) => run), ["pytest t.py::test_a", undefined]);
});

test("changes are counted, and named for those who want to know", () => {
  assert.deepEqual(changesText({ changed: [], entered: [], left: [], same: 2 }), ["Nothing has changed since this pack was made.", []]);
  assert.deepEqual(changesText({ changed: ["a"], entered: ["b", "c"], left: [], same: 2 }), ["Since this pack was made: 1 piece changed, 2 added.", ["Changed: a", "Added: b, c"]]);
});
