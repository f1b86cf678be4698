// The server's life: found, started, asked, started again after a crash, and what it can do.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { type Launch, describe, sameLaunch } from "./core/discovery";
import { BackOff, Serial } from "./core/restart";
import type { ServerState } from "./core/statusText";
import { findServer, workingDirectory } from "./find";
import { CONTEXTS, canContext } from "./names";
import type { Commands } from "./protocol";

const EXECUTE = "workspace/executeCommand";
const STOP_MS = 2_000; // for a server that does not answer any more

export class Server implements vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<void>();
  /** Another state, other commands, or progress. */
  readonly onDidChange = this.changes.event;
  state: ServerState = "off";
  progress: string | undefined;
  launch: Launch | undefined;
  /** Shows what a lens is about; set by whoever owns the views. */
  clicked: (command: string, argument: unknown) => Promise<boolean> = async () => false;

  private client: LanguageClient | undefined;
  private commands: readonly string[] = [];
  private retry: NodeJS.Timeout | undefined;
  private readonly backOff = new BackOff();
  private readonly starts = new Serial(() => this.start());

  constructor(
    private readonly context: vscode.ExtensionContext,
    readonly log: vscode.LogOutputChannel,
    private readonly missing: (reasons: string) => void,
    private readonly gaveUp: () => void,
  ) {}

  /** Whether the server that runs announces a command. */
  can(command: string): boolean {
    return this.commands.includes(command);
  }

  /** Sends a command, once a server that is on its way is there. Rejects with its own words, or where none runs. */
  async ask<Name extends keyof Commands>(
    command: Name,
    params: Commands[Name]["params"],
    token?: vscode.CancellationToken,
  ): Promise<Commands[Name]["answer"]> {
    await this.started(token);
    if (this.state === "off") throw new Error("open a folder first: there is nothing to ask about");
    if (!this.client || this.state !== "running") throw new Error("the ctx-lsp server is not running");
    const request = { command, arguments: [params] };
    return (await this.client.sendRequest(EXECUTE, request, ...(token ? [token] : []))) as Commands[Name]["answer"];
  }

  /** Starts, or starts again, because somebody wants it; what went wrong before does not count. */
  restart(): Promise<void> {
    this.backOff.reset();
    return this.starts.run();
  }

  /** Starts again only if another server is found than the one that runs. */
  async reconsider(): Promise<void> {
    const found = await findServer(this.context);
    if (this.state !== "running" || !("launch" in found) || !sameLaunch(this.launch, found.launch)) await this.restart();
  }

  async stop(): Promise<void> {
    clearTimeout(this.retry);
    const client = this.client;
    this.client = undefined;
    if (client?.needsStop()) await client.stop(STOP_MS).catch((error: unknown) => this.log.warn(`stopping: ${String(error)}`));
    await client?.dispose();
  }

  dispose(): void {
    clearTimeout(this.retry);
    this.changes.dispose();
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

  private async start(): Promise<void> {
    await this.stop();
    this.enter("starting");
    const found = await findServer(this.context);
    if (!("launch" in found)) {
      const reasons = found.map((one) => `${describe(one.launch)}: ${one.reason.trim()}`).join("\n");
      this.log.error(`no server was found\n${reasons}`);
      this.enter("missing");
      this.missing(reasons);
      return;
    }
    this.launch = found.launch;
    this.log.info(`starting ${describe(found.launch)} ${found.version} (${found.launch.source})`);
    const { makeClient } = await import("./client.js"); // most of the program: activation does without
    const client = makeClient(found.launch, workingDirectory(this.context), this.log, {
      closed: () => this.crashed(client),
      progress: (message) => this.progressed(message),
      clicked: (command, argument) => this.clicked(command, argument),
    });
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      this.log.error(`the server did not start: ${String(error)}`);
      this.crashed(client);
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
    this.enter(delay === undefined ? "stopped" : "starting");
    if (delay === undefined) {
      this.gaveUp();
      return;
    }
    this.log.warn(`the server has gone; starting it again in ${delay} ms`);
    this.retry = setTimeout(() => void this.starts.run(), delay);
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
    this.changes.fire();
  }
}

function setContext(name: string, value: boolean): void {
  void vscode.commands.executeCommand("setContext", name, value);
}
