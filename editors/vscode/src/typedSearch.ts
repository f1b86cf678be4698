// Searches for what is typed once typing pauses; a newer text ends the search before.

import vscode = require("vscode");

const PAUSE_MS = 120; // between two letters of somebody who types

export class TypedSearch<Found> implements vscode.Disposable {
  /** The results of the last text, until there are newer ones. */
  kept: readonly Found[] = [];
  private running: vscode.CancellationTokenSource | undefined;
  private pause: NodeJS.Timeout | undefined;

  constructor(
    private readonly log: vscode.LogOutputChannel,
    private readonly ask: (typed: string, token: vscode.CancellationToken) => Promise<readonly Found[]>,
    private readonly found: (typed: string, items: readonly Found[]) => void,
    private readonly searching: (isSearching: boolean) => void,
  ) {}

  after(typed: string): void {
    this.dispose();
    if (typed) this.pause = setTimeout(() => void this.search(typed), PAUSE_MS);
    else this.kept = [];
  }

  dispose(): void {
    clearTimeout(this.pause);
    this.running?.cancel();
  }

  private async search(typed: string): Promise<void> {
    const running = new vscode.CancellationTokenSource();
    this.running = running;
    this.searching(true);
    try {
      const items = await this.ask(typed, running.token);
      if (running.token.isCancellationRequested) return;
      this.kept = items;
      this.found(typed, items);
    } catch (error) {
      this.log.debug(`search while typing failed: ${String(error)}`); // asking says what is wrong
    } finally {
      running.dispose();
      if (this.running === running) this.searching(false);
    }
  }
}
