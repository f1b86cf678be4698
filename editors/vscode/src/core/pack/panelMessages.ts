// Messages between the panel and the extension. The panel is a web page, so its messages are checked.

import type { FeedbackParams } from "../../protocol";
import { CONTROLS, chosen } from "./controls";
import type { Order, Shape } from "./packState";

export type Verdict = NonNullable<FeedbackParams["verdict"]>;

const PLAIN = ["ready", "ask", "recent", "refresh", "chat", "prompt", "terminal", "save", "open", "compare", "status", "install", "restart", "log", "cancel", "changes", "files", "walkthrough"] as const;

export type FromPanel =
  | { readonly do: (typeof PLAIN)[number] }
  | { readonly do: "copy"; readonly format: "shown" | "xml" }
  /** About the piece with this number, of this pack: another may come while the click is under way. */
  | { readonly do: "jump" | "unfold" | "advice" | "elsewhere"; readonly index: number; readonly pack: string }
  | { readonly do: "pin" | "exclude" | "why" | "visit"; readonly symbol: string }
  | { readonly do: "judge"; readonly symbol: string; readonly verdict: Verdict }
  | { readonly do: "replay"; readonly pack: string }
  | { readonly do: "shape"; readonly shape: Shape }
  | { readonly do: "order"; readonly order: Order }
  | { readonly do: "drop"; readonly uris: readonly string[] }
  | { readonly do: "budget"; readonly tokens: number };

export interface ToPanel {
  /** The page to draw; absent where it is the one on show. */
  readonly html?: string;
  /** The announcement for screen readers. */
  readonly announcement: string;
  readonly isBusy: boolean;
  /** The question that the pack answers; a pack for another question is shown from its top. */
  readonly question: string;
  /** The id of the pack; empty without one. */
  readonly pack: string;
}

const VERDICTS: readonly unknown[] = ["useful", "not", "missing"] satisfies Verdict[];

/** A message of the panel; undefined for anything that is none. */
export function fromPanel(message: unknown): FromPanel | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const given = message as Readonly<Record<string, unknown>>;
  const action = given["do"];
  const { symbol, verdict, format, order, pack } = given;
  if (typeof action !== "string") return undefined;
  const plain = PLAIN.find((one) => one === action);
  if (plain) return { do: plain };
  if (action === "copy" && (format === "shown" || format === "xml")) return { do: action, format };
  if (action === "jump" || action === "unfold" || action === "advice" || action === "elsewhere") {
    return typeof pack === "string" && pack ? numbered(given["index"], (index) => ({ do: action, index, pack })) : undefined;
  }
  if (action === "budget") return numbered(given["tokens"], (tokens) => ({ do: action, tokens }));
  if (action === "order" && (order === "relevance" || order === "file")) return { do: action, order };
  if (action === "replay") return typeof pack === "string" && pack ? { do: action, pack } : undefined;
  if (action === "drop") return isListOfWords(given["uris"]) ? { do: action, uris: given["uris"] } : undefined;
  if (action === "shape") return shapeOf(given["name"], given["value"]);
  if (typeof symbol !== "string" || symbol === "") return undefined;
  if (action === "judge" && VERDICTS.includes(verdict)) return { do: action, symbol, verdict: verdict as Verdict };
  if (action === "pin" || action === "exclude" || action === "why" || action === "visit") return { do: action, symbol };
  return undefined;
}

function isListOfWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string" && one !== "");
}

function shapeOf(name: unknown, value: unknown): FromPanel | undefined {
  const control = CONTROLS.find((one) => one.name === name);
  const shape = control && typeof value === "string" ? chosen(control, value) : undefined;
  return shape && { do: "shape", shape };
}

function numbered(value: unknown, make: (number: number) => FromPanel): FromPanel | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? make(value) : undefined;
}
