// Packs of earlier sessions: the list of recent ones, and the one that was on show before the window was loaded.

import vscode = require("vscode");
import { byAsker, recentChoice, replayOf, restoreOf } from "../core/history";
import type { Asking } from "../core/pack/packState";
import { questionsOf } from "../core/questions";
import { inform } from "../notices";
import type { Packs } from "./packs";
import type { HistoryParams, History as Recent, RecentPack } from "../protocol";
import type { Server } from "../server";

const SHOWN = "shownPack"; // the id alone: the server keeps questions, and deletes them
const COMMAND = "ctx-lsp.history";

interface Row extends vscode.QuickPickItem {
  readonly pack?: RecentPack;
}

export class History implements vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changes.event;
  private known: readonly RecentPack[] = [];
  private readonly subscriptions: vscode.Disposable[];
  private remembered: string | undefined; // the id of the pack that was last looked at for `SHOWN`
  private wasAnnounced = false;
  private restoring: "never" | "wanted" | "done" = "never";

  constructor(
    private readonly server: Server,
    private readonly packs: Packs,
    private readonly memory: vscode.Memento,
  ) {
    this.subscriptions = [packs.onDidChange(() => void this.remember()), server.onDidChange(() => void this.serverChanged())];
  }

  /** The packs that the panel offers where it has none. */
  get recent(): readonly RecentPack[] {
    return this.known;
  }

  /** The user's recent questions, latest first; none where packs are not kept. */
  async questions(): Promise<readonly string[]> {
    const history = await this.look({});
    return history ? questionsOf(history.packs) : [];
  }

  /** Lets the user pick one of the recent packs; undefined where they changed their mind. */
  async pick(): Promise<Asking | undefined> {
    const { packs, kept } = await this.server.ask(COMMAND, {});
    if (!packs.length) {
      const why = kept ? "ctx-lsp: no packs yet. Ask a question first." : "ctx-lsp: packs are not kept. The setting ctx-lsp.pack.history is off.";
      const ask = await inform(why, kept ? "Ask for Context…" : "Open Settings");
      if (ask === "Ask for Context…") await vscode.commands.executeCommand("ctxLsp.ask");
      if (ask === "Open Settings") await vscode.commands.executeCommand("workbench.action.openSettings", "ctx-lsp.pack.history");
      return undefined;
    }
    const rows: Row[] = byAsker(packs).flatMap(({ heading, packs: group }) => [
      ...(heading ? [{ label: heading, kind: vscode.QuickPickItemKind.Separator }] : []),
      ...group.map((pack) => ({ ...recentChoice(pack, Date.now()), pack })),
    ]);
    const picked = await vscode.window.showQuickPick(rows, { title: "ctx-lsp: Recent Packs", matchOnDescription: true });
    return picked?.pack && replayOf(picked.pack);
  }

  /** The request that replays one of the packs that the panel offers. */
  asking(packId: string): Asking | undefined {
    const found = this.known.find((one) => one.packId === packId);
    return found && replayOf(found);
  }

  /** Once a window: shows the pack that was on show when it was closed, as soon as there is a server. */
  async restore(): Promise<void> {
    if (this.restoring === "never") this.restoring = "wanted";
    if (this.restoring !== "wanted" || !this.server.can("ctx-lsp.replay")) return;
    this.restoring = "done";
    const packId = this.memory.get<unknown>(SHOWN);
    if (packId === undefined) return;
    const history = await this.look({});
    if (!history) {
      this.restoring = "wanted"; // the server has gone meanwhile: the next one is asked
      return;
    }
    const asking = typeof packId === "string" ? restoreOf(packId, history) : undefined;
    if (asking) await this.packs.restore(asking);
    else await this.memory.update(SHOWN, undefined);
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions, this.changes).dispose();
  }

  /** Stores the id of the pack on show, if the server keeps packs. */
  private async remember(): Promise<void> {
    const { pack, isBusy } = this.packs.state;
    if (!pack || isBusy || pack.packId === this.remembered) return;
    this.remembered = pack.packId;
    const history = await this.look({ limit: 1 });
    if (history && this.remembered === pack.packId) await this.memory.update(SHOWN, history.kept ? pack.packId : undefined);
  }

  private async serverChanged(): Promise<void> {
    const isAnnounced = this.server.can(COMMAND);
    const isNew = isAnnounced && !this.wasAnnounced; // what else changes is how far the server is
    this.wasAnnounced = isAnnounced;
    if (this.restoring === "wanted") await this.restore();
    if (isNew) await this.offer();
  }

  /** Looks for recent packs as long as the panel can offer them. */
  private async offer(): Promise<void> {
    if (this.known.length || this.packs.state.pack) return;
    const history = await this.look({ limit: 5 });
    if (!history) return;
    this.known = history.packs;
    this.changes.fire();
  }

  private async look(params: HistoryParams): Promise<Recent | undefined> {
    if (!this.server.can(COMMAND)) return undefined;
    try {
      return await this.server.ask(COMMAND, params);
    } catch (error) {
      this.server.log.debug(`cannot list recent packs: ${String(error)}`); // nobody has asked for them
      return undefined;
    }
  }
}
