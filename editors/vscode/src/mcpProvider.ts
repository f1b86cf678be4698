// Offers `ctx-lsp mcp` to VS Code, so that agent mode finds it without configuration. It uses the engine of this window.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import vscode = require("vscode");
import { type Launch, sameLaunch } from "./core/discovery";
import { mcpCheck, mcpServer } from "./core/mcpServer";
import { folderPaths, workingDirectory } from "./find";
import { CONTEXTS, MCP_PROVIDER, SECTION } from "./names";
import type { Server } from "./server";

const CHECK_MS = 60_000; // on a busy machine
const execute = promisify(execFile);

export class McpProvider implements vscode.McpServerDefinitionProvider, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChangeMcpServerDefinitions = this.changes.event;
  private readonly subscriptions: vscode.Disposable;
  private launch: Launch | undefined; // the last one that ran, which is offered while it is being restarted
  private checked: { readonly launch: Launch; readonly works: Promise<boolean> } | undefined;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly server: Server,
  ) {
    this.subscriptions = vscode.Disposable.from(
      this.changes,
      server.onDidChange(() => this.follow()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.changes.fire()),
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration(`${SECTION}.mcp`) && this.changes.fire()),
      vscode.lm.registerMcpServerDefinitionProvider(MCP_PROVIDER, this),
    );
  }

  async provideMcpServerDefinitions(): Promise<vscode.McpStdioServerDefinition[]> {
    const launch = this.launch;
    const offered = isWanted() ? mcpServer(launch, folderPaths()) : undefined;
    if (!launch || !offered || !(await this.works(launch))) {
      this.useOwnTools(true);
      return [];
    }
    const made = new vscode.McpStdioServerDefinition("ctx-lsp", offered.command, [...offered.args]);
    made.cwd = vscode.Uri.file(workingDirectory(this.context));
    return [made];
  }

  /** Called when the server is started: its tools do what our own do, so an agent is not offered both. */
  resolveMcpServerDefinition(definition: vscode.McpStdioServerDefinition): vscode.McpStdioServerDefinition {
    this.useOwnTools(false);
    return definition;
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private follow(): void {
    if (this.server.state !== "running" || !this.server.launch || sameLaunch(this.launch, this.server.launch)) return;
    this.launch = this.server.launch;
    this.changes.fire();
  }

  /** Whether the packages for agents are installed beside the server. */
  private works(launch: Launch): Promise<boolean> {
    if (!this.checked || !sameLaunch(this.checked.launch, launch)) this.checked = { launch, works: this.check(launch) };
    return this.checked.works;
  }

  private async check(launch: Launch): Promise<boolean> {
    const check = mcpCheck(launch);
    try {
      const options = { cwd: workingDirectory(this.context), timeout: CHECK_MS, windowsHide: true };
      if (check) await execute(check.command, [...check.args], options);
      return check !== undefined;
    } catch (error) {
      this.checked = undefined; // the packages may be installed, or the machine less busy, when it is asked again
      this.server.log.info(`agent mode is not offered ctx-lsp mcp: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  }

  private useOwnTools(own: boolean): void {
    void vscode.commands.executeCommand("setContext", CONTEXTS.mcp, !own);
  }
}

function isWanted(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get("mcp.enabled", true);
}
