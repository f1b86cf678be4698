// The server's life: found, started, asked, started again after a crash, and what it can do.

import vscode = require("vscode");
import type { LanguageClient } from "vscode-languageclient/node";
import { isLost } from "./core/complaint";
import { type Launch, describe, sameLaunch, whyMissing } from "./core/discovery";
import { WayOn } from "./core/wayOn";
import type { Proposed } from "./core/notes";
import { BackOff, Late, Serial, within } from "./core/restart";
import type { ServerState } from "./core/statusText";
import type { Opened } from "./core/tasks";
import { findServer, workingDirectory } from "./find";
import { CONTEXTS, canContext } from "./names";
import type { OtherProviders } from "./otherProviders";
import type { Commands } from "./protocol";

const EXECUTE = "workspace/executeCommand";
const START_MS = 120_000; // then it will not come; on a busy machine the first start takes a while
const STOP_MS = 2_000; // for a server that does not answer any more
const TRIES = 2; // of a question whose server exits: it may be the question that ends it

export class Server implements vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<void>();
  /** Another state, other commands, or progress. */
  readonly onDidChange = this.changes.event;
  private readonly agents = new vscode.EventEmitter<void>();
  /** An agent has attached, left or fetched a pack. */
  readonly onDidChangeAgents = this.agents.event;
  private readonly opened = new vscode.EventEmitter<Opened>();
  /** Notes or earlier tasks are about a document that was opened. */
  readonly onDidOpen = this.opened.event;
  private readonly proposed = new vscode.EventEmitter<Proposed>();
  /** An agent proposes a note. */
  readonly onDidPropose = this.proposed.event;
  state: ServerState = "off";
  progress: string | undefined;
  launch: Launch | undefined;
  /** Why there is none: `missing` or `stopped`. */
  problem = "";

  private client: LanguageClient | undefined;
  private commands: readonly string[] = [];
  private retry: NodeJS.Timeout | undefined;
  private readonly backOff = new BackOff();
  private readonly starts = new Serial(() => this.start());

  constructor(
    private readonly context: vscode.ExtensionContext,
    readonly log: vscode.LogOutputChannel,
    private readonly others: OtherProviders,
    /** Told when only the user can help. */
    private readonly gaveUp: (problem: string) => void,
  ) {}

  /** Whether the server that runs announces a command. */
  can(command: string): boolean {
    return this.commands.includes(command);
  }

  /**
   * Sends a command, once a server that is on its way is there; where that one exits before it answers, to the next.
   * Rejects with the server's own words, or where none runs.
   */
  async ask<Name extends keyof Commands>(
    command: Name,
    params: Commands[Name]["params"],
    token?: vscode.CancellationToken,
  ): Promise<Commands[Name]["answer"]> {
    for (let tries = 1; ; tries++) {
      const client = await this.running(token);
      try {
        const request = { command, arguments: [params] };
        return (await client.sendRequest(EXECUTE, request, ...(token ? [token] : []))) as Commands[Name]["answer"];
      } catch (error) {
        if (this.client === client && !isLost(error)) throw error;
        // The connection's own words for it tell nobody what to do.
        if (tries === TRIES || token?.isCancellationRequested) throw new Error("the ctx-lsp server exited before it answered; try again");
        await this.replaced(client);
      }
    }
  }

  /** Starts, or starts again, because somebody wants it; what went wrong before does not count. */
  restart(): Promise<void> {
    this.backOff.reset();
    return this.starts.run();
  }

  /** Starts again only if another server is found than the one that runs. */
  async reconsider(): Promise<void> {
    if (this.state === "off") return;
    const found = await findServer(this.context, this.log).catch(() => []); // a start says what is wrong
    if (this.state !== "running" || !("launch" in found) || !sameLaunch(this.launch, found.launch)) await this.restart();
  }

  async stop(): Promise<void> {
    clearTimeout(this.retry);
    const client = this.client;
    this.client = undefined;
    if (client) await this.end(client);
  }

  dispose(): void {
    clearTimeout(this.retry);
    this.changes.dispose();
    this.agents.dispose();
    this.opened.dispose();
    this.proposed.dispose();
  }

  /** Waits while the server is being started. */
  started(token?: vscode.CancellationToken): Promise<void> {
    if (this.state !== "starting") return Promise.resolve();
    return new Promise((resolve) => {
      const listeners = [this.onDidChange(() => this.state === "starting" || done()), token?.onCancellationRequested(() => done())];
      const done = (): void => {
        listeners.forEach((one) => one?.dispose());
        resolve();
      };
    });
  }

  /** The client of the server that runs; of one that is being started, once it does. */
  private async running(token?: vscode.CancellationToken): Promise<LanguageClient> {
    await this.started(token);
    if (this.state === "off") throw new WayOn("open a folder first: there is nothing to ask about", "Open Folder…", "vscode.openFolder");
    if (!this.client || this.state !== "running") throw new Error("the ctx-lsp server is not running");
    return this.client;
  }

  /** Waits until a client whose connection is lost is given up: that is known a little later. */
  private async replaced(client: LanguageClient): Promise<void> {
    const isGone = new Promise<void>((resolve) => {
      const listener = this.onDidChange(() => this.client === client || done());
      const done = (): void => {
        listener.dispose();
        resolve();
      };
      if (this.client !== client) done();
    });
    await within(isGone, STOP_MS).catch(() => undefined);
  }

  private async start(): Promise<void> {
    this.enter("starting"); // who asks from now on waits for the new one
    await this.stop();
    this.progress = undefined; // of the one before
    try {
      await this.launchFound();
    } catch (error) {
      this.log.error(`the server was not started: ${String(error)}`);
      this.giveUp("stopped", `The ctx-lsp server could not be started: ${String(error)}`);
    }
  }

  private async launchFound(): Promise<void> {
    const found = await findServer(this.context, this.log);
    if (!("launch" in found)) {
      this.log.error(["no server was found", ...found.map((one) => `${describe(one.launch)}: ${one.reason.trim()}`)].join("\n"));
      this.giveUp("missing", whyMissing(found));
      return;
    }
    this.launch = found.launch;
    this.log.info(`starting ${describe(found.launch)} ${found.version} (${found.launch.source})`);
    const { makeClient } = await import("./client.js"); // most of the program: activation does without
    const events = {
      closed: () => this.crashed(client),
      progress: (message: string | undefined) => this.progressed(message),
      agents: () => this.agents.fire(),
      opened: (hint: Opened) => this.opened.fire(hint),
      proposed: (note: Proposed) => this.proposed.fire(note),
    };
    const client: LanguageClient = makeClient(found.launch, workingDirectory(this.context), this.log, events, this.others);
    this.client = client;
    try {
      await within(client.start(), START_MS);
    } catch (error) {
      this.log.error(`the server did not start: ${String(error)}`);
      void this.end(client);
      if (error instanceof Late) this.hung(client);
      else this.crashed(client);
      return;
    }
    this.commands = client.initializeResult?.capabilities.executeCommandProvider?.commands ?? [];
    for (const command of this.commands) setContext(canContext(command), true);
    this.enter("running");
  }

  private crashed(client: LanguageClient): void {
    if (this.client !== client) return; // it was stopped on purpose, or this crash is known
    this.client = undefined;
    this.progress = undefined;
    const delay = this.backOff.afterCrash(Date.now());
    if (delay === undefined) {
      this.giveUp("stopped", "The ctx-lsp server crashed 5 times in 3 minutes.");
      return;
    }
    this.enter("starting");
    this.log.warn(`the server exited; restarting it in ${delay} ms`);
    this.retry = setTimeout(() => void this.starts.run(), delay);
  }

  /** Another start would end the same way: the user decides. */
  private hung(client: LanguageClient): void {
    if (this.client !== client) return; // it was stopped on purpose
    this.client = undefined;
    this.giveUp("stopped", `The ctx-lsp server did not answer within ${START_MS / 60_000} minutes.`);
  }

  /** Ends a client. One that is still starting refuses, but its process is ended, too. */
  private async end(client: LanguageClient): Promise<void> {
    await client.dispose(STOP_MS).catch((error: unknown) => this.log.warn(`stopping: ${String(error)}`));
  }

  private giveUp(state: "missing" | "stopped", problem: string): void {
    this.problem = problem;
    this.enter(state);
    this.gaveUp(problem);
  }

  private progressed(message: string | undefined): void {
    this.progress = message;
    this.changes.fire();
  }

  private enter(state: ServerState): void {
    this.state = state;
    if (state !== "running") {
      for (const command of this.commands) setContext(canContext(command), false);
      this.commands = [];
      this.progress = undefined;
    }
    setContext(CONTEXTS.running, state === "running");
    setContext(CONTEXTS.down, state === "missing" || state === "stopped");
    this.changes.fire();
  }
}

function setContext(name: string, value: boolean): void {
  void vscode.commands.executeCommand("setContext", name, value);
}
