// The panel of a pack as HTML: results first, everything else folded into lines. What a click does is in
// `panelMessages.ts` and `panelActions.ts`, the looks in media/panel.css. No element holds a style or a script, which the
// page's policy forbids.

import type { Pack, RecentPack } from "../../protocol";
import { NOT_FOUND } from "../discovery";
import { changesText } from "./changes";
import { controlsHtml } from "./controls";
import { capitalised, count, escapeHtml, grouped, sentence, shortName } from "../format";
import { guidanceHtml, guidanceWords, isStyle } from "./guidanceHtml";
import { FILE_ICON, button, list } from "./html";
import { type PackState, isShaped } from "./packState";
import type { View } from "./packView";
import { pieceHtml, remotePieceHtml } from "./pieceHtml";
import { type Piece, piecesOf } from "./pieces";
import { readiness } from "./readiness";
import { summaryHtml } from "./summaryHtml";

const WAYS = [
  ["changes", "For my changes"],
  ["files", "For the open file"],
  ["walkthrough", "What is a pack?"],
] as const;
const RECENT = 5; // packs that are offered before there is one

/** The words that are read out when a pack has come, or an error instead. */
export function announcement(state: PackState): string {
  if (state.error) return state.error;
  if (state.isBusy) return "Asking…";
  const pack = state.pack;
  if (!pack) return "";
  const { used, budget } = pack.tokens;
  const guidance = guidanceWords(pack);
  return `${pieceWords(state, pack)}, ${guidance && `${guidance}, `}${grouped(used)} of ${grouped(budget)} tokens. ${readiness(pack)}`;
}

/** The numbers of pieces of the workspace and of other repositories. */
function pieceWords(state: PackState, pack: Pack): string {
  const [own, others] = [rowsOf(state, pack).length, pack.elsewhere?.length ?? 0];
  if (!others) return count(own, "piece");
  return own ? `${count(own, "piece")} and ${others} from other repositories` : `${count(others, "piece")} from other repositories`;
}

export function panelHtml(view: View): string {
  const { state } = view;
  const { pack } = state;
  const error = state.error ? failure(view, state.error) : "";
  if (!pack) return error + (state.isBusy ? waiting(state.asking?.title ?? "") : welcome(view.recent));
  if (!error && isEmpty(state, pack)) return state.isBusy ? waiting(state.asking?.title || titleOf(state, pack)) : nothingFound(state, pack);
  return [
    error,
    `<h2 title="${escapeHtml(titleOf(state, pack))}">${escapeHtml(titleOf(state, pack))}</h2>`,
    state.isOutdated && !error ? outdated() : "", // or "Try Again" is above
    state.changes && pack.coverage.lexical === 1 ? since(state.changes) : "", // a text that is still to be indexed is no change
    pack.query.readAs ? `<p class="sub">Read as: ${escapeHtml(pack.query.readAs)}</p>` : "",
    pack.query.remark ? `<p class="sub">${escapeHtml(pack.query.remark)}</p>` : "",
    summaryHtml(view, pack),
    guidanceHtml(view, pack),
    toolbar(view),
    byHand(view, pack),
    ...(pack.confidence === null ? [elsewhere(pack), pieces(view, pack)] : [pieces(view, pack), elsewhere(pack)]), // as in the text
    controlsHtml(state, pack),
    state.isBusy ? `<div class="floating">${underWay(state.asking !== state.shown && state.asking?.title ? `Asking: ${state.asking.title}` : "Asking…")}</div>` : "",
  ].join("\n");
}

export function titleOf({ shown }: PackState, pack: Pack): string {
  const { intent, text } = pack.query;
  return shown?.title || (intent === "symbol" ? shortName(text) : text);
}

/** An error with ways on. The question comes first if it is another one than that of the pack below. */
function failure({ state: { asking, shown, pack }, problem }: View, error: string): string {
  const isOther = asking !== undefined && asking !== shown && asking.title !== "";
  const question = isOther ? `<h2 title="${escapeHtml(asking.title)}">${escapeHtml(asking.title)}</h2>` : "";
  const why = problem ? `<p class="sub">${escapeHtml(problem)}</p>` : "";
  const earlier = isOther && pack ? '<p class="sub earlier">Pack of an earlier question</p>' : "";
  return `${question}<p class="error">${escapeHtml(sentence(error))}</p>${why}<div class="toolbar">${waysOn(asking !== undefined, problem)}</div>${earlier}`;
}

/** Without a server, only an installation or a start can help. */
function waysOn(isAsked: boolean, problem: string): string {
  const status = button("status", "status", "Server Status", "Server Status: what is wrong, and what can be done");
  const restart = button("restart", "restart", "Restart Server", `Restart Server${isAsked ? ", then ask again" : ""}`, 'class="primary"');
  if (problem === NOT_FOUND) return button("install", "install", "Install…", "Install the server", 'class="primary"') + status;
  if (problem) return restart + button("log", "log", "Show Log", "Show Log of the server") + status;
  return (isAsked ? button("retry", "refresh", "Try Again", "Try Again: ask the same question") : "") + status;
}

/** Whether the pack has nothing, also no guidance and no code of other repositories, and the user's choices are not to blame. */
function isEmpty(state: PackState, pack: Pack): boolean {
  return !pack.items.length && !pack.elsewhere?.length && !pack.shown.of && !guidanceWords(pack) && !isShaped(state);
}

/** One sentence and one way on. Where indexing goes on, the warnings of the server say how far it is. */
function nothingFound(state: PackState, pack: Pack): string {
  const { query, warnings, reason, coverage } = pack;
  const isIndexed = Math.min(coverage.lexical, coverage.semantic) === 1;
  const known = isIndexed && query.remark ? [query.remark] : warnings.length ? warnings : [query.remark || reason];
  return (
    `<h2>${escapeHtml(titleOf(state, pack))}</h2>` +
    (state.isOutdated ? outdated() : "") +
    known.map((one) => `<p class="empty">${escapeHtml(sentence(one))}</p>`).join("") +
    '<p><button id="ask" class="primary" data-do="ask">Ask Another Question…</button></p>'
  );
}

function outdated(): string {
  return `<p class="sub outdated">The code has changed. ${button("renew", "refresh", "Refresh", "Refresh: the code has changed")}</p>`;
}

function since(changes: NonNullable<PackState["changes"]>): string {
  const [text, names] = changesText(changes);
  if (!names.length) return `<p class="sub since">${escapeHtml(text)}</p>`;
  const lines = names.map((one) => `<li>${escapeHtml(one)}</li>`);
  return `<details id="since" class="fold since"><summary id="since-summary" class="sub">${escapeHtml(text)}</summary>${list("sub changes", lines)}</details>`;
}

function waiting(title: string): string {
  return `<h2 title="${escapeHtml(title)}">${escapeHtml(title)}</h2>${underWay("Asking…")}`;
}

function underWay(words: string): string {
  return `<p class="busy"><span class="words" title="${escapeHtml(words)}">${escapeHtml(words)}</span> ${button("cancel", "cancel", "Cancel", "Cancel the question")}</p>`;
}

function welcome(recent: readonly RecentPack[]): string {
  const rows = recent.slice(0, RECENT).map((one, index) => {
    const title = escapeHtml(one.kind === "symbol" ? shortName(one.title) : one.title);
    return `<li><button id="recent-${index}" class="link" data-do="replay" data-pack="${escapeHtml(one.packId)}" title="${title}">${title}</button></li>`;
  });
  return (
    '<p class="welcome">Ask a question about this code. The functions, classes and sections that answer it appear here.</p>' +
    '<p><button id="ask" class="primary" data-do="ask">Ask for Context…</button></p>' +
    list("ways", WAYS.map(([action, words]) => `<li><button id="${action}" class="link" data-do="${action}">${words}</button></li>`)) +
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

/** The rows that answer the question. A pinned item keeps its row, where a click can take the pin back. */
function rowsOf({ pinned }: PackState, { items }: Pack): Piece[] {
  const numbered = items.map((item, index) => ({ item, index })).filter(({ item }) => !isStyle(item));
  return piecesOf(numbered, ({ symbol }) => symbol !== null && pinned.includes(symbol));
}

function pieces(view: View, pack: Pack): string {
  const { items, reason, warnings } = pack;
  if (!items.length && pack.elsewhere?.length) return warnings.map((one) => `<p class="sub">${escapeHtml(capitalised(one))}</p>`).join("");
  if (!items.length) return [reason, ...warnings].filter((one) => one).map((one) => `<p class="empty">${escapeHtml(capitalised(one))}</p>`).join("");
  const { order } = view.state;
  const shown = rowsOf(view.state, pack).map((one) => ({ ...one, file: view.nameOf(one.item.uri) }));
  const files = [...new Set(shown.map(({ file }) => file))];
  const byScore = [...shown].sort((one, other) => other.score - one.score);
  const rows =
    order === "relevance"
      ? byScore.map((piece) => pieceHtml(view, piece, false))
      : files.flatMap((file) => [
          `<li class="file" title="${escapeHtml(file)}">${FILE_ICON}${escapeHtml(file)}</li>`,
          ...shown.filter((one) => one.file === file).map((piece) => pieceHtml(view, piece, true)),
        ]);
  const choice = (["relevance", "file"] as const).map((one) => {
    const label = one === "relevance" ? "By relevance" : "By file";
    return button(`order-${one}`, "order", label, label, `data-order="${one}" aria-pressed="${order === one}"`);
  });
  return (
    `<div class="head"><h3 id="pieces">${count(shown.length, "piece")}</h3><div role="group" aria-label="Order" class="order">${choice.join("")}</div></div>` +
    list("items", rows, "pieces")
  );
}

/** Pieces of published repositories; an older server sends none. */
function elsewhere(pack: Pack): string {
  const rows = (pack.elsewhere ?? []).map(remotePieceHtml);
  return rows.length ? `<h3 id="elsewhere">From other repositories</h3>${list("items elsewhere", rows, "elsewhere")}` : "";
}

/** The user's choices: files and folders added by hand, pinned symbols that are not among the pieces, and exclusions. */
function byHand(view: View, { items }: Pack): string {
  const { pinned, excluded } = view.state;
  const shown = new Set(items.map(({ symbol }) => symbol));
  const added = pinned.filter((one) => !shown.has(one));
  const words = [...(added.length ? [`${added.length} added`] : []), ...(excluded.length ? [`${excluded.length} excluded`] : [])];
  if (!words.length) return "";
  return (
    `<details id="choices" class="fold" open><summary id="choices-summary">${words.join(", ")}</summary>` +
    `${list("by-hand", added.map((one) => handRow(view, one, "pin", "Remove")))}` +
    `${list("left-out", excluded.map((one) => handRow(view, one, "exclude", "Restore")))}</details>`
  );
}

function handRow(view: View, name: string, action: "pin" | "exclude", text: string): string {
  const path = /^[\w-]+:\/\//.test(name) ? view.nameOf(name) : name; // a file of another folder than the first has a URI
  const [id, label, title] = [escapeHtml(name), escapeHtml(name.includes("::") ? shortName(name) : path), escapeHtml(path)];
  const back = button(`${text.toLowerCase()}-${id}`, action, text, `${text} ${label}`, `data-symbol="${id}"`);
  const shown = name.includes("::") ? `<button class="link name" id="visit-${text.toLowerCase()}-${id}" data-do="visit" data-symbol="${id}" title="${title}">${label}</button>` : `<span class="name" title="${title}">${label}</span>`;
  return `<li>${shown} ${back}</li>`;
}
