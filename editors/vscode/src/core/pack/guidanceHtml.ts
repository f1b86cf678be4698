// Guidance of the team about the code of a pack, folded into one line: notes, patterns, commits and sections of style
// documents. The sections are pieces, and stand here instead of among those that answer the question.

import type { Advice, Pack, PackItem } from "../../protocol";
import { count, escapeHtml, fileName } from "../format";
import { list } from "./html";
import type { View } from "./packView";
import { pieceHtml } from "./pieceHtml";

const NAMES = [
  ["pattern", "pattern"],
  ["note", "note"],
  ["commits", "changed file"],
] as const satisfies readonly (readonly [Advice["kind"], string])[];

/** Whether a piece says how code is to be written, in place of being an answer. */
export function isStyle({ role }: PackItem): boolean {
  return role === "style";
}

/** The amount of guidance in a pack ("3 patterns, 1 style section"); empty if there is none. */
export function guidanceWords({ items, advice = [] }: Pack): string {
  const parts = NAMES.map(([kind, name]) => [advice.filter((one) => one.kind === kind).length, name] as const);
  const all = [...parts, [items.filter(isStyle).length, "style section"] as const];
  return all.flatMap(([number, name]) => (number ? [count(number, name)] : [])).join(", ");
}

export function guidanceHtml(view: View, pack: Pack): string {
  const words = guidanceWords(pack);
  if (!words) return "";
  const sections = pack.items.flatMap((item, index) => (isStyle(item) ? [pieceHtml(view, item, index, false)] : []));
  return (
    `<details id="guidance" class="fold"><summary id="guidance-summary">${escapeHtml(words)}</summary>` +
    `${list("advice", (pack.advice ?? []).map((one, index) => adviceHtml(view, one, index)))}${list("items", sections, "guidance-summary")}</details>`
  );
}

/** A line of advice, then its document, unless an older server sends none. */
function adviceHtml(view: View, { text, uri }: Advice, index: number): string {
  const title = uri ? escapeHtml(view.nameOf(uri)) : "";
  const link = uri
    ? ` <button class="link" id="advice-${index}" data-do="advice" data-index="${index}" title="${title}" aria-label="Open ${title}">${escapeHtml(fileName(uri))}</button>`
    : "";
  return `<li>${escapeHtml(text)}${link}</li>`;
}
