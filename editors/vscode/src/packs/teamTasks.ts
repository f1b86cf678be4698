// Questions that the team keeps in the repository, with the code that answers them, for `ctx-lsp eval`.

import vscode = require("vscode");
import { count } from "../core/format";
import { isKeptQuestion, lineOf } from "../core/keptQuestion";
import { askFirst } from "../core/wayOn";
import { inform } from "../notices";
import type { Packs } from "./packs";
import type { Server } from "../server";

const OPEN = "Open";
const TASKS = ".ctx-lsp/eval.jsonl"; // in a folder of the workspace

export class TeamTasks {
  constructor(
    private readonly server: Server,
    private readonly packs: Packs,
  ) {}

  /** Keeps the question of the pack on show. Its answers are the pieces that the user has called useful, or missing. */
  async keep(): Promise<void> {
    const { pack } = this.packs.state;
    if (!pack) throw askFirst("there is no pack yet");
    const task = await this.server.ask("ctx-lsp.teamTask", { packId: pack.packId }).catch((error: unknown) => {
      if (!isKeptQuestion(error)) throw error;
    });
    if (!task) return showKept(pack.query.text);
    const { uri, answers, line } = task;
    const document = await appended(vscode.Uri.parse(uri), line);
    const file = vscode.workspace.asRelativePath(document.uri);
    const picked = await inform(`ctx-lsp: the question was kept in ${file}, with ${count(answers.length, "answer")}`, OPEN);
    if (picked === OPEN) await vscode.window.showTextDocument(document);
  }
}

/** Says that the team has a question already, and offers to show its line. */
async function showKept(question: string): Promise<void> {
  const kept = await keptIn(question);
  const picked = await inform(`ctx-lsp: this question is kept already, in ${TASKS}.`, ...(kept ? [OPEN] : []));
  if (kept && picked === OPEN) await vscode.window.showTextDocument(kept.uri, { selection: kept.range });
}

/** The line of a question in the file of tasks of a workspace folder. */
async function keptIn(question: string): Promise<vscode.Location | undefined> {
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const file = vscode.Uri.joinPath(uri, TASKS);
    const document = await vscode.workspace.openTextDocument(file).then(undefined, () => undefined); // this folder may have none
    const line = document && lineOf(question, document.getText());
    if (line !== undefined) return new vscode.Location(file, new vscode.Position(line, 0));
  }
  return undefined;
}

/** Appends a line to a file, which need not exist, and saves it: through the editor, which may have it open. */
async function appended(file: vscode.Uri, line: string): Promise<vscode.TextDocument> {
  const created = new vscode.WorkspaceEdit();
  created.createFile(file, { ignoreIfExists: true });
  if (!(await vscode.workspace.applyEdit(created))) throw new Error(`${vscode.workspace.asRelativePath(file)} cannot be created`);
  const document = await vscode.workspace.openTextDocument(file);
  const { end } = document.lineAt(document.lineCount - 1).range;
  const edit = new vscode.WorkspaceEdit();
  edit.insert(file, end, `${end.character ? "\n" : ""}${line}\n`);
  const isWritten = (await vscode.workspace.applyEdit(edit)) && (await document.save());
  if (!isWritten) throw new Error(`${vscode.workspace.asRelativePath(file)} cannot be written`);
  return document;
}
