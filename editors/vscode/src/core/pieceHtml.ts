// One piece of a pack in the panel: what it is, why it is there, what it costs, and what can be done with it.

import type { PackItem } from "../protocol";
import { escapeHtml, grouped, shortName } from "./format";
import { button } from "./html";
import type { View } from "./packView";

const VERDICTS = [
  ["useful", "👍", "useful"],
  ["not", "👎", "not useful"],
] as const;

export function pieceHtml(view: View, item: PackItem, index: number): string {
  const symbol = item.symbol ?? "";
  const name = symbol ? shortName(symbol) : (item.uri.split("/").at(-1) ?? item.uri);
  const isPinned = view.state.pinned.includes(symbol);
  const where = `${view.nameOf(item.uri)}:${item.range.start.line + 1}`;
  return (
    `<li class="piece${isPinned ? " pinned" : ""}" data-symbol="${escapeHtml(symbol)}"><div class="row">` +
    `<button class="link name" id="jump-${index}" data-do="jump" data-index="${index}" title="${escapeHtml(item.signature || where)}">${escapeHtml(name)}</button>` +
    `<span class="tokens">${grouped(item.tokens)}<span class="unit"> tokens</span></span></div>` +
    `<div class="sub"><span class="role">${escapeHtml(item.role)}</span> ${escapeHtml(item.kind.toLowerCase())}, ${escapeHtml(item.level)} · ` +
    `<span class="where">${escapeHtml(where)}</span></div>` +
    (item.relation ? `<div class="sub relation">${escapeHtml(item.relation)}</div>` : "") +
    (symbol ? actions(view, symbol, name, isPinned) : "") +
    `${scores(item, index)}</li>`
  );
}

function actions({ state, can }: View, symbol: string, name: string, isPinned: boolean): string {
  const id = escapeHtml(symbol);
  const label = escapeHtml(name);
  const data = `data-symbol="${id}"`;
  const verdicts = VERDICTS.map(([verdict, sign, words]) => {
    const pressed = `aria-pressed="${state.verdicts[symbol] === verdict}"`;
    return button(`${verdict}-${id}`, "judge", sign, `${label}: ${words}`, `${data} data-verdict="${verdict}" ${pressed}`);
  });
  const pin = isPinned ? "Pinned" : "Pin";
  const isQuestion = state.shown?.command === "ctx-lsp.query";
  return (
    '<div class="actions">' +
    button(`pin-${id}`, "pin", pin, `${pin} ${label}: it stays in the pack`, `${data} aria-pressed="${isPinned}"`) +
    button(`exclude-${id}`, "exclude", "Exclude", `Exclude ${label}`, data) +
    (isQuestion ? button(`why-${id}`, "why", "Why", `Why ${label} was included`, data) : "") +
    `${can("ctx-lsp.feedback") ? verdicts.join("") : ""}</div>`
  );
}

function scores(item: PackItem, index: number): string {
  const parts = Object.entries(item.scores).filter(([, value]) => value !== 0);
  if (!parts.length) return "";
  const rows = parts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${value.toFixed(3)}</dd>`).join("");
  return (
    `<details id="score-${index}" class="score"><summary>Score ${item.score.toFixed(3)}</summary>` +
    `<dl>${rows}</dl></details>`
  );
}
