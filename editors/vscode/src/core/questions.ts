// The list below a question that is being typed: the question itself, its results, or recent questions.

import type { Item, RecentPack } from "../protocol";
import { shortName } from "./format";
import { iconOf } from "./relations";

const LISTED = 20;
const SHOWN = 100; // characters of a selection that becomes a question

export interface Choice {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** The question that a choice asks; undefined for a place. */
  readonly question?: string;
  readonly place?: Item;
}

/** The choices for what is typed; `nameOf` says what a file is called. */
export function choices(typed: string, found: readonly Item[], nameOf: (uri: string) => string): Choice[] {
  const asking = { label: `$(search-sparkle) ${typed}`, description: "Ask for context", question: typed };
  return [asking, ...found.map((item) => placed(item, nameOf(item.uri)))];
}

export function recentChoices(recent: readonly string[]): Choice[] {
  return recent.map((question) => ({ label: `$(history) ${question}`, question }));
}

/** The user's own questions among recent packs, in the same order. */
export function questionsOf(packs: readonly RecentPack[]): string[] {
  const own = packs.filter(({ kind, askedBy }) => kind === "question" && !askedBy);
  return own.map(({ title }) => title).slice(0, LISTED);
}

/** A question from selected text: of several lines, or a long one, none is made. */
export function questionFrom(selected: string): string {
  const text = selected.trim();
  return text.length > SHOWN || text.includes("\n") ? "" : text;
}

function placed(item: Item, file: string): Choice {
  const name = item.symbol ? shortName(item.symbol) : (file.split("/").at(-1) ?? file);
  return {
    label: `$(${iconOf(item.kind)}) ${name}`,
    description: `${file}:${item.range.start.line + 1}`,
    detail: item.signature,
    place: item,
  };
}
