// The Context panel: a web page without any access but to its own script and style. What it shows is `core/pack/packHtml.ts`.

import { randomBytes } from "node:crypto";
import vscode = require("vscode");
import { announcement, panelHtml } from "../core/pack/packHtml";
import { type FromPanel, type ToPanel, fromPanel } from "../core/pack/panelMessages";
import { VIEWS } from "../names";
import { Highlighting } from "./highlighting";
import type { History } from "./history";
import type { Packs } from "./packs";
import { nameOf } from "../places";
import type { Server } from "../server";

export class Panel implements vscode.WebviewViewProvider, vscode.Disposable {
  private view: vscode.WebviewView | undefined;
  private drawn = ""; // the page on show
  private readonly highlighting = new Highlighting();
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly packs: Packs,
    private readonly server: Server,
    private readonly history: History,
    private readonly handle: (message: FromPanel) => void,
  ) {
    const render = (): void => this.render();
    this.subscriptions = [packs.onDidChange(render), server.onDidChange(render), history.onDidChange(render)];
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    view.onDidDispose(() => {
      if (this.view === view) this.view = undefined; // or it was moved, and is there already
    });
    view.onDidChangeVisibility(() => this.render());
    const roots = ["dist", "media"].map((folder) => vscode.Uri.joinPath(this.extensionUri, folder));
    view.webview.options = { enableScripts: true, localResourceRoots: roots };
    view.webview.onDidReceiveMessage((given: unknown) => {
      const message = fromPanel(given);
      if (message && "index" in message && message.pack !== this.packs.state.pack?.packId) return; // of the pack before
      if (message?.do === "ready") this.begin();
      else if (message?.do === "unfold") void this.unfold(message.index);
      else if (message) this.handle(message);
    });
    view.webview.html = this.page(view.webview);
  }

  /** Brings the panel to the front; the keyboard stays where it is. */
  async reveal(): Promise<void> {
    if (this.view) this.view.show(true);
    else await vscode.commands.executeCommand(`${VIEWS.pack}.focus`, { preserveFocus: true });
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private begin(): void {
    this.drawn = "";
    this.render();
    void this.history.restore();
  }

  private async unfold(index: number): Promise<void> {
    if (await this.highlighting.colour(this.packs.state.pack, index)) this.render();
  }

  private render(): void {
    if (!this.view?.visible) return;
    const { state } = this.packs;
    const html = panelHtml({ state, recent: this.history.recent, can: (command) => this.server.can(command), nameOf, codeOf: (item) => this.highlighting.of(item) });
    const page = html === this.drawn ? {} : { html };
    this.drawn = html;
    const message: ToPanel = { ...page, announcement: announcement(state), isBusy: state.isBusy, question: state.shown?.title || (state.pack?.query.text ?? ""), pack: state.pack?.packId ?? "" };
    void this.view.webview.postMessage(message);
  }

  private page(webview: vscode.Webview): string {
    const nonce = randomBytes(16).toString("base64url");
    const style = webview.asWebviewUri(vscode.Uri.joinPath(this.extensionUri, "media", "panel.css"));
    const script = webview.asWebviewUri(vscode.Uri.joinPath(this.extensionUri, "dist", "panel.js"));
    const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${style.toString()}">
<title>Context pack</title>
</head>
<body>
<div id="spoken" role="status" aria-live="polite"></div>
<main id="content" tabindex="-1"></main>
<script nonce="${nonce}" src="${script.toString()}"></script>
</body>
</html>`;
  }
}
