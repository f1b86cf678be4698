// Beside another extension that answers for Python: what both know is said once. Languages of nobody else stay ours. The
// workspace has two folders, for both of which one server answers.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { before, test } from "node:test";
import type { Locator } from "playwright-core";
import { CodeServer } from "./codeServer";
import { neighbour, places } from "./environment";
import { closeAfterTests, keepImage } from "./hooks";
import { Workbench } from "./workbench";
import { copyPackage } from "./workspace";

const GO = "package letters\n\ntype Envelope struct{}\n\nfunc Seal(e Envelope) Envelope { return e }\n\nfunc Send(e Envelope) { Seal(e) }\n";

let code: CodeServer;
let bench: Workbench;
let folder: string;
let workspace: string;

before(async () => {
  code = await CodeServer.start(places, {}, [], [neighbour]);
  folder = copyPackage(places.python, code.state);
  const letters = path.join(code.state, "letters");
  mkdirSync(letters);
  writeFileSync(path.join(letters, "letters.go"), GO);
  writeFileSync(path.join(letters, "envelope.py"), "def seal_the_envelope(letter):\n    return letter\n");
  workspace = path.join(code.state, "two.code-workspace");
  writeFileSync(workspace, JSON.stringify({ folders: [{ path: folder }, { path: letters }] }));
  bench = await Workbench.open(code, workspace);
  await bench.idle().waitFor();
});

closeAfterTests(() => ({ code, bench }));

test("the outline has no level for extensions", async () => {
  await bench.openFile("tenacity/wait.py");
  await bench.run("Explorer: Focus on Outline View");
  await outlined(1, "wait_base").first().waitFor();
  assert.equal(await outlined(1, "ctx-lsp").count(), 0);
  await keepImage(bench, "alone-outline");
});

test("Go to Definition goes there at once", async () => {
  await toDefinition();
  await bench.page.locator("#status\\.editor\\.selection", { hasText: `Ln ${lineOf(/^class wait_base/)},` }).waitFor();
  assert.equal(await bench.page.locator(".peekview-widget").count(), 0);
});

test("a symbol of the workspace is listed once", async () => {
  assert.equal(await bench.symbolsNamed("wait_incrementing"), 1);
  await keepImage(bench, "alone-symbols");
  await bench.page.keyboard.press("Escape");
});

test("a language that nobody else answers for is answered", async () => {
  await bench.openFile("letters.go");
  await outlined(1, "Seal").waitFor();
  await bench.goToLine(7, "func Send(e Envelope) { S".length + 1);
  await bench.run("Go to Definition");
  await bench.page.locator("#status\\.editor\\.selection", { hasText: "Ln 5," }).waitFor();
  assert.equal(await bench.symbolsNamed("Envelope"), 1);
  await bench.page.keyboard.press("Escape");
});

test("where the user wants ours beside the other's, both answer", async () => {
  const folders = JSON.parse(readFileSync(workspace, "utf8")) as object;
  writeFileSync(workspace, JSON.stringify({ ...folders, settings: { "ctx-lsp.navigation": "on" } }));
  await bench.openFile("tenacity/wait.py");
  await outlined(1, "ctx-lsp").waitFor();
  await toDefinition();
  await bench.page.locator(".peekview-widget").waitFor();
  await bench.page.keyboard.press("Escape");
  assert.equal(await bench.symbolsNamed("wait_incrementing"), 2);
});

test("a listed test is run by the controller that knows it, and no terminal opens", async () => {
  await bench.openFile("tenacity/wait.py");
  await bench.choose("ctx-lsp: Tests to Run", "For tenacity-copy/tenacity/wait.py");
  const listed = bench.row(/^test_a_fixed_wait_is_the_same_each_time/);
  await listed.hover();
  await listed.locator(".action-label[aria-label^='Run Test']").click();
  await bench.page.locator('.tab.active[data-resource-name="test_wait.py"]').waitFor();
  await bench.page.locator(".testing-run-glyph.codicon-testing-passed-icon").waitFor();
  assert.equal(await bench.page.locator(".monaco-editor.focused").count(), 0); // the keyboard is still in the list
  await bench.run("Testing: Focus on Test Explorer View");
  await bench.page.locator('.test-explorer .monaco-list-row[aria-label*="test_a_fixed_wait"][aria-label*="Passed"]').waitFor();
  assert.equal(await bench.page.locator(".terminal-wrapper").count(), 0);
});

test("one server answers about both folders", async () => {
  for (const name of ["seal_the_envelope", "wait_incrementing"]) {
    await bench.ask(name);
    await bench.panel().locator("h2", { hasText: name }).waitFor();
    await bench.panel().locator("button.name", { hasText: name }).first().waitFor();
    const where = await bench.panel().locator(".piece .where").allInnerTexts();
    assert.deepEqual(where.filter((one) => !/^(letters|tenacity-copy)\//.test(one)), []);
  }
  assert.equal(code.languageServers().length, 1);
});

test("a click goes to the file in its folder", async () => {
  await bench.ask("seal_the_envelope");
  await bench.panel().locator("button.name", { hasText: "seal_the_envelope" }).first().click();
  await bench.page.locator('.tab.active[data-resource-name="envelope.py"]').waitFor();
});

async function toDefinition(): Promise<void> {
  await bench.goToLine(lineOf(/^class wait_fixed\(wait_base\)/), "class wait_fixed(wait_".length);
  await bench.run("Go to Definition");
}

function outlined(level: number, name: string): Locator {
  const tree = bench.page.locator(".outline-tree");
  return tree.locator(`.monaco-list-row[aria-level="${level}"]`, { hasText: new RegExp(`^${name}`) });
}

function lineOf(text: RegExp): number {
  const lines = readFileSync(path.join(folder, "tenacity/wait.py"), "utf8").split("\n");
  return lines.findIndex((one) => text.test(one)) + 1;
}
