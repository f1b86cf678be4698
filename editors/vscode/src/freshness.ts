// Keeps the pack on show alive: one that was made while files were being indexed is asked for again once they are, and one
// whose code has changed is marked or, if a setting says so, asked for again.

import * as vscode from "vscode";
import { isPartial } from "./core/packState";
import { SECTION } from "./names";
import type { Packs } from "./packs";
import type { Server } from "./server";

const AUTOMATIC = "panel.autoRefresh";
const PAUSE_MS = 700; // after a change: typing is many

export class Freshness implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable;
  private pause: NodeJS.Timeout | undefined;
  private wasIndexing = false;
  private endedMeanwhile = false; // indexing has ended while a pack was being made

  constructor(
    private readonly server: Server,
    private readonly packs: Packs,
  ) {
    const watcher = vscode.workspace.createFileSystemWatcher("**/*", true);
    this.subscriptions = vscode.Disposable.from(
      watcher,
      watcher.onDidChange((uri) => this.changed(uri)),
      watcher.onDidDelete((uri) => this.changed(uri)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${SECTION}.${AUTOMATIC}`)) void this.check();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.changed(document.uri)),
      server.onDidChange(() => this.indexed()),
      packs.onDidChange(() => this.answered()),
    );
  }

  dispose(): void {
    clearTimeout(this.pause);
    this.subscriptions.dispose();
  }

  private changed(uri: vscode.Uri): void {
    const { pack } = this.packs.state;
    const name = uri.toString();
    if (!pack?.items.some((item) => vscode.Uri.parse(item.uri).toString() === name)) return;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => void this.check(), PAUSE_MS);
  }

  private async check(): Promise<void> {
    await this.packs.check();
    const { isOutdated, isBusy } = this.packs.state;
    if (isOutdated && !isBusy && vscode.workspace.getConfiguration(SECTION).get(AUTOMATIC, false)) await this.packs.again();
  }

  private indexed(): void {
    const isIndexing = this.server.progress !== undefined;
    const hasEnded = this.wasIndexing && !isIndexing;
    this.wasIndexing = isIndexing;
    if (!hasEnded || this.server.state !== "running") return;
    if (this.packs.state.isBusy) this.endedMeanwhile = true;
    else this.complete();
  }

  private answered(): void {
    if (!this.endedMeanwhile || this.packs.state.isBusy) return;
    this.endedMeanwhile = false;
    this.complete();
  }

  private complete(): void {
    if (isPartial(this.packs.state)) void this.packs.again();
  }
}
