// The text of the status bar, and the longer text behind it.

import type { Pack, Status } from "../protocol";
import { attached } from "./agents";
import { bytes, capitalised, count, grouped, percent } from "./format";
import { readiness } from "./pack/readiness";
import { hasSaved } from "./savings";

/** `off`: no folder is open, so there is nothing to start a server for. */
export type ServerState = "off" | "starting" | "running" | "stopped" | "missing";

export interface StatusInput {
  readonly server: ServerState;
  readonly status: Status | undefined;
  /** The server's own words on how far it is, while it indexes. */
  readonly progress: string | undefined;
  readonly pack: Pack | undefined;
}

export interface StatusText {
  readonly text: string;
  readonly tooltip: string;
  readonly isProblem: boolean;
}

export function statusText(input: StatusInput): StatusText {
  if (input.server === "missing") return problem("$(warning) ctx-lsp", "The server was not found. Click for more.");
  if (input.server === "stopped") return problem("$(error) ctx-lsp", "The server has stopped. Click for more.");
  const { status, pack } = input;
  if (input.server === "starting" || !status) {
    return { text: "$(sync~spin) ctx-lsp", tooltip: "Starting the server", isProblem: false };
  }
  const isIndexing = input.progress !== undefined || status.state === "indexing";
  const icon = isIndexing ? "$(sync~spin)" : status.state === "failed" ? "$(warning)" : "$(layers)";
  const share = isIndexing ? ` ${percent(covered(status))}` : "";
  const last = pack ? ` ${grouped(pack.tokens.used)} tokens${hasSaved(pack.tokens) ? `, −${percent(pack.tokens.savings)}` : ""}` : " ctx";
  const agents = status.agents > 0 ? ` $(hubot) ${status.agents}` : "";
  return {
    text: `${icon}${share}${last}${agents}`,
    tooltip: [...(input.progress ? [capitalised(input.progress)] : []), ...lines(status), ...packLines(pack)].join("\n\n"),
    isProblem: status.state === "failed",
  };
}

/** The status as Markdown, for the document that Show Status opens. */
export function statusReport(status: Status, server: string): string {
  const latencies = Object.entries(status.latencies).map(
    ([name, one]) => `| ${name} | ${ms(one.p50)} | ${ms(one.p95)} | ${one.n} |`,
  );
  const languages = Object.entries(status.languages).sort(([, one], [, other]) => other - one);
  return [
    "# ctx-lsp",
    `Started as \`${server}\``,
    ...lines(status),
    `Model: ${modelName(status.model)} · reranker: ${status.reranker || "none"} · files watched by ${status.watching}`,
    `Cache: ${status.cache.path || "off"} (${bytes(status.cache.bytes)}) · memory: ${bytes(status.memory.rssBytes)}`,
    ...(status.cache.shared ? [`Shared: ${status.cache.shared} (${status.cache.sharedFound} rows found, ${status.cache.sharedMissing} missing)`] : []),
    `Languages: ${languages.map(([name, files]) => `${name} ${files}`).join(", ") || "none yet"}`,
    ...(status.settings.problems.length ? ["## Settings", bullets(status.settings.problems)] : []),
    ...(latencies.length ? ["## Answers", ["| request | p50 | p95 | number |", "|---|---|---|---|", ...latencies].join("\n")] : []),
    "## Versions",
    bullets(Object.entries(status.versions).map(([name, version]) => `${name} ${version}`)),
    "",
  ].join("\n\n");
}

function lines(status: Status): string[] {
  const { counts, coverage } = status;
  return [
    `${capitalised(status.state)}: ${count(counts.files, "file")}, ${count(counts.symbols, "symbol")}, ${count(counts.edges, "edge")}`,
    `Coverage: text search ${percent(coverage.lexical)} of the files, semantic search ${percent(coverage.semantic)} of the code`,
    ...(status.agents > 0 ? [attached(status.agents)] : []),
    ...status.warnings.map((warning) => `Warning: ${warning}`),
  ];
}

function packLines(pack: Pack | undefined): string[] {
  if (!pack) return [];
  const { used, budget, savings } = pack.tokens;
  const saved = hasSaved(pack.tokens) ? `, ${percent(savings)} less than whole files` : "";
  return [`Last pack: ${grouped(used)} of ${grouped(budget)} tokens${saved}`, readiness(pack)];
}

/** One figure that never falls while text and then vectors come; they take turns, and meaning never leads. */
function covered({ coverage }: Status): number {
  return (coverage.lexical + coverage.semantic) / 2;
}

/** A model's name without the digest of its weights. */
function modelName(model: string): string {
  return model.replace(/@[0-9a-f]{16,}$/, "") || "none";
}

function problem(text: string, tooltip: string): StatusText {
  return { text, tooltip, isProblem: true };
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function bullets(all: readonly string[]): string {
  return all.map((one) => `- ${one}`).join("\n");
}
