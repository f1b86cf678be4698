// Keeps the pack on show alive: one that was made while files were being indexed is asked for again once they are, and one
// whose code has changed is marked or, if a setting says so, asked for again.

import vscode = require("vscode");
import { isAnswered, isPartial } from "../core/pack/packState";
import { SECTION } from "../names";
import type { Coverage } from "../protocol";
import type { Packs } from "./packs";
import type { Server } from "../server";

const AUTO_REFRESH = "panel.autoRefresh";
const PAUSE_MS = 700; // after a change: typing is many

export class Freshness implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable;
  private pause: NodeJS.Timeout | undefined;
  private wasIndexing = false;
  private isAskingStatus = false;
  private completed = ""; // the id of the pack that was asked for again because all texts were read
  private endedMeanwhile = false; // indexing has ended while a pack was being made
  private readonly changedMeanwhile = new Map<string, vscode.Uri>(); // files that have changed while a pack was being made

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
        if (event.affectsConfiguration(`${SECTION}.${AUTO_REFRESH}`)) void this.check();
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
    const { pack, isBusy } = this.packs.state;
    const name = uri.toString();
    if (isBusy) this.changedMeanwhile.set(name, uri); // the pack to come may have their code from before
    if (!pack?.items.some((item) => vscode.Uri.parse(item.uri).toString() === name)) return;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => void this.check(), PAUSE_MS);
  }

  private async check(): Promise<void> {
    await this.packs.check();
    const { state } = this.packs;
    if (state.isOutdated && isAnswered(state) && vscode.workspace.getConfiguration(SECTION).get(AUTO_REFRESH, false)) await this.packs.again();
  }

  private indexed(): void {
    const isIndexing = this.server.progress !== undefined;
    const hasEnded = this.wasIndexing && !isIndexing;
    this.wasIndexing = isIndexing;
    if (this.server.state !== "running") return;
    if (!hasEnded) return void this.completeOnceTextsAreRead();
    if (this.packs.state.isBusy) this.endedMeanwhile = true;
    else void this.complete();
  }

  /** A pack from a part of the texts is asked for again once all are read: the vectors, which come then, take far longer. */
  private async completeOnceTextsAreRead(): Promise<void> {
    const before = this.packs.state;
    const { pack } = before;
    if (this.isAskingStatus || !pack || pack.packId === this.completed || pack.coverage.lexical === 1 || !isAnswered(before)) return;
    this.isAskingStatus = true;
    try {
      const coverage = await this.coverage();
      if (coverage?.lexical !== 1 || this.packs.state !== before) return;
      this.completed = pack.packId; // once: it may fail, or be cancelled
      await this.packs.again();
    } finally {
      this.isAskingStatus = false;
    }
  }

  private answered(): void {
    if (this.packs.state.isBusy) return;
    const changed = [...this.changedMeanwhile.values()];
    this.changedMeanwhile.clear();
    for (const uri of changed) this.changed(uri);
    if (!this.endedMeanwhile) return;
    this.endedMeanwhile = false;
    void this.complete();
  }

  /** Without an embedding model, semantic search never covers more, so the pack is not asked for again. */
  private async complete(): Promise<void> {
    const { pack } = this.packs.state;
    if (!pack || !isPartial(this.packs.state) || !isAnswered(this.packs.state)) return;
    const now = await this.coverage();
    const coversMore = now && (now.lexical > pack.coverage.lexical || now.semantic > pack.coverage.semantic);
    if (coversMore && this.packs.state.pack === pack && isAnswered(this.packs.state)) await this.packs.again();
  }

  /** The coverage of the index; undefined after an error, which is only logged, because the user has asked for nothing. */
  private async coverage(): Promise<Coverage | undefined> {
    try {
      return (await this.server.ask("ctx-lsp.status", {})).coverage;
    } catch (error) {
      this.server.log.debug(`cannot read the indexing progress: ${String(error)}`);
      return undefined;
    }
  }
}
