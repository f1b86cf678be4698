// An entry in the status bar while a document is in front that notes or earlier tasks are about. A click lists them.

import vscode = require("vscode");
import { type Opened, hintText } from "./core/tasks";
import type { Server } from "./server";

export class OpenHints implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("ctxLsp.opened", vscode.StatusBarAlignment.Right, 89);
  private readonly hints = new Map<string, Opened>();
  private readonly subscriptions: readonly vscode.Disposable[];

  constructor(server: Server) {
    this.item.name = "ctx-lsp: notes and tasks";
    this.subscriptions = [
      server.onDidOpen((hint) => {
        this.hints.set(vscode.Uri.parse(hint.uri).toString(), hint);
        this.render();
      }),
      vscode.window.onDidChangeActiveTextEditor(() => this.render()),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(this.item, ...this.subscriptions).dispose();
  }

  private render(): void {
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    const hint = uri === undefined ? undefined : this.hints.get(uri);
    if (!hint) return this.item.hide();
    this.item.text = hintText(hint.notes, hint.tasks.length);
    this.item.tooltip = hint.message;
    this.item.command = hint.notes ? "ctxLsp.notes" : "ctxLsp.tasks";
    this.item.show();
  }
}
