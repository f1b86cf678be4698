// The team's usual patterns, category by category, as a document in Markdown.

import type { Adoption, Alternative, Patterns } from "../protocol";
import { count, escapeMarkdown, grouped } from "./format";

/** `nameOf` says how a file is shown. */
export function teamPatternsMarkdown({ adoption, warnings }: Patterns, nameOf: (uri: string) => string): string {
  const languages = [...new Set(adoption.map((one) => one.language))];
  return [
    "# The team's patterns",
    ...(adoption.length ? [] : ["No known libraries or idioms were found."]),
    ...languages.flatMap((language) => [
      `## ${language}`,
      adoption.filter((one) => one.language === language).map((one) => item(one, nameOf)).join("\n"),
    ]),
    ...warnings.map((one) => `Warning: ${escapeMarkdown(one)}`),
    "",
  ].join("\n\n");
}

function item(one: Adoption, nameOf: (uri: string) => string): string {
  const golden = one.golden.map((uri) => `\n  - as in ${escapeMarkdown(nameOf(uri))}`);
  return `- **${escapeMarkdown(one.category)}**: ${verdict(one)}${golden.join("")}`;
}

function verdict(one: Adoption): string {
  const preferred = one.alternatives.find((each) => each.name === one.preferred);
  const others = one.alternatives.filter((each) => each !== preferred).map((each) => used(each, grouped(each.files)));
  if (!preferred) return `${one.conflict.length ? "in conflict" : "no rule"}: ${others.join(", ")}`;
  return `prefer ${used(preferred, `${grouped(preferred.files)} of ${count(one.files, "file")}`)}${others.length ? `; also ${others.join(", ")}` : ""}`;
}

function used(one: Alternative, files: string): string {
  return `${escapeMarkdown(one.name)} (${files}${one.trend ? `, ${one.trend}` : ""})`;
}
