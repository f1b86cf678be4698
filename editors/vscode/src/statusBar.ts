// The entry in the status bar. Its words are `core/statusText.ts`'s; a click opens the status.

import vscode = require("vscode");
import { statusText } from "./core/statusText";
import { SECTION } from "./names";
import type { Packs } from "./packs/packs";
import type { Status } from "./protocol";
import type { Server } from "./server";

const ASK_EVERY_MS = 1_000; // while the server indexes; afterwards only when something has happened

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("ctxLsp.status", vscode.StatusBarAlignment.Right, 90);
  private readonly subscriptions: vscode.Disposable[];
  private status: Status | undefined;
  private isAsking = false;
  private isOutdated = false; // something has happened since the server was asked
  private next: NodeJS.Timeout | undefined;

  constructor(
    private readonly server: Server,
    private readonly packs: Packs,
  ) {
    this.item.name = "ctx-lsp";
    this.item.command = "ctxLsp.status";
    const settings = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${SECTION}.statusBar`)) this.render();
    });
    const changes = [server.onDidChange, server.onDidChangeAgents, packs.onDidChange].map((event) => event(() => this.update()));
    this.subscriptions = [...changes, settings];
    this.render();
  }

  dispose(): void {
    clearTimeout(this.next);
    vscode.Disposable.from(this.item, ...this.subscriptions).dispose();
  }

  private update(): void {
    const isRunning = this.server.state === "running";
    if (!isRunning) this.status = undefined; // it was another server's
    this.render();
    this.isOutdated = true;
    if (isRunning && !this.isAsking && !this.next) void this.fetch();
  }

  private async fetch(): Promise<void> {
    this.isAsking = true;
    this.isOutdated = false;
    try {
      this.status = await this.server.ask("ctx-lsp.status", {});
    } catch (error) {
      this.server.log.debug(`status: ${String(error)}`); // the server has gone meanwhile, and that is shown already
    } finally {
      this.isAsking = false;
    }
    this.render();
    if (this.server.state !== "running") return;
    if (this.status?.state !== "indexing") return this.isOutdated ? this.fetch() : undefined;
    this.next = setTimeout(() => {
      this.next = undefined;
      void this.fetch();
    }, ASK_EVERY_MS);
  }

  private render(): void {
    const { state: server, progress } = this.server;
    if (server === "off" || !vscode.workspace.getConfiguration(SECTION).get("statusBar.enabled", true)) {
      this.item.hide();
      return;
    }
    const words = statusText({ server, progress, status: this.status, pack: this.packs.state.pack });
    this.item.text = words.text;
    this.item.tooltip = new vscode.MarkdownString(words.tooltip);
    this.item.backgroundColor = words.isProblem ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    this.item.accessibilityInformation = { label: `ctx-lsp: ${words.tooltip.replace(/\s+/g, " ")}`, role: "button" };
    this.item.show();
  }
}
