// Answers for chat agents: text with only what an agent can use.

import type { Impact, Pack, SearchAnswer } from "../protocol";
import { count, readableUri, shortName } from "./format";
import { oftenChanged, through } from "./relations";
import { readiness } from "./pack/readiness";

export function searchText(answer: SearchAnswer): string {
  const rows = answer.items.map(
    (item) => `${item.symbol ?? readableUri(item.uri)} (${item.kind}, line ${item.range.start.line + 1}): ${item.signature}`,
  );
  const readAs = answer.query.readAs ? [`read as: ${answer.query.readAs}`] : [];
  const remark = answer.query.remark ? [answer.query.remark] : [];
  return lines(count(rows.length, "result"), [...readAs, ...remark, ...rows], answer.warnings);
}

export function contextText(pack: Pack): string {
  const missing = pack.completeness.unresolved.map((one) => `missing: ${one.symbol}, needed by ${one.neededBy} (${one.reason})`);
  return lines(`${pack.tokens.used} tokens · ${readiness(pack)}`, [...missing, pack.text], pack.warnings);
}

export function impactText(answer: Impact): string {
  const rows = answer.dependants.map((one) => `${one.distance} ${one.relation}: ${one.symbol} (of ${shortName(one.via)}${through(one)})`);
  const history = oftenChanged(answer).map((one) => `history: ${one.symbol} (${one.frequency})`);
  const head = `${count(rows.length, "dependant")} of ${answer.symbol ?? answer.external ?? "the files"}`;
  return lines(head, [...rows, ...history], answer.warnings);
}

function lines(head: string, rows: readonly string[], warnings: readonly string[]): string {
  return [head, ...warnings.map((one) => `warning: ${one}`), ...rows].join("\n");
}
