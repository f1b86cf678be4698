// The view of callers, tests, dependants and differences: a tree of places. What stands in it is `core/relations.ts`.

import vscode = require("vscode");
import { placeFragment } from "../core/pack/dropped";
import type { Group, Listing, Row } from "../core/relations";
import { CONTEXTS, VIEWS } from "../names";
import { nameOf, toRange } from "../places";

type Node = Group | Row;

const URI_LIST = "text/uri-list";

/** Lets rows be dragged: to the panel by their `resourceUri`, elsewhere as a list of files. Nothing is dropped here. */
const dragging: vscode.TreeDragAndDropController<Node> = {
  dragMimeTypes: [URI_LIST],
  dropMimeTypes: [],
  handleDrag: (nodes, data) => {
    const uris = nodes.flatMap((node) => ("rows" in node ? node.rows : [node])).map(({ uri }) => uri);
    data.set(URI_LIST, new vscode.DataTransferItem(uris.join("\r\n")));
  },
};

export class RelationsView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changes.event;
  private readonly view: vscode.TreeView<Node>;
  private groups: readonly Group[] = [];

  constructor() {
    this.view = vscode.window.createTreeView(VIEWS.relations, { treeDataProvider: this, showCollapseAll: true, dragAndDropController: dragging });
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
    const where = nameOf(node.uri); // the server's name for it lacks the first folder of several
    item.description = where === node.label ? node.detail : where;
    item.tooltip = `${node.tooltip}\n${where}`;
    item.iconPath = new vscode.ThemeIcon(node.icon);
    item.contextValue = node.run ? "test" : "place";
    const file = vscode.Uri.parse(node.uri);
    item.resourceUri = node.range ? file.with({ fragment: placeFragment(node.range.start) }) : file;
    const selection = node.range ? toRange(node.range) : undefined;
    item.command = {
      title: "Go to",
      command: "vscode.open",
      arguments: [file, { selection: selection && new vscode.Range(selection.start, selection.start) }],
    };
    return item;
  }

  dispose(): void {
    this.view.dispose();
    this.changes.dispose();
  }
}
