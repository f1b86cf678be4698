// The list that opens for a question: results as it is typed, each with its code when it is in focus, and recent questions.

import vscode = require("vscode");
import { type Choice, choices, recentChoices } from "../core/questions";
import { goTo, nameOf } from "../places";
import type { Item } from "../protocol";
import type { Server } from "../server";
import { TypedSearch } from "../typedSearch";

const RESULTS = 12;

/** A row of the list, with the text that was typed when the row was made; the user may have typed more since. */
interface Row extends vscode.QuickPickItem {
  readonly typed: string;
  readonly choice: Choice;
}

/** The outcome of the list. */
export interface Picked {
  /** The question that they want to ask; undefined where they went to a result, or changed their mind. */
  readonly question: string | undefined;
  /** Resolves once the list is gone, and what it covered is in front again. */
  readonly closed?: Promise<void>;
}

/** Opens the list, and returns as soon as the user has decided. */
export async function pickQuestion(server: Server, recent: Promise<readonly string[]>, initial: string): Promise<Picked> {
  let known: readonly string[] = []; // until the server has answered, which may take a while
  const pick = vscode.window.createQuickPick<Row>();
  const preview = new Preview();
  const search = new TypedSearch(
    server.log,
    async (query, token) => (await server.ask("ctx-lsp.search", { query, limit: RESULTS, rerank: false }, token)).items,
    (typed, found) => show(pick, typed, choices(typed, found, nameOf)),
    (isSearching) => (pick.busy = isSearching),
  );
  pick.title = "ctx-lsp: Ask for Context";
  pick.placeholder = "Ask a question, paste an error, or type a name";
  pick.value = initial;
  const typing = (): void => {
    const typed = pick.value.trim();
    show(pick, typed, typed ? choices(typed, search.kept, nameOf) : recentChoices(known));
    search.after(typed);
  };
  const question = await new Promise<string | undefined>((resolve) => {
    pick.onDidChangeValue(typing);
    pick.onDidChangeActive(([row]) => preview.show(row?.choice.place));
    pick.onDidHide(() => resolve(undefined));
    pick.onDidAccept(() => {
      const [row] = pick.activeItems;
      const typed = pick.value.trim();
      const isNewer = row?.typed !== typed;
      if (!isNewer && row.choice.place) preview.stay();
      resolve(isNewer || !row ? typed : row.choice.question);
    });
    typing();
    pick.show();
    void recent.then((questions) => {
      known = questions;
      if (!pick.value.trim()) typing();
    });
  });
  search.dispose();
  pick.dispose();
  return { question, closed: preview.end() };
}

function show(pick: vscode.QuickPick<Row>, typed: string, all: readonly Choice[]): void {
  const active = pick.activeItems[0]?.choice.label;
  // `alwaysShow`: the server has found them, also where they do not hold the letters that are typed.
  const rows = all.map((choice) => ({ ...choice, typed, choice, alwaysShow: true }));
  pick.items = rows;
  const same = rows.find((row) => row.choice.label === active && row.choice.place);
  if (same) pick.activeItems = [same];
}

/** Shows code in the editor while the list is open, and what was there before when it closes. */
class Preview {
  private readonly before = vscode.window.activeTextEditor;
  private readonly selection = this.before?.selection;
  private readonly tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  private readonly open = new Set(openFiles());
  private wanted: Item | undefined;
  private showing: Promise<void> | undefined;
  private isShown = false;
  private isStaying = false;

  /** Shows a place: one after the other, for the editor might end at the one that takes longest. */
  show(place: Item | undefined): void {
    if (!place) return;
    this.wanted = place;
    this.showing ??= this.showWanted().finally(() => (this.showing = undefined));
  }

  /** The user goes to what is shown. */
  stay(): void {
    this.isStaying = true;
  }

  async end(): Promise<void> {
    if (!this.isStaying) this.wanted = undefined;
    await this.showing;
    if (!this.isShown || this.isStaying) return;
    const shown = vscode.window.tabGroups.activeTabGroup.activeTab;
    const file = shown && fileOf(shown);
    if (shown?.isPreview && file && !this.open.has(file)) await vscode.window.tabGroups.close(shown, true); // what was in front is so again
    if (!this.before || !(this.tab?.input instanceof vscode.TabInputText)) return;
    const { document, viewColumn = vscode.ViewColumn.Active } = this.before;
    const selection = this.selection ?? new vscode.Selection(0, 0, 0, 0);
    const options = { viewColumn, selection, preview: this.tab.isPreview };
    await vscode.window.showTextDocument(document, options).then(undefined, () => undefined); // it is gone
  }

  private async showWanted(): Promise<void> {
    // A tab that is only looked at gives way to the next one; what cannot be shown again as a text is kept.
    const isKept = this.isShown || !this.tab?.isPreview || this.tab.input instanceof vscode.TabInputText;
    if (!isKept) await vscode.commands.executeCommand("workbench.action.keepEditor");
    while (this.wanted) {
      const { uri, range } = this.wanted;
      this.wanted = undefined;
      this.isShown = true;
      await goTo(uri, range, { preserveFocus: true, preview: true }).catch(() => undefined); // it is gone
    }
  }
}

/** The files with a tab of their own. */
function openFiles(): string[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap((tab) => fileOf(tab) ?? []));
}

function fileOf({ input }: vscode.Tab): string | undefined {
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputNotebook ? input.uri.toString() : undefined;
}
