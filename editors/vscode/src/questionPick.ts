// The list that opens for a question: results as it is typed, each with its code when it is in focus, and recent questions.

import * as vscode from "vscode";
import { type Choice, choices, recentChoices } from "./core/questions";
import { nameOf, toRange } from "./places";
import type { Item } from "./protocol";
import type { Server } from "./server";
import { TypedSearch } from "./typedSearch";

const RESULTS = 12;

/** What is listed was made for what was typed then; what is typed by now may be more. */
interface Row extends vscode.QuickPickItem {
  readonly typed: string;
  readonly choice: Choice;
}

/** The question that the user wants to ask; undefined where they went to a result, or changed their mind. */
export async function pickQuestion(server: Server, recent: Promise<readonly string[]>, initial: string): Promise<string | undefined> {
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
  try {
    return await new Promise<string | undefined>((resolve) => {
      pick.onDidChangeValue(typing);
      pick.onDidChangeActive(([row]) => void preview.show(row?.choice.place));
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
  } finally {
    search.dispose();
    pick.dispose();
    await preview.end();
  }
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
  private isShown = false;

  async show(place: Item | undefined): Promise<void> {
    if (!place) return;
    this.isShown = true;
    const start = toRange(place.range).start;
    const options = { preserveFocus: true, preview: true, selection: new vscode.Range(start, start) };
    await vscode.window.showTextDocument(vscode.Uri.parse(place.uri), options);
  }

  /** The user goes to what is shown. */
  stay(): void {
    this.isShown = false;
  }

  async end(): Promise<void> {
    if (!this.isShown || !this.before) return;
    const { document, viewColumn = vscode.ViewColumn.Active } = this.before;
    const selection = this.selection ?? new vscode.Selection(0, 0, 0, 0);
    await vscode.window.showTextDocument(document, { viewColumn, selection, preview: false });
  }
}
