// Notes about the code: adding one about the symbol at the cursor, the list of those there are, and proposals.

import vscode = require("vscode");
import { NOTE_TYPES, type NoteChoice, type NoteType, type Proposed, noteChoice, problemChoice, proposalChoice } from "./core/notes";
import { WayOn } from "./core/wayOn";
import { inform } from "./notices";
import { identifier, isKnown, knownEditor, nameOf, position } from "./places";
import type { NewNote, Note, Position, RecallParams, TextDocumentIdentifier } from "./protocol";
import type { Server } from "./server";
import { TypedSearch } from "./typedSearch";

const LIMIT = 200; // the most that the server lists
const MOST_PROPOSED = 100;
const ADD = "ctx-lsp: Add a Note Here";

interface Place {
  readonly textDocument: TextDocumentIdentifier;
  readonly position: Position;
}

interface Row extends vscode.QuickPickItem {
  readonly uri?: string;
}

export class Notes {
  constructor(private readonly server: Server) {}

  /** Asks for a note about the symbol at the cursor, and opens it as a file that is not saved yet. */
  async add(): Promise<void> {
    const place = cursor(); // before the list takes the focus
    const types = (Object.keys(NOTE_TYPES) as NoteType[]).map((label) => ({ label, description: NOTE_TYPES[label] }));
    const type = await vscode.window.showQuickPick(types, { title: ADD, placeHolder: "Which type of note?" });
    const text = type && (await vscode.window.showInputBox({ title: ADD, prompt: `The title of the ${type.label}, in one sentence` }));
    if (!type || !text?.trim()) return;
    // `apply`: an edit by the server's request may still be under way when the answer is here.
    await create(await this.server.ask("ctx-lsp.remember", { type: type.label, text, ...place, apply: false }));
  }

  /** Lists the notes, those about the symbol at the cursor first, and opens the one that is picked. */
  async list(): Promise<void> {
    const place = cursor();
    const all = await this.server.ask("ctx-lsp.recall", { limit: LIMIT });
    const here = place ? await this.about(place) : [];
    if (!all.notes.length && !all.problems.length) throw new WayOn("there are no notes yet", "Add a Note Here…", "ctxLsp.addNote");
    const near = new Set(here.map(({ uri }) => uri));
    const others = all.notes.filter(({ uri }) => !near.has(uri));
    const rows = [
      ...group("At the cursor", here.map(noteRow)),
      ...group(here.length ? "Other notes" : "", others.map(noteRow)),
      ...group("Problems", all.problems.map((one) => row(one.uri, problemChoice(one, nameOf(one.uri))))),
    ];
    const uri = await this.pick(rows, [...all.warnings, "Type a question, or words of a note"].join(" "));
    if (uri) await vscode.window.showTextDocument(vscode.Uri.parse(uri));
  }

  /** Lists the notes about a symbol or file, and opens the one that is picked. */
  async listOf(params: RecallParams): Promise<void> {
    const { notes, warnings } = await this.server.ask("ctx-lsp.recall", { ...params, limit: LIMIT });
    const uri = await this.pick(notes.map(noteRow), [...warnings, "Pick a note to open"].join(" "));
    if (uri) await vscode.window.showTextDocument(vscode.Uri.parse(uri));
  }

  /** Says that an agent proposes a note, and lists the proposals if the user wants to see them. */
  async offer({ agent, title }: Proposed): Promise<void> {
    const review = "Review…";
    const picked = await inform(`ctx-lsp: ${agent} proposes a note: “${title}”`, review);
    if (picked === review) await vscode.commands.executeCommand("ctxLsp.proposeNotes");
  }

  /**
   * Lists notes that agents, commits and documents propose, and creates those that are picked, each in one edit that can
   * be undone.
   */
  async propose(): Promise<void> {
    const { proposals, warnings } = await this.server.ask("ctx-lsp.propose", { limit: MOST_PROPOSED });
    if (!proposals.length) throw new WayOn(["no agent, commit or document proposes a note", ...warnings].join(". "), "Add a Note Here…", "ctxLsp.addNote");
    const rows = proposals.map((proposal) => ({ ...proposalChoice(proposal), proposal }));
    const placeHolder = [...warnings, "Pick the notes to keep"].join(" ");
    const picked = await vscode.window.showQuickPick(rows, { title: "ctx-lsp: Proposed Notes", placeHolder, canPickMany: true });
    for (const { proposal } of picked ?? []) {
      const { type, text, about, source } = proposal;
      await create(await this.server.ask("ctx-lsp.remember", { type, text, about, source, apply: false }));
    }
  }

  private async about(place: Place): Promise<readonly Note[]> {
    const answer = this.server.ask("ctx-lsp.recall", { ...place, limit: LIMIT });
    return answer.then(({ notes }) => notes, () => []); // of a file that is not indexed
  }

  /** Lets the user pick a note by its words, or by a question that the server answers while it is typed. */
  private async pick(rows: readonly Row[], placeholder: string): Promise<string | undefined> {
    const pick = vscode.window.createQuickPick<Row>();
    const search = new TypedSearch(
      this.server.log,
      async (query, token) => (await this.server.ask("ctx-lsp.recall", { query }, token)).notes,
      (_, found) => {
        const answers = new Set(found.map(({ uri }) => uri));
        // `alwaysShow`: the server has found them, also where they do not hold the letters that are typed.
        const first = found.map((note) => ({ ...noteRow(note), alwaysShow: true }));
        pick.items = [...first, ...rows.filter(({ uri = "" }) => !answers.has(uri))];
      },
      (isSearching) => (pick.busy = isSearching),
    );
    pick.title = "ctx-lsp: Notes";
    pick.placeholder = placeholder;
    pick.matchOnDescription = pick.matchOnDetail = true;
    pick.items = rows;
    try {
      return await new Promise<string | undefined>((resolve) => {
        pick.onDidChangeValue((typed) => {
          search.after(typed.trim());
          if (!typed.trim()) pick.items = rows;
        });
        pick.onDidHide(() => resolve(undefined));
        pick.onDidAccept(() => resolve(pick.activeItems[0]?.uri));
        pick.show();
      });
    } finally {
      search.dispose();
      pick.dispose();
    }
  }
}

/** The action on a piece of code that writes a note about it. */
export function registerNoteAction(server: Server): vscode.Disposable {
  const provider: vscode.CodeActionProvider = {
    provideCodeActions: (document, range, { triggerKind }) => {
      // Offered on every line without being asked for, it would have the editor show a light bulb on every line.
      const isWanted = triggerKind === vscode.CodeActionTriggerKind.Invoke || !range.isEmpty;
      if (!isWanted || !server.can("ctx-lsp.remember") || !isKnown(document.uri)) return [];
      const action = new vscode.CodeAction("ctx-lsp: Record a Decision or Gotcha Here…", vscode.CodeActionKind.Refactor);
      action.command = { title: action.title, command: "ctxLsp.addNote" };
      return [action];
    },
  };
  return vscode.languages.registerCodeActionsProvider({ scheme: "file" }, provider, {
    providedCodeActionKinds: [vscode.CodeActionKind.Refactor],
  });
}

/** The place of the cursor; undefined in a document without a file, because nobody could find its code again. */
function cursor(): Place | undefined {
  const editor = knownEditor();
  if (!editor || editor.document.isUntitled) return undefined;
  return { textDocument: identifier(editor.document.uri), position: position(editor.selection.active) };
}

/** Creates the file of a note in one edit, which can be undone, and shows it with the cursor at its end. */
async function create(note: NewNote): Promise<void> {
  const uri = vscode.Uri.parse(note.uri);
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri);
  edit.insert(uri, new vscode.Position(0, 0), note.text);
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error(`${nameOf(note.uri)} cannot be created`);
  const document = await vscode.workspace.openTextDocument(uri);
  const end = document.lineAt(document.lineCount - 1).range.end;
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(end, end), preview: false });
}

function group(heading: string, rows: readonly Row[]): Row[] {
  return heading && rows.length ? [{ label: heading, kind: vscode.QuickPickItemKind.Separator }, ...rows] : [...rows];
}

function noteRow(note: Note): Row {
  return row(note.uri, noteChoice(note, nameOf(note.uri)));
}

function row(uri: string, choice: NoteChoice): Row {
  return { ...choice, uri };
}
