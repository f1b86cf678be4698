// The view of callers, tests, dependants and differences: a tree of places. What stands in it is `core/relations.ts`.

import * as vscode from "vscode";
import type { Group, Listing, Row } from "./core/relations";
import { CONTEXTS, VIEWS } from "./names";
import { toRange } from "./places";

type Node = Group | Row;

export class RelationsView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changes.event;
  private readonly view: vscode.TreeView<Node>;
  private groups: readonly Group[] = [];

  constructor() {
    this.view = vscode.window.createTreeView(VIEWS.relations, { treeDataProvider: this, showCollapseAll: true });
  }

  /** Shows a listing in the place of the one before, and takes the keyboard there. */
  async show(listing: Listing): Promise<void> {
    this.groups = listing.groups;
    this.view.title = "Relations";
    this.view.description = listing.title;
    this.view.message = [...(listing.groups.length ? [] : [listing.title]), ...listing.warnings].join("\n");
    this.changes.fire();
    await vscode.commands.executeCommand("setContext", CONTEXTS.hasTests, listing.areTests === true && listing.groups.length > 0);
    await vscode.commands.executeCommand(`${VIEWS.relations}.focus`);
  }

  /** All rows. */
  get rows(): readonly Row[] {
    return this.groups.flatMap(({ rows }) => rows);
  }

  getChildren(node?: Node): Node[] {
    if (!node) return [...this.groups];
    return "rows" in node ? [...node.rows] : [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if ("rows" in node) return new vscode.TreeItem(node.label, vscode.TreeItemCollapsibleState.Expanded);
    const item = new vscode.TreeItem(node.label);
    item.description = node.detail;
    item.tooltip = node.tooltip;
    item.iconPath = new vscode.ThemeIcon(node.icon);
    if (node.run) item.contextValue = "test";
    const selection = node.range ? toRange(node.range) : undefined;
    item.command = {
      title: "Go to",
      command: "vscode.open",
      arguments: [vscode.Uri.parse(node.uri), { selection: selection && new vscode.Range(selection.start, selection.start) }],
    };
    return item;
  }

  dispose(): void {
    this.view.dispose();
    this.changes.dispose();
  }
}
