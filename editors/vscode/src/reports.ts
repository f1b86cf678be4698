// Documents that are made to be read once: a status, an explanation. They are not files and ask nobody to save them.

import * as vscode from "vscode";

const SCHEME = "ctx-lsp-report";
const KEPT = 20;

export class Reports implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changes = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changes.event;
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "This report is no longer available.";
  }

  /** Shows Markdown as it is read; a report of the same name is replaced. */
  async show(name: string, markdown: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name.replace(/[/\\?#]/g, "·")}.md` });
    this.texts.delete(uri.toString());
    this.texts.set(uri.toString(), markdown);
    for (const old of [...this.texts.keys()].slice(0, -KEPT)) this.texts.delete(old);
    this.changes.fire(uri);
    await vscode.commands.executeCommand("markdown.showPreview", uri);
  }

  dispose(): void {
    this.registration.dispose();
    this.changes.dispose();
  }
}
