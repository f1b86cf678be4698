// What the panel and the extension say to each other. The panel is a web page: what comes from it is checked.

import type { FeedbackParams } from "../protocol";

export type Verdict = NonNullable<FeedbackParams["verdict"]>;

export type FromPanel =
  | { readonly do: "ready" | "ask" | "refresh" | "chat" | "open" | "compare" | "status" }
  | { readonly do: "copy"; readonly format: "markdown" | "xml" }
  | { readonly do: "jump"; readonly index: number }
  | { readonly do: "pin" | "exclude" | "why"; readonly symbol: string }
  | { readonly do: "judge"; readonly symbol: string; readonly verdict: Verdict }
  | { readonly do: "budget"; readonly tokens: number };

export interface ToPanel {
  readonly html: string;
  /** What a screen reader says. */
  readonly announcement: string;
  readonly isBusy: boolean;
  /** What the pack answers: another question is read from the top. */
  readonly question: string;
}

const VERDICTS: readonly unknown[] = ["useful", "not", "missing"] satisfies Verdict[];
const PLAIN: readonly string[] = ["ready", "ask", "refresh", "chat", "open", "compare", "status"];

/** A message of the panel; undefined for anything that is none. */
export function fromPanel(message: unknown): FromPanel | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const given = message as Readonly<Record<string, unknown>>;
  const action = given["do"];
  const { symbol, verdict, format } = given;
  if (typeof action !== "string") return undefined;
  if (PLAIN.includes(action)) return { do: action } as FromPanel;
  if (action === "copy" && (format === "markdown" || format === "xml")) return { do: action, format };
  if (action === "jump") return numbered(given["index"], (index) => ({ do: action, index }));
  if (action === "budget") return numbered(given["tokens"], (tokens) => ({ do: action, tokens }));
  if (typeof symbol !== "string" || symbol === "") return undefined;
  if (action === "judge" && VERDICTS.includes(verdict)) return { do: action, symbol, verdict: verdict as Verdict };
  if (action === "pin" || action === "exclude" || action === "why") return { do: action, symbol };
  return undefined;
}

function numbered(value: unknown, make: (number: number) => FromPanel): FromPanel | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? make(value) : undefined;
}
