// Asking: what a question finds while it is typed, recent questions, an error as a question, and notes about the code.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { before, test } from "node:test";
import type { Locator } from "playwright-core";
import { CodeServer } from "./codeServer";
import { places } from "./environment";
import { closeAfterTests, keepImage } from "./hooks";
import { until } from "./until";
import { Workbench } from "./workbench";
import { copyPackage } from "./workspace";

const FIRST = "stop after a delay";
const QUESTION = "wait a fixed time";

let code: CodeServer;
let bench: Workbench;
let folder: string;

before(async () => {
  code = await CodeServer.start(places);
  folder = copyPackage(places.python, code.state);
  writeFileSync(path.join(folder, "broken.json"), '{ "wait": fixed }\n'); // JSON is checked by the editor itself
  bench = await Workbench.open(code, folder);
  await until(() => code.languageServers().length > 0);
  for (const pid of code.languageServers()) process.kill(pid, "SIGSTOP"); // before it has read a file: the first test lets it go on
});

closeAfterTests(() => ({ code, bench }));

test("a pack that was asked for before anything is indexed fills by itself", async () => {
  await bench.ask(FIRST);
  const panel = bench.panel();
  await panel.locator("#content[aria-busy=true]").waitFor();
  await panel.locator("#content").evaluate((content) => {
    const seen: string[] = (window as { seen?: string[] }).seen = [];
    new MutationObserver(() => seen.push(content.textContent ?? "")).observe(content, { childList: true });
  });
  for (const pid of code.languageServers()) process.kill(pid, "SIGCONT");
  await panel.locator("button.name", { hasText: "stop_after_delay" }).first().waitFor();
  const seen = await panel.locator("#content").evaluate(() => (window as { seen?: string[] }).seen ?? []);
  assert.match(seen.join("\n"), /still indexing/i);
  assert.doesNotMatch(seen.at(-1) ?? "", /still indexing/i);
  await bench.openFile("tenacity/nap.py");
  await bench.indexed().waitFor();
});

test("what a question finds is listed while it is typed, and shown in the editor when it is in focus", async () => {
  await bench.insist("no result is shown", async () => {
    await bench.openQuestion(QUESTION);
    await bench.choice("wait_fixed").first().waitFor({ timeout: 20_000 });
    await bench.page.keyboard.press("ArrowDown");
    await bench.page.locator('.tab.active[data-resource-name="wait.py"]').waitFor({ timeout: 10_000 });
  });
  await keepImage(bench, "asking");
});

test("who gives up is where they were, and nothing is left of what was shown", async () => {
  await bench.page.keyboard.press("Escape");
  await bench.page.locator('.tab.active[data-resource-name="nap.py"]').waitFor();
  await bench.page.locator('.tab[data-resource-name="wait.py"]').waitFor({ state: "detached" });
});

test("an editor that is no text is in front again after a question was given up", async () => {
  await bench.run("ctx-lsp: Show Status");
  const status = bench.page.locator(".tab.active", { hasText: "ctx-lsp status" });
  await status.waitFor();
  await bench.insist("no result is shown", async () => {
    await bench.openQuestion(QUESTION);
    await bench.choice("wait_fixed").first().waitFor({ timeout: 20_000 });
    await bench.page.keyboard.press("ArrowDown");
    await bench.page.locator('.tab.active[data-resource-name="wait.py"]').waitFor({ timeout: 10_000 });
  });
  await bench.page.keyboard.press("Escape");
  await status.waitFor();
  await bench.page.locator('.tab[data-resource-name="wait.py"]').waitFor({ state: "detached" });
});

test("a result can be gone to", async () => {
  await bench.insist("no result can be gone to", async () => {
    await bench.openQuestion(QUESTION);
    await bench.click("wait_fixed");
  });
  await bench.page.locator("#status\\.editor\\.selection", { hasText: /^Ln [1-9]\d+, Col 1$/ }).waitFor();
  await bench.page.locator('.tab.active[data-resource-name="wait.py"]').waitFor();
});

test("a question that was asked is there to be asked again", async () => {
  await bench.ask(QUESTION);
  await bench.panel().locator("h2", { hasText: QUESTION }).waitFor();
  await bench.run("ctx-lsp: Ask for Context…");
  await bench.choice(QUESTION).waitFor();
  await bench.page.keyboard.press("Escape");
});

test("that the code of a pack has changed is marked, and one click refreshes it", async () => {
  await bench.openFile("tenacity/wait.py");
  await bench.goToLine(50, 8); // in the documentation of `wait_fixed`, which is on show
  await bench.page.keyboard.insertText("Each time alike. ");
  await bench.goToLine(1);
  await bench.page.keyboard.insertText("def wait_a_fixed_time(seconds):\n    return seconds\n\n\n");
  await bench.panel().locator(".outdated", { hasText: "The code has changed." }).waitFor();
  await keepImage(bench, "outdated");
  await bench.panel().locator(".outdated button").click();
  await bench.panel().locator("#content:not([aria-busy=true]):not(:has(.outdated))").waitFor();
  await bench.panel().locator("button.name", { hasText: "wait_a_fixed_time" }).first().waitFor();
});

test("a setting refreshes the pack as soon as its code has changed", async () => {
  const settings = path.join(folder, ".vscode/settings.json");
  mkdirSync(path.dirname(settings), { recursive: true });
  writeFileSync(settings, JSON.stringify({ "ctx-lsp.panel.autoRefresh": true }));
  await bench.openFile("tenacity/wait.py");
  await bench.goToLine(54, 8); // in the same documentation
  await bench.page.keyboard.insertText("Really. ");
  await bench.panel().locator('button.name[title*="Really. "]').first().waitFor();
  await bench.panel().locator("#content:not([aria-busy=true]):not(:has(.outdated))").waitFor();
});

test("a change while a pack is being made is not lost", async () => {
  await bench.openFile("tenacity/wait.py");
  const pids = code.languageServers();
  for (const pid of pids) process.kill(pid, "SIGSTOP"); // it will read the question before the change
  await bench.ask(QUESTION);
  await bench.panel().locator("#content[aria-busy=true]").waitFor();
  await bench.goToLine(54, 8);
  await bench.page.keyboard.insertText("Once more. ");
  await bench.page.waitForTimeout(1_500); // the extension asks a moment after the change whether the pack is outdated
  for (const pid of pids) process.kill(pid, "SIGCONT");
  await bench.panel().locator('button.name[title*="Once more. "]').first().waitFor();
  await bench.panel().locator("#content:not([aria-busy=true]):not(:has(.outdated))").waitFor();
});

test("the action for notes lights no bulb, and is there when it is asked for", async () => {
  await bench.openFile("tenacity/nap.py");
  await bench.goToLine(18, 2);
  await bench.page.waitForTimeout(1_500); // the editor asks by itself a moment after the cursor has moved
  assert.equal(await bulbs().count(), 0);
  const action = bench.page.locator(".action-widget .monaco-list-row", { hasText: "Record a Decision or Gotcha Here" }).first();
  await until(async () => {
    await bench.page.keyboard.press("Control+.");
    return action.waitFor({ timeout: 3_000 }).then(() => true, () => false);
  });
  await bench.page.keyboard.press("Escape");
});

test("an error is a question", async () => {
  await bench.openFile("broken.json");
  await bench.page.locator(".squiggly-error").first().waitFor();
  await bench.goToLine(1, 12);
  const fix = bench.page.locator(".action-widget .monaco-list-row", { hasText: "Explain with Context" }).first();
  await until(async () => {
    await bench.page.keyboard.press("Control+."); // the menu closes if diagnostics change while it opens
    return fix.click({ timeout: 3_000 }).then(() => true, () => false);
  });
  await bulbs().first().waitFor({ state: "attached" }); // as the editor shows it where something can be done
  await bench.panel().locator("h2", { hasText: "Value expected" }).waitFor();
});

test("a note about the code at the cursor is found before it is saved, and says that its code has changed", async () => {
  await bench.openFile("tenacity/wait.py");
  await bench.goToLine(1);
  await bench.page.keyboard.insertText("def in_seconds(minutes):\n    return 60 * minutes\n\n\n");
  await bench.goToLine(1, 5);
  await bench.choose("ctx-lsp: Add a Note Here…", "gotcha");
  await bench.page.locator(".quick-input-message", { hasText: "The title of the gotcha" }).waitFor();
  await bench.type("Seconds, not minutes");
  await bench.page.keyboard.press("Enter");
  await bench.page.locator('.tab.active.dirty[data-resource-name="seconds-not-minutes.md"]').waitFor();
  assert.equal(readFileSync(path.join(folder, ".ctx-lsp/memory/seconds-not-minutes.md"), "utf8"), "");
  await bench.openFile("tenacity/wait.py");
  await bench.goToLine(2, 1);
  await bench.page.keyboard.insertText("    minutes += 1\n");
  await bench.run("ctx-lsp: Notes…");
  const row = bench.page.locator(".quick-input-list .monaco-list-row", { hasText: "Seconds, not minutes" });
  await row.filter({ hasText: "At the cursor" }).filter({ hasText: "its code has changed" }).waitFor();
  await keepImage(bench, "notes");
  await bench.type("what is given in minutes?"); // no note has these letters: the server finds one
  await bench.click("Seconds, not minutes");
  await bench.page.locator('.tab.active[data-resource-name="seconds-not-minutes.md"]').waitFor();
});

test("a lens counts the notes about a definition, and lists them", async () => {
  await bench.openFile("tenacity/wait.py");
  await bench.goToLine(1);
  const note = bench.page.locator(".quick-input-list .monaco-list-row", { hasText: "Seconds, not minutes" });
  await bench.clickLens(bench.lens(/^1 note, 1 on code that has changed$/), note);
  await bench.page.keyboard.press("Escape");
});

test("an outdated note is updated from the list of actions, in an edit that can be undone", async () => {
  await bench.choose("ctx-lsp: Notes…", "Seconds, not minutes");
  await bench.page.locator('.tab.active[data-resource-name="seconds-not-minutes.md"]').waitFor();
  await bench.goToLine(1, 1);
  const update = bench.page.locator(".action-widget .monaco-list-row", { hasText: "Update “Seconds, not minutes”" }).first();
  await until(async () => {
    await bench.page.keyboard.press("Control+.");
    return update.click({ timeout: 3_000 }).then(() => true, () => false);
  });
  await bench.openFile("tenacity/wait.py");
  await bench.goToLine(1);
  await bench.lens(/^1 note$/).first().waitFor();
});

test("a task records its question, is hinted at when a file of it opens, and is erased", async () => {
  await bench.run("ctx-lsp: Start a Task…");
  await bench.page.locator(".quick-input-message", { hasText: "What the task is about" }).waitFor();
  await bench.type("When to give up");
  await bench.page.keyboard.press("Enter");
  await bench.ask("stop after a delay");
  await bench.panel().locator("h2", { hasText: "stop after a delay" }).waitFor();
  await bench.run("ctx-lsp: Record a Checkpoint…");
  await bench.page.locator(".quick-input-message", { hasText: "Where does the work stand" }).waitFor();
  await bench.type("We decided to give up after a minute.");
  await bench.page.keyboard.press("Enter");
  await bench.page.locator(".notification-toast", { hasText: "checkpoint of “When to give up” recorded" }).first().waitFor();
  await bench.choose("ctx-lsp: Tasks…", "When to give up");
  await bench.click("End It");
  await bench.openFile("tenacity/stop.py");
  await bench.page.locator("[id*='ctxLsp.opened']", { hasText: "1 task" }).waitFor();
  await keepImage(bench, "hint");
  await bench.choose("ctx-lsp: Tasks…", "When to give up");
  await bench.click("Export It");
  await bench.page.locator(".view-line", { hasText: "results: a pack of" }).first().waitFor();
  await bench.choose("ctx-lsp: Tasks…", "Erase All Tasks");
  await bench.page.locator(".monaco-dialog-box .monaco-button", { hasText: "Erase" }).click();
  await bench.page.locator(".notification-toast", { hasText: "1 task erased" }).first().waitFor();
});

/** The light bulbs that the editor shows beside the cursor. */
function bulbs(): Locator {
  return bench.page.locator(".lightBulbWidget:visible, [class*='gutter-lightbulb']:visible");
}
