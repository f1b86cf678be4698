// Tasks of the journal as rows of a list, what can be done with one, and what a hint about a document says.

import type { Task } from "../protocol";

export type TaskAction = "resume" | "end" | "export" | "erase";

/** The server's notification about a document that was opened, if notes or earlier tasks are about it. */
export interface Opened {
  readonly uri: string;
  readonly notes: number;
  readonly tasks: readonly number[];
  readonly message: string;
}

export interface TaskChoice {
  readonly label: string;
  readonly description: string;
}

/** Actions on a task, each with its label. Going on with a task that has ended opens it again. */
export const TASK_ACTIONS: Readonly<Record<TaskAction, string>> = {
  resume: "Resume It",
  end: "End It",
  export: "Export It",
  erase: "Erase It",
};

/** The icon says which task records questions now. */
export function taskChoice({ title, state, started, ended, askedBy }: Task): TaskChoice {
  const icon = { active: "record", open: "circle-outline", ended: "check" }[state];
  const times = [started.slice(0, 10), ...(ended ? [`ended ${ended.slice(0, 10)}`] : [])];
  return { label: `$(${icon}) ${title}`, description: [state, ...times, ...(askedBy ? [`by ${askedBy}`] : [])].join(" · ") };
}

/** The words of the entry in the status bar for a document that notes and earlier tasks are about. */
export function hintText(notes: number, tasks: number): string {
  const counts = [notes && `${notes} ${notes === 1 ? "note" : "notes"}`, tasks && `${tasks} ${tasks === 1 ? "task" : "tasks"}`];
  return `$(note) ${counts.filter((one) => one).join(" · ")}`;
}
