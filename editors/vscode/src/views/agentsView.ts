// The list of packs that agents fetched, the commands in it, and the switch that stops serving agents.

import vscode = require("vscode");
import { type AgentPackRow, type AgentPieceRow, agentRows, agentsHead, switched, wished } from "../core/agents";
import { listed } from "./listed";
import { VIEWS } from "../names";
import { inform } from "../notices";
import { toRange } from "../places";
import type { Agents, AgentsParams } from "../protocol";
import type { Reports } from "../reports";
import type { Server } from "../server";

const COMMAND = "ctx-lsp.agents";
const ICONS = { pinned: "pinned", excluded: "circle-slash", none: "symbol-misc" } as const;

type Node = AgentPackRow | AgentPieceRow;

export class AgentsView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changes.event;
  private readonly view: vscode.TreeView<Node>;
  private readonly subscriptions: vscode.Disposable;
  private canAsk = false;

  constructor(
    private readonly server: Server,
    private readonly reports: Reports,
  ) {
    this.view = vscode.window.createTreeView<Node>(VIEWS.agents, { treeDataProvider: this });
    this.subscriptions = vscode.Disposable.from(
      this.view,
      server.onDidChangeAgents(() => this.changes.fire()),
      server.onDidChange(() => server.can(COMMAND) !== this.canAsk && this.changes.fire()),
    );
  }

  /** Stops serving agents, or serves them again. */
  async toggle(): Promise<void> {
    const serve = !(await this.ask({})).serving;
    const words = switched(serve, await this.ask({ serve }));
    void inform(`ctx-lsp: ${words}`);
  }

  /** Opens a pack as the agent read it. */
  async open(row: AgentPackRow): Promise<void> {
    const { text } = await this.server.ask("ctx-lsp.packText", { packId: row.packId });
    await vscode.window.showTextDocument(this.reports.keep(row.label, text), { preview: true });
  }

  /** Pins or excludes a symbol in the next packs for agents, or releases the symbol. */
  async wish(wish: "pin" | "exclude", row: AgentPieceRow): Promise<void> {
    if (row.symbol) await this.ask(wished(await this.ask({}), wish, row.symbol));
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node) return "pieces" in node ? [...node.pieces] : [];
    this.canAsk = this.server.can(COMMAND);
    if (!this.canAsk) {
      this.view.description = ""; // it was another server's
      return [];
    }
    return listed(this.view, async () => {
      const agents = await this.server.ask(COMMAND, {});
      this.view.description = agentsHead(agents);
      return agentRows(agents);
    });
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(node.label, "pieces" in node ? Collapsed : None);
    item.description = node.detail;
    item.tooltip = node.tooltip;
    if ("pieces" in node) {
      item.contextValue = "pack";
      item.command = { title: "Open", command: "ctxLsp.openAgentPack", arguments: [node] };
      return item;
    }
    item.contextValue = node.symbol ? "symbol" : "text";
    item.iconPath = new vscode.ThemeIcon(ICONS[node.wish]);
    const start = toRange(node.range).start;
    const options = { selection: new vscode.Range(start, start) };
    item.command = { title: "Go to", command: "vscode.open", arguments: [vscode.Uri.parse(node.uri), options] };
    return item;
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.changes.dispose();
  }

  private async ask(params: AgentsParams): Promise<Agents> {
    const answer = await this.server.ask(COMMAND, params);
    if (Object.keys(params).length) this.changes.fire();
    return answer;
  }
}
