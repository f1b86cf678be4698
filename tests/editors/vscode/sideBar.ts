// States of the panel, one after the other, as the pictures of `looks.ts` show them.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import type { Locator } from "playwright-core";
import type { CodeServer } from "./codeServer";
import { until } from "./until";
import type { Workbench } from "./workbench";

export interface Stage {
  readonly code: CodeServer;
  readonly bench: Workbench;
  readonly folder: string;
}

/** A state by its name, and how it is reached from the one before. */
export type State = readonly [name: string, reach: (stage: Stage) => Promise<void>];

const QUESTION = "How long does it wait between two attempts?";
const SETTLED = "#content:not([aria-busy=true])";

export const STATES: readonly State[] = [
  ["welcome", async ({ bench }) => {
    await bench.run("ctx-lsp: Focus on Pack View");
    await bench.panel().locator("#ask").waitFor();
  }],
  ["asking", async ({ bench, code }) => {
    for (const pid of code.languageServers()) process.kill(pid, "SIGSTOP"); // the list still opens
    await bench.ask(QUESTION);
    await bench.panel().locator("#content[aria-busy=true]").waitFor();
  }],
  ["pack", async ({ bench, code }) => {
    for (const pid of code.languageServers()) process.kill(pid, "SIGCONT");
    await bench.panel().locator(`${SETTLED} .piece`).first().waitFor();
  }],
  ["piece", async ({ bench }) => {
    await toggle(bench.panel().locator(".piece").first());
    await bench.panel().locator(".piece details[open]").first().waitFor();
    await bench.panel().locator(".piece").nth(1).hover();
  }],
  ["summary", async ({ bench }) => {
    await toggle(bench.panel().locator(".piece").first());
    await bench.panel().locator("#about > summary").click();
  }],
  ["shaped", async ({ bench }) => {
    const panel = bench.panel();
    await panel.locator("#about > summary").click();
    await panel.locator(".piece button[data-do=pin]").first().click({ force: true });
    await panel.locator(`${SETTLED} .piece.pinned`).first().waitFor();
    await panel.locator(".piece button[data-do=exclude]").nth(1).click({ force: true });
    await panel.locator(`${SETTLED} .left-out`).waitFor();
    await bench.openFile("tenacity/after.py");
    await bench.run("ctx-lsp: Add to Pack");
    await panel.locator(`${SETTLED} .by-hand`).waitFor();
    await panel.locator("#order-file").click();
  }],
  ["controls", async ({ bench }) => {
    const panel = bench.panel();
    await panel.locator("#controls > summary").click();
    await panel.locator("#more > summary").click();
    await panel.locator("#controls").scrollIntoViewIfNeeded();
  }],
  ["outdated", async ({ bench, folder }) => {
    const panel = bench.panel();
    await panel.locator("#controls > summary").click();
    await panel.locator("#order-relevance").click();
    const file = path.join(folder, "tenacity/wait.py");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("return ", "return 1.0 * "));
    await panel.locator(".outdated").waitFor();
    await scrollToTop(bench);
  }],
  ["guidance", async ({ bench, folder }) => {
    writeFileSync(path.join(folder, "AGENTS.md"), "# Tenacity\n\n## Code style\n\nKeep each wait a pure function of the state of its retry.\n");
    await bench.openFile("AGENTS.md"); // or the question may come before the server knows the file
    await bench.ask("add a limit to wait_fixed"); // few main results leave room for a style section
    await bench.panel().locator(`${SETTLED} #guidance > summary`).click();
    await toggle(bench.panel().locator("#guidance .piece").first());
    await scrollToTop(bench);
  }],
  ["relations", async ({ bench }) => {
    await bench.openFile("tenacity/nap.py");
    await bench.choose("ctx-lsp: Tests to Run", "For my changes");
    await bench.row("test_a_fixed_wait").first().waitFor();
  }],
  ["stopped", async ({ bench, code }) => {
    for (let crashes = 0; crashes < 5; crashes++) {
      await until(() => code.languageServers().length > 0);
      for (const pid of code.languageServers()) process.kill(pid, "SIGKILL");
      await until(() => code.languageServers().length === 0);
    }
    await bench.page.locator(".notification-list-item", { hasText: "crashed 5 times" }).waitFor();
    await bench.run("Notifications: Clear All Notifications");
    await bench.ask("Why is it stopped?");
    await bench.panel().locator(".error").waitFor();
    assert.deepEqual(code.languageServers(), []);
  }],
]; // prettier-ignore

/** Folds or unfolds a piece: at the beginning of its second line, because its actions lie over the rest under a pointer. */
async function toggle(piece: Locator): Promise<void> {
  await piece.locator("summary .line").first().click({ position: { x: 4, y: 4 } });
}

/** Unlike an element of the page, its body is not replaced when the page is drawn anew, as it is to colour code. */
async function scrollToTop(bench: Workbench): Promise<void> {
  await bench.panel().locator("body").evaluate(() => scrollTo(0, 0));
}
