// The panel of a pack as HTML: results first, everything else folded into lines. What a click does is in
// `panelMessages.ts` and `panelActions.ts`, the looks in media/panel.css. No element holds a style or a script, which the
// page's policy forbids.

import type { Pack, PackItem, RecentPack } from "../../protocol";
import { changesText } from "./changes";
import { controlsHtml } from "./controls";
import { capitalised, count, escapeHtml, grouped, shortName } from "../format";
import { guidanceHtml, guidanceWords, isStyle } from "./guidanceHtml";
import { FILE_ICON, button, list } from "./html";
import type { PackState } from "./packState";
import type { View } from "./packView";
import { pieceHtml, remotePieceHtml } from "./pieceHtml";
import { readiness } from "./readiness";
import { summaryHtml } from "./summaryHtml";

const RECENT = 5; // packs that are offered before there is one

/** The words that are read out when a pack has come, or an error instead. */
export function announcement(state: PackState): string {
  if (state.error) return state.error;
  if (state.isBusy) return "Asking…";
  const pack = state.pack;
  if (!pack) return "";
  const { used, budget } = pack.tokens;
  const guidance = guidanceWords(pack);
  return `${pieceWords(pack)}, ${guidance && `${guidance}, `}${grouped(used)} of ${grouped(budget)} tokens. ${readiness(pack)}`;
}

/** The numbers of pieces of the workspace and of other repositories. */
function pieceWords(pack: Pack): string {
  const [own, others] = [piecesOf(pack).length, pack.elsewhere?.length ?? 0];
  if (!others) return count(own, "piece");
  return own ? `${count(own, "piece")} and ${others} from other repositories` : `${count(others, "piece")} from other repositories`;
}

export function panelHtml(view: View): string {
  const { state } = view;
  const { pack } = state;
  const error = state.error ? failure(state, state.error) : "";
  if (!pack) return error + (state.isBusy ? waiting(state) : welcome(view.recent));
  return [
    error,
    `<h2 title="${escapeHtml(titleOf(state, pack))}">${escapeHtml(titleOf(state, pack))}</h2>`,
    state.isOutdated && !error ? outdated() : "", // or "Try Again" is above
    state.changes && pack.coverage.lexical === 1 ? since(state.changes) : "", // what is not indexed yet is no change
    pack.query.readAs ? `<p class="sub">Read as: ${escapeHtml(pack.query.readAs)}</p>` : "",
    pack.query.remark ? `<p class="sub">${escapeHtml(pack.query.remark)}</p>` : "",
    summaryHtml(view, pack),
    guidanceHtml(view, pack),
    toolbar(view),
    ...(pack.confidence === null ? [elsewhere(pack), pieces(view, pack)] : [pieces(view, pack), elsewhere(pack)]), // as in the text
    byHand(view, pack),
    leftOut(view),
    controlsHtml(state, pack),
  ].join("\n");
}

export function titleOf({ shown }: PackState, pack: Pack): string {
  const { intent, text } = pack.query;
  return shown?.title || (intent === "symbol" ? shortName(text) : text);
}

/** An error; of another question than the one on show, with that question. */
function failure({ asking, shown }: PackState, error: string): string {
  const question = asking && asking !== shown && asking.title ? `<p class="sub asked">Not answered: ${escapeHtml(asking.title)}</p>` : "";
  const again = asking ? button("retry", "refresh", "Try Again", "Try Again: ask the same question") : "";
  const help = button("status", "status", "Server Status", "Server Status: what is wrong, and what can be done");
  return `${question}<p class="error">${escapeHtml(capitalised(error))}</p><div class="toolbar">${again}${help}</div>`;
}

function outdated(): string {
  return `<p class="sub outdated">The code has changed. ${button("renew", "refresh", "Refresh", "Refresh: the code has changed")}</p>`;
}

function since(changes: NonNullable<PackState["changes"]>): string {
  const [text, names] = changesText(changes);
  return `<p class="sub since" title="${escapeHtml(names)}">${escapeHtml(text)}</p>`;
}

function waiting({ asking }: PackState): string {
  return `<h2>${escapeHtml(asking?.title ?? "")}</h2><p>Asking…</p>`;
}

function welcome(recent: readonly RecentPack[]): string {
  const rows = recent.slice(0, RECENT).map((one, index) => {
    const title = escapeHtml(one.kind === "symbol" ? shortName(one.title) : one.title);
    return `<li><button id="recent-${index}" class="link" data-do="replay" data-pack="${escapeHtml(one.packId)}" title="${title}">${title}</button></li>`;
  });
  return (
    '<p class="welcome">Ask a question about this code, and the pieces that answer it appear here.</p>' +
    '<p><button id="ask" class="primary" data-do="ask">Ask for Context…</button></p>' +
    (rows.length ? `<h3 id="recent-packs">Recent</h3>${list("recent", rows, "recent-packs")}` : "")
  );
}

function toolbar({ state, can }: View): string {
  const compare = state.previous && can("ctx-lsp.packDiff") ? button("compare", "compare", "Compare", "Compare with the previous pack") : "";
  return (
    '<div class="toolbar" role="group" aria-label="Pack">' +
    (state.isOutdated || state.error ? "" : button("refresh", "refresh", "Refresh", "Refresh: ask again about the current text")) + // or it is above
    button("copy", "copy", "Copy", "Copy the pack as shown", 'data-format="shown"') +
    button("chat", "chat", "Add to Chat", "Add to Chat") +
    '<details id="more" class="more"><summary id="more-summary" title="More actions">More</summary><div class="actions">' +
    button("prompt", "prompt", "Copy as Prompt", "Copy as Prompt: the question, the pack and an instruction") +
    button("copy-xml", "copy", "Copy as XML", "Copy as XML", 'data-format="xml"') +
    button("terminal", "terminal", "Send to Terminal", "Send to Terminal: a reference for the agent that runs there") +
    button("save", "save", "Save…", "Save… as a file") +
    button("open", "open", "Open as Document", "Open as Document") +
    `${compare}</div></details></div>`
  );
}

/** The pieces that answer the question, each with its index among all items. Code that two items hold is shown once. */
function piecesOf({ items }: Pack): { readonly item: PackItem; readonly index: number }[] {
  return items.map((item, index) => ({ item, index })).filter(({ item, index }) => !isStyle(item) && !isRepeated(item, index, items));
}

/** Whether an item is a part of a file without a name of its own, and another item of the file shows all of it. */
function isRepeated(item: PackItem, index: number, items: readonly PackItem[]): boolean {
  const text = item.text.trim();
  const isShownBy = (other: PackItem, place: number): boolean =>
    other.uri === item.uri && (other.symbol !== null || place < index) && other !== item && other.text.includes(text);
  return item.symbol === null && text !== "" && items.some(isShownBy);
}

function pieces(view: View, pack: Pack): string {
  const { items, reason, warnings } = pack;
  if (!items.length && pack.elsewhere?.length) return warnings.map((one) => `<p class="sub">${escapeHtml(capitalised(one))}</p>`).join("");
  if (!items.length) return [reason, ...warnings].filter((one) => one).map((one) => `<p class="empty">${escapeHtml(capitalised(one))}</p>`).join("");
  const { order } = view.state;
  const numbered = piecesOf(pack).map((one) => ({ ...one, file: view.nameOf(one.item.uri) }));
  const files = [...new Set(numbered.map(({ file }) => file))];
  const byScore = [...numbered].sort((one, other) => other.item.score - one.item.score);
  const rows =
    order === "relevance"
      ? byScore.map(({ item, index }) => pieceHtml(view, item, index, false))
      : files.flatMap((file) => [
          `<li class="file" title="${escapeHtml(file)}">${FILE_ICON}${escapeHtml(file)}</li>`,
          ...numbered.filter((one) => one.file === file).map(({ item, index }) => pieceHtml(view, item, index, true)),
        ]);
  const choice = (["relevance", "file"] as const).map((one) => {
    const label = one === "relevance" ? "By relevance" : "By file";
    return button(`order-${one}`, "order", label, label, `data-order="${one}" aria-pressed="${order === one}"`);
  });
  return (
    `<div class="head"><h3 id="pieces">${count(numbered.length, "piece")}</h3><div role="group" aria-label="Order" class="order">${choice.join("")}</div></div>` +
    list("items", rows, "pieces")
  );
}

/** Pieces of published repositories; an older server sends none. */
function elsewhere(pack: Pack): string {
  const rows = (pack.elsewhere ?? []).map(remotePieceHtml);
  return rows.length ? `<h3 id="elsewhere">From other repositories</h3>${list("items elsewhere", rows, "elsewhere")}` : "";
}

/** Files and folders that were added by hand, and symbols that are pinned but not among the pieces. */
function byHand(view: View, { items }: Pack): string {
  const { state } = view;
  const shown = new Set(items.map(({ symbol }) => symbol));
  const rows = state.pinned.filter((one) => !shown.has(one)).map((one) => handRow(view, one, "pin", "Remove"));
  return rows.length ? `<h3>Added</h3>${list("by-hand", rows)}` : "";
}

function leftOut(view: View): string {
  const { excluded } = view.state;
  return excluded.length ? `<h3>Excluded</h3>${list("left-out", excluded.map((one) => handRow(view, one, "exclude", "Restore")))}` : "";
}

function handRow(view: View, name: string, action: "pin" | "exclude", text: string): string {
  const path = /^[\w-]+:\/\//.test(name) ? view.nameOf(name) : name; // a file of another folder than the first has a URI
  const [id, label, title] = [escapeHtml(name), escapeHtml(name.includes("::") ? shortName(name) : path), escapeHtml(path)];
  const back = button(`${text.toLowerCase()}-${id}`, action, text, `${text} ${label}`, `data-symbol="${id}"`);
  return `<li><span class="name" title="${title}">${label}</span> ${back}</li>`;
}
