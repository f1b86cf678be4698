// The journal of tasks: starting one, recording where it stands, and going on with one, exporting or erasing it.

import vscode = require("vscode");
import { TASK_ACTIONS, type TaskAction, taskChoice } from "./core/tasks";
import { WayOn } from "./core/wayOn";
import { inform } from "./notices";
import { knownEditor } from "./places";
import type { Task } from "./protocol";
import type { Reports } from "./reports";
import type { Server } from "./server";

const START = "ctx-lsp: Start a Task";
const CHECKPOINT = "ctx-lsp: Record a Checkpoint";
const ERASE_ALL = "Erase All Tasks";

export class Tasks {
  constructor(
    private readonly server: Server,
    private readonly reports: Reports,
  ) {}

  /** Starts a task; the questions of packs are recorded in it from now on. */
  async start(): Promise<void> {
    const prompt = "What the task is about. Questions are recorded in it, without code, for 30 days.";
    const title = await vscode.window.showInputBox({ title: START, prompt });
    if (title?.trim()) await this.server.ask("ctx-lsp.journal", { action: "start", title });
  }

  /** Records where the active task stands. */
  async checkpoint(): Promise<void> {
    const uri = knownEditor()?.document.uri; // before the input takes the focus
    const step = await vscode.window.showInputBox({ title: CHECKPOINT, prompt: "Where does the work stand, and what comes next?" });
    if (!step?.trim()) return;
    const about = uri ? { uri: uri.toString() } : {};
    const { task, found } = await this.server.ask("ctx-lsp.record", { kind: "checkpoint", checkpoint: { step }, ...about });
    const more = found.length ? ` Found in it: ${found.map(({ text }) => text).join("; ")}` : "";
    void inform(`ctx-lsp: checkpoint of “${task.title}” recorded.${more}`);
  }

  /** Lists the tasks, and does with one what is picked. */
  async list(): Promise<void> {
    const { tasks, kept, warnings } = await this.server.ask("ctx-lsp.journal", {});
    if (!tasks.length && !kept) throw new Error("the journal is off (setting ctx-lsp.journal.enabled)");
    if (!tasks.length) throw new WayOn(["there are no tasks yet", ...warnings].join(". "), "Start a Task…", "ctxLsp.startTask");
    const rows = [...tasks.map((task) => ({ ...taskChoice(task), task })), { label: `$(trash) ${ERASE_ALL}…`, task: undefined }];
    const row = await vscode.window.showQuickPick(rows, { title: "ctx-lsp: Tasks", placeHolder: warnings.join(" "), matchOnDescription: true });
    if (!row) return;
    if (!row.task) return this.erase(undefined);
    const actions = (Object.keys(TASK_ACTIONS) as TaskAction[]).map((action) => ({ label: TASK_ACTIONS[action], action }));
    const picked = await vscode.window.showQuickPick(actions, { title: row.task.title });
    if (picked) await this.act(picked.action, row.task);
  }

  private async act(action: TaskAction, task: Task): Promise<void> {
    switch (action) {
      case "resume":
        return this.reports.show(`Task ${task.title}`, (await this.server.ask("ctx-lsp.resume", { task: task.id })).text);
      case "end":
        await this.server.ask("ctx-lsp.journal", { action, task: task.id });
        return;
      case "export": {
        const { text: content } = await this.server.ask("ctx-lsp.journal", { action, task: task.id });
        await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "markdown", content }));
        return;
      }
      case "erase":
        return this.erase(task);
    }
  }

  private async erase(task: Task | undefined): Promise<void> {
    const message = task ? `Erase the task “${task.title}”?` : "Erase all tasks of this workspace?";
    const detail = "Everything that was recorded is deleted. This cannot be undone.";
    if ((await vscode.window.showWarningMessage(message, { modal: true, detail }, "Erase")) !== "Erase") return;
    const what = task ? { task: task.id } : { all: true };
    const { erased, warnings } = await this.server.ask("ctx-lsp.journal", { action: "erase", ...what });
    const said = [`${erased} ${erased === 1 ? "task" : "tasks"} erased.`, ...warnings].join(" ");
    void inform(`ctx-lsp: ${said}`);
  }
}
