// Packs of earlier sessions: the list of recent ones, and the one that was on show before the window was loaded.

import * as vscode from "vscode";
import { byAsker, recentChoice } from "./core/history";
import type { Asking } from "./core/packState";
import type { Packs } from "./packs";
import type { RecentPack } from "./protocol";
import type { Server } from "./server";

const SHOWN = "shownPack";
const COMMAND = "ctx-lsp.history";

interface Row extends vscode.QuickPickItem {
  readonly pack?: RecentPack;
}

export class History implements vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changes.event;
  private known: readonly RecentPack[] = [];
  private readonly subscriptions: vscode.Disposable[];
  private restoring: "never" | "wanted" | "done" = "never";

  constructor(
    private readonly server: Server,
    private readonly packs: Packs,
    private readonly memory: vscode.Memento,
  ) {
    this.subscriptions = [packs.onDidChange(() => this.remember()), server.onDidChange(() => void this.serverChanged())];
  }

  /** The packs that the panel offers where it has none. */
  get recent(): readonly RecentPack[] {
    return this.known;
  }

  /** Lets the user pick one of the recent packs; undefined where they changed their mind. */
  async pick(): Promise<Asking | undefined> {
    const { packs, kept } = await this.server.ask(COMMAND, {});
    if (!packs.length) {
      const why = kept ? "ctx-lsp: no packs yet. Ask a question first." : "ctx-lsp: packs are not kept. The setting ctx-lsp.pack.history is off.";
      const ask = await vscode.window.showInformationMessage(why, kept ? "Ask for Context…" : "Open Settings");
      if (ask === "Ask for Context…") await vscode.commands.executeCommand("ctxLsp.ask");
      if (ask === "Open Settings") await vscode.commands.executeCommand("workbench.action.openSettings", "ctx-lsp.pack.history");
      return undefined;
    }
    const rows: Row[] = byAsker(packs).flatMap(({ heading, packs: group }) => [
      ...(heading ? [{ label: heading, kind: vscode.QuickPickItemKind.Separator }] : []),
      ...group.map((pack) => ({ ...recentChoice(pack, Date.now()), pack })),
    ]);
    const picked = await vscode.window.showQuickPick(rows, { title: "ctx-lsp: Recent Packs", matchOnDescription: true });
    return picked?.pack && askingFor(picked.pack.packId, picked.pack.title);
  }

  /** What replays one of the packs that the panel offers. */
  asking(packId: string): Asking | undefined {
    const found = this.known.find((one) => one.packId === packId);
    return found && askingFor(packId, found.title);
  }

  /** Once a window: shows the pack that was on show when it was closed, as soon as there is a server. */
  async restore(): Promise<void> {
    if (this.restoring === "never") this.restoring = "wanted";
    if (this.restoring !== "wanted" || !this.server.can("ctx-lsp.replay")) return;
    this.restoring = "done";
    const shown = this.memory.get<{ readonly packId: string; readonly title: string }>(SHOWN);
    if (shown) await this.packs.restore(askingFor(shown.packId, shown.title));
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions, this.changes).dispose();
  }

  private remember(): void {
    const { pack, shown, isBusy } = this.packs.state;
    if (!pack || isBusy) return;
    void this.memory.update(SHOWN, { packId: pack.packId, title: shown?.title ?? "" });
  }

  private async serverChanged(): Promise<void> {
    if (this.restoring === "wanted") await this.restore();
    await this.look();
  }

  /** Looks for recent packs as long as the panel can offer them. */
  private async look(): Promise<void> {
    if (this.known.length || this.packs.state.pack || !this.server.can(COMMAND)) return;
    try {
      this.known = (await this.server.ask(COMMAND, { limit: 5 })).packs;
      this.changes.fire();
    } catch (error) {
      this.server.log.debug(`cannot list recent packs: ${String(error)}`); // nobody has asked for them
    }
  }
}

function askingFor(packId: string, title: string): Asking {
  return { command: "ctx-lsp.replay", params: { packId }, title };
}
