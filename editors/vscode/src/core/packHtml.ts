// The panel of a pack as HTML. Pure: what a click does is in `panelMessages.ts` and `panel.ts`, the looks in media/panel.css.
// Every element that can be clicked says what it does in `data-do`, has an id that outlives a new rendering, and has text.

import type { PackItem, Unresolved } from "../protocol";
import { budgetSlider } from "./budget";
import { count, escapeHtml, grouped, percent, shortName, splitSymbol } from "./format";
import type { PackState } from "./packState";

export interface View {
  readonly state: PackState;
  /** Whether the server announces a command. */
  readonly can: (command: string) => boolean;
}

/** The words that are read out when a pack has come. */
export function announcement(state: PackState): string {
  if (state.error) return state.error;
  if (state.isBusy) return "Asking…";
  const pack = state.pack;
  if (!pack) return "";
  const { used, budget } = pack.tokens;
  return (
    `${count(pack.items.length, "piece")}, ${grouped(used)} of ${grouped(budget)} tokens, ` +
    `${percent(pack.completeness.score)} complete`
  );
}

export function panelHtml(view: View): string {
  const { state } = view;
  const error = state.error ? `<p class="error" role="alert">${escapeHtml(state.error)}</p>` : "";
  if (!state.pack) return error + (state.isBusy ? "" : welcome());
  const pack = state.pack;
  return [
    `<h2>${escapeHtml(state.shown?.title || shortName(pack.query.text))}</h2>`,
    error,
    meters(view),
    budgetSlider(state.budget ?? pack.tokens.budget),
    toolbar(view),
    list("warnings", pack.warnings.map((one) => `<li>${escapeHtml(one)}</li>`)),
    missing(view),
    `<h3 id="pieces">${count(pack.items.length, "piece")}</h3>`,
    list("items", pack.items.map((item, index) => piece(view, item, index)), "pieces"),
    leftOut(state),
  ].join("\n");
}

function welcome(): string {
  return (
    '<p class="welcome">Ask a question about this code, and the pieces that answer it appear here.</p>' +
    '<p><button id="ask" class="primary" data-do="ask">Ask for Context…</button></p>'
  );
}

function meters({ state }: View): string {
  const { tokens, completeness } = state.pack!;
  const whole = `The files as a whole: ${grouped(tokens.baseline)} tokens`;
  const saved = tokens.baseline > tokens.used ? ` · <span title="${whole}">${percent(tokens.savings)} saved</span>` : "";
  return (
    '<dl class="meters">' +
    `<div><dt id="tokens-label">Tokens</dt><dd>${grouped(tokens.used)} of ${grouped(tokens.budget)}${saved}</dd>` +
    `<meter aria-labelledby="tokens-label" min="0" max="${tokens.budget}" value="${tokens.used}"></meter></div>` +
    `<div><dt id="complete-label">Complete</dt><dd>${percent(completeness.score)}</dd>` +
    `<meter aria-labelledby="complete-label" min="0" max="1" low="0.6" high="0.9" optimum="1" value="${completeness.score}"></meter></div></dl>`
  );
}

function toolbar({ state, can }: View): string {
  const compare = state.previous && can("ctx-lsp.packDiff") ? button("compare", "compare", "Compare") : "";
  return (
    '<div class="toolbar" role="toolbar" aria-label="Pack">' +
    button("refresh", "refresh", "↻", "Ask again, on the text as it is now") +
    button("copy-markdown", "copy", "Copy", "Copy as Markdown", 'data-format="markdown"') +
    button("copy-xml", "copy", "XML", "Copy as XML", 'data-format="xml"') +
    button("chat", "chat", "Chat", "Insert the pack into the chat") +
    button("open", "open", "Open", "Open the pack as a document") +
    `${compare}</div>`
  );
}

function missing({ state, can }: View): string {
  const unresolved = state.pack!.completeness.unresolved;
  if (!unresolved.length) return "";
  const rows = unresolved.map(({ symbol, neededBy, reason }) => {
    const [id, label] = [escapeHtml(symbol), escapeHtml(shortName(symbol))];
    const data = `data-symbol="${id}"`;
    const judge = `${data} data-verdict="missing" aria-pressed="${state.verdicts[symbol] === "missing"}"`;
    return (
      `<li><span class="name" title="${id}">${label}</span> <span class="sub">for ${escapeHtml(shortName(neededBy))} · ${escapeHtml(WHY_MISSING[reason])}</span>` +
      '<div class="actions">' +
      button(`pin-${id}`, "pin", "Pin", `${label}: bring it into the pack`, data) +
      (can("ctx-lsp.feedback") ? button(`missing-${id}`, "judge", "I miss it", `${label}: it should be in such packs`, judge) : "") +
      "</div></li>"
    );
  });
  return `<details id="missing" open><summary>Missing: ${unresolved.length}</summary>${list("missing", rows)}</details>`;
}

const WHY_MISSING: Readonly<Record<Unresolved["reason"], string>> = {
  budget: "over the budget",
  depth: "too many steps away",
  ambiguous: "more than one is possible",
  filtered: "left out by a filter",
  secret: "it seems to hold a secret",
};

function piece(view: View, item: PackItem, index: number): string {
  const { state } = view;
  const symbol = item.symbol ?? "";
  const name = symbol ? shortName(symbol) : (item.uri.split("/").at(-1) ?? item.uri);
  const isPinned = state.pinned.includes(symbol);
  const where = `${symbol ? splitSymbol(symbol)[0] : decodeURI(item.uri)}:${item.range.start.line + 1}`;
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
  const feedback = can("ctx-lsp.feedback")
    ? VERDICTS.map(([verdict, sign, words]) =>
        button(`${verdict}-${id}`, "judge", sign, `${label}: ${words}`, `${data} data-verdict="${verdict}" aria-pressed="${state.verdicts[symbol] === verdict}"`),
      ).join("")
    : "";
  return (
    '<div class="actions">' +
    button(`pin-${id}`, "pin", isPinned ? "Pinned" : "Pin", `${label}: keep it in the pack`, `${data} aria-pressed="${isPinned}"`) +
    button(`exclude-${id}`, "exclude", "Leave out", `${label}: leave it out of the pack`, data) +
    (state.shown?.command === "ctx-lsp.query" ? button(`why-${id}`, "why", "Why", `Why ${label} is here`, data) : "") +
    `${feedback}</div>`
  );
}

const VERDICTS = [
  ["useful", "▲", "useful"],
  ["not", "▼", "not useful"],
] as const;

function scores(item: PackItem, index: number): string {
  const parts = Object.entries(item.scores).filter(([, value]) => value !== 0);
  if (!parts.length) return "";
  const rows = parts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${value.toFixed(3)}</dd>`).join("");
  return (
    `<details id="score-${index}" class="score"><summary>Score ${item.score.toFixed(3)}</summary>` +
    `<dl>${rows}</dl></details>`
  );
}

function leftOut(state: PackState): string {
  if (!state.excluded.length) return "";
  const rows = state.excluded.map(
    (symbol) =>
      `<li><span class="name" title="${escapeHtml(symbol)}">${escapeHtml(shortName(symbol))}</span> ` +
      button(`include-${escapeHtml(symbol)}`, "exclude", "Include", `${escapeHtml(shortName(symbol))}: include it again`, `data-symbol="${escapeHtml(symbol)}"`) +
      "</li>",
  );
  return `<h3>Left out</h3>${list("left-out", rows)}`;
}

function button(id: string, action: string, text: string, title = text, more = ""): string {
  return `<button id="${id}" data-do="${action}" title="${title}" aria-label="${title}" ${more}>${text}</button>`;
}

function list(name: string, rows: readonly string[], labelledBy?: string): string {
  const label = labelledBy ? ` aria-labelledby="${labelledBy}"` : "";
  return rows.length ? `<ul class="${name}"${label}>${rows.join("\n")}</ul>` : "";
}
