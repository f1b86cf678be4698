// Why a symbol is, or is not, in an answer: as a document in Markdown.

import type { Explanation } from "../protocol";
import { escapeMarkdown, sentence } from "./format";

export function explanationMarkdown(query: string, one: Explanation): string {
  const parts = Object.entries(one.parts).filter(([, value]) => value !== 0);
  return [
    `# ${escapeMarkdown(one.symbol)}`,
    `Asked: ${escapeMarkdown(query)}`,
    ...(one.readAs ? [`Read as: ${escapeMarkdown(one.readAs)}`] : []),
    escapeMarkdown(sentence(one.reason)),
    one.rank > 0 ? `Rank ${one.rank}, score ${one.score.toFixed(3)}.` : "It did not match the question and is not related to anything that did.",
    ...(parts.length ? ["## Score", table(["part", "value"], parts.map(([name, value]) => [name, value.toFixed(3)]))] : []),
    "## Channels",
    table(
      ["channel", "rank", "score", "candidates"],
      one.channels.map((each) => [each.channel, each.rank ? String(each.rank) : "–", each.score.toFixed(3), String(each.candidates)]),
    ),
    ...(one.patterns.length ? ["## Patterns", one.patterns.map((each) => `- ${escapeMarkdown(`${each.pattern}, as ${each.role}: ${each.reason}`)}`).join("\n")] : []),
    ...one.warnings.map((each) => `Warning: ${escapeMarkdown(each)}`),
    "",
  ].join("\n\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
