// One line on a pack: ready or not, confidence, results shown, what is missing. Unfolded, it has the figures, the warnings
// and the names.

import type { Pack, Unresolved } from "../../protocol";
import { capitalised, count, escapeHtml, grouped, percent, shortName } from "../format";
import { button, list } from "./html";
import type { View } from "./packView";
import { hasSaved } from "../savings";

export function summaryHtml(view: View, pack: Pack): string {
  const missing = missingOf(view, pack);
  const { ready, confidence, shown, completeness, warnings } = pack;
  const complete = completeness.score === null ? "" : `${percent(completeness.score)} complete`; // left out where there is no room
  const parts = [ready ? "Ready" : "Not ready"];
  if (confidence !== null) parts.push(`${percent(confidence)} sure`);
  if (shown.of) parts.push(`${shown.main} of ${shown.of} shown`);
  if (complete) parts.push(complete);
  if (missing.length) parts.push(`${missing.length} missing`);
  if (warnings.length) parts.push(count(warnings.length, "warning"));
  const line = parts.map((one, at) => {
    const text = escapeHtml(`${at ? "· " : ""}${one.replaceAll(" ", "\u00a0")}${at < parts.length - 1 ? "\u00a0" : ""}`); // a line breaks behind a point
    return one === complete ? `<span class="complete">${text}</span>` : text;
  });
  return (
    `<details id="about" class="fold"><summary class="readiness${ready ? "" : " not"}" id="about-summary" title="${escapeHtml(parts.join(" · "))}">${line.join("")}</summary>` +
    (ready ? "" : `<p class="reason">${escapeHtml(capitalised(pack.reason))}</p>`) +
    meters(pack) +
    list("warnings", warnings.map((one) => `<li>${escapeHtml(one)}</li>`)) +
    missingHtml(view, missing) +
    "</details>"
  );
}

/** The missing dependencies, without those that the user has excluded. */
function missingOf({ state }: View, { completeness }: Pack): readonly Unresolved[] {
  return completeness.unresolved.filter(({ symbol }) => !state.excluded.includes(symbol));
}

function meters({ tokens, completeness }: Pack): string {
  const whole = `Whole files: ${grouped(tokens.baseline)} tokens`;
  const saved = hasSaved(tokens) ? ` · <span title="${whole}">${percent(tokens.savings)} saved</span>` : "";
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

const WHY_MISSING: Readonly<Record<Unresolved["reason"], string>> = {
  budget: "didn't fit the budget",
  unselected: "not worth its tokens",
  depth: "too many steps away",
  ambiguous: "ambiguous",
  filtered: "excluded by a filter",
  secret: "it may contain a secret",
};

function missingHtml({ state, can }: View, unresolved: readonly Unresolved[]): string {
  if (!unresolved.length) return "";
  const rows = unresolved.map(({ symbol, neededBy, reason }) => {
    const [id, label] = [escapeHtml(symbol), escapeHtml(shortName(symbol))];
    const data = `data-symbol="${id}"`;
    const judge = `${data} data-verdict="missing" aria-pressed="${state.verdicts[symbol] === "missing"}"`;
    const why = `for ${escapeHtml(shortName(neededBy))} · ${escapeHtml(WHY_MISSING[reason] ?? reason)}`;
    return (
      `<li><span class="name" title="${id}">${label}</span> <span class="sub" title="${why}">${why}</span><div class="actions">` +
      button(`pin-${id}`, "pin", "Pin", `Pin ${label}: add it to the pack`, data) +
      (can("ctx-lsp.feedback") ? button(`missing-${id}`, "judge", "Should be included", `Should be included: ${label}`, judge) : "") +
      "</div></li>"
    );
  });
  return `<h3 id="missing">Missing: ${unresolved.length}</h3>${list("missing", rows, "missing")}`;
}
