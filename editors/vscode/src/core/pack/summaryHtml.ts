// One line on a pack: ready, or the reason why not, and the confidence. Unfolded, it has the figures, the warnings and the
// names of missing dependencies.

import type { Pack, Unresolved } from "../../protocol";
import { capitalised, count, escapeHtml, grouped, percent, sentence, shortName } from "../format";
import { button, list } from "./html";
import type { View } from "./packView";
import { bestShown } from "./readiness";
import { hasSaved } from "../savings";

export function summaryHtml(view: View, pack: Pack): string {
  const missing = missingOf(view, pack);
  const { ready, warnings } = pack;
  const parts = headline(pack, missing.length);
  const line = escapeHtml(parts.join(" · "));
  return (
    `<details id="about" class="fold"><summary class="readiness${ready ? "" : " not"}" id="about-summary" title="${line}">${line}</summary>` +
    (ready ? "" : `<p class="reason">${escapeHtml(sentence(pack.reason))}</p>`) +
    figures(pack) +
    meters(pack) +
    list("warnings", warnings.map((one) => `<li>${escapeHtml(one)}</li>`)) +
    missingHtml(view, pack, missing) +
    "</details>"
  );
}

/** At most three things: whether the pack is ready, or else the reason why not; the confidence; and the number of gaps. */
function headline({ ready, reason, confidence, warnings }: Pack, missing: number): string[] {
  const parts = [ready ? "Ready" : capitalised(reason)];
  if (confidence !== null) parts.push(`${percent(confidence)} sure`);
  if (ready && missing) parts.push(`${missing} missing`);
  else if (warnings.length) parts.push(count(warnings.length, "warning"));
  return parts;
}

function figures({ confidence, shown }: Pack): string {
  const words = [...(confidence === null ? [] : [`${percent(confidence)} sure`]), ...bestShown(shown)].join(" · ");
  return words && `<p class="sub">${words}</p>`;
}

/** The missing dependencies, each once, without those that the user has excluded. */
function missingOf({ state }: View, { completeness }: Pack): readonly Unresolved[] {
  const all = completeness.unresolved.filter(({ symbol }) => !state.excluded.includes(symbol));
  return [...new Map(all.map((one) => [one.symbol, one])).values()];
}

function meters({ tokens, completeness }: Pack): string {
  const whole = `Whole files: ${grouped(tokens.baseline)} tokens`;
  const words = `${percent(tokens.savings)} saved`;
  const saved = hasSaved(tokens) ? `<span class="saved"> · ${words}</span>` : "";
  const title = hasSaved(tokens) ? ` title="${whole}, ${words}"` : "";
  return (
    '<dl class="meters">' +
    `<div><dt id="tokens-label">Tokens</dt><dd${title}>${grouped(tokens.used)} of ${grouped(tokens.budget)}${saved}</dd>` +
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

const MAX_BUDGET = 1_000_000; // the most that the server takes

const WHY_ALL_MISSING: Readonly<Record<Unresolved["reason"], string>> = {
  budget: "Not all dependencies fit the budget",
  unselected: "They were not worth their tokens",
  depth: "They are too many steps away",
  ambiguous: "Their names are ambiguous",
  filtered: "A filter excludes them",
  secret: "They may contain secrets",
};

const WHY_MISSING: Readonly<Record<Unresolved["reason"], string>> = {
  budget: "budget ran out first",
  unselected: "not worth its tokens",
  depth: "too many steps away",
  ambiguous: "ambiguous",
  filtered: "excluded by a filter",
  secret: "it may contain a secret",
};

/** The reason is said once where all have the same one. */
function missingHtml({ state, can }: View, { tokens: { budget } }: Pack, unresolved: readonly Unresolved[]): string {
  if (!unresolved.length) return "";
  const reasons = new Set(unresolved.map(({ reason }) => reason));
  const rows = unresolved.map(({ symbol, neededBy, reason }) => {
    const [id, label] = [escapeHtml(symbol), escapeHtml(shortName(symbol))];
    const data = `data-symbol="${id}"`;
    const judge = `${data} data-verdict="missing" aria-pressed="${state.verdicts[symbol] === "missing"}"`;
    const why = `for ${escapeHtml(shortName(neededBy))}${reasons.size > 1 ? ` · ${escapeHtml(WHY_MISSING[reason] ?? reason)}` : ""}`;
    return (
      `<li><button class="link name" id="visit-${id}" data-do="visit" ${data} title="${id}">${label}</button> <span class="sub" title="${why}">${why}</span><div class="actions">` +
      button(`pin-${id}`, "pin", "Pin", `Pin ${label}: add it to the pack`, data) +
      (can("ctx-lsp.feedback") ? button(`missing-${id}`, "judge", "Should be included", `Should be included: ${label}`, judge) : "") +
      "</div></li>"
    );
  });
  const [only] = reasons.size === 1 ? reasons : [];
  const why = only ? `<p class="sub">${escapeHtml(sentence(WHY_ALL_MISSING[only] ?? only))}${reasons.has("budget") ? ` ${raise(budget)}` : ""}</p>` : "";
  const way = !only && reasons.has("budget") ? `<p class="sub">${raise(budget)}</p>` : "";
  return `<h3 id="missing">Missing dependencies: ${unresolved.length}</h3>${why}${way}${list("missing", rows, "missing")}`;
}

function raise(budget: number): string {
  const more = Math.min(MAX_BUDGET, 2 * budget);
  return more > budget ? button("raise", "budget", `Raise to ${grouped(more)}`, `Raise to ${grouped(more)} tokens: ask again with this budget`, `data-tokens="${more}"`) : "";
}
