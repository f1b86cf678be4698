// The panel of a pack as HTML. What a click does is in `panelMessages.ts` and `panelActions.ts`, the looks in
// media/panel.css. No element holds a style or a script, which the page's policy forbids.

import type { Pack, Unresolved } from "../protocol";
import { budgetSlider } from "./budget";
import { count, escapeHtml, grouped, percent, shortName } from "./format";
import { button, list } from "./html";
import type { PackState } from "./packState";
import type { View } from "./packView";
import { pieceHtml } from "./pieceHtml";
import { readiness } from "./readiness";

/** The words that are read out when a pack has come, or an error instead. */
export function announcement(state: PackState): string {
  if (state.error) return state.error;
  if (state.isBusy) return "Asking…";
  const pack = state.pack;
  if (!pack) return "";
  const { used, budget } = pack.tokens;
  return `${count(pack.items.length, "piece")}, ${grouped(used)} of ${grouped(budget)} tokens. ${readiness(pack)}`;
}

export function panelHtml(view: View): string {
  const { state } = view;
  const { pack } = state;
  const error = state.error ? failure(state.error) : "";
  if (!pack) return error + (state.isBusy ? waiting(state) : welcome());
  return [
    `<h2>${escapeHtml(state.shown?.title || shortName(pack.query.text))}</h2>`,
    error,
    state.isOutdated ? outdated() : "",
    pack.query.readAs ? `<p class="sub">Read as: ${escapeHtml(pack.query.readAs)}</p>` : "",
    `<p class="readiness${pack.ready ? "" : " not"}">${escapeHtml(readiness(pack))}</p>`,
    meters(pack),
    budgetSlider(state.budget ?? pack.tokens.budget),
    toolbar(view),
    list("warnings", pack.warnings.map((one) => `<li>${escapeHtml(one)}</li>`)),
    missing(view, pack.completeness.unresolved),
    `<h3 id="pieces">${count(pack.items.length, "piece")}</h3>`,
    list("items", pack.items.map((item, index) => pieceHtml(view, item, index)), "pieces"),
    leftOut(state.excluded),
  ].join("\n");
}

function failure(error: string): string {
  const help = button("status", "status", "Server…", "Server… status and actions");
  return `<p class="error">${escapeHtml(error)}</p><p>${help}</p>`;
}

function outdated(): string {
  return `<p class="sub outdated">The code has changed. ${button("renew", "refresh", "Refresh", "Refresh: the code has changed")}</p>`;
}

function waiting({ asking }: PackState): string {
  return `<h2>${escapeHtml(asking?.title ?? "")}</h2><p>Asking…</p>`;
}

function welcome(): string {
  return (
    '<p class="welcome">Ask a question about this code, and the pieces that answer it appear here.</p>' +
    '<p><button id="ask" class="primary" data-do="ask">Ask for Context…</button></p>'
  );
}

function meters({ tokens, completeness }: Pack): string {
  const whole = `Whole files: ${grouped(tokens.baseline)} tokens`;
  const saved = tokens.baseline > tokens.used ? ` · <span title="${whole}">${percent(tokens.savings)} saved</span>` : "";
  return (
    '<dl class="meters">' +
    `<div><dt id="tokens-label">Tokens</dt><dd>${grouped(tokens.used)} of ${grouped(tokens.budget)}${saved}</dd>` +
    `<dd class="bar"><meter aria-labelledby="tokens-label" min="0" max="${tokens.budget}" value="${tokens.used}"></meter></dd></div>` +
    `${dependencies(completeness.score)}</dl>`
  );
}

/** Nothing where no body is shown, which could have dependencies. */
function dependencies(score: number | null): string {
  if (score === null) return "";
  return (
    `<div><dt id="dependencies-label">Dependencies included</dt><dd>${percent(score)}</dd>` +
    '<dd class="bar"><meter aria-labelledby="dependencies-label" min="0" max="1" low="0.6" high="0.9" optimum="1" ' +
    `value="${score}"></meter></dd></div>`
  );
}

function toolbar({ state, can }: View): string {
  const compare = state.previous && can("ctx-lsp.packDiff") ? button("compare", "compare", "Compare") : "";
  return (
    '<div class="toolbar" role="group" aria-label="Pack">' +
    button("refresh", "refresh", "Refresh", "Refresh: ask again about the current text") +
    button("copy-markdown", "copy", "Copy", "Copy as Markdown", 'data-format="markdown"') +
    button("copy-xml", "copy", "Copy as XML", "Copy as XML", 'data-format="xml"') +
    button("chat", "chat", "Add to Chat", "Add to Chat") +
    button("open", "open", "Open as Document", "Open as Document") +
    `${compare}</div>`
  );
}

const WHY_MISSING: Readonly<Record<Unresolved["reason"], string>> = {
  budget: "didn't fit the budget",
  unselected: "not worth its tokens",
  depth: "too many steps away",
  ambiguous: "ambiguous",
  filtered: "excluded by a filter",
  secret: "it may contain a secret",
};

function missing({ state, can }: View, unresolved: readonly Unresolved[]): string {
  if (!unresolved.length) return "";
  const rows = unresolved.map(({ symbol, neededBy, reason }) => {
    const [id, label] = [escapeHtml(symbol), escapeHtml(shortName(symbol))];
    const data = `data-symbol="${id}"`;
    const judge = `${data} data-verdict="missing" aria-pressed="${state.verdicts[symbol] === "missing"}"`;
    const why = `for ${escapeHtml(shortName(neededBy))} · ${escapeHtml(WHY_MISSING[reason] ?? reason)}`;
    return (
      `<li><span class="name" title="${id}">${label}</span> <span class="sub">${why}</span><div class="actions">` +
      button(`pin-${id}`, "pin", "Pin", `Pin ${label}: add it to the pack`, data) +
      (can("ctx-lsp.feedback") ? button(`missing-${id}`, "judge", "Should be included", `Should be included: ${label}`, judge) : "") +
      "</div></li>"
    );
  });
  return `<details id="missing" open><summary>Missing: ${unresolved.length}</summary>${list("missing", rows)}</details>`;
}

function leftOut(excluded: readonly string[]): string {
  if (!excluded.length) return "";
  const rows = excluded.map((symbol) => {
    const [id, label] = [escapeHtml(symbol), escapeHtml(shortName(symbol))];
    const include = button(`include-${id}`, "exclude", "Restore", `Restore ${label}`, `data-symbol="${id}"`);
    return `<li><span class="name" title="${id}">${label}</span> ${include}</li>`;
  });
  return `<h3>Excluded</h3>${list("left-out", rows)}`;
}
