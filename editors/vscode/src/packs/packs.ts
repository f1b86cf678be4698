// The pack on show: asking for it, shaping it, telling the views. Its states are in `core/pack/packState.ts`.

import vscode = require("vscode");
import { complaint } from "../core/complaint";
import { isUnknownPack, useKnown } from "../core/pack/knownPack";
import * as state from "../core/pack/packState";
import type { Verdict } from "../core/pack/panelMessages";
import { CONTEXTS, VIEWS } from "../names";
import type { Options, Pack, PackText } from "../protocol";
import type { Server } from "../server";

const CANCELLED = "The question was cancelled.";

export class Packs implements vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changes.event;
  private current = state.NOTHING;
  private replaced = ""; // the id of a pack that a restarted server does not know, and that has changed
  private running: vscode.CancellationTokenSource | undefined;

  constructor(private readonly server: Server) {}

  get state(): state.PackState {
    return this.current;
  }

  /** A new question. Its answer, or what went wrong, is in `state` afterwards. */
  ask(asking: state.Asking): Promise<void> {
    this.set(state.asked(this.current, asking));
    return this.run();
  }

  /** The same question: on the text as it is now, or in another shape. */
  async again(change?: (before: state.PackState) => state.PackState): Promise<void> {
    this.set(state.askedAgain(change ? change(this.current) : this.current));
    if (change && state.isShaped(this.current)) void vscode.commands.executeCommand("setContext", CONTEXTS.hasShaped, true);
    await this.run();
  }

  /** Gives up the question that is under way, also where the server does not say so. */
  cancel(): void {
    if (!this.current.isBusy) return;
    this.running?.cancel();
    this.running = undefined;
    this.set(state.failed(this.current, CANCELLED));
  }

  /** Another state of the same pack: nothing is asked. */
  change(change: (before: state.PackState) => state.PackState): void {
    this.set(change(this.current));
  }

  /** The pack on show in a format. Where its code has changed since a restart of the server, the present one is shown. */
  async rendered(pack: Pack, format: NonNullable<Options["format"]>): Promise<PackText> {
    const before = this.current;
    const answer = await useKnown(
      pack.packId,
      (packId) => this.server.ask("ctx-lsp.packText", { packId, format }),
      () => this.madeAgain(before),
    );
    if (answer.packId === pack.packId || this.current !== before) return answer;
    await this.again(); // what is copied is what is shown
    const { packId } = this.current.pack ?? answer;
    return this.server.ask("ctx-lsp.packText", { packId, format });
  }

  /** Shows the pack that was on show before the window was loaded, unless something has been asked since. */
  async restore(asking: state.Asking): Promise<void> {
    if (this.current.asking) return;
    await this.ask(asking);
    if (this.current.error && this.current.asking === asking) this.set(state.NOTHING); // it is only an offer
  }

  /** Asks the server whether the code of the pack on show has changed. */
  async check(): Promise<void> {
    const { pack } = this.current;
    if (!pack) return;
    try {
      const outdated = await this.isOutdated(pack);
      if (outdated !== this.current.isOutdated) this.set(state.outdated(this.current, pack.packId, outdated));
    } catch (error) {
      this.server.log.debug(`cannot check whether a pack is outdated: ${String(error)}`); // nobody has asked for it
    }
  }

  /** Tells the server what the user thinks of a symbol of the pack on show. */
  async judge(pack: Pack, symbol: string, verdict: Verdict): Promise<void> {
    const before = this.current;
    let judged = pack.packId;
    await useKnown(
      pack.packId,
      (packId) => {
        judged = packId;
        return this.server.ask("ctx-lsp.feedback", { packId, symbol, verdict });
      },
      () => this.madeAgain(before),
    );
    if (this.current.pack?.packId === judged) this.set(state.judged(this.current, symbol, verdict));
  }

  dispose(): void {
    this.running?.cancel();
    this.changes.dispose();
  }

  private async run(): Promise<void> {
    this.running?.cancel(); // nobody waits for the answer before
    const running = new vscode.CancellationTokenSource();
    this.running = running;
    try {
      const asking = this.request(this.current.asking, state.options(this.current), running.token);
      const pack = await vscode.window.withProgress({ location: { viewId: VIEWS.pack } }, () => asking);
      if (this.running === running) this.set(state.answered(this.current, pack));
    } catch (error) {
      if (this.running === running) this.set(state.failed(this.current, complaint(error) ?? CANCELLED));
    } finally {
      running.dispose();
    }
  }

  /** Whether the code of the pack on show has changed. A server that was restarted does not know the pack: it makes another. */
  private async isOutdated({ packId }: Pack): Promise<boolean> {
    const before = this.current;
    try {
      return (await this.server.ask("ctx-lsp.packText", { packId })).outdated;
    } catch (error) {
      if (!isUnknownPack(error)) throw error;
    }
    if (this.replaced === packId) return true;
    const pack = await this.request(before.shown, state.options(before));
    const hasChanged = pack.packId !== packId && !state.isPartial({ ...before, pack });
    if (hasChanged) this.replaced = packId;
    return hasChanged;
  }

  /** Asks again for the pack that was on show in `before`, and shows it unless another was asked for since; its id. */
  private async madeAgain(before: state.PackState): Promise<string> {
    const pack = await this.request(before.shown, state.options(before));
    const isOnShow = !this.current.isBusy && this.current.shown === before.shown;
    if (isOnShow) this.set({ ...state.answered(this.current, pack), shown: before.shown });
    return pack.packId;
  }

  private async request(asking: state.Asking | undefined, options: Options | undefined, token?: vscode.CancellationToken): Promise<Pack> {
    if (!asking) throw new Error("no question has been asked yet");
    // One command's parameters belong to it: `Asking` says which, the compiler cannot follow it through a union.
    return this.server.ask<state.PackCommand>(asking.command, { ...asking.params, ...(options ? { options } : {}) } as never, token);
  }

  private set(next: state.PackState): void {
    this.current = next;
    void vscode.commands.executeCommand("setContext", CONTEXTS.hasPack, next.pack !== undefined);
    void vscode.commands.executeCommand("setContext", CONTEXTS.hasPrevious, next.previous !== undefined);
    this.changes.fire();
  }
}
