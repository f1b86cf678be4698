// Questions that the team keeps in the repository, with the code that answers them, for `ctx-lsp eval`.

import vscode = require("vscode");
import { count } from "../core/format";
import { askFirst } from "../core/wayOn";
import { inform } from "../notices";
import type { Packs } from "./packs";
import type { Server } from "../server";

export class TeamTasks {
  constructor(
    private readonly server: Server,
    private readonly packs: Packs,
  ) {}

  /** Keeps the question of the pack on show. Its answers are the pieces that the user has called useful, or missing. */
  async keep(): Promise<void> {
    const { pack } = this.packs.state;
    if (!pack) throw askFirst("there is no pack yet");
    const { uri, answers, line } = await this.server.ask("ctx-lsp.teamTask", { packId: pack.packId });
    const document = await appended(vscode.Uri.parse(uri), line);
    const file = vscode.workspace.asRelativePath(document.uri);
    const open = "Open";
    const picked = await inform(`ctx-lsp: the question was kept in ${file}, with ${count(answers.length, "answer")}`, open);
    if (picked === open) await vscode.window.showTextDocument(document);
  }
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
