// Documents that are made to be read once: a status, an explanation, a pack. They are not files and ask nobody to save them.

import vscode = require("vscode");
import { beginning } from "./core/format";

const SCHEME = "ctx-lsp-report";
const KEPT = 20;
const LONGEST = 80; // characters of a name, which may be a whole question

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
    await vscode.commands.executeCommand("markdown.showPreview", this.keep(name, markdown));
  }

  /** A document with a text, called `name`. */
  keep(name: string, markdown: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${beginning(name.replace(/[/\\?#\s]+/g, " ").trim(), LONGEST)}.md` });
    this.texts.delete(uri.toString());
    this.texts.set(uri.toString(), markdown);
    for (const old of [...this.texts.keys()].slice(0, -KEPT)) this.texts.delete(old);
    this.changes.fire(uri);
    return uri;
  }

  dispose(): void {
    this.registration.dispose();
    this.changes.dispose();
  }
}
