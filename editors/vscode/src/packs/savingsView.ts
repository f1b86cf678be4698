// The view of what packs have saved. It asks when it is looked at, after each pack, and of each server.

import vscode = require("vscode");
import { type SavingsRow, savingsRows } from "../core/savings";
import { listed } from "../views/listed";
import { VIEWS } from "../names";
import type { Packs } from "./packs";
import type { Server } from "../server";

const DAYS = 56; // eight weeks
const COMMAND = "ctx-lsp.savings";

export class SavingsView implements vscode.TreeDataProvider<SavingsRow>, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changes.event;
  private readonly view: vscode.TreeView<SavingsRow>;
  private readonly subscriptions: vscode.Disposable;
  private isAnswered = false;

  constructor(
    private readonly server: Server,
    packs: Packs,
  ) {
    this.view = vscode.window.createTreeView(VIEWS.savings, { treeDataProvider: this });
    this.subscriptions = vscode.Disposable.from(
      this.view,
      packs.onDidChange(() => packs.state.isBusy || this.refresh()),
      server.onDidChange(() => this.server.can(COMMAND) !== this.isAnswered && this.refresh()),
    );
  }

  refresh(): void {
    this.changes.fire();
  }

  async getChildren(row?: SavingsRow): Promise<SavingsRow[]> {
    if (row) return [...row.days];
    this.isAnswered = this.server.can(COMMAND);
    if (!this.isAnswered) return [];
    return listed(this.view, async () => savingsRows(await this.server.ask(COMMAND, { days: DAYS })));
  }

  getTreeItem(row: SavingsRow): vscode.TreeItem {
    const { None, Expanded } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(row.label, row.days.length ? Expanded : None);
    item.description = row.detail;
    item.tooltip = row.tooltip;
    return item;
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.changes.dispose();
  }
}
