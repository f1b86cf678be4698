// A question that a file of the team's evaluation tasks has already.

import { reasonOf } from "./complaint";

/** Whether the server refused to make a task because the file has the question. */
export function isKeptQuestion(error: unknown): boolean {
  return reasonOf(error) === "keptQuestion";
}

/** The line of a file of tasks with a question, from 0; undefined if there is none. */
export function lineOf(question: string, tasks: string): number | undefined {
  const line = tasks.split("\n").findIndex((one) => queryOf(one) === question);
  return line < 0 ? undefined : line;
}

/** The question of a task; undefined for a line that is none. */
function queryOf(line: string): unknown {
  try {
    return (JSON.parse(line) as { readonly query?: unknown } | null)?.query;
  } catch {
    return undefined; // as the server skips it
  }
}
