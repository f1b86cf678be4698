// Runs inside the extension host, started by `agentEdits.ts`: edits of unsaved documents, and the seconds until answers have
// them, the editor's own and an agent's, in turns.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import { ScriptedAgent } from "./scriptedAgent";
import { until } from "./until";

const PAUSE_MS = 200; // between two edits, in which what follows an edit is done

export interface Plan {
  readonly folder: string;
  /** Paths in the folder. */
  readonly files: readonly string[];
  readonly edits: number;
  /** Where the outcome goes. */
  readonly outcome: string;
}

interface Answer {
  readonly text?: string;
}

export async function run(): Promise<void> {
  const plan = JSON.parse(readFileSync(process.env["TEST_PLAN"] ?? "", "utf8")) as Plan;
  try {
    writeFileSync(plan.outcome, JSON.stringify(await measure(plan)));
  } catch (error) {
    writeFileSync(`${plan.outcome}.error`, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

async function measure({ folder, files, edits }: Plan): Promise<object> {
  await until(async () => (await vscode.commands.getCommands(true)).includes("ctx-lsp.status")); // once the server has started
  await until(async () => (await vscode.commands.executeCommand<{ readonly state: string }>("ctx-lsp.status", {})).state === "ready");
  const agent = new ScriptedAgent(process.env["TEST_PYTHON"] ?? "", folder);
  const first = await agent.tell<{ readonly engine: { readonly source: string } }>("how does it begin?");
  assert.equal(first.engine.source, "editor");
  const own = async (symbol: string): Promise<Answer> => {
    try {
      return await vscode.commands.executeCommand<Answer>("ctx-lsp.contextAt", { symbol });
    } catch {
      return {}; // not known yet
    }
  };
  const outcome = { own: [] as number[], agent: [] as number[], stale_own: 0, stale_agent: 0 };
  for (let number = 1; number <= edits; number++) {
    const document = await vscode.workspace.openTextDocument(path.join(folder, files[number % files.length] ?? ""));
    const editor = await vscode.window.showTextDocument(document);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const symbol = `edit_number_${number}`;
    const add = (text: string): Thenable<boolean> => editor.edit((edit) => edit.insert(document.lineAt(document.lineCount - 1).range.end, text));
    assert.ok(await add(`\n\ndef ${symbol}`)); // as somebody types
    const way = number % 2 ? "own" : "agent";
    const begin = performance.now();
    assert.ok(await add("(): ...\n"));
    let asked = 0;
    for (let text = ""; !text.includes(`def ${symbol}(): ...`); asked++) {
      text = (way === "own" ? await own(symbol) : await agent.tell<Answer>(`symbol ${symbol}`)).text ?? "";
    }
    outcome[way].push((performance.now() - begin) / 1_000);
    if (asked > 1) outcome[`stale_${way}`] += 1;
  }
  agent.end();
  return outcome;
}
